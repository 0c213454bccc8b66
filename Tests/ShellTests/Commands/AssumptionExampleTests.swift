import Language
import Platform
import Research
import Sessions
import Shell
import Testing
import Valuation

/// The examples that `help` shows for each assumption.
@Suite("Examples of assumptions")
struct AssumptionExampleTests {
  /// Whole models, of which one at least takes each assumption; `@` is where the example goes.
  private static let models = [
    """
    dcf X { revenue = 391B; base_margin = 30%; growth = 5%; margin = 31%; tax = 21%; capex = 4%; depreciation = 3%
      shares = 15B; discount = 9%; terminal = 2.5%; price = 190; invested_capital = 90B; risk_free = 2.7%
      base_end = 2025-09-27; horizon = 5y
      @ }
    """,
    """
    dcf X { revenue = 391B; growth = 5%; margin = 31%; shares = 15B; terminal = 2.5%; price = 190; horizon = 5y
      debt = 100B; risk_free = 4.2%; beta = 1.1; equity_premium = 4.5%; cost_of_debt = 5%
      @ }
    """,
    """
    dcf X { revenue = 391B; growth = 5%; margin = 31%; shares = 15B; terminal = 2.5%; price = 190; horizon = 5y
      debt = 100B; risk_free = 4.2%; equity_premium = 4.5%
      @
      beta = 1.1 }
    """,
    """
    dcf X { revenue = 391B; growth = 5%; margin = 31%; shares = 15B; terminal = 2.5%; price = 190; horizon = 5y
      debt = 100B; risk_free = 4.2%; equity_premium = 4.5%; cost_of_debt = 5%
      @ }
    """,
    """
    dcf X { revenue = 391B; growth = 5%; margin = 31%; shares = 15B; terminal = 2.5%; price = 190; horizon = 5y
      leases = 11B; discount = 9%; currency = TWD; price_currency = USD; tax = 21%
      @ }
    """,
    """
    dcf X { revenue = 391B; growth = 5%; margin = 31%; shares = 15B; terminal = 2.5%; price = 190; horizon = 5y
      discount = 9%; tax = 21%
      @ }
    """,
    """
    dcf X { model = residual_income; book = 100B; roe = 14%; payout = 50%; cost_of_equity = 10%; shares = 1B
      terminal = 3%; price = 100
      @ }
    """,
    """
    dcf X { model = residual_income; book = 100B; roe = 14%; payout = 50%; cost_of_equity = 10%; shares = 1B; price = 100
      @ }
    """,
    """
    dcf X { model = residual_income; book = 100B; goodwill = 20B; payout = 50%; cost_of_equity = 10%; shares = 1B
      terminal = 3%; price = 100
      @ }
    """,
    """
    dcf X { model = residual_income; rote = 16%; payout = 50%; cost_of_equity = 10%; shares = 1B; terminal = 3%; price = 100
      @ }
    """,
    """
    dcf X { model = ddm; dividend = 2.40; growth = 8% to 3%; cost_of_equity = 9%; terminal = 3%; price = 60
      @ }
    """,
    """
    dcf X { model = fcfe; revenue = 391B; growth = 5%; margin = 31%; capex = 4%; shares = 15B; terminal = 2.5%
      cost_of_equity = 9.5%; cost_of_debt = 5%; debt = 100B; cash = 60B; price = 190; horizon = 5y
      @ }
    """,
    """
    dcf X { part one { revenue = 38B; growth = 4%; margin = 20% }; part two { value = 9B }; discount = 9%; tax = 21%
      terminal = 2.5%; shares = 1B; price = 40
      @ }
    """,
    "dcf X { part one { value = 12.5B; @ }; shares = 1B; price = 10 }",
    "dcf X { part one { @ }; shares = 1B; price = 10 }",
  ]

  /// The codes of a valuation's findings on an assumption; nil where the script is refused or cannot be read.
  private func findings(_ script: String, _ name: String) -> [String]? {
    var isRefused = false
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      if case .failure = event { isRefused = true }
    }
    guard !isRefused, let work = interpreter.session.research.model,
      let result = try? DiscountedCashFlow.value(work.assumptions)
    else { return nil }
    return result.findings.filter { $0.assumptions.contains(name) && $0.severity != .note }.map(\.code.name)
  }

  @Test("Each is read and valued without a refusal, and within its usual range", arguments: AssumptionDefinition.all)
  func valued(_ definition: AssumptionDefinition) throws {
    #expect(!definition.examples.isEmpty)
    for example in definition.examples {
      // In the block of a new model, and as a change of one that is whole.
      let scripts = Self.models.flatMap { model in
        [model.replacing("@", with: example), model.replacing("@", with: "") + "\ndcf \(example)"]
      }
      let isUsual = scripts.lazy.compactMap { findings($0, definition.name) }
        .contains { !$0.contains("outside-plausible-range") }
      #expect(isUsual, "no model takes `\(example)` as a usual value")
    }
  }
}
