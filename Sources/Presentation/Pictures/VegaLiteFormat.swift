import JSON
import Text

extension OutputFormat {
  /// A picture as a Vega-Lite specification with its data inside, to be changed and drawn by other programs.
  public static let vegaLite = OutputFormat(
    "vega-lite", title: "Vega-Lite", fileEnding: "vl.json", isPicture: true
  ) { result, _ in
    result.picture.map { VegaLite($0).json.prettyWrite() }
  }
}

/// A picture as a Vega-Lite specification, version 5.
///
/// Things that are drawn next to each other have their number as the field of the axis and their name as its word, so
/// that two of one name stay two.
package struct VegaLite {
  static let width = 880
  static let neutral = "#5f6873"
  static let gain = PictureStyle.series[0].light
  static let loss = PictureStyle.series[1].light

  /// The specification.
  package let json: JSONValue

  /// Makes the specification of a picture.
  package init(_ picture: Picture) {
    let views = picture.parts.map { part -> JSONValue in
      let view: JSONValue =
        switch part.drawing {
        case .chart(let chart): VegaLiteChart(chart).view
        case .bars(let bars): Self.view(of: bars)
        case .grid(let map): Self.view(of: map)
        case .multiples(let multiples): Self.view(of: multiples)
        }
      guard !part.caption.isEmpty else { return view }
      let title: JSONValue = ["text": .string(Self.words(part.caption)), "anchor": "start"]
      return .object([("title", title)] + (view.members ?? []).map { ($0.key, $0.value) })
    }
    json = [
      "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
      "title": [
        "text": .string(Self.words(picture.title)), "subtitle": .string(Self.words(picture.remark)), "anchor": "start",
      ],
      "description": .string(Self.words(PictureSummary(picture).text)),
      "vconcat": .array(views),
      "resolve": ["scale": ["color": "independent"]],
    ]
  }

  /// Words of data without characters that turn or hide what follows.
  static func words(_ text: String) -> String { VisibleText.escaped(text) }

  /// The words at the numbers of an axis, as an expression of Vega.
  static func labels(_ words: [(index: Int, label: String)]) -> JSONValue {
    let table = JSONValue.object(words.map { ("\($0.index)", .string(Self.words($0.label))) })
    return .string("\(table.write())[datum.value] || ''")
  }

  /// An axis whose places are numbers with a word each.
  private static func places(_ field: String, _ words: [String], title: String = "") -> JSONValue {
    [
      "field": .string(field), "type": "ordinal", "sort": .null,
      "title": title.isEmpty ? .null : .string(Self.words(title)),
      "axis": [
        "labelExpr": labels(words.enumerated().map { ($0, $1) }), "labelLimit": .integer(320),
        "labelAngle": .integer(0),
      ],
    ]
  }

  private static func view(of chart: BarChart) -> JSONValue {
    let texts = BarsPicture(chart, top: 0).texts
    let rows = chart.bars.enumerated().map { place, bar -> JSONValue in
      [
        "place": .integer(place), "label": .string(words(bar.label)), "low": .number(bar.low),
        "high": .number(bar.high),
        "text": .string(texts[place]), "colour": .string(bar.style.vegaColour),
      ]
    }
    let y = places("place", chart.bars.map(\.label))
    let ends = chart.range.map { [("domain", JSONValue.numbers([$0.lowerBound, $0.upperBound]))] } ?? []
    var layers: [JSONValue] = [
      [
        "mark": "bar",
        "encoding": [
          "y": y,
          "x": [
            "field": "low", "type": "quantitative", "title": .null, "axis": axis(chart.format), "scale": .object(ends),
          ],
          "x2": ["field": "high"],
          "color": ["field": "colour", "type": "nominal", "scale": .null, "legend": .null],
        ],
      ],
      [
        "mark": ["type": "text", "align": "left", "color": .string(neutral)],
        "encoding": ["y": y, "x": ["value": .integer(width + 6)], "text": ["field": "text", "type": "nominal"]],
      ],
    ]
    if let reference = chart.reference, reference.isFinite {
      let label = [words(chart.referenceLabel), chart.format.text(reference)].filter { !$0.isEmpty }
      let one: JSONValue = ["values": .array([[:]])]
      layers += [
        [
          "data": one, "mark": ["type": "rule", "strokeDash": .array([.integer(6), .integer(3)])],
          "encoding": ["x": ["datum": .number(reference)]],
        ],
        [
          "data": one, "mark": ["type": "text", "baseline": "bottom", "dy": .integer(-4), "fontWeight": "bold"],
          "encoding": [
            "x": ["datum": .number(reference)], "y": ["value": .integer(0)],
            "text": ["value": .string(label.joined(separator: " "))],
          ],
        ],
      ]
    }
    return ["width": .integer(width), "data": ["values": .array(rows)], "layer": .array(layers)]
  }

  private static func view(of map: HeatMap) -> JSONValue {
    let format = map.pictureFormat
    let rows = map.rows.indices.flatMap { row in
      map.columns.indices.compactMap { column -> JSONValue? in
        let value = map.value(row, column)
        guard value.isFinite else { return nil }
        let place = HeatMap.Place(row: row, column: column)
        return [
          "row": .integer(row), "column": .integer(column), "value": .number(value),
          "text": .string(format.text(value)), "marked": .bool(map.marked == place),
        ]
      }
    }
    let known = map.values.joined().filter(\.isFinite)
    // Soft ends, so that the numbers on them are read.
    let (lowest, highest) = ("#dd9a6d", "#6fa6d4")
    var scale: JSONValue = ["range": .strings(["#f2f6fa", highest]), "interpolate": "rgb"]
    if case .around(let centre) = map.scheme, centre.isFinite, let low = known.min(), let high = known.max() {
      let reach = max(high - centre, centre - low, .leastNormalMagnitude)
      scale = [
        "domain": .numbers([centre - reach, centre, centre + reach]), "range": .strings([lowest, "#ffffff", highest]),
        "interpolate": "rgb",
      ]
    }
    let (y, x) = (places("row", map.rows, title: map.rowTitle), places("column", map.columns, title: map.columnTitle))
    let colour: JSONValue = [
      "field": "value", "type": "quantitative", "title": .null, "scale": scale, "legend": axis(map.format),
    ]
    let frame: JSONValue = [
      "condition": ["test": "datum.marked", "value": "#1b1f24"], "value": .null,
    ]
    return [
      "width": .integer(width), "data": ["values": .array(rows)],
      "layer": .array([
        [
          "mark": "rect",
          "encoding": ["y": y, "x": x, "color": colour, "stroke": frame, "strokeWidth": ["value": .integer(2)]],
        ],
        [
          "mark": ["type": "text", "color": "#1b1f24"],
          "encoding": ["y": y, "x": x, "text": ["field": "text", "type": "nominal"]],
        ],
      ]),
    ]
  }

  private static func view(of multiples: SmallMultiples) -> JSONValue {
    let rows = multiples.panels.enumerated().flatMap { place, panel in
      panel.values.enumerated().map { bar, value -> JSONValue in
        ["place": .integer(place), "bar": .integer(bar), "value": value.isFinite ? .number(value) : .null]
      }
    }
    let titles = multiples.panels.enumerated().map { place, panel in
      (place, "\(panel.title)  \(panel.last.map { multiples.format.text($0) } ?? NumberFormat.missing)")
    }
    return [
      "data": ["values": .array(rows)], "columns": .integer(4),
      "facet": [
        "field": "place", "type": "ordinal", "title": .null,
        "header": ["labelExpr": labels(titles), "labelFontWeight": "bold", "labelAnchor": "start"],
      ],
      "spec": [
        "width": .integer(200), "height": .integer(56),
        "mark": ["type": "line", "color": .string(gain), "strokeWidth": .number(1.5)],
        "encoding": [
          "x": ["field": "bar", "type": "quantitative", "axis": .null],
          "y": ["field": "value", "type": "quantitative", "axis": .null, "scale": ["zero": .bool(false)]],
        ],
      ],
      "resolve": ["scale": ["x": "independent", "y": "independent"]],
    ]
  }

  /// The numbers of an axis or a legend in the format of the values.
  static func axis(_ format: NumberFormat?, values: [Double] = []) -> JSONValue {
    var members: [(String, JSONValue)] = values.isEmpty ? [] : [("values", .numbers(values))]
    if let format, format.isPercent { members.append(("format", "~%")) }
    if let format, format.isCompact { members.append(("format", "~s")) }
    return .object(members)
  }
}

extension Style {
  /// The colour of a bar.
  fileprivate var vegaColour: String {
    switch self {
    case .positive: VegaLite.gain
    case .negative, .error, .warning: VegaLite.loss
    case .dim, .plain: PictureStyle.series[5].light
    case .series(let number): PictureStyle.series[PictureStyle.colour(number)].light
    case .strong, .heading, .name, .number, .keyword, .accent, .heat: VegaLite.gain
    }
  }
}
