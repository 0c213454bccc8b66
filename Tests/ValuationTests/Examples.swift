import TestSupport
import Valuation

/// The example of the manual: a company with a glide of growth.
func example(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
  try Assumptions([
    Assumption("price", 172.5),
    Assumption("shares", 15.74e9),
    Assumption("revenue", 383.3e9),
    Assumption("growth", .glide(0.06, to: 0.03)),
    Assumption("margin", 0.30),
    Assumption("tax", 0.16),
    Assumption("capex", 0.028),
    Assumption("discount", 0.09),
    Assumption("terminal", 0.025),
    Assumption("horizon", 5),
    Assumption("cash", 61.5e9),
    Assumption("debt", 111.1e9),
  ]).with(changes)
}

/// A change that sets an assumption to a number.
func set(_ name: String, _ value: Double) -> Assumptions.Change { .set(Assumption(name, value)) }

/// A change that sets an assumption to a path.
func set(_ name: String, _ path: YearPath) -> Assumptions.Change { .set(Assumption(name, path)) }

/// A change that sets the terminal value.
func set(terminal: TerminalAssumption) -> Assumptions.Change { .set(Assumption(terminal: terminal)) }

/// A change that moves an assumption.
func shift(_ name: String, _ how: Assumption.Shift.Operator, _ amount: Double) -> Assumptions.Change {
  .shift(name, Assumption.Shift(how, amount))
}

/// The value of one share of the example after changes.
func value(_ changes: [Assumptions.Change] = []) throws -> Double {
  try DiscountedCashFlow.value(example(changes)).valuePerShare
}

/// True if two numbers differ by no more than `tolerance`.
func near(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

/// The code of the error that `body` throws; `nil` if it throws none.
func code(_ body: () throws -> Void) -> ValuationCode? {
  error(body)?.code
}

/// The valuation error that `body` throws; `nil` if it throws none.
func error(_ body: () throws -> Void) -> ValuationError? {
  do {
    try body()
    return nil
  } catch {
    return error as? ValuationError
  }
}

/// Assumptions of a healthy company, drawn at random: all flows positive, terminal growth well below discount.
func healthy(_ random: inout Dice) throws -> Assumptions {
  let years = Int.random(in: 1...20, using: &random)
  let growth = (0..<years).map { _ in Double.random(in: -0.1...0.25, using: &random) }
  let discount = (0..<years).map { _ in Double.random(in: 0.06...0.14, using: &random) }
  return try Assumptions([
    Assumption("price", Double.random(in: 10...200, using: &random)),
    Assumption("shares", Double.random(in: 1...100, using: &random)),
    Assumption("revenue", Double.random(in: 100...10_000, using: &random)),
    Assumption("growth", .list(growth)),
    Assumption("margin", Double.random(in: 0.15...0.4, using: &random)),
    Assumption("tax", Double.random(in: 0.1...0.3, using: &random)),
    Assumption("capex", Double.random(in: 0...0.04, using: &random)),
    Assumption("depreciation", Double.random(in: 0...0.04, using: &random)),
    Assumption("working_capital", Double.random(in: -0.01...0.02, using: &random)),
    Assumption("discount", .list(discount)),
    Assumption("terminal", Double.random(in: 0...0.03, using: &random)),
    Assumption("cash", Double.random(in: 0...1000, using: &random)),
    Assumption("debt", Double.random(in: 0...1000, using: &random)),
  ])
}
