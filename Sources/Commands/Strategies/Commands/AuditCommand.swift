import Bookkeeping
import Calendar
import JSON
import Language
import Platform
import Presentation
import Reports
import Robustness
import Sessions
import Text

extension Command {
  package static let audit = Command(
    CommandSyntax("audit", forms: [CommandSyntax.Form("", [], clauses: .list(AuditReport.rowFields.names()))]),
    category: .strategies, summary: "Lists the confidences that `validate` has shown, with their weights.",
    discussion: """
      Each `validate` adds a line beside the journal: when, of which symbol and strategy, how confident, and the weights \
      that were set. `where` and `sort by` know time, symbol, strategy, confidence, backtest_weight, \
      walkforward_weight, live_weight and direction.
      """,
    examples: ["validate cross; audit", "audit where confidence < 50% last 5"]
  ) { execution, call throws(Diagnostic) in
    try execution.audit(call)
  }
}

extension Execution {
  fileprivate mutating func audit(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let log: AuditLog
    do throws(FileError) { log = AuditLog(try records(of: .audit)) } catch {
      throw diagnostic(error, at: call.commandSpan)
    }
    let records = log.records
    let frame = ItemFrame(
      one: "a record", many: "records", records, AuditReport.rowFields, placement: .moments { records[$0].loggedAt })
    let listing = try listing(of: frame, ListClauses(call), rows: .last(20))
    return AuditReport(
      rows: frame.items(listing), damaged: log.damaged,
      notes: records.isEmpty ? ["no confidence was shown yet: `validate STRATEGY` shows one"] : listing.notes,
      details: listing.details)
  }
}
