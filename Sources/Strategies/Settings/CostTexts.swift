import Backtesting
import Text

extension Commission {
  /// The commission that a setting says; nil if it says none, or one that no broker could mean.
  init?(_ terms: [SettingTerm]) {
    let isAlone = terms.count == 1
    var terms = SettingTerms(terms)
    self.init(rate: 0)
    var hasRate = false
    repeat {
      guard let (value, isRate) = terms.number() else { return nil }
      if terms.take("per") {
        guard !isRate else { return nil }
        if let word = Self.unit(&terms) {
          guard perUnit == 0 else { return nil }
          (perUnit, unit) = (value, word)
        } else if terms.take("trade", "fill") {
          guard perFill == 0 else { return nil }
          perFill = value
        } else {
          return nil
        }
      } else {
        // A number alone is also a rate, with a warning; next to others it could be money.
        guard !hasRate, isRate || isAlone, let rates = Self.rates(value, &terms) else { return nil }
        hasRate = true
        (rate, tiers) = (rates.rate, rates.tiers)
      }
    } while terms.take("plus")
    if terms.take("minimum") {
      guard let amount = terms.amount() else { return nil }
      minimum = amount
    }
    if terms.take("maximum") {
      guard let (value, isRate) = terms.number() else { return nil }
      if isRate { maximumRate = value } else { maximum = value }
    }
    guard terms.isAtEnd, isUsable else { return nil }
  }

  private static func unit(_ terms: inout SettingTerms) -> Unit? {
    if terms.take("share", "shares") { return .share }
    if terms.take("contract", "contracts") { return .contract }
    return terms.take("unit") ? .unit : nil
  }

  private static func rates(_ first: Double, _ terms: inout SettingTerms) -> Commission? {
    var tiers: [Tier] = []
    var rate = first
    while terms.take("up") {
      guard terms.take("to"), let limit = terms.amount() else { return nil }
      tiers.append(Tier(limit: limit, rate: rate))
      guard terms.take("then"), case let (next, true)? = terms.number() else { return nil }
      rate = next
    }
    return Commission(tiers: tiers + [Tier(rate: rate)])
  }

  /// The commission as a setting writes it.
  package var text: String {
    var parts: [String] = []
    if !tiers.isEmpty {
      let rates = tiers.map { tier in
        NumberText.percentExact(tier.rate) + (tier.limit < .infinity ? " up to \(NumberText.plain(tier.limit))" : "")
      }
      parts.append(rates.joined(separator: " then "))
    } else if rate != 0 || (perUnit == 0 && perFill == 0) {
      parts.append(NumberText.percentExact(rate))
    }
    if perUnit != 0 { parts.append("\(NumberText.plain(perUnit)) per \(unit.rawValue)") }
    if perFill != 0 { parts.append("\(NumberText.plain(perFill)) per trade") }
    var text = parts.joined(separator: " plus ")
    if minimum > 0 { text += " minimum \(NumberText.plain(minimum))" }
    if maximum < .infinity { text += " maximum \(NumberText.plain(maximum))" }
    if maximumRate < .infinity { text += " maximum \(NumberText.percentExact(maximumRate))" }
    return text
  }
}

extension PriceDistance {
  static let allowed =
    "a rate from 0% to below 100%, `2 ticks`, `0.01 points`, `10% of range` of the bar, with `plus`"

  /// The distance that a setting says; nil if it says none.
  init?(_ terms: [SettingTerm]) {
    let isAlone = terms.count == 1
    var terms = SettingTerms(terms)
    self.init()
    repeat {
      guard let (value, isRate) = terms.number(), value >= 0 else { return nil }
      if isRate, terms.take("of") {
        guard terms.take("range"), rangeShare == 0 else { return nil }
        rangeShare = value
      } else if !isRate, terms.take("tick", "ticks") {
        guard ticks == 0 else { return nil }
        ticks = value
      } else if !isRate, terms.take("point", "points") {
        guard points == 0 else { return nil }
        points = value
      } else {
        guard rate == 0, isRate || isAlone, value < 1 else { return nil }
        rate = value
      }
    } while terms.take("plus")
    guard terms.isAtEnd else { return nil }
  }

  /// The distance as a setting writes it.
  package var text: String {
    var parts: [String] = []
    if rate != 0 || isZero { parts.append(NumberText.percentExact(rate)) }
    if ticks != 0 { parts.append("\(NumberText.plain(ticks)) \(ticks == 1 ? "tick" : "ticks")") }
    if points != 0 { parts.append("\(NumberText.plain(points)) \(points == 1 ? "point" : "points")") }
    if rangeShare != 0 { parts.append("\(NumberText.percentExact(rangeShare)) of range") }
    return parts.joined(separator: " plus ")
  }
}

extension Settings {
  /// The terms of all contracts as a setting writes them.
  var contractText: String {
    guard !contracts.isEmpty else { return "none" }
    return contracts.keys.sorted().map { symbol in
      symbol + (contracts[symbol].map { " " + $0.text } ?? "")
    }.joined(separator: " then ")
  }

  /// Sets the terms of contracts; false if they are none.
  mutating func setContracts(_ terms: [SettingTerm]) -> Bool {
    var terms = SettingTerms(terms)
    if terms.take("none") {
      contracts = [:]
      return terms.isAtEnd
    }
    repeat {
      guard let symbol = terms.word() else { return false }
      if terms.take("none") {
        contracts[symbol] = nil
      } else {
        guard let contract = Contract(&terms) else { return false }
        contracts[symbol] = contract
      }
    } while terms.take("then")
    return terms.isAtEnd
  }
}

extension Contract {
  fileprivate init?(_ terms: inout SettingTerms) {
    self.init()
    var seen: Set<String> = []
    while true {
      let name: String
      if terms.take("multiplier") {
        name = "multiplier"
      } else if terms.take("tick") {
        name = "tick"
      } else if terms.take("margin") {
        name = "margin"
      } else if terms.take("maintenance") {
        name = "maintenance"
      } else {
        break
      }
      guard seen.insert(name).inserted, let amount = terms.amount(), amount > 0 else { return nil }
      switch name {
      case "multiplier": multiplier = amount
      case "tick": tick = amount
      case "margin": margin = amount
      default: maintenance = amount
      }
    }
    guard !seen.isEmpty, isUsable else { return nil }
  }

  /// The terms as a setting writes them.
  package var text: String {
    [
      multiplier == 1 && (tick != nil || margin != nil) ? nil : "multiplier \(NumberText.plain(multiplier))",
      tick.map { "tick \(NumberText.plain($0))" },
      margin.map { "margin \(NumberText.plain($0))" }, maintenance.map { "maintenance \(NumberText.plain($0))" },
    ].compactMap { $0 }.joined(separator: " ")
  }
}
