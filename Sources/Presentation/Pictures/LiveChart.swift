import JSON
import LibC
import Text

/// The values of a chart and the places of its panes, as the script of a live picture reads them.
///
/// Of more bars than a page holds, several become one point. A point summarises its bars: the last known value, the
/// least and the greatest one, of candles the first open and the last close, and the times of its first and its last
/// bar. Zooming ends at points, and the page says so.
package struct LiveChart {
  /// The most points that a page holds.
  static let mostPoints = 20_000

  private let chart: Chart
  private let layout: ChartPicture
  /// The number of bars that a point has; the last one may have fewer.
  let barsOfPoint: Int
  /// The number of points.
  let points: Int

  /// The values of a chart that is drawn at some place.
  package init(_ chart: Chart, _ layout: ChartPicture) {
    self.chart = chart
    self.layout = layout
    let count = chart.count
    barsOfPoint = max((count + Self.mostPoints - 1) / Self.mostPoints, 1)
    points = (count + barsOfPoint - 1) / barsOfPoint
  }

  private func bars(of point: Int, in count: Int) -> Range<Int> {
    (point * barsOfPoint..<(point + 1) * barsOfPoint).clamped(to: 0..<count)
  }

  /// The text of the object; it can be embedded in a page, because no tag begins in it.
  ///
  /// It is of no use once it is stopped.
  package func text(isStopped: () -> Bool = { false }) -> String {
    json(isStopped).write(isStopped: isStopped).split(separator: "<", omittingEmptySubsequences: false).joined(
      separator: "\\u003c")
  }

  private func json(_ isStopped: () -> Bool) -> JSONValue {
    let isDated = if case .times = chart.time { true } else { false }
    let words = { (bar: Int) in VisibleText.escaped(chart.timeLabel(of: bar)) }
    var edges = JSONValue.null
    if case .spans(let spans) = chart.time {
      let (first, every) = spans.named(count: chart.count, room: Int(ChartPicture.width / 72))
      edges = [
        "words": .strings((0...chart.count).map { spans.edgeLabel($0) }), "first": .integer(first),
        "every": .integer(every),
      ]
    }
    return [
      "count": .integer(points), "dated": .bool(isDated),
      "times": .strings((0..<points).map { words($0 * barsOfPoint) }),
      "ends": barsOfPoint == 1
        ? .null : .strings((0..<points).map { words(min(($0 + 1) * barsOfPoint, chart.count) - 1) }),
      "breaks": .array(Set(chart.breaks.map { $0 / barsOfPoint }).sorted().map { .integer($0) }), "edges": edges,
      "left": .number(layout.frames.first?.left ?? 0), "width": .number(layout.frames.first?.width ?? 0),
      "axis": .number(layout.axisWidth),
      "panes": .array(zip(chart.panes, layout.frames).map { json($0, $1, isStopped) }),
    ]
  }

  private func json(_ pane: Chart.Pane, _ frame: PaneFrame, _ isStopped: () -> Bool) -> JSONValue {
    [
      "top": .number(frame.top), "height": .number(frame.height), "log": .bool(frame.scale.isLogarithmic),
      "range": pane.range.map { .numbers([$0.lowerBound, $0.upperBound]) } ?? .null,
      "zero": .bool(pane.onAxis.series.contains(where: \.startsAtZero)), "beside": beside(pane, frame),
      "guides": .numbers(pane.guides),
      "format": .string(Self.format(frame.scale.valueFormat(lines: 14, format: pane.format))),
      "series": .array(
        zip(pane.series, pane.colours).enumerated().map {
          json($1.0, id: frame.seriesBefore + $0, colour: $1.1, isStopped)
        }),
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

  private func json(_ series: Chart.Series, id: Int, colour: Int, _ isStopped: () -> Bool) -> JSONValue {
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
            marks.made(isStopped: isStopped) {
              [.integer($0.index / barsOfPoint), .number(Self.short($0.value)), .integer($0.kind == .buy ? 1 : -1)]
            })
        )
      ]
    case .level(let value):
      kind = "level"
      more = [("value", .number(value))]
    case .zones(let spans):
      kind = "zones"
      more = [
        (
          "spans",
          .array(
            spans.map { [.integer($0.lowerBound / barsOfPoint), .integer($0.upperBound / barsOfPoint)] })
        )
      ]
    }
    let columns = series.columns
    if !columns.isEmpty, !isStopped() {
      more.append(("names", .strings(columns.map { VisibleText.escaped($0.name) })))
      more += values(of: series, columns.map(\.values))
    }
    return .object(
      [
        ("id", .integer(id)), ("kind", .string(kind)), ("name", .string(VisibleText.escaped(series.name))),
        ("tagged", .bool(series.isTagged && !series.isBeside)), ("colour", .integer(colour)),
        ("beside", .bool(series.isBeside)),
      ] + more)
  }

  /// The values of the points: those of the columns, and of points of several bars their extremes.
  private func values(of series: Chart.Series, _ columns: [[Double]]) -> [(String, JSONValue)] {
    func numbers(_ values: [Double]) -> JSONValue { .numbers(values.map(Self.short)) }
    guard barsOfPoint > 1 else { return [("columns", .array(columns.map(numbers)))] }
    if case .candles(let open, let high, let low, let close) = series.shape {
      let merged = PixelColumns(bars: points * barsOfPoint, columns: points)
        .candles(open: open, high: high, low: low, close: close)
      let parts: [[Double]] = [
        merged.map { $0?.open ?? .nan }, merged.map { $0?.high ?? .nan }, merged.map { $0?.low ?? .nan },
        merged.map { $0?.close ?? .nan },
      ]
      return [("columns", .array(parts.map(numbers)))]
    }
    func folded(_ values: [Double], _ next: (Double, Double) -> Double) -> [Double] {
      (0..<points).map { point in
        var found = Double.nan
        for bar in bars(of: point, in: values.count) where values[bar].isFinite {
          found = found.isNaN ? values[bar] : next(found, values[bar])
        }
        return found
      }
    }
    return [
      ("columns", .array(columns.map { numbers(folded($0) { $1 }) })),
      ("lows", .array(columns.map { numbers(folded($0) { min($0, $1) }) })),
      ("highs", .array(columns.map { numbers(folded($0) { max($0, $1) }) })),
    ]
  }

  /// A letter for the kind of a format and its decimals: `p1`, `f2`, `c1`.
  private static func format(_ format: NumberFormat) -> String {
    // A value of three decimals shows how many a format leaves.
    let decimals = format.text(0.0123456).split(separator: ".").last.map { $0.prefix { $0.isNumber }.count } ?? 0
    if format.isPercent { return "p\(format.text(0.0123456).contains(".") ? decimals : 0)" }
    if format.isCompact { return "c1" }
    return format == .general ? "g0" : "f\(format.text(0.0123456).contains(".") ? decimals : 0)"
  }

  /// A value with ten digits, more than the page shows of any, for a shorter page.
  static func short(_ value: Double) -> Double {
    guard value.isFinite, value != 0 else { return value }
    let digits = 9 - floor(log10(abs(value)))
    guard abs(digits) < 290 else { return value }
    let power = pow(10, abs(digits))
    return digits >= 0 ? (value * power).rounded() / power : (value / power).rounded() * power
  }
}
