extension PlotCanvas {
  /// Draws a line through the values, broken before some of them.
  ///
  /// If several share a column of dots, everything between the least and the greatest is filled, so that no spike is
  /// lost.
  ///
  /// - Returns: The line of text in which each column of text was last touched, or -1.
  mutating func drawLine(
    _ values: [Double],
    time: TimeScale,
    scale: ValueScale,
    glyph: Character,
    style: Style,
    breaks: [Int] = []
  ) -> [Int] {
    var coming = breaks[...]
    let across = columns * dotsAcross
    let down = lines * dotsDown
    var touched = Array(repeating: -1, count: columns)
    var last: (x: Int, y: Int)?
    var top = 0
    var bottom = 0
    for (index, value) in values.enumerated() {
      if let next = coming.first, next <= index {
        coming = coming.drop { $0 <= index }
        if let last { segment(from: (last.x, top), to: (last.x, bottom), glyph: glyph, style: style) }
        last = nil
      }
      guard value.isFinite else {
        if let last {
          segment(from: (last.x, top), to: (last.x, bottom), glyph: glyph, style: style)
        }
        last = nil
        continue
      }
      let x = time.column(index, of: across)
      let y = scale.step(value, of: down)
      touched[x / dotsAcross] = y / dotsDown
      if let previous = last, previous.x == x {
        top = min(top, y)
        bottom = max(bottom, y)
      } else {
        if let previous = last {
          segment(from: (previous.x, top), to: (previous.x, bottom), glyph: glyph, style: style)
          segment(from: previous, to: (x, y), glyph: glyph, style: style)
          for column in (previous.x / dotsAcross)..<(x / dotsAcross) where touched[column] < 0 {
            let share = Double(column * dotsAcross - previous.x) / Double(x - previous.x)
            touched[column] = (previous.y + Int((Double(y - previous.y) * share).rounded())) / dotsDown
          }
        }
        top = y
        bottom = y
      }
      last = (x, y)
    }
    if let last { segment(from: (last.x, top), to: (last.x, bottom), glyph: glyph, style: style) }
    return touched
  }

  /// Draws bars from zero; if several share a column, the one that is farthest from zero.
  mutating func drawHistogram(
    _ values: [Double],
    time: TimeScale,
    scale: ValueScale,
    style: (Double) -> Style
  ) {
    var farthest = Array(repeating: Double.nan, count: columns)
    for (index, value) in values.enumerated() where value.isFinite {
      let column = time.column(index, of: columns)
      if !(abs(value) <= abs(farthest[column])) { farthest[column] = value }
    }
    let eighths = lines * 8
    let zero = Int((scale.depth(0) * Double(lines)).rounded()) * 8
    for (middle, value) in farthest.enumerated() where value.isFinite && value != 0 {
      let end = Int((scale.depth(value) * Double(eighths)).rounded())
      for column in (middle - time.bodyWidth / 2)...(middle + time.bodyWidth / 2) {
        if value > 0 {
          bar(from: min(end, zero - 1), to: zero, column: column, style: style(value))
        } else {
          hangingBar(from: zero, to: max(end, zero + 1), column: column, style: style(value))
        }
      }
    }
  }

  /// Fills a column upwards; positions count eighths of a line from the top.
  private mutating func bar(from top: Int, to bottom: Int, column: Int, style: Style) {
    for line in max(top / 8, 0)..<max(bottom / 8, top / 8 + 1) {
      let filled = min(8, (line + 1) * 8 - top)
      guard filled > 0 else { continue }
      let glyph: Character = dotsAcross > 1 ? Symbols.lowerEighths[filled - 1] : (filled > 4 ? "#" : ":")
      put(glyph, column: column, line: line, layer: .histogram, style: style)
    }
  }

  /// Fills a column downwards; Unicode has only an eighth, a half and the full cell from above.
  private mutating func hangingBar(from top: Int, to bottom: Int, column: Int, style: Style) {
    for line in (top / 8)..<max((bottom + 7) / 8, top / 8 + 1) {
      let filled = min(8, bottom - line * 8)
      let glyph: Character =
        dotsAcross > 1 ? (filled > 6 ? "█" : filled > 2 ? "▀" : "▔") : (filled > 4 ? "#" : ":")
      put(glyph, column: column, line: line, layer: .histogram, style: style)
    }
  }

  /// Draws signs below purchases and above sales.
  mutating func drawMarks(_ marks: [Chart.Mark], time: TimeScale, scale: ValueScale, symbols: Symbols) {
    for mark in marks where mark.value.isFinite && (0..<time.count).contains(mark.index) {
      let column = time.column(mark.index, of: columns)
      let line = scale.step(mark.value, of: lines)
      switch mark.kind {
      case .buy:
        put(symbols.buy, column: column, line: min(line + 1, lines - 1), layer: .mark, style: .positive)
      case .sell:
        put(symbols.sell, column: column, line: max(line - 1, 0), layer: .mark, style: .negative)
      }
    }
  }

  /// Draws a dotted line across.
  mutating func drawGuide(_ value: Double, scale: ValueScale, symbols: Symbols) {
    guard value.isFinite else { return }
    let line = scale.step(value, of: lines)
    for column in 0..<columns {
      put(symbols.guide, column: column, line: line, layer: .guide, style: .dim)
    }
  }

  /// Fills spans of bars lightly, behind all others.
  mutating func drawZones(_ spans: [ClosedRange<Int>], time: TimeScale, symbols: Symbols) {
    for span in spans where span.upperBound >= 0 && span.lowerBound < time.count {
      let first = time.column(max(span.lowerBound, 0), of: columns)
      let last = time.column(min(span.upperBound, time.count - 1), of: columns)
      for column in first...last {
        for line in 0..<lines { put(symbols.zone, column: column, line: line, layer: .guide, style: .dim) }
      }
    }
  }
}
