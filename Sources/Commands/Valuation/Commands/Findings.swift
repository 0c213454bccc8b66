import Language
import Reports
import Research
import Sessions
import Valuation

extension Command {
  package static let findings = Command(
    CommandSyntax("findings", forms: [CommandSyntax.Form("", [.optional(role: .scenario)])]), category: .valuation,
    summary: "Lists all findings on a valuation, with the cost of each per share.",
    discussion: """
      A finding about one number and its limit, such as a margin outside its usual range, has a remedy: that number \
      at the limit. The value is recomputed with that change alone, and the difference is what the finding costs a \
      share. Such differences do not add up. A finding without a remedy has no cost: strong ones come before all \
      others, warnings after those that have one, notes last. `help CODE` explains the code in brackets.
      """,
    examples: ["findings", "findings base"]
  ) { execution, call throws(Diagnostic) in
    try execution.findings(of: call[.scenario], at: call.commandSpan)
  }
}

extension Execution {
  /// The findings on a scenario, else on the open model.
  fileprivate mutating func findings(of word: Word?, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let model: ModelInWork
    if let word { model = ModelInWork(try scenario(word)) } else { model = try modelInWork(at: span) }
    if let work = model.drivers {
      let valuation = try valued(work, of: model.ticker, at: span).valuation
      let report = DriverReport(
        ticker: model.ticker, scenario: model.scenario, isChanged: model.isChanged, work: work, valuation: valuation)
      return FindingsReport(
        title: report.title, value: valuation.intrinsicValue, isPerShare: valuation.basis == .perShare,
        findings: report.ranked)
    }
    let report = try report(of: model, at: word?.span ?? span)
    return FindingsReport(title: report.title, value: report.result.valuePerShare, findings: report.ranked)
  }
}
