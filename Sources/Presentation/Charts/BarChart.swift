import Text

/// Labelled horizontal bars: a histogram, or ranges of values below each other.
public struct BarChart: Sendable, Equatable {
  /// A bar with its label.
  public struct Bar: Sendable, Equatable {
    /// The name of the bar.
    public var label: String
    /// The value at which the bar begins.
    public var low: Double
    /// The value at which the bar ends.
    public var high: Double
    /// True if only the end is written next to the bar, because it begins at zero.
    public var isFromZero: Bool
    /// The style of the bar.
    public var style: Style
    /// The value written next to a bar whose ends are not the value itself, such as a step of a bridge.
    public var amount: Double?

    /// A bar from zero to a value.
    public init(_ label: String, _ value: Double, style: Style = .accent) {
      self.label = label
      low = min(0, value)
      high = value.isNaN ? value : max(0, value)
      isFromZero = true
      self.style = style
    }

    /// A bar from one value to another.
    public init(_ label: String, from low: Double, to high: Double, style: Style = .accent) {
      self.label = label
      self.low = high < low ? high : low
      self.high = high < low ? low : high
      isFromZero = false
      self.style = style
    }

    /// The value of a bar that begins at zero.
    var value: Double { high > 0 ? high : low }
    var isThere: Bool { low.isFinite && high.isFinite }
  }

  /// The bars from top to bottom; one whose values are not finite has only its label.
  public var bars: [Bar]
  /// The format of values.
  public var format: NumberFormat
  /// A value that a thin line marks in all bars, such as today's price.
  public var reference: Double?
  /// The name of the reference.
  public var referenceLabel: String
  /// The ends of the axis if the bars should not choose them, such as 0 to 1 for shares.
  public var range: ClosedRange<Double>?

  /// Makes a chart of bars.
  public init(
    _ bars: [Bar],
    format: NumberFormat = .general,
    reference: Double? = nil,
    referenceLabel: String = ""
  ) {
    self.bars = bars
    self.format = format
    self.reference = reference
    self.referenceLabel = referenceLabel
  }

  /// The values as a table.
  public var table: Table {
    if bars.allSatisfy(\.isFromZero) {
      return Table(
        columns: [.text("label"), .number("value", format)],
        rows: bars.map { [.text($0.label), .number($0.isThere ? $0.value : .nan)] }
      )
    }
    return Table(
      columns: [.text("label"), .number("low", format), .number("high", format)],
      rows: bars.map { [.text($0.label), .number($0.low), .number($0.high)] }
    )
  }
}

extension BarChart {
  /// The bars as lines of text that fit a width.
  func lines(width: Int, symbols: Symbols) -> [StyledText] {
    let shared = format.shared(by: bars.flatMap { [$0.low, $0.high] })
    let texts = bars.map { bar in
      guard bar.isThere else { return NumberFormat.missing }
      if let amount = bar.amount { return format.text(amount) }
      return bar.isFromZero
        ? shared.text(bar.value)
        : "\(shared.text(bar.low)) \(symbols.isUnicode ? "–" : "to") \(shared.text(bar.high))"
    }
    let textWidth = texts.reduce(0) { max($0, displayWidth($1)) }
    let names = bars.map { VisibleText.escaped($0.label) }
    let longest = names.reduce(0) { max($0, displayWidth($1)) }
    let labelWidth = min(longest, max(width - textWidth - 12, 4))
    let room = max(width - labelWidth - textWidth - 4, 4)
    let scale = barScale
    let mark = reference.flatMap { $0.isFinite ? Int(scale.fraction($0) * Double(room - 1) + 0.5) : nil }

    var lines: [StyledText] = []
    for (index, bar) in bars.enumerated() {
      let label = StyledText(names[index]).truncated(to: labelWidth, ellipsis: symbols.ellipsis)
        .padded(to: labelWidth, alignment: .left)
      var cells = cells(bar, room: room, scale: scale, symbols: symbols)
      if let mark { cells[mark] = (Character(symbols.axis), .strong) }
      var line = label + "  "
      for (character, style) in cells { line.append(String(character), style) }
      lines.append(line + "  " + StyledText(texts[index]).padded(to: textWidth, alignment: .right))
    }
    if let mark, let reference {
      let label = [VisibleText.escaped(referenceLabel), format.text(reference)].filter { !$0.isEmpty }.joined(
        separator: " ")
      let start = max(0, min(labelWidth + 2 + mark - displayWidth(label) / 2, width - displayWidth(label)))
      let text = StyledText(String(repeating: " ", count: start)) + StyledText(label, .strong)
      lines.append(text.truncated(to: width, ellipsis: symbols.ellipsis))
    }
    return lines
  }

  /// From the least to the greatest value; zero and the reference are always on it if bars begin at zero.
  var barScale: ValueScale {
    if let range, range.lowerBound < range.upperBound { return ValueScale(range.lowerBound, range.upperBound) }
    var low = Double.infinity
    var high = -Double.infinity
    func include(_ value: Double) {
      guard value.isFinite else { return }
      low = min(low, value)
      high = max(high, value)
    }
    for bar in bars where bar.isThere {
      include(bar.low)
      include(bar.high)
    }
    if let reference { include(reference) }
    guard low <= high else { return ValueScale(0, 1) }
    return low == high ? ValueScale(min(low, 0), high == 0 ? 1 : max(high, 0)) : ValueScale(low, high)
  }

  private func cells(
    _ bar: Bar,
    room: Int,
    scale: ValueScale,
    symbols: Symbols
  ) -> [(Character, Style)] {
    var cells = Array(repeating: (Character(" "), Style.plain), count: room)
    guard bar.isThere, bar.high != bar.low || !bar.isFromZero else { return cells }
    let eighths = Double(room * 8)
    // A bar without length at the right end lies in the last eighth, not after it.
    let start = min(Int((scale.fraction(bar.low) * eighths).rounded()), room * 8 - 1)
    let end = max(Int((scale.fraction(bar.high) * eighths).rounded()), start + 1)
    for column in max(0, min(start / 8, room - 1))..<min(room, max((end + 7) / 8, 1)) {
      let left = max(start - column * 8, 0)
      let right = min(end - column * 8, 8)
      guard right > left else { continue }
      let glyph: Character
      if !symbols.isUnicode {
        glyph = right - left >= 4 || end - start < 4 ? "#" : " "
      } else if left > 0 {
        // A cell that begins in its middle: Unicode has only its right half and its right eighth.
        glyph = left <= 2 ? "█" : left <= 6 ? "▐" : "▕"
      } else {
        glyph = Symbols.leftEighths[right - 1]
      }
      cells[column] = (glyph, bar.style)
    }
    return cells
  }
}

extension ValueScale {
  /// The distance of a value from the low end: 0 there, 1 at the high end.
  func fraction(_ value: Double) -> Double { 1 - depth(value) }
}
