import Text

extension EquityModel {
  /// Resolves a model of returns on book value.
  static func book(_ given: Assumptions) throws(ValuationError) -> (EquityModel, ResolvedModel.Context) {
    let missing = missingForBook(given)
    let isOfTangible = missing.contains { [.rote, .tangibleBook, .goodwill].contains($0) }
    let asking = [AssumptionName.rote, .tangibleBook].filter { isOfTangible && given[$0] != nil }
    try ResolvedModel.refuse(missing: missing, asking: asking, hint: isOfTangible ? hintForBook(given) : nil)
    try refuseContradictions(given)
    var context = ResolvedModel.Context(assumptions: given)
    let (horizon, rates) = try frame(&context)
    let all = context.assumptions
    let start = try bookValue(&context, horizon)
    let metrics: [TerminalAssumption.Metric] = [.earnings, .dividends, start.isTangible ? .tangibleBook : .book]
    let model = try EquityModel(
      method: given.method,
      basis: .book(start),
      horizon: horizon,
      isMidYear: all.word(.discounting) == "mid-year",
      rates: rates,
      terminal: start.persistence == nil ? terminal(all, of: metrics) : nil,
      terminalRate: all.number(.terminalDiscount),
      terminalROE: all.number(.terminalROE),
      shares: all.number(.shares) ?? .nan,
      claims: claims(all)
    )
    if model.method == .residualIncome, model.isMidYear {
      throw ValuationError(
        code: .wrongKind,
        message: "residual income is earned on the book value at the start of a year, and counts at its end",
        assumptions: [.discounting, .model],
        hint: "`discounting = year-end`, or `model = ddm`"
      )
    }
    return (model, context)
  }

  /// Whether returns are meant on tangible book: by their name, or because tangible book was given.
  private static func isTangible(_ given: Assumptions) -> Bool { given[.rote] != nil || given.isSaid(.tangibleBook) }

  /// True if the growth of book value determines the payout.
  private static func growthSaysPayout(_ given: Assumptions) -> Bool { given[.growth] != nil && given[.payout] == nil }

  private static func missingForBook(_ given: Assumptions) -> [AssumptionName] {
    var missing = [AssumptionName.shares]
    if !isTangible(given) {
      missing += [.book, .roe]
    } else {
      missing.append(.rote)
      if given[.tangibleBook] == nil { missing.append(given[.book] == nil ? .tangibleBook : .goodwill) }
    }
    if !growthSaysPayout(given) { missing.append(.payout) }
    if !given.hasCostOfEquity { missing.append(.costOfEquity) }
    if given[.terminalROE] != nil { missing.append(.terminal) }
    return missing.filter { given[$0] == nil }
  }

  private static func hintForBook(_ given: Assumptions) -> String? {
    guard isTangible(given) else { return nil }
    if given[.rote] == nil { return "tangible_book earns rote, the return on tangible equity; roe is earned on book" }
    return given[.tangibleBook] == nil && given[.goodwill] == nil && given[.book] != nil
      ? "rote is earned on tangible_book, which is book - preferred - goodwill; `goodwill = 0` if there is none"
      : nil
  }

  private static func refuseContradictions(_ given: Assumptions) throws(ValuationError) {
    func refuse(_ message: String, _ names: [AssumptionName], _ hint: String) -> ValuationError {
      ValuationError(code: .contradictoryAssumptions, message: message, assumptions: names, hint: hint)
    }
    if given.isSaid(.growth), !growthSaysPayout(given) {
      throw refuse(
        "book value grows by roe * (1 - payout), but growth says another rate", [.growth, .roe, .payout],
        "give two of the three")
    }
    if given[.dividend]?.source == .typed {
      throw refuse(
        "dividends are payout of what book value earns, but dividend says another amount", [.dividend, .book, .roe],
        "give book, roe and payout, or dividend and growth")
    }
    if given[.terminalROE] != nil, given[.persistence] != nil {
      throw refuse(
        "terminal_roe lets residual income last forever, but persistence lets it fade", [.terminalROE, .persistence],
        "give one or the other")
    }
  }

  /// The book value at the start, with the yearly returns on it and the payout ratios.
  private static func bookValue(_ context: inout ResolvedModel.Context, _ horizon: Int) throws(ValuationError)
    -> BookValue
  {
    let all = context.assumptions
    let isTangible = isTangible(all)
    let returns = try yearly(isTangible ? .rote : .roe, &context, horizon)
    var start = BookValue(stated: .nan, isTangible: isTangible, returns: returns, payout: [])
    if growthSaysPayout(all) {
      start.payout = try payout(growth: yearly(.growth, &context, horizon), returns: returns, isTangible)
    } else {
      start.payout = try yearly(.payout, &context, horizon)
      start.buybacks = try yearly(.buybacks, &context, horizon)
    }
    if isTangible, let tangible = try all.number(.tangibleBook) {
      start.stated = tangible
      start.isGivenTangible = true
    } else {
      start.stated = try all.number(.book) ?? .nan
      start.preferred = try all.number(.preferred) ?? 0
      if isTangible { start.goodwill = try all.number(.goodwill) ?? 0 }
    }
    start.excess = try all.number(.excessCapital) ?? 0
    guard start.opening > 0 else { throw notPositive(start.opening, start, year: 0) }
    start.persistence = try persistence(all)
    return start
  }

  /// The payout of each year that lets book value grow at the rates given.
  private static func payout(growth: [Double], returns: [Double], _ isTangible: Bool) throws(ValuationError) -> [Double]
  {
    var payout: [Double] = []
    for (t, (growth, back)) in zip(growth, returns).enumerated() {
      guard back > 0, growth <= back + 1e-12 else {
        throw ValuationError(
          code: .growthAboveROE,
          message: "book value cannot grow by \(Wording.percent(growth)) in year \(t + 1) from a return of "
            + "\(Wording.percent(back)) without new shares",
          assumptions: [.growth, isTangible ? .rote : .roe],
          hint: "lower growth, or raise \(isTangible ? AssumptionName.rote : .roe)"
        )
      }
      payout.append(max(0, 1 - growth / back))
    }
    return payout
  }

  private static func persistence(_ all: Assumptions) throws(ValuationError) -> Double? {
    let persistence = try all.number(.persistence)
    if let persistence, persistence >= 1 {
      throw ValuationError(
        code: .outOfRange,
        message: "persistence is \(Wording.percent(persistence)), but must be below 100%",
        assumptions: [.persistence],
        hint: "residual income that lasts forever is `terminal = 0%` with terminal_roe"
      )
    }
    return persistence
  }

  /// The refusal of a book value on which no return has a meaning.
  static func notPositive(_ book: Double, _ start: BookValue, year: Int) -> ValuationError {
    var names: [AssumptionName] = [start.isGivenTangible ? .tangibleBook : .book]
    if year > 0 { names += [start.isTangible ? .rote : .roe, .payout] }
    let taken: [(AssumptionName, Double)] = [
      (.preferred, start.preferred), (.goodwill, start.goodwill), (.excessCapital, start.excess),
      (.buybacks, start.buybacks.isEmpty || year == 0 ? 0 : 1),
    ]
    names += taken.filter { $0.1 != 0 }.map(\.0)
    let less = taken.dropLast().filter { $0.1 != 0 }.map(\.0)
    return ValuationError(
      code: .bookNotPositive,
      message: "\(start.isTangible ? "tangible book value" : "book value")"
        + (less.isEmpty ? "" : " less \(Wording.list(less))") + " is \(Wording.amount(book))"
        + "\(year > 0 ? " after year \(year)" : ""), and a return on it has no meaning",
      assumptions: names,
      hint: "`model = fcff` or `model = fcfe` does not need it"
    )
  }
}
