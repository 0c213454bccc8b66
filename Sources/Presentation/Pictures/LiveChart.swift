import JSON
import LibC
import Text

/// The values of a chart and the places of its panes, as the script of a live picture reads them.
struct LiveChart {
  /// The most bars that a page holds; of more, several become one.
  static let mostBars = 20_000

  private let chart: Chart
  private let layout: ChartPicture

  /// The values of a chart that is drawn at some place.
  init(_ chart: Chart, _ layout: ChartPicture) {
    self.chart = chart
    self.layout = layout
  }

  /// The text of the object; it can stand in a page, as no tag begins in it.
  var text: String {
    json.write().split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  private var json: JSONValue {
    let isDated = if case .times = chart.time { true } else { false }
    return [
      "count": .integer(chart.count), "dated": .bool(isDated),
      "times": .strings((0..<chart.count).map { VisibleText.escaped(chart.timeLabel(of: $0)) }),
      "left": .number(layout.frames.first?.left ?? 0), "width": .number(layout.frames.first?.width ?? 0),
      "axis": .number(layout.axisWidth), "panes": .array(zip(chart.panes, layout.frames).map(json)),
    ]
  }

  private func json(_ pane: Chart.Pane, _ frame: PaneFrame) -> JSONValue {
    [
      "top": .number(frame.top), "height": .number(frame.height), "log": .bool(frame.scale.isLogarithmic),
      "range": pane.range.map { .numbers([$0.lowerBound, $0.upperBound]) } ?? .null,
      "zero": .bool(pane.onAxis.series.contains(where: \.startsAtZero)), "beside": beside(pane, frame),
      "guides": .numbers(pane.guides),
      "format": .string(Self.format(frame.scale.valueFormat(lines: 14, format: pane.format))),
      "series": .array(
        zip(pane.series, pane.colours).enumerated().map { json($1.0, id: frame.seriesBefore + $0, colour: $1.1) }),
    ]
  }

  /// The second axis of a pane, or null.
  private func beside(_ pane: Chart.Pane, _ frame: PaneFrame) -> JSONValue {
    guard let own = pane.besideAxis, let scale = frame.besideScale else { return .null }
    return [
      "log": .bool(false), "range": .null, "zero": .bool(own.series.contains(where: \.startsAtZero)),
      "guides": .array([]), "format": .string(Self.format(scale.valueFormat(lines: 14, format: own.format))),
    ]
  }

  private func json(_ series: Chart.Series, id: Int, colour: Int) -> JSONValue {
    var kind = ""
    var more: [(String, JSONValue)] = []
    switch series.shape {
    case .line: kind = "line"
    case .area: kind = "area"
    case .band: kind = "band"
    case .histogram: kind = "histogram"
    case .candles: kind = "candles"
    case .marks(let marks):
      kind = "marks"
      more = [
        (
          "marks",
          .array(
            marks.map { [.integer($0.index), .number(Self.short($0.value)), .integer($0.kind == .buy ? 1 : -1)] })
        )
      ]
    case .level(let value):
      kind = "level"
      more = [("value", .number(value))]
    case .zones(let spans):
      kind = "zones"
      more = [("spans", .array(spans.map { [.integer($0.lowerBound), .integer($0.upperBound)] }))]
    }
    let columns = series.columns
    if !columns.isEmpty {
      more.append(("columns", .array(columns.map { .numbers($0.values.map(Self.short)) })))
      more.append(("names", .strings(columns.map { VisibleText.escaped($0.name) })))
    }
    return .object(
      [
        ("id", .integer(id)), ("kind", .string(kind)), ("name", .string(VisibleText.escaped(series.name))),
        ("tagged", .bool(series.isTagged && !series.isBeside)), ("colour", .integer(colour)),
        ("beside", .bool(series.isBeside)),
      ] + more)
  }

  /// A letter for the kind of a format and its decimals: `p1`, `f2`, `c1`.
  private static func format(_ format: NumberFormat) -> String {
    // A value of three decimals shows how many a format leaves.
    let decimals = format.text(0.0123456).split(separator: ".").last.map { $0.prefix { $0.isNumber }.count } ?? 0
    if format.isPercent { return "p\(format.text(0.0123456).contains(".") ? decimals : 0)" }
    if format.isCompact { return "c1" }
    return format == .general ? "g0" : "f\(format.text(0.0123456).contains(".") ? decimals : 0)"
  }

  /// A value with the seven digits that a picture can tell apart, for a shorter page.
  static func short(_ value: Double) -> Double {
    guard value.isFinite, value != 0 else { return value }
    let digits = 6 - floor(log10(abs(value)))
    guard abs(digits) < 290 else { return value }
    let power = pow(10, abs(digits))
    return digits >= 0 ? (value * power).rounded() / power : (value / power).rounded() * power
  }
}

extension Chart {
  /// The chart with no more bars than a limit: several become one, with the extremes of their candles and, of lines, the
  /// value that is farthest from the first one, so that no spike is lost.
  func condensed(to limit: Int) -> Chart {
    guard count > limit, limit > 0 else { return self }
    let size = (count + limit - 1) / limit
    let groups = (0..<((count + size - 1) / size)).map { ($0 * size)..<min(($0 + 1) * size, count) }
    var chart = self
    chart.panes = panes.map { pane in
      var pane = pane
      pane.series = pane.series.map { $0.condensed(groups, size: size) }
      return pane
    }
    switch time {
    case .none: break
    case .times(var times):
      times.times = groups.compactMap { $0.lowerBound < times.count ? times.times[$0.lowerBound] : nil }
      chart.time = .times(times)
    case .ticks(let ticks): chart.time = .ticks(ticks.map { Chart.Tick($0.index / size, $0.label) })
    }
    return chart
  }
}

extension Chart.Series {
  fileprivate func condensed(_ groups: [Range<Int>], size: Int) -> Chart.Series {
    func farthest(_ values: [Double]) -> [Double] {
      groups.map { group in
        let own = group.clamped(to: 0..<values.count)
        let first = own.first { values[$0].isFinite }.map { values[$0] } ?? .nan
        var found = first
        for bar in own where values[bar].isFinite && abs(values[bar] - first) > abs(found - first) {
          found = values[bar]
        }
        return found
      }
    }
    var copy = self
    switch shape {
    case .line(let values): copy.shape = .line(farthest(values))
    case .area(let values): copy.shape = .area(farthest(values))
    case .histogram(let values): copy.shape = .histogram(farthest(values))
    case .band(let low, let high): copy.shape = .band(low: farthest(low), high: farthest(high))
    case .candles(let open, let high, let low, let close):
      let columns = PixelColumns(bars: groups.count * size, columns: groups.count)
      let merged = columns.candles(open: open, high: high, low: low, close: close)
      copy.shape = .candles(
        open: merged.map { $0?.open ?? .nan }, high: merged.map { $0?.high ?? .nan },
        low: merged.map { $0?.low ?? .nan }, close: merged.map { $0?.close ?? .nan })
    case .marks(let marks): copy.shape = .marks(marks.map { Chart.Mark($0.index / size, $0.value, $0.kind) })
    case .zones(let spans): copy.shape = .zones(spans.map { ($0.lowerBound / size)...($0.upperBound / size) })
    case .level: break
    }
    return copy
  }
}
