import Calendar
import JSON
import Presentation
import TestSupport
import Testing
import Text

/// The values that a page holds, and what it tells of more bars than it holds.
@Suite("Values of a live picture")
struct LiveChartTests {
  static let count = 1_000_000

  /// A walk of a million minutes, with a hole, and values that only seven digits would round.
  static let closes: [Double] = {
    var dice = Dice(11)
    var level = 612_345.0
    return (0..<count).map { bar in
      level += dice.number(-20...20)
      return bar % 1009 == 5 ? .nan : (level * 100).rounded() / 100
    }
  }()

  static let chart: Chart = {
    let times = (0..<count).map { Timestamp(milliseconds: 1_577_836_800_000 + Int64($0) * 60_000) }
    var pane = Chart.Pane([.line("close", closes)])
    pane.marksLast = true
    return Chart(panes: [pane], time: .times(BarTimes(times, zone: .utc, isIntraday: true)))
  }()

  private func data(_ chart: Chart) throws -> JSONValue {
    try JSONValue(
      parsing: LiveChart(chart, ChartPicture(chart, top: 16)).text().split(separator: "\\u003c").joined(separator: "<"))
  }

  private func numbers(_ value: JSONValue?) -> [Double?] { value?.elements?.map(\.doubleValue) ?? [] }

  @Test(
    "A point of a million bars has the last value of its bars, their low and their high, and the times of both ends")
  func points() throws {
    let data = try data(Self.chart)
    #expect(data["count"] == .integer(20_000))
    let series = try #require(data["panes"]?.elements?.first?["series"]?.elements?.first)
    let (last, low, high) = (
      numbers(series["columns"]?.elements?.first), numbers(series["lows"]?.elements?.first),
      numbers(series["highs"]?.elements?.first)
    )
    let (times, ends) = (try #require(data["times"]?.elements), try #require(data["ends"]?.elements))
    for point in stride(from: 0, to: 20_000, by: 20) {
      let bars = Self.closes[point * 50..<(point + 1) * 50].filter(\.isFinite)
      #expect(last[point] == bars.last && low[point] == bars.min() && high[point] == bars.max())
      #expect(times[point] == .string(Self.chart.timeLabel(of: point * 50)))
      #expect(ends[point] == .string(Self.chart.timeLabel(of: point * 50 + 49)))
    }
  }

  @Test("The tag at the axis and the legend of the page are those of the last bar")
  func tag() {
    var renderer = HTMLRenderer()
    renderer.isLive = true
    let page = renderer.render(Document(), picture: Picture(title: "x", [.init("", .chart(Self.chart))]))
    let last = NumberFormat.fixed(2).grouped.text(Self.closes[Self.count - 1])
    #expect(
      page.matches(of: #/class="last"[^>]*>([^<]*)</#).contains {
        $0.1.replacing(",", with: "") == last.replacing(",", with: "")
      })
    #expect(page.contains("a point is 50 of them") && page.contains("zooming ends there"))
  }

  @Test("Candles of a point are those of its bars, and a page of fewer bars has each")
  func candles() throws {
    let count = 40_000
    let open = (0..<count).map(Double.init)
    let chart = Chart([
      .candles("c", open: open, high: open.map { $0 + 2 }, low: open.map { $0 - 3 }, close: open.map { $0 + 1 })
    ])
    let columns = try #require(data(chart)["panes"]?.elements?.first?["series"]?.elements?.first?["columns"]?.elements)
    #expect(columns.map { numbers($0)[7] } == [14, 17, 11, 16])
    let few = try data(Chart([.line("x", [1, 2, .nan, 4.123456789])]))
    #expect(few["ends"] == .null)
    let series = few["panes"]?.elements?.first?["series"]?.elements?.first
    #expect(series?["lows"] == nil && numbers(series?["columns"]?.elements?.first) == [1, 2, nil, 4.123456789])
  }

  @Test("Marks, zones and breaks are at the points of their bars")
  func places() throws {
    var chart = Chart([
      .line("x", Array(repeating: 1, count: 40_000)), .marks("m", [.init(9, 1, .buy)]), .zones("z", [3...5]),
    ])
    chart.time = .times(
      BarTimes(
        (0..<40_000).map { Timestamp(milliseconds: Int64($0) * 60_000) }, zone: .utc, isIntraday: true,
        breaks: [7, 100]))
    let data = try data(chart)
    #expect(data["breaks"] == .array([.integer(3), .integer(50)]))
    let series = try #require(data["panes"]?.elements?.first?["series"]?.elements)
    #expect(series[1]["marks"]?.elements?.first?.elements?.first == .integer(4))
    #expect(series[2]["spans"] == .array([.array([.integer(1), .integer(2)])]))
  }
}
