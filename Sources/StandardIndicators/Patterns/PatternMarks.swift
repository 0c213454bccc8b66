import Indicators

/// On which bars of a tile a pattern fires, and with which sign.
struct PatternMarks {
  var bullish: BarSet
  var bearish: BarSet
  /// The bars among them that have the pattern's other strength: 80 of a shape that just fits, 200 of one that
  /// is confirmed.
  var other: BarSet

  @inline(__always)
  init(bullish: BarSet = .none, bearish: BarSet = .none, other: BarSet = .none) {
    self.bullish = bullish
    self.bearish = bearish
    self.other = other
  }

  /// A pattern whose sign is the colour of a bar: bullish if it is white.
  @inline(__always)
  init(_ bars: BarSet, bullishWhere white: BarSet) {
    self.init(bullish: bars & white, bearish: bars & !white)
  }

  /// The bars on which the pattern fires.
  @inline(__always)
  var all: BarSet { bullish | bearish }

  /// The marks within a set of bars.
  @inline(__always)
  func limited(to bars: BarSet) -> PatternMarks {
    PatternMarks(bullish: bullish & bars, bearish: bearish & bars, other: other)
  }

  /// Calls `body` with each bar on which the pattern fires, in order of time.
  @inline(__always)
  func forEach(_ body: (_ bar: Int, _ isBullish: Bool, _ isOther: Bool) -> Void) {
    for index in 0..<8 {
      let (bullish, other) = (bullish.words[index], other.words[index])
      var rest = bullish | bearish.words[index]
      while rest != 0 {
        let bit = rest & (0 &- rest)
        body(index &* 64 &+ rest.trailingZeroBitCount, bullish & bit != 0, other & bit != 0)
        rest &= rest &- 1
      }
    }
  }
}
