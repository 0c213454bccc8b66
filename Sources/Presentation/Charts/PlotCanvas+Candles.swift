/// The four prices of one or more bars.
package struct Candle {
  package var open: Double
  package var high: Double
  package var low: Double
  package var close: Double

  package init(open: Double, high: Double, low: Double, close: Double) {
    self.open = open
    self.high = high
    self.low = low
    self.close = close
  }

  /// Adds the next bar: the open stays, the close is the last one.
  package mutating func merge(_ next: Candle) {
    high = max(high, next.high)
    low = min(low, next.low)
    close = next.close
  }
}

extension PlotCanvas {
  /// The look of the bodies of candles.
  enum CandleStyle {
    /// The colour says whether the price rose, the body is a heavy line.
    case colored
    /// The body is light when the price rose and dark when it fell.
    case shaded
    /// The body is `o` when the price rose and `#` when it fell.
    case ascii
  }

  /// Draws candles; bars that share a column are one candle with the first open, the greatest high, the
  /// least low and the last close.
  mutating func drawCandles(
    open: [Double],
    high: [Double],
    low: [Double],
    close: [Double],
    time: TimeScale,
    scale: ValueScale,
    look: CandleStyle
  ) {
    var current: Candle?
    var column = 0
    for index in 0..<min(min(open.count, high.count), min(low.count, close.count)) {
      let candle = Candle(open: open[index], high: high[index], low: low[index], close: close[index])
      guard candle.open.isFinite, candle.high.isFinite, candle.low.isFinite, candle.close.isFinite else {
        continue
      }
      let own = time.column(index, of: columns)
      if own == column, current != nil {
        current?.merge(candle)
      } else {
        if let current { draw(current, column: column, time: time, scale: scale, look: look) }
        current = candle
        column = own
      }
    }
    if let current { draw(current, column: column, time: time, scale: scale, look: look) }
  }

  private mutating func draw(
    _ candle: Candle,
    column: Int,
    time: TimeScale,
    scale: ValueScale,
    look: CandleStyle
  ) {
    let halves = lines * 2
    let wick = scale.step(candle.high, of: halves)...scale.step(min(candle.low, candle.high), of: halves)
    let rises = candle.close >= candle.open
    let bodyTop = scale.step(max(candle.open, candle.close), of: halves)
    let body = bodyTop...max(scale.step(min(candle.open, candle.close), of: halves), bodyTop)
    let style: Style = rises ? .positive : .negative
    let top = min(wick.lowerBound, body.lowerBound)
    let bottom = max(wick.upperBound, body.upperBound)
    for line in (top / 2)...(bottom / 2) {
      let upper = Part(half: 2 * line, wick: top...bottom, body: body)
      let lower = Part(half: 2 * line + 1, wick: top...bottom, body: body)
      let isWide = time.bodyWidth > 1
      let glyph = Self.glyph(upper, lower, rises: rises, isWide: isWide, look: look)
      put(glyph, column: column, line: line, layer: .candle, style: style)
      guard isWide, upper == .body || lower == .body else { continue }
      let side = Self.glyph(
        upper == .body ? .body : .nothing,
        lower == .body ? .body : .nothing,
        rises: rises,
        isWide: true,
        look: look
      )
      put(side, column: column - 1, line: line, layer: .candle, style: style)
      put(side, column: column + 1, line: line, layer: .candle, style: style)
    }
  }

  /// The filling of one half of a cell.
  private enum Part {
    case nothing, wick, body

    init(half: Int, wick: ClosedRange<Int>, body: ClosedRange<Int>) {
      self = body.contains(half) ? .body : wick.contains(half) ? .wick : .nothing
    }
  }

  private static func glyph(
    _ upper: Part,
    _ lower: Part,
    rises: Bool,
    isWide: Bool,
    look: CandleStyle
  ) -> Character {
    let hasBody = upper == .body || lower == .body
    switch look {
    case .ascii:
      return hasBody ? (rises ? "o" : "#") : "|"
    case .shaded where hasBody:
      return rises ? "▒" : "█"
    case .colored where isWide && hasBody:
      return lower != .body ? "▀" : upper != .body ? "▄" : "█"
    case .colored, .shaded:
      switch (upper, lower) {
      case (.body, .body): return "┃"
      case (.body, .wick): return "╿"
      case (.wick, .body): return "╽"
      case (.body, .nothing): return "╹"
      case (.nothing, .body): return "╻"
      case (.wick, .wick): return "│"
      case (.wick, .nothing): return "╵"
      case (.nothing, .wick): return "╷"
      case (.nothing, .nothing): return " "
      }
    }
  }
}
