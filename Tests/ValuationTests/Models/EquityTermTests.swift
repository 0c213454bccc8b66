import TestSupport
import Testing
import Valuation

/// Common equity, its payout, and its terminal multiples, against a loop of their own.
@Suite("Terms of the models of equity")
struct EquityTermTests {
  private func bank(_ method: ValuationMethod, _ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try EquityModelTests.bank(method, changes)
  }

  private func value(_ assumptions: Assumptions) throws -> Double {
    let result = try DiscountedCashFlow.value(assumptions)
    #expect(try DiscountedCashFlow.valuePerShare(of: assumptions) == result.valuePerShare)
    #expect(near(result.bridge.dropLast().reduce(0) { $0 + $1.value } / result.equityValue, 1, 1e-12))
    return result.valuePerShare
  }

  /// The dividends of a bank discounted one by one, and its last book value, by code of its own.
  private func plain(
    book: Double, roe: [Double], paid: [Double], rates: [Double]
  ) -> (flows: Double, book: Double, factor: Double) {
    var book = book
    var factor = 1.0
    var flows = 0.0
    for (t, rate) in rates.enumerated() {
      let income = roe[t] * book
      factor /= 1 + rate
      flows += max(0, income) * paid[t] * factor
      book += income - max(0, income) * paid[t]
    }
    return (flows, book, factor)
  }

  private let roe = [0.15, 0.145, 0.14, 0.135, 0.13]
  private let payout = [0.40, 0.45, 0.50, 0.55, 0.60]

  @Test("Preferred equity leaves book value before anything is earned on it")
  func preferred() throws {
    for method in [ValuationMethod.residualIncome, .ddm] {
      let common = try value(bank(method, [set("book", 80)]))
      let stated = try DiscountedCashFlow.value(bank(method, [set("preferred", 20)]))
      #expect(stated.valuePerShare == common)
      #expect(near(stated.valuePerShare, 0.8 * 142.5653897637402, 1e-12))
      #expect(near(try #require(stated.implied.priceToBook), common / 80, 1e-13))
    }
    let bridge = try DiscountedCashFlow.value(bank(.residualIncome, [set("preferred", 20)])).bridge
    #expect(bridge.map(\.item) == ["book", "preferred", "residual_income", "terminal_residual_income", "equity_value"])
    #expect(bridge[0].value == 100 && bridge[1].value == -20)
    // The book value that a balance sheet will state includes preferred equity.
    let year = try #require(try DiscountedCashFlow.value(bank(.ddm, [set("preferred", 20)])).equityYears.last)
    #expect(near(try #require(year.statedBook) - 20, try #require(year.book), 1e-12))
    let none = error { _ = try DiscountedCashFlow.value(bank(.ddm, [set("preferred", 100)])) }
    #expect(none?.code == .bookNotPositive && none?.assumptions == ["book", "preferred"])
  }

  @Test("Preferred of the reports that leaves a typed book is a warning")
  func preferredOfReports() throws {
    let source = Assumption.Source.fundamentals(detail: "2025-12-31: preferred equity")
    func codes(_ changes: [Assumptions.Change]) throws -> [ValuationCode] {
      try DiscountedCashFlow.value(bank(.residualIncome, changes)).findings.map(\.code)
    }
    let reported = Assumptions.Change.set(Assumption("preferred", 20, source: source))
    #expect(try codes([reported]) == [.preferredOffBook])
    #expect(try codes([.set(Assumption("book", 100, source: source)), reported]).isEmpty)
    #expect(try codes([set("preferred", 20)]).isEmpty)
  }

  @Test("Tangible book is what goodwill and preferred leave, and earns rote")
  func tangible() throws {
    let rote = Assumptions.Change.set(Assumption("rote", .path(.list(roe))))
    for method in [ValuationMethod.residualIncome, .ddm] {
      let whole = try value(bank(method, [set("book", 70)]))
      let worked = try DiscountedCashFlow.value(
        bank(method, [.remove("roe"), rote, set("preferred", 10), set("goodwill", 20)]))
      let given = try DiscountedCashFlow.value(
        bank(method, [.remove("roe"), .remove("book"), rote, set("tangible_book", 70)]))
      #expect(near(worked.valuePerShare / whole, 1, 1e-14) && given.valuePerShare == whole)
      #expect(near(try #require(worked.implied.priceToBook), whole / 90, 1e-12))
      #expect(near(try #require(worked.implied.priceToTangibleBook), whole / 70, 1e-12))
      #expect(given.implied.priceToBook == nil && given.implied.priceToTangibleBook != nil)
      #expect(worked.numbers(of: "rote") == roe && worked.equityYears[0].returnOnEquity == 0.15)
      // A return on all of book beside it has no effect, and says so.
      let both = try DiscountedCashFlow.value(bank(method, [rote, set("goodwill", 20), set("preferred", 10)]))
      #expect(both.valuePerShare == worked.valuePerShare)
      #expect(both.findings.contains { $0.code == .notUsed && $0.assumptions == ["roe"] })
    }
    func missing(_ changes: [Assumptions.Change]) -> ValuationError? {
      error { _ = try DiscountedCashFlow.value(bank(.residualIncome, changes)) }
    }
    #expect(missing([.remove("roe"), rote])?.assumptions == ["goodwill", "rote"])
    #expect(missing([.remove("roe"), .remove("book"), rote])?.assumptions == ["tangible_book", "rote"])
    #expect(missing([.remove("roe"), .remove("payout"), rote, set("goodwill", 20)])?.assumptions == ["payout"])
    let alone = missing([set("tangible_book", 70)])
    #expect(alone?.assumptions == ["rote", "tangible_book"] && alone?.hint?.contains("tangible") == true)
    let unused = try DiscountedCashFlow.value(bank(.residualIncome, [set("goodwill", 20)]))
    #expect(unused.findings.contains { $0.code == .notUsed && $0.assumptions == ["goodwill"] })
  }

  @Test("Excess capital is paid out at the start, and the rest earns the return")
  func excess() throws {
    for excess in [15.0, -10] {
      for method in [ValuationMethod.residualIncome, .ddm] {
        let rest = try value(bank(method, [set("book", 100 - excess)]))
        let held = try value(bank(method, [set("excess_capital", excess)]))
        #expect(near(held, rest + excess, 1e-11))
      }
    }
    let paid = try DiscountedCashFlow.value(bank(.ddm, [set("excess_capital", 15)])).bridge
    #expect(paid.map(\.item) == ["dividends", "excess_capital", "equity_value"] && paid[1].value == 15)
    let none = error { _ = try DiscountedCashFlow.value(bank(.ddm, [set("excess_capital", 120)])) }
    #expect(none?.code == .bookNotPositive && none?.assumptions == ["book", "excess_capital"])
    // A later date raises the value by the cost of equity, for any composition of the equity.
    let dates: [Assumptions.Change] = [
      .set(Assumption("base_end", word: "2025-12-31")), .set(Assumption("date", word: "2026-07-01")),
    ]
    for method in [ValuationMethod.residualIncome, .ddm] {
      let now = try bank(method, [set("excess_capital", 15), set("preferred", 5)])
      #expect(try value(now.with(dates)) > value(now))
    }
    let later = try value(bank(.ddm, dates + [set("excess_capital", 15)]))
    #expect(near(later / (try value(bank(.residualIncome, dates + [set("excess_capital", 15)]))), 1, 1e-12))
  }

  @Test("Buybacks are paid out like dividends, and at fair value leave the value of a share as it is")
  func buybacks() throws {
    for method in [ValuationMethod.residualIncome, .ddm] {
      let dividends = try value(bank(method))
      let shifted = payout.map { $0 - 0.15 }
      let split = try DiscountedCashFlow.value(
        bank(method, [set("payout", .list(shifted)), set("buybacks", 0.15)]))
      #expect(near(split.valuePerShare, dividends, 1e-10))
      #expect(near(try #require(split.equityYears[0].buybacks), 15 * 0.15, 1e-12))
      #expect(near(try #require(split.equityYears[0].dividends), 15 * 0.25, 1e-12))
      #expect(near(try #require(split.equityYears[0].paidOut), 6, 1e-12))
      #expect(split.equityYears[0].payout == 0.25 && split.numbers(of: "buybacks") == [0.15, 0.15, 0.15, 0.15, 0.15])
    }
    // Share by share: those bought back at each year's fair value leave, and the rest get all that is paid later.
    let sharing = try bank(
      .ddm, [set("payout", .list(payout.map { $0 - 0.15 })), set("buybacks", 0.15), .remove("terminal_roe")])
    let result = try DiscountedCashFlow.value(sharing)
    var worth = result.equityValue
    var shares = 1.0
    var aShare = 0.0
    for year in result.equityYears {
      // The equity at the end of the year, before that day's payout.
      worth *= 1.10
      aShare += (year.dividends ?? .nan) / shares * year.discountFactor
      worth -= year.dividends ?? .nan
      let price = worth / shares
      shares -= (year.buybacks ?? .nan) / price
      worth -= year.buybacks ?? .nan
    }
    aShare += worth / shares * (result.equityYears.last?.discountFactor ?? .nan)
    #expect(shares < 0.95 && near(aShare, result.valuePerShare, 1e-11))
    let growing = try bank(.ddm, [.remove("payout"), set("growth", 0.05), set("buybacks", 0.1)])
    #expect(
      try DiscountedCashFlow.value(growing).findings.contains { $0.code == .notUsed && $0.assumptions == ["buybacks"] })
  }

  @Test("A dividend that grows, with buybacks beside it")
  func growingDividend() throws {
    let payer = try EquityModelTests.payer([set("payout", 0.5)])
    let worth = try value(payer)
    #expect(near(try value(payer.with([set("buybacks", 0.25)])), 1.5 * worth, 1e-10))
    #expect(near(try value(payer.with([set("buybacks", 0)])), worth, 1e-12))
    // A return after the forecast determines the total payout.
    let kept = try payer.with([set("terminal_roe", 0.12)])
    let both = try DiscountedCashFlow.value(kept.with([set("buybacks", 0.25)]))
    #expect(near(both.terminal.flow, try DiscountedCashFlow.value(kept).terminal.flow, 1e-12))
    let unknown = error { _ = try DiscountedCashFlow.value(payer.with([.remove("payout"), set("buybacks", 0.2)])) }
    #expect(unknown?.code == .missingAssumptions && unknown?.assumptions == ["payout", "buybacks"])
    let priced = try DiscountedCashFlow.value(payer.with([set(terminal: .multiple(20, of: .dividends))]))
    #expect(near(priced.terminal.value, 20 * (priced.equityYears.last?.flow ?? .nan), 1e-10))
  }

  @Test("A price over book value ends both models at the same value")
  func priceToBook() throws {
    for (price, excess) in [(1.2, 0.0), (0.7, 8)] {
      let (flows, book, factor) = plain(
        book: 100 - excess, roe: roe, paid: payout, rates: [Double](repeating: 0.10, count: 5))
      let changes = [
        Assumptions.Change.remove("terminal_roe"), set(terminal: .multiple(price, of: .book)),
        set("excess_capital", excess),
      ]
      for method in [ValuationMethod.residualIncome, .ddm] {
        let result = try DiscountedCashFlow.value(bank(method, changes))
        #expect(near(result.valuePerShare, flows + price * book * factor + excess, 1e-10))
        #expect(near(try #require(result.terminal.impliedPriceToBook), price, 1e-12))
        #expect(near(result.terminal.flow, book, 1e-10))
      }
    }
    let odd = try DiscountedCashFlow.value(
      bank(.ddm, [.remove("terminal_roe"), set(terminal: .multiple(9, of: .book))]))
    #expect(odd.findings.contains { $0.code == .outsidePlausibleRange && $0.message.contains("0.3x..4x") })
  }

  @Test("A multiple says what it is of, and the refusal names what the model has")
  func bases() throws {
    func refusal(_ method: ValuationMethod, _ metric: TerminalAssumption.Metric, _ changes: [Assumptions.Change] = [])
      -> ValuationError?
    {
      error { _ = try DiscountedCashFlow.value(bank(method, [set(terminal: .multiple(15, of: metric))] + changes)) }
    }
    for method in [ValuationMethod.residualIncome, .ddm] {
      let bare = refusal(method, .freeCashFlow)
      #expect(bare?.code == .wrongKind && bare?.assumptions == ["terminal", "model"])
      #expect(bare?.hint?.contains("`15x earnings`, `15x dividends` or `15x book`") == true)
      #expect(refusal(method, .tangibleBook)?.code == .wrongKind)
      let tangible = [
        Assumptions.Change.remove("roe"), .remove("book"), set("rote", 0.15), set("tangible_book", 70),
        .remove("terminal_roe"),
      ]
      #expect(refusal(method, .tangibleBook, tangible) == nil)
      #expect(refusal(method, .book, tangible)?.hint?.contains("15x tangible_book") == true)
    }
    let typed = Assumption(terminal: .multiple(15, of: .freeCashFlow), written: "15x")
    let alone = error { _ = try DiscountedCashFlow.value(EquityModelTests.borrower([.set(typed)])) }
    #expect(alone?.code == .wrongKind && alone?.hint?.contains("`15x fcf`") == true)
    let said = Assumption(terminal: .multiple(15, of: .freeCashFlow), written: "15x fcf")
    #expect(error { _ = try DiscountedCashFlow.value(EquityModelTests.borrower([.set(said)])) } == nil)
    let payer = error {
      _ = try DiscountedCashFlow.value(EquityModelTests.payer([set(terminal: .multiple(15, of: .book))]))
    }
    #expect(payer?.code == .wrongKind && payer?.hint?.contains("book") == false)
  }

  @Test("Residual income and dividends agree with every term of common equity")
  func cleanSurplus() throws {
    var random = Dice(77)
    for run in 0..<600 {
      let n = Int.random(in: 1...20, using: &random)
      func path(_ range: ClosedRange<Double>) -> YearPath {
        .list((0..<n).map { _ in Double.random(in: range, using: &random) })
      }
      var changes: [Assumptions.Change] = [
        .remove("roe"), .remove("terminal_roe"), .remove("terminal"), set("horizon", Double(n)),
        set("book", 100), set("cost_of_equity", path(0.06...0.16)), set("payout", path(0...0.8)),
        set("buybacks", path(-0.2...0.4)), set("preferred", Double.random(in: 0...25, using: &random)),
        set("excess_capital", Double.random(in: -20...20, using: &random)),
      ]
      let isTangible = run % 2 == 0
      changes.append(set(isTangible ? "rote" : "roe", path(-0.05...0.3)))
      if isTangible { changes.append(set("goodwill", Double.random(in: 0...30, using: &random))) }
      switch run % 5 {
      case 0:
        changes += [
          set("terminal", Double.random(in: 0...0.05, using: &random)),
          set("terminal_roe", Double.random(in: 0.06...0.25, using: &random)),
        ]
      case 1: changes.append(set("persistence", Double.random(in: 0...0.95, using: &random)))
      case 2:
        changes.append(
          set(terminal: .multiple(Double.random(in: 0.5...2, using: &random), of: isTangible ? .tangibleBook : .book)))
      case 3: break
      default: changes += [set("terminal", 0.02), set("terminal_discount", 0.09), set("terminal_roe", 0.11)]
      }
      let income = try value(bank(.residualIncome, changes))
      let dividends = try value(bank(.ddm, changes))
      #expect(near(income / dividends, 1, 1e-10), "run \(run): \(income) \(dividends)")
    }
  }

  @Test("Every term is moved by grids, searches, tornadoes, simulations and attribution")
  func exploring() throws {
    let base = try bank(
      .residualIncome,
      [
        .remove("roe"), set("rote", 0.16), set("goodwill", 20), set("preferred", 10), set("excess_capital", 5),
        set("buybacks", 0.2), .remove("terminal_roe"), set(terminal: .multiple(1.4, of: .tangibleBook)),
      ])
    let worth = try value(base)
    for name in ["rote", "goodwill", "preferred", "excess_capital", "buybacks", "terminal"] {
      let step = ["rote", "buybacks", "terminal"].contains(name) ? 0.01 : 1
      let grid = try Sensitivity(of: base, axes: [.init(shifting: name, [-step, 0, step])])
      let moved = try value(base.with([shift(name, .add, step)]))
      #expect(grid.values[1][0] == worth && grid.values[2][0] == moved)
      let target = try value(base.with([shift(name, .add, 4 * step)]))
      let found = try Solution(of: base, for: Variation(name, .shift(.add)), target: target)
      #expect(found.roots.contains { near($0, 4 * step, 1e-7) }, "\(name)")
    }
    let rows = try Tornado(of: base).rows.map(\.parameter)
    #expect(Set(rows).isSuperset(of: ["rote", "goodwill", "excess_capital", "buybacks", "terminal", "payout"]))
    let terminal = try #require(try Tornado(of: base).rows.first { $0.parameter == "terminal" })
    #expect(terminal.swing == 0.1)
    let simulation = try Simulation(
      of: base, inputs: [.init(Variation("buybacks", .shift(.add)), Distribution(.uniform(low: -0.1, high: 0.1)))],
      runs: 200)
    #expect(simulation.refused == 0)
    let other = try base.with([set("goodwill", 25), set("excess_capital", 0), set("buybacks", 0.3), set("rote", 0.15)])
    let split = try #require(try Attribution(from: base, to: other))
    #expect(split.parts.count == 4 && split.parts.reduce(0) { $0 + $1.amount } == split.gap)
  }

  @Test("A scenario has the value that it was saved with, whatever its assumptions came from")
  func provenance() throws {
    let source = Assumption.Source.fundamentals(detail: "2025-12-31")
    func reported(_ name: String, _ number: Double) -> Assumption { Assumption(name, number, source: source) }
    let common: [Assumption] = [
      Assumption("model", word: "ddm"), reported("book", 100), reported("shares", 10), reported("preferred", 5),
      Assumption("cost_of_equity", 0.09), Assumption("terminal", 0.03),
    ]
    let models: [(String, [Assumption])] = [
      ("returns of the reports", [reported("roe", 0.12), reported("payout", 0.4)]),
      ("a return that is typed", [reported("dividend", 0.4), Assumption("roe", 0.12), Assumption("growth", 0.05)]),
      ("a dividend of the reports", [reported("dividend", 0.4), Assumption("growth", 0.05)]),
      (
        "a payout beside it",
        [reported("dividend", 0.4), Assumption("growth", 0.05), Assumption("payout", 0.4), Assumption("buybacks", 0.2)]
      ),
    ]
    for (what, more) in models {
      let model = try Assumptions(common + more)
      let saved = model.with(source: .scenario("base"))
      let (before, after) = (try value(model), try value(saved))
      #expect(before == after, "\(what)")
    }
    let typed = try Assumptions(common + [reported("roe", 0.12), reported("payout", 0.4), Assumption("dividend", 2)])
    #expect(error { _ = try DiscountedCashFlow.value(typed) }?.assumptions == ["growth"])
  }
}
