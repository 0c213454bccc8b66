import Language
import Reports
import Statements
import Valuation

extension Command {
  package static let tornado = Command(
    CommandSyntax(
      "tornado",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario)],
          clauses: [.clause("swing", .swing)])
      ]),
    category: .valuation, summary: "Ranks assumptions by how much they move the value.",
    discussion: """
      Each assumption is moved down and up by its usual step, which `help NAME` tells, or by a share of itself with \
      `swing`. Each end is a full valuation.
      """,
    examples: ["tornado base", "tornado base swing 10%"]
  ) { execution, call throws(Diagnostic) in
    if let drivers = try execution.driverSubject(call) { return try execution.tornado(call, of: drivers) }
    let (title, assumptions) = try execution.valuationSubject(call)
    let expression = call[.swing]
    let swing = try expression.map { expression throws(Diagnostic) in try execution.number(expression, "the swing").0 }
    do throws(ValuationError) {
      return TornadoReport(title: title, tornado: try Tornado(of: assumptions, swing: swing))
    } catch {
      throw execution.diagnostic(error, [], error.code == .swing ? expression?.span : call.commandSpan)
    }
  }

  package static let breakeven = Command(
    CommandSyntax(
      "breakeven",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario)],
          clauses: [.clause("value", .value)])
      ]),
    category: .valuation, summary: "Tells how wrong each assumption may be before the value is the price.",
    discussion: """
      Each assumption is moved by itself until the value of a share equals the price, or the amount that is asked for. \
      Below one swing, the usual step of the assumption, the case hangs on a small error.
      """,
    examples: ["breakeven base", "breakeven base value 120"]
  ) { execution, call throws(Diagnostic) in
    let (title, assumptions) = try execution.valuationSubject(call)
    let target = try call[.value].map { expression throws(Diagnostic) in
      try execution.number(expression, "the value a share").0
    }
    do throws(ValuationError) {
      return BreakevenReport(title: title, breakeven: try Breakeven(of: assumptions, target: target))
    } catch {
      throw execution.diagnostic(error, [], call.commandSpan)
    }
  }
}
