import JSON

extension OutputFormat {
  /// A picture as a Vega-Lite specification with its data inside, to be changed and drawn by other programs.
  public static let vegaLite = OutputFormat(
    "vega-lite", title: "Vega-Lite", fileEnding: "vl.json", isPicture: true
  ) { result, _ in
    result.picture.map { VegaLite($0).json.prettyWrite() }
  }
}

/// A picture as a Vega-Lite specification, version 5.
struct VegaLite {
  /// The specification.
  let json: JSONValue

  /// Makes the specification of a picture.
  init(_ picture: Picture) {
    let views = picture.parts.flatMap { part -> [JSONValue] in
      switch part.drawing {
      case .chart(let chart): Self.panes(of: chart)
      case .bars(let bars): [Self.view(of: bars)]
      case .grid(let map): [Self.view(of: map)]
      }
    }
    json = [
      "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
      "title": .string(picture.title), "description": .string(PictureSummary(picture).text),
      "vconcat": .array(views),
    ]
  }

  private static let width = JSONValue.integer(880)

  private static func panes(of chart: Chart) -> [JSONValue] {
    chart.panes.map { pane in
      let columns = pane.series.flatMap(\.columns)
      let rows = (0..<chart.count).map { bar -> JSONValue in
        .object(
          [("time", label(of: bar, chart))]
            + columns.map { ($0.name, bar < $0.values.count ? .number($0.values[bar]) : .null) })
      }
      let drawn = zip(pane.series, pane.colours).flatMap { Self.layers(of: $0, colour: $1, chart, pane) }
      return [
        "width": width, "height": .integer(max(pane.height, 1) * 21 + 14),
        "data": ["values": .array(rows)], "layer": .array(drawn),
      ]
    }
  }

  private static func layers(
    of series: Chart.Series, colour: Int, _ chart: Chart, _ pane: Chart.Pane
  ) -> [JSONValue] {
    let tone = JSONValue.string(PictureStyle.series[colour].light)
    func layer(_ mark: JSONValue, _ y: String, to end: String? = nil, _ more: [(String, JSONValue)] = []) -> JSONValue {
      let other = end.map { [("y2", JSONValue.object([("field", .string(escaped($0)))]))] } ?? []
      let encoding = [("x", time(chart)), ("y", value(y, series.name, pane))] + other + more
      return ["mark": mark, "encoding": .object(encoding)]
    }
    switch series.shape {
    case .line: return [layer(["type": "line", "color": tone], series.name)]
    case .area: return [layer(["type": "area", "color": tone, "opacity": .number(0.4)], series.name)]
    case .histogram: return [layer(["type": "bar", "color": tone], series.name)]
    case .band:
      let names = series.columns.map(\.name)
      return [layer(["type": "area", "color": tone, "opacity": .number(0.25)], names[0], to: names[1])]
    case .candles:
      let rises: JSONValue = [
        "condition": ["test": "datum.close >= datum.open", "value": .string(PictureStyle.series[0].light)],
        "value": .string(PictureStyle.series[1].light),
      ]
      return [
        layer("rule", "low", to: "high", [("color", rises)]),
        layer(["type": "bar", "size": .integer(4)], "open", to: "close", [("color", rises)]),
      ]
    case .marks(let marks): return [Self.layer(of: marks, chart, pane)]
    case .level(let level):
      return [
        [
          "data": ["values": .array([[:]])],
          "mark": ["type": "rule", "strokeDash": .array([.integer(6), .integer(3)])],
          "encoding": ["y": ["datum": .number(level)]],
        ]
      ]
    case .zones(let spans): return [Self.layer(of: spans, chart)]
    }
  }

  /// Purchases and sales, with rows of their own.
  private static func layer(of marks: [Chart.Mark], _ chart: Chart, _ pane: Chart.Pane) -> JSONValue {
    let rows = marks.filter { (0..<chart.count).contains($0.index) }.map { mark -> JSONValue in
      [
        "time": label(of: mark.index, chart), "price": .number(mark.value), "side": mark.kind == .buy ? "buy" : "sell",
      ]
    }
    let shape: JSONValue = [
      "field": "side", "type": "nominal",
      "scale": ["domain": ["buy", "sell"], "range": ["triangle-up", "triangle-down"]],
    ]
    let colours = JSONValue.strings([PictureStyle.series[0].light, PictureStyle.series[1].light])
    let colour: JSONValue = [
      "field": "side", "type": "nominal", "scale": ["domain": ["buy", "sell"], "range": colours],
    ]
    return [
      "data": ["values": .array(rows)],
      "mark": ["type": "point", "filled": .bool(true), "size": .integer(80), "opacity": .integer(1)],
      "encoding": ["x": time(chart), "y": value("price", "price", pane), "shape": shape, "color": colour],
    ]
  }

  /// Spans that stand out, with rows of their own.
  private static func layer(of spans: [ClosedRange<Int>], _ chart: Chart) -> JSONValue {
    let rows = spans.filter { $0.upperBound < chart.count && $0.lowerBound >= 0 }.map { span -> JSONValue in
      ["from": label(of: span.lowerBound, chart), "to": label(of: span.upperBound, chart)]
    }
    return [
      "data": ["values": .array(rows)], "mark": ["type": "rect", "opacity": .number(0.15)],
      "encoding": ["x": time(chart, field: "from"), "x2": ["field": "to"]],
    ]
  }

  /// The time of a bar, or its word below the axis, else its number.
  private static func label(of bar: Int, _ chart: Chart) -> JSONValue {
    let label = chart.timeLabel(of: bar)
    return .string(label.isEmpty ? "\(bar)" : label)
  }

  private static func time(_ chart: Chart, field: String = "time") -> JSONValue {
    if case .times = chart.time {
      return ["field": .string(field), "type": "temporal", "scale": ["type": "utc"], "title": .null]
    }
    return ["field": .string(field), "type": "ordinal", "sort": .null, "title": .null]
  }

  private static func value(_ field: String, _ title: String, _ pane: Chart.Pane) -> JSONValue {
    [
      "field": .string(escaped(field)), "type": "quantitative", "title": .string(title),
      "scale": [
        "type": pane.isLogarithmic ? "log" : "linear",
        "zero": .bool(!pane.isLogarithmic && pane.series.contains(where: \.startsAtZero)),
      ],
    ]
  }

  private static func view(of chart: BarChart) -> JSONValue {
    let rows = chart.bars.map { bar -> JSONValue in
      ["label": .string(bar.label), "low": .number(bar.low), "high": .number(bar.high)]
    }
    var layers: [JSONValue] = [
      [
        "mark": ["type": "bar", "color": .string(PictureStyle.series[0].light)],
        "encoding": [
          "y": ["field": "label", "type": "ordinal", "sort": .null, "title": .null],
          "x": ["field": "low", "type": "quantitative", "title": .null], "x2": ["field": "high"],
        ],
      ]
    ]
    if let reference = chart.reference {
      layers.append(["mark": "rule", "encoding": ["x": ["datum": .number(reference)]]])
    }
    return ["width": width, "data": ["values": .array(rows)], "layer": .array(layers)]
  }

  private static func view(of map: HeatMap) -> JSONValue {
    let rows = map.rows.indices.flatMap { row in
      map.columns.indices.map { column -> JSONValue in
        [
          "row": .string(map.rows[row]), "column": .string(map.columns[column]),
          "value": .number(map.value(row, column)),
        ]
      }
    }
    return [
      "width": width, "data": ["values": .array(rows)], "mark": "rect",
      "encoding": [
        "y": ["field": "row", "type": "ordinal", "sort": .null, "title": .string(map.rowTitle)],
        "x": ["field": "column", "type": "ordinal", "sort": .null, "title": .string(map.columnTitle)],
        "color": ["field": "value", "type": "quantitative", "title": .null],
      ],
    ]
  }

  /// A name as Vega reads it: points and brackets would be a way into an object.
  private static func escaped(_ field: String) -> String {
    var result = ""
    for character in field {
      if ".[]\\'\"".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
