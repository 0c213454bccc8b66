import LibC
import Text

/// Options on the company's shares that have the same strike.
public struct OptionTranche: Sendable, Equatable {
  /// How many shares they are for.
  public let count: Double
  /// The price at which one share can be bought, in the currency of the accounts.
  public let strike: Double
  /// Years until they end, if the options are valued and not assumed exercised.
  public let life: Double?
  /// Yearly volatility of the share as a fraction, with ``life``.
  public let volatility: Double?

  /// Options that are exercised if the strike is below the share's value.
  public init(count: Double, strike: Double) {
    self.count = count
    self.strike = strike
    life = nil
    volatility = nil
  }

  /// Options with time left, valued by the formula of Black and Scholes.
  public init(count: Double, strike: Double, life: Double, volatility: Double) {
    self.count = count
    self.strike = strike
    self.life = life
    self.volatility = volatility
  }

  /// Tranches as the text that an assumption keeps: `8000000.0 at 20.0, 5.0 at 60.0 life 4.0 volatility 0.35`.
  ///
  /// The numbers read back as the same doubles.
  package static func text(_ tranches: [OptionTranche]) -> String {
    tranches.map { tranche in
      var text = "\(tranche.count) at \(tranche.strike)"
      if let life = tranche.life, let volatility = tranche.volatility {
        text += " life \(life) volatility \(volatility)"
      }
      return text
    }.joined(separator: ", ")
  }

  /// The tranches that ``text(_:)`` wrote; `nil` for another text, and for numbers that make no sense.
  public static func list(_ text: String) -> [OptionTranche]? {
    var tranches: [OptionTranche] = []
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ")
      guard words.count == 3 || words.count == 7, words[1] == "at", let count = Double(words[0]),
        let strike = Double(words[2]), count >= 0, strike >= 0, count.isFinite, strike.isFinite
      else { return nil }
      if words.count == 3 {
        tranches.append(OptionTranche(count: count, strike: strike))
      } else {
        guard words[3] == "life", words[5] == "volatility", let life = Double(words[4]),
          let volatility = Double(words[6]), life > 0, life <= 50, volatility > 0, volatility <= 5
        else { return nil }
        tranches.append(OptionTranche(count: count, strike: strike, life: life, volatility: volatility))
      }
    }
    return tranches.isEmpty ? nil : tranches
  }

  /// The tranche as typed: `8M at 20 life 4y volatility 35%`.
  var wording: String {
    let text = "\(Wording.amount(count)) at \(Wording.number(strike))"
    guard let life, let volatility else { return text }
    return text + " life \(Wording.number(life))y volatility \(Wording.percent(volatility))"
  }

  /// The value of one option by Black and Scholes, without dividends; `rate` is a yearly yield.
  package func value(share: Double, rate: Double) -> Double {
    guard let life, let volatility else { return max(0, share - strike) }
    guard share > 0 else { return 0 }
    let present = strike * pow(1 + rate, -life)
    guard present > 0 else { return share }
    let deviation = volatility * life.squareRoot()
    let first = log(share / present) / deviation + deviation / 2
    return share * OptionTranche.normal(first) - present * OptionTranche.normal(first - deviation)
  }

  private static func normal(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }
}
