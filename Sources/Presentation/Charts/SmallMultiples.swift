import Text

/// Many small lines of one measure, each on a scale of its own, so that shapes are compared and not heights.
public struct SmallMultiples: Sendable, Equatable {
  /// One of the lines.
  public struct Panel: Sendable, Equatable {
    /// The name of the thing: a symbol.
    public var title: String
    /// The values from the oldest to the newest; one that is not finite is missing.
    public var values: [Double]

    /// Makes a line.
    public init(_ title: String, _ values: [Double]) {
      self.title = title
      self.values = values
    }

    /// The newest value that is there.
    var last: Double? { values.last(where: \.isFinite) }

    /// The least and the greatest value; nil without any.
    var extremes: ClosedRange<Double>? {
      var range: ClosedRange<Double>?
      for value in values where value.isFinite {
        range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
      }
      return range
    }
  }

  /// The lines in their order.
  public var panels: [Panel]
  /// The format of the values.
  public var format: NumberFormat

  /// Makes small lines.
  public init(_ panels: [Panel], format: NumberFormat = .general) {
    self.panels = panels
    self.format = format
  }

  /// The values as a table: a row for each value of each line.
  var table: Table {
    Table(
      columns: [.text("name"), .integer("bar"), .number("value", format)],
      rows: panels.flatMap { panel in
        panel.values.enumerated().map { [.text(panel.title), .integer($0), .number($1)] }
      })
  }

  /// The text of a range, with the decimals that both ends need.
  func rangeText(_ panel: Panel, isUnicode: Bool = true) -> String {
    guard let extremes = panel.extremes else { return "" }
    let shared = format.shared(by: [extremes.lowerBound, extremes.upperBound])
    return "\(shared.text(extremes.lowerBound)) \(isUnicode ? "–" : "to") \(shared.text(extremes.upperBound))"
  }
}

extension SmallMultiples {
  /// A line of text for each: the name, the shape, the last value, the range.
  func lines(width: Int, symbols: Symbols) -> [StyledText] {
    let titles = panels.map { VisibleText.escaped($0.title) }
    let lasts = panels.map { $0.last.map { format.text($0) } ?? NumberFormat.missing }
    let ranges = panels.map { rangeText($0, isUnicode: symbols.isUnicode) }
    func widest(_ texts: [String]) -> Int { texts.reduce(0) { max($0, displayWidth($1)) } }
    let names = min(widest(titles), max(width / 4, 4))
    let lastWidth = widest(lasts)
    // The range is left out if the shape would have no room next to it.
    let rangeWidth = width - names - lastWidth - widest(ranges) - 6 >= 16 ? widest(ranges) : 0
    let room = min(max(width - names - lastWidth - rangeWidth - (rangeWidth > 0 ? 6 : 4), 4), 60)
    return panels.indices.map { index in
      let panel = panels[index]
      var line = StyledText(titles[index], .name).truncated(to: names, ellipsis: symbols.ellipsis)
        .padded(to: names, alignment: .left)
      let shape = Sparkline(panel.values, width: room).text(unicode: symbols.isUnicode)
      line.append("  ")
      line.append(StyledText(shape, .accent).padded(to: room, alignment: .left))
      line.append("  ")
      line.append(StyledText(lasts[index], .strong).padded(to: lastWidth, alignment: .right))
      if rangeWidth > 0 {
        line.append("  ")
        line.append(StyledText(ranges[index], .dim).padded(to: rangeWidth, alignment: .right))
      }
      return line
    }
  }
}
