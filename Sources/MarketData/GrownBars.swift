import Calendar
import Columns

extension Bars {
  /// The calendar that the days of these bars show; see `CalendarGuess`.
  package var guessedCalendar: MarketCalendar? { CalendarGuess.calendar(of: self) }

  /// The findings on the bars of a source that has grown since it was read: what was seen in its text stays, the bars are
  /// checked again.
  package func findings(after found: [BarFinding], isMacro: Bool) -> [BarFinding] {
    found.filter { !BarChecks.codes.contains($0.code) }
      + BarChecks.findings(of: self, isMacro: isMacro, hasVolume: volume.firstValid != nil, threads: 1)
  }
}

/// A hash of the first bars of a series, which continues with each further one.
///
/// Equal bars have equal hashes on every machine, however they came: a session's file says by it up to which bar a series
/// is the one that it had.
package struct BarTrail: Sendable {
  /// The number of bars that it has taken.
  package private(set) var count = 0
  private var low: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var high: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// Makes the hash of no bars.
  package init() {}

  /// Takes the bars of a series up to an index, which those that it has taken are the first of.
  package mutating func follow(_ bars: Bars, to end: Int) {
    guard end > count else { return }
    for index in count..<end {
      take(UInt64(bitPattern: bars.times[index].milliseconds))
      for column in [bars.open, bars.high, bars.low, bars.close, bars.volume] {
        let value = column[index]
        // Missing values are all alike.
        take(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
      }
    }
    count = end
  }

  /// The hash as 32 hexadecimal digits.
  package var text: String {
    [low, high].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private mutating func take(_ word: UInt64) {
    low = Self.mixed(low ^ word)
    high = Self.mixed(high &+ low)
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): each bit of the outcome depends on all bits.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = number
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }
}
