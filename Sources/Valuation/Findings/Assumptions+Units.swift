import LibC
import Text

extension Assumptions {
  /// The refusal of an amount typed without its unit, such as `capex = [20, 22]` with a revenue of 700B; `nil` if the
  /// amounts can belong to one company, or with `allow unit-mistake`.
  ///
  /// An amount below a millionth of the largest one has no effect on the value, so it is almost certainly a typing
  /// error. Zero is a valid amount, and one that a search has moved close to zero was not typed.
  public var unitMistake: ValuationError? {
    guard !allowed.contains(.unitMistake) else { return nil }
    if let mistake = perShareMistake { return mistake }
    let amounts = flat.flatMap(\.typedAmounts)
    guard let largest = amounts.max(by: { abs($0.amount) < abs($1.amount) }) else { return nil }
    let smallest = abs(largest.amount) * 1e-6
    guard let small = amounts.first(where: { $0.isTyped && $0.amount != 0 && abs($0.amount) < smallest }) else {
      return nil
    }
    let meant = Self.withUnit(small.amount, near: usualAmount(of: small.name, beside: abs(largest.amount)))
    return ValuationError(
      code: .unitMistake,
      message: "\(small.title) is \(Wording.number(small.amount)), less than a millionth of "
        + "\(largest.title), which is \(Wording.amount(largest.amount))",
      assumptions: [small.name],
      hint: "`\(meant)` may be meant: an amount is written in full or with k, M, B or T; "
        + "`allow unit-mistake` takes it as given")
  }

  /// The refusal of a price or a count of shares that was typed in the unit of the other; `nil` if there is none.
  ///
  /// No share has cost ten millions of any currency, and none has a million of revenue or book value.
  private var perShareMistake: ValuationError? {
    if let price = self[.price], price.isTypedNumber, let number = try? number(.price), number >= 1e7 {
      return ValuationError(
        code: .unitMistake,
        message: "price is \(Wording.amount(number)) a share",
        assumptions: [.price],
        hint: "a price is of one share, such as `price = \(Wording.number(number / 1e6))`; "
          + "`allow unit-mistake` takes it as given")
    }
    guard let shares = self[.shares], shares.isTypedNumber, let count = try? number(.shares), count > 0 else {
      return nil
    }
    for name in [AssumptionName.revenue, .book] {
      guard let amount = (try? number(name)).flatMap({ $0 }), amount / count > 1e6 else { continue }
      return ValuationError(
        code: .unitMistake,
        message: "shares is \(Wording.number(count)), and \(name) would be \(Wording.amount(amount / count)) a share",
        assumptions: [.shares, name],
        hint: "`\(Wording.number(count))M` may be meant: a count is written in full or with k, M or B; "
          + "`allow unit-mistake` takes it as given")
    }
    return nil
  }

  /// The size that an amount of this name usually has: the base year's if known, else a tenth of the largest amount of
  /// the company.
  private func usualAmount(of name: String, beside largest: Double) -> Double {
    let key = DottedName(name).key
    if let key, key != .growth, let share = base(of: key), let revenue = try? number(.revenue), share * revenue != 0 {
      return abs(share * revenue)
    }
    return key == .growth || key == .revenue ? largest : largest / 10
  }

  /// A number with the suffix that brings it nearest to a size.
  private static func withUnit(_ number: Double, near size: Double) -> String {
    let suffixes = [("k", 1e3), ("M", 1e6), ("B", 1e9), ("T", 1e12)]
    let nearest = suffixes.min { abs(log10(abs(number) * $0.1 / size)) < abs(log10(abs(number) * $1.1 / size)) }
    return Wording.number(number) + (nearest?.0 ?? "")
  }
}

/// An amount of money as an assumption says it, before anything moves it.
private struct TypedAmount {
  /// The assumption, with its part.
  let name: String
  /// The common name of the amount, with its year.
  let title: String
  let amount: Double
  /// True if a user wrote the amount without a unit; a company's reported figure counts as correct.
  let isTyped: Bool
}

extension Assumption {
  /// True if a user wrote its number, or if a scenario holds it.
  fileprivate var isTypedNumber: Bool { source == .typed || source.name == "scenario" }

  /// The amounts of money that it says: one, one a year of a list, or those of a path by year.
  fileprivate var typedAmounts: [TypedAmount] {
    guard let definition = AssumptionDefinition.named(name) else { return [] }
    // `600k` has its unit, however small it is.
    let isTyped = (source == .typed || source.name == "scenario") && written.last?.isLetter != true
    func amount(_ number: Double, _ title: String) -> TypedAmount {
      TypedAmount(name: name, title: title, amount: number, isTyped: isTyped)
    }
    switch value {
    case .scalar(let number): return definition.unit == .money ? [amount(number, name)] : []
    case .priced(_, _, let figure): return [amount(figure, "the figure of \(name)")]
    case .path(let path):
      let what = definition.unit == .money ? name : definition.key.nameOfAmounts
      let part = DottedName(name).part.map { "\($0)." } ?? ""
      let title = definition.unit == .money ? what : part + what
      return path.amounts(inList: definition.unit == .money).map { amount($0.amount, "\(title) of year \($0.year)") }
    case .word, .terminal: return []
    }
  }
}

extension YearPath {
  /// The amounts of money given by year, with their years; also those of plain lists if they are money.
  fileprivate func amounts(inList: Bool) -> [(year: Int, amount: Double)] {
    var result: [(Int, Double)] = []
    for (place, phase) in phases.enumerated() {
      let listed: [Double]
      switch phase.shape {
      case .amounts(let amounts): listed = amounts
      case .list(let numbers) where inList: listed = numbers
      default: continue
      }
      let before = place == 0 ? 0 : YearPath(Array(phases[..<place])).years ?? 0
      result += zip((before + 1)..., listed)
    }
    return result
  }
}
