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
    CommandSyntax("audit", forms: [CommandSyntax.Form("", [], clauses: .list(AuditRecord.names))]),
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

extension AuditRecord {
  /// The names of the values of a record, for completion.
  fileprivate static let names = columns.filter { !$0.isDerived }.map(\.name)

  private func word(_ key: String) -> String? { clientState[key]?.stringValue }

  fileprivate static var columns: [Field<AuditRecord>] {
    [
      .date(.date("time"), label: { Zone.utc.iso8601($0.loggedAt) }, { $0.loggedAt }),
      .text(.text("symbol")) { $0.symbol }, .text(.text("strategy", .name)) { $0.word("strategy") },
      .rate(.percent("confidence", decimals: 1)) { $0.confidence },
      .number(.number("backtest weight", key: "backtest_weight")) { $0.weights.backtest },
      .number(.number("walkforward weight", key: "walkforward_weight")) { $0.weights.walkforward },
      .number(.number("live weight", key: "live_weight")) { $0.weights.live },
      .text(.text("direction")) { $0.word("direction")?.lowercased() },
      // The names that the weights had before.
      Field("backtest", isDerived: true) { $0.weights.backtest },
      Field("walkforward", isDerived: true) { $0.weights.walkforward },
      Field("live", isDerived: true) { $0.weights.live },
    ]
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
      one: "a record", many: "records", records, AuditRecord.columns, placement: .moments { records[$0].loggedAt })
    let listing = try listing(of: frame, ListClauses(call), rows: .last(20))
    return AuditReport(
      table: frame.table(listing), rows: frame.items(listing), damaged: log.damaged,
      notes: records.isEmpty ? ["no confidence was shown yet: `validate STRATEGY` shows one"] : listing.notes,
      details: listing.details)
  }
}
