import Evaluation
import Language
import Platform
import Reports
import Sessions
import Valuation
import Work

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
      Each assumption is moved down and up by its usual step, which `help NAME` shows, or by a share of itself with \
      `swing`. Each end is a full valuation.
      """,
    examples: ["tornado base", "tornado base swing 10%"]
  ) { execution, call throws(Diagnostic) in
    if let drivers = try execution.driverSubject(call) { return try execution.tornado(call, of: drivers) }
    let (title, assumptions) = try execution.valuationSubject(call)
    let expression = call[.swing]
    let swing = try expression.map { expression throws(Diagnostic) in try execution.number(expression, "the swing").0 }
    let monitor = execution.environment.monitor
    let tornado: Tornado
    do throws(ValuationError) {
      tornado = try Tornado(of: assumptions, swing: swing) { monitor.isStopped }
    } catch {
      if error.code == .interrupted { throw execution.diagnostic(.interrupted, at: nil) }
      throw execution.diagnostic(error, [], error.code == .swing ? expression?.span : call.commandSpan)
    }
    try execution.keepPart(
      tornado.movedCount, of: tornado.movableCount, "assumptions", "the others are not moved", at: call.commandSpan)
    return TornadoReport(title: title, tornado: tornado)
  }

  package static let breakeven = Command(
    CommandSyntax(
      "breakeven",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario)],
          clauses: [.clause("value", .value)])
      ]),
    category: .valuation, summary: "Shows how wrong each assumption may be before the value equals the price.",
    discussion: """
      Each assumption is moved by itself until the value of a share equals the price, or the given amount. \
      Below one swing, the usual step of the assumption, the case depends on a small error.
      """,
    examples: ["breakeven base", "breakeven base value 120"]
  ) { execution, call throws(Diagnostic) in
    let (title, assumptions) = try execution.valuationSubject(call)
    let target = try call[.value].map { expression throws(Diagnostic) in
      try execution.number(expression, "the value a share").0
    }
    let monitor = execution.environment.monitor
    let breakeven: Breakeven
    do throws(ValuationError) {
      breakeven = try Breakeven(of: assumptions, target: target) { monitor.isStopped }
    } catch {
      if error.code == .interrupted { throw execution.diagnostic(.interrupted, at: nil) }
      throw execution.diagnostic(error, [], call.commandSpan)
    }
    try execution.keepPart(
      breakeven.triedCount, of: breakeven.requestedCount, "assumptions", "the others were not searched",
      at: call.commandSpan)
    return BreakevenReport(title: title, breakeven: breakeven)
  }
}
