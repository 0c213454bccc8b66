import Text

/// The origin of a yearly rate.
package enum RateSource: Sendable, Hashable {
  /// A number, a fraction.
  case number(Double)
  /// A series of percent numbers, as publishers of rates have them: 5.25 is 5.25 %.
  case series(String)
  /// The rate of idle cash.
  case cashRate

  /// The origin that a setting names; nil if it cannot be one.
  init?(_ value: Settings.SettingValue, takesCashRate: Bool) {
    switch value {
    case .number(let number, _):
      guard number > -1, number.isFinite else { return nil }
      self = .number(number)
    case .word("cash_rate"):
      guard takesCashRate else { return nil }
      self = .cashRate
    case .word(let name):
      guard let first = name.first, first.isLetter || first == "^" else { return nil }
      self = .series(name)
    case .terms: return nil
    }
  }

  /// The origin as a setting writes it.
  package var text: String {
    switch self {
    case .number(let number): NumberText.percentExact(number)
    case .series(let name): name
    case .cashRate: "cash_rate"
    }
  }
}
