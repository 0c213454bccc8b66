import Text

/// A picture in words, for those who do not see it.
struct PictureSummary {
  /// The sentences.
  let text: String

  /// Puts a picture into words.
  init(_ picture: Picture) {
    text = picture.parts.map { part in
      let words: String =
        switch part.drawing {
        case .chart(let chart): Self.words(chart)
        case .bars(let bars): Self.words(bars)
        case .grid(let map): Self.words(map)
        case .multiples(let multiples): Self.words(multiples)
        }
      return part.caption.isEmpty ? words : "\(part.caption): \(words)"
    }.joined(separator: " ")
  }

  private static func words(_ chart: Chart) -> String {
    var span = ""
    if case .times(let times) = chart.time, times.count > 0 {
      span = " from \(times.label(at: 0)) to \(times.label(at: times.count - 1))"
    }
    let series = chart.panes.flatMap { pane in pane.series.compactMap { words($0, in: pane) } }
    if !chart.breaks.isEmpty { span += ", \(NumberText.counted(chart.breaks.count, "break")) of missing sessions" }
    return "\(NumberText.counted(chart.count, "bar"))\(span). \(series.joined(separator: "; "))."
  }

  private static func words(_ series: Chart.Series, in pane: Chart.Pane) -> String? {
    let own = series.isBeside ? pane.besideAxis ?? pane : pane
    let format = own.pictureScale.valueFormat(lines: 14, format: own.format)
    switch series.shape {
    case .marks(let marks): return "\(series.name): \(NumberText.counted(marks.count, "mark"))"
    case .zones(let spans): return "\(series.name): \(NumberText.counted(spans.count, "span"))"
    case .level(let value): return "\(series.name) \(format.text(value))"
    case .line, .area, .band, .histogram, .candles:
      guard let extremes = series.extremes() else { return "\(series.name) without values" }
      let last = series.last.map { ", last \(format.text($0))" } ?? ""
      return
        "\(series.name) between \(format.text(extremes.lowerBound)) and \(format.text(extremes.upperBound))\(last)"
    }
  }

  private static func words(_ chart: BarChart) -> String {
    let bars = chart.bars.prefix(40).map { bar in
      bar.isFromZero
        ? "\(bar.label) \(chart.format.text(bar.value))"
        : "\(bar.label) \(chart.format.text(bar.low)) to \(chart.format.text(bar.high))"
    }
    let reference = chart.reference.map { "; \(chart.referenceLabel) \(chart.format.text($0))" } ?? ""
    return "\(NumberText.counted(chart.bars.count, "bar")): \(bars.joined(separator: ", "))\(reference)."
  }

  private static func words(_ multiples: SmallMultiples) -> String {
    let lasts = multiples.panels.prefix(40).map {
      "\($0.title) \($0.last.map { multiples.format.text($0) } ?? "missing")"
    }
    return "\(NumberText.counted(multiples.panels.count, "line")): \(lasts.joined(separator: ", "))."
  }

  private static func words(_ map: HeatMap) -> String {
    let known = map.values.joined().filter(\.isFinite)
    let range =
      known.min().flatMap { low in known.max().map { "from \(map.format.text(low)) to \(map.format.text($0))" } }
    return "\(map.rowTitle) by \(map.columnTitle): \(map.rows.count) by \(map.columns.count) values \(range ?? "")."
  }
}
