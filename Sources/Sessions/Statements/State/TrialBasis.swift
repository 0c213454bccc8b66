import MarketData
import Strategies

/// The common part of all trials of a statement: the rules, the settings, the data and the window.
///
/// A trial is the same if all of these and its parameters are: a combination of a sweep, of a search or of a
/// walk-forward and the backtest of its values count once. The name of a strategy, its defaults and its blanks have no
/// effect, nor does the ranking figure.
package struct TrialBasis: Sendable, Hashable {
  private let hash: UInt64

  package init(_ text: String) {
    let digits = ContentHash.text(of: Array(text.utf8))
    hash = UInt64(digits.prefix(16), radix: 16) ?? 0
  }

  /// The key of a trial with some values of the parameters.
  package func key(of values: [Double]) -> UInt64 {
    values.reduce(hash) { key, value in
      // Both zeros are one value.
      Self.mixed(key &+ 0x9E37_79B9_7F4A_7C15 ^ (value == 0 ? 0 : value.isNaN ? 1 : value.bitPattern))
    }
  }

  /// The trial of some values.
  package func trial(_ values: [Double], sharpe: Double) -> Trial { Trial(key: key(of: values), sharpe: sharpe) }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): each bit of the outcome depends on all bits.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = number
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }
}
