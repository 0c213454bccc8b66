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
      let drawn = pane.series.enumerated().flatMap { Self.layers(of: $1, colour: $0, chart, pane) }
      return [
        "width": width, "height": .integer(max(pane.height, 1) * 21 + 14),
        "data": ["values": .array(rows)], "layer": .array(drawn),
      ]
    }
  }

  private static func layers(
    of series: Chart.Series, colour: Int, _ chart: Chart, _ pane: Chart.Pane
  ) -> [JSONValue] {
    let tone = JSONValue.string(PictureStyle.series[PictureStyle.colour(colour)].light)
    func encoding(_ y: String, _ more: [(String, JSONValue)] = []) -> JSONValue {
      .object([("x", time(chart)), ("y", value(y, series.name, pane))] + more)
    }
    func end(_ name: String) -> (String, JSONValue) { ("y2", ["field": .string(escaped(name))]) }
    let names = series.columns.map(\.name)
    switch series.shape {
    case .line: return [["mark": ["type": "line", "color": tone], "encoding": encoding(series.name)]]
    case .area:
      return [["mark": ["type": "area", "color": tone, "opacity": .number(0.4)], "encoding": encoding(series.name)]]
    case .histogram: return [["mark": ["type": "bar", "color": tone], "encoding": encoding(series.name)]]
    case .band:
      return [
        [
          "mark": ["type": "area", "color": tone, "opacity": .number(0.25)],
          "encoding": encoding(names[0], [end(names[1])]),
        ]
      ]
    case .candles:
      let rises: JSONValue = [
        "condition": ["test": "datum.close >= datum.open", "value": .string(PictureStyle.series[0].light)],
        "value": .string(PictureStyle.series[1].light),
      ]
      return [
        ["mark": "rule", "encoding": encoding("low", [end("high"), ("color", rises)])],
        [
          "mark": ["type": "bar", "size": .integer(4)], "encoding": encoding("open", [end("close"), ("color", rises)]),
        ],
      ]
    case .marks(let marks):
      let rows = marks.filter { (0..<chart.count).contains($0.index) }.map { mark -> JSONValue in
        [
          "time": label(of: mark.index, chart), "price": .number(mark.value),
          "side": mark.kind == .buy ? "buy" : "sell",
        ]
      }
      let shape: JSONValue = [
        "field": "side", "type": "nominal",
        "scale": ["domain": ["buy", "sell"], "range": ["triangle-up", "triangle-down"]],
      ]
      return [
        [
          "data": ["values": .array(rows)], "mark": ["type": "point", "filled": .bool(true)],
          "encoding": encoding("price", [("shape", shape)]),
        ]
      ]
    case .level(let level):
      return [
        [
          "data": ["values": .array([[:]])],
          "mark": ["type": "rule", "strokeDash": .array([.integer(6), .integer(3)])],
          "encoding": ["y": ["datum": .number(level)]],
        ]
      ]
    case .zones(let spans):
      let rows = spans.filter { $0.upperBound < chart.count && $0.lowerBound >= 0 }.map { span -> JSONValue in
        ["from": label(of: span.lowerBound, chart), "to": label(of: span.upperBound, chart)]
      }
      return [
        [
          "data": ["values": .array(rows)], "mark": ["type": "rect", "opacity": .number(0.15)],
          "encoding": ["x": time(chart, field: "from"), "x2": ["field": "to"]],
        ]
      ]
    }
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
