import JSON
import Text

/// A chart as views of Vega-Lite: one for each pane, on one axis of time.
struct VegaLiteChart {
  private let chart: Chart
  /// The view of the full chart.
  private(set) var view: JSONValue = [:]

  /// Makes the views of a chart.
  init(_ chart: Chart) {
    self.chart = chart
    let panes = chart.panes.isEmpty ? [["layer": .array([Self.nothing])]] : chart.panes.map(pane)
    view = ["vconcat": .array(panes), "resolve": ["scale": ["x": "shared", "color": "independent"]]]
  }

  /// A series with the fields that its values have in the rows.
  private struct Drawn {
    var series: Chart.Series
    var fields: [String]
    var colour: String
  }

  private func pane(_ pane: Chart.Pane) -> JSONValue {
    // Two series of one name are two fields.
    var taken: Set<String> = ["time", "bar"]
    let drawn = zip(pane.series, pane.colours).map { series, colour -> Drawn in
      let fields = series.columns.map { column -> String in
        var (name, number) = (VegaLite.words(column.name), 2)
        while !taken.insert(name).inserted {
          name = "\(VegaLite.words(column.name)) (\(number))"
          number += 1
        }
        return name
      }
      return Drawn(series: series, fields: fields, colour: PictureStyle.series[PictureStyle.colour(colour)].light)
    }
    let columns = drawn.flatMap { drawn in
      zip(drawn.fields, drawn.series.columns).map { ($0, $1.values, pane.isLogarithmic && !drawn.series.isBeside) }
    }
    var rows = (0..<chart.count).map { bar -> JSONValue in
      let values = columns.map { name, values, needsSign -> (String, JSONValue) in
        let value = bar < values.count ? values[bar] : .nan
        // A value of zero or less has no place on a logarithmic axis.
        return (name, value.isFinite && (!needsSign || value > 0) ? .number(value) : .null)
      }
      return .object(place(of: bar) + values)
    }
    // A row without values between two bars breaks the lines.
    for bar in chart.breaks.reversed() where bar > 0 && bar < rows.count {
      rows.insert(.object([("bar", .number(Double(bar) - 0.5))] + columns.map { ($0.0, .null) }), at: bar)
    }
    let guides = pane.guides.filter(\.isFinite).map { Self.rule(at: $0, dash: 2) }
    func group(_ isBeside: Bool) -> [JSONValue] {
      drawn.filter { $0.series.isBeside == isBeside }.flatMap { layers(of: $0, pane, drawn) }
    }
    let (main, beside) = (guides + group(false), group(true))
    let size: [(String, JSONValue)] = [
      ("width", .integer(VegaLite.width)), ("height", .integer(max(pane.height, 1) * 21 + 14)),
      ("data", ["values": .array(rows)]),
    ]
    guard !main.isEmpty, !beside.isEmpty else {
      let layers = main + beside
      return .object(size + [("layer", .array(layers.isEmpty ? [Self.nothing] : layers))])
    }
    return .object(
      size + [
        ("layer", .array([["layer": .array(main)], ["layer": .array(beside)]])),
        ("resolve", ["scale": ["y": "independent"]]),
      ])
  }

  /// A layer that shows nothing: a view without a layer is none.
  private static let nothing: JSONValue = [
    "data": ["values": .array([[:]])], "mark": ["type": "point", "opacity": .integer(0)],
  ]

  private static func rule(at value: Double, dash: Int) -> JSONValue {
    [
      "data": ["values": .array([[:]])],
      "mark": [
        "type": "rule", "color": .string(VegaLite.neutral), "strokeDash": .array([.integer(dash), .integer(3)]),
      ],
      "encoding": ["y": ["datum": .number(value)]],
    ]
  }

  private func layers(of drawn: Drawn, _ pane: Chart.Pane, _ all: [Drawn]) -> [JSONValue] {
    let (series, fields) = (drawn.series, drawn.fields)
    let colour = Self.colour(of: VegaLite.words(series.name), all)
    func layer(_ mark: JSONValue, _ y: String, to end: String? = nil, _ more: [(String, JSONValue)]) -> JSONValue {
      let other = end.map { [("y2", JSONValue.object([("field", .string(escaped($0)))]))] } ?? []
      let encoding = [("x", time()), ("y", value(y, drawn, pane))] + other + more
      return ["mark": mark, "encoding": .object(encoding)]
    }
    let named = [("color", colour)]
    switch series.shape {
    case .line: return [layer(["type": "line", "strokeWidth": .number(1.5)], fields[0], named)]
    case .area: return [layer(["type": "area", "opacity": .number(0.4), "line": .bool(true)], fields[0], named)]
    case .histogram: return [layer(barMark, fields[0], named)]
    case .band:
      return [layer(["type": "area", "opacity": .number(0.25)], fields[0], to: fields[1], named)]
    case .candles:
      let test = "\(datum(fields[3])) >= \(datum(fields[0]))"
      func chosen(_ rising: String, _ falling: String) -> JSONValue {
        ["condition": ["test": .string(test), "value": .string(rising)], "value": .string(falling)]
      }
      let edge = ("stroke", chosen(VegaLite.gain, VegaLite.loss))
      return [
        layer("rule", fields[2], to: fields[1], [("color", chosen(VegaLite.gain, VegaLite.loss))]),
        layer(
          ["type": "bar", "size": .integer(max(min(VegaLite.width * 7 / (10 * max(chart.count, 1)), 14), 1))],
          fields[0], to: fields[3], [("fill", chosen("#ffffff", VegaLite.loss)), edge]),
      ]
    case .marks(let marks):
      return [signs(of: marks, .buy, drawn, pane, all), signs(of: marks, .sell, drawn, pane, all)]
    case .level(let level): return level.isFinite ? [Self.rule(at: level, dash: 6)] : []
    case .zones(let spans): return [spanLayer(spans)]
    }
  }

  /// Bars from zero; on an axis of numbers they have a width of their own.
  private var barMark: JSONValue {
    guard case .times = chart.time else { return "bar" }
    return ["type": "bar", "size": .integer(max(VegaLite.width * 7 / (10 * max(chart.count, 1)), 1))]
  }

  /// The colour of a series by its name, shown in the legend.
  private static func colour(of name: String, _ all: [Drawn]) -> JSONValue {
    let named = all.filter { !$0.fields.isEmpty }.filter { if case .candles = $0.series.shape { false } else { true } }
    let marks: [(String, String)] =
      all.contains { if case .marks = $0.series.shape { true } else { false } }
      ? [("buy", VegaLite.gain), ("sell", VegaLite.loss)] : []
    let entries = named.map { (VegaLite.words($0.series.name), $0.colour) } + marks
    return [
      "datum": .string(name), "type": "nominal",
      "scale": ["domain": .strings(entries.map(\.0)), "range": .strings(entries.map(\.1))],
      "legend": ["title": .null, "orient": "top"],
    ]
  }

  /// Purchases or sales, with rows of their own.
  private func signs(
    of marks: [Chart.Mark], _ kind: Chart.Mark.Kind, _ drawn: Drawn, _ pane: Chart.Pane, _ all: [Drawn]
  ) -> JSONValue {
    let side = kind == .buy ? "buy" : "sell"
    let rows = marks.filter { $0.kind == kind && (0..<chart.count).contains($0.index) && $0.value.isFinite }
      .map { mark -> JSONValue in
        .object(place(of: mark.index) + [("price", .number(mark.value)), ("side", .string(side))])
      }
    return [
      "data": ["values": .array(rows)],
      "mark": [
        "type": "point", "filled": .bool(true), "size": .integer(80), "opacity": .integer(1),
        "shape": kind == .buy ? "triangle-up" : "triangle-down",
      ],
      "encoding": ["x": time(), "y": value("price", drawn, pane), "color": Self.colour(of: side, all)],
    ]
  }

  /// Highlighted spans, with their own rows.
  private func spanLayer(_ spans: [ClosedRange<Int>]) -> JSONValue {
    let all = 0..<chart.count
    let rows = spans.filter { all.overlaps($0) }.map { span -> JSONValue in
      let (first, last) = (max(span.lowerBound, 0), min(span.upperBound, chart.count - 1))
      return .object([("from", .integer(first)), ("to", .integer(last))])
    }
    return [
      "data": ["values": .array(rows)],
      "mark": ["type": "rect", "opacity": .number(0.15), "color": .string(VegaLite.neutral)],
      "encoding": ["x": time(field: "from"), "x2": ["field": "to"]],
    ]
  }

  /// The number of a bar, by which it is placed, and its time if it has one.
  private func place(of bar: Int) -> [(String, JSONValue)] {
    guard case .times = chart.time else { return [("bar", .integer(bar))] }
    return [("bar", .integer(bar)), ("time", .string(chart.timeLabel(of: bar)))]
  }

  /// The axis of bars: one next to the other, so that a closed market leaves no gap, with times as its words.
  private func time(field: String? = nil) -> JSONValue {
    if case .times(let times) = chart.time {
      let ticks = CalendarTicks(times, room: VegaLite.width / 72).placed
      return [
        "field": .string(field ?? "bar"), "type": "quantitative", "title": .null,
        "scale": [
          "domain": .numbers([-0.5, Double(max(chart.count, 1)) - 0.5]), "nice": .bool(false), "zero": .bool(false),
        ],
        "axis": [
          "values": .array(ticks.map { .integer($0.index) }), "labelAngle": .integer(0),
          "labelExpr": VegaLite.labels(ticks.map { ($0.index, $0.label) }), "labelBound": .bool(true),
        ],
      ]
    }
    var members: [(String, JSONValue)] = [
      ("field", .string(field ?? "bar")), ("type", "ordinal"), ("sort", .null), ("title", .null),
    ]
    if case .spans(let spans) = chart.time {
      let labels = (0..<chart.count).map { ($0, spans.label(of: $0)) }
      members.append(("axis", ["labelAngle": .integer(-45), "labelExpr": VegaLite.labels(labels)]))
    } else if case .ticks(let ticks) = chart.time {
      let axis: JSONValue = [
        "values": .array(ticks.map { .integer($0.index) }), "labelAngle": .integer(0),
        "labelExpr": VegaLite.labels(ticks.map { ($0.index, $0.label) }),
      ]
      members.append(("axis", axis))
    } else {
      members.append(("axis", .null))
    }
    return .object(members)
  }

  private func value(_ field: String, _ drawn: Drawn, _ pane: Chart.Pane) -> JSONValue {
    let own = drawn.series.isBeside ? pane.besideAxis ?? pane : pane.onAxis
    let scale: [(String, JSONValue)] = [
      ("type", own.isLogarithmic ? "log" : "linear"),
      ("zero", .bool(!own.isLogarithmic && own.series.contains(where: \.startsAtZero))),
    ]
    let range = own.range.map { [("domain", JSONValue.numbers([$0.lowerBound, $0.upperBound]))] } ?? []
    let axis = VegaLite.axis(own.format, values: own.guides)
    let side: [(String, JSONValue)] = [("orient", drawn.series.isBeside ? "left" : "right")]
    return [
      "field": .string(escaped(field)), "type": "quantitative", "title": .null,
      "axis": .object((axis.members ?? []).map { ($0.key, $0.value) } + side),
      "scale": .object(scale + range),
    ]
  }

  /// A name as Vega reads it: points and brackets would be a way into an object.
  private func escaped(_ field: String) -> String {
    var result = ""
    for character in field {
      if ".[]\\'\"".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  /// A field in an expression of Vega.
  private func datum(_ field: String) -> String { "datum[\(JSONValue.string(field).write())]" }
}
