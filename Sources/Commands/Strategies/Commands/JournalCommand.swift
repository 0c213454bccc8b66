import Bookkeeping
import Calendar
import Columns
import Evaluation
import Language
import Platform
import Presentation
import Reports
import Robustness
import Sessions
import Strategies
import Text

extension Command {
  package static let journal = Command(
    CommandSyntax(
      "journal",
      forms: [
        CommandSyntax.Form("", [.optional(role: .journalled)], clauses: .list(JournalReport.rowFields.names()))
      ]),
    category: .strategies, summary: "Lists the recorded signals with their outcomes.",
    discussion: """
      A signal is settled by the close of its horizon: right if the price went its way, wrong if it went the other, \
      neither if it did not move or nothing was expected. It is pending until then, uncovered if its bars are not \
      loaded, and rewritten if its bar has another price now, as after a split. The share of right ones counts the \
      latest 50, and needs 5. `where` and `sort by` know date, strategy, symbol, timeframe, decision, price, horizon, \
      outcome, return and written; a window of dates looks at the bar of the signal.
      """,
    examples: ["signal cross; journal", "journal cross where outcome == \"wrong\" sort by return"]
  ) { execution, call throws(Diagnostic) in
    try execution.journal(call)
  }
}

extension OptionalRole<Word> {
  /// A strategy that signals were written of.
  fileprivate static var journalled: Self { Self(.word("strategy", .strategy, "S")) }
}

extension Execution {
  fileprivate mutating func journal(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let name = try call[.journalled].map { word throws(Diagnostic) in try text(word) }
    let reading = try journalReading(at: call.commandSpan)
    let journal = name.map { reading.journal.of($0) } ?? reading.journal
    let settled = settled(journal)
    let frame = journalFrame(of: settled.entries)
    let listing = try listing(of: frame, ListClauses(call), rows: .last(20))
    var notes = listing.notes
    if journal.entries.isEmpty {
      notes = [
        name.map { "no signal of `\($0)` is recorded: `signal \($0)` does it" }
          ?? "no signal is recorded: `signal STRATEGY` does it"
      ]
    }
    notes += Self.mixtureNotes(settled)
    return JournalReport(
      rows: frame.items(listing), of: settled, reading: reading, notes: notes, details: listing.details)
  }

  /// A note if the hit rate mixes signals of several scores.
  private static func mixtureNotes(_ settled: SettledJournal) -> [String] {
    let entries = settled.judged().map(\.entry)
    let horizons = Set(entries.map(\.horizon)).sorted()
    let strategies = Set(entries.map(\.strategy))
    let rules = Set(entries.compactMap { entry in entry.rules.map { "\(entry.strategy) \($0)" } })
    var parts: [String] = []
    if strategies.count > 1 { parts.append("\(strategies.count) strategies") }
    if rules.count > strategies.count { parts.append("\(rules.count) sets of rules") }
    if horizons.count > 1 {
      parts.append("horizons of \(Wording.list(horizons.map { "\($0)" })) bars")
    }
    guard !parts.isEmpty else { return [] }
    return ["the hit rate joins \(Wording.list(parts)): `validate` takes those of one"]
  }

  /// The journal as its file has it now.
  func journalReading(at span: SourceSpan) throws(Diagnostic) -> JournalReading {
    do throws(FileError) { return JournalReading(try records(of: .signals)) } catch {
      throw diagnostic(error, at: span)
    }
  }

  private func journalFrame(of entries: [SettledJournal.Entry]) -> ItemFrame<JournalReport.Row> {
    var zones: [SignalEntry.Series: Zone] = [:]
    for wanted in Set(entries.map(\.entry.series)) { zones[wanted] = series(of: wanted)?.bars.zone ?? .utc }
    return ItemFrame(
      one: "a signal", many: "signals", entries.parts(of: zones), JournalReport.rowFields,
      placement: .moments { entries[$0].entry.time })
  }
}

extension SignalJournal {
  /// The entries of a strategy with any parameters: those of `cross` include those of each `cross(…)`.
  fileprivate func of(_ strategy: String) -> SignalJournal {
    SignalJournal(entries.filter { $0.strategy == strategy || $0.strategy.hasPrefix(strategy + "(") })
  }
}
