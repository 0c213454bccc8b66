import JSON
import Presentation
import Robustness
import Text

/// The list of journalled signals, with their outcomes and the share that was right.
package struct JournalReport: ShapedResult {
  /// The entries as a table, those that the clauses of the list left.
  package let table: Table
  /// These entries.
  package let rows: [SettledJournal.Entry]
  /// All entries that were asked about.
  package let journal: SettledJournal
  /// The lines of the file that are no entries, or say nothing new.
  package let reading: JournalReading
  /// Remarks of the list.
  package let notes: [String]
  /// Further keys beside the entries.
  package let details: [(String, JSONValue)]

  package init(
    table: Table, rows: [SettledJournal.Entry], of journal: SettledJournal, reading: JournalReading, notes: [String],
    details: [(String, JSONValue)]
  ) {
    (self.table, self.rows, self.journal, self.reading) = (table, rows, journal, reading)
    (self.notes, self.details) = (notes, details)
  }

  package var reasonAgainstReplay: String? { StatementReason.records }
  package var rowCount: Int? { rows.count }
  package var picture: Picture? { nil }

  package static let shape = ResultShape<JournalReport>(
    "journal", "Signals that were written down, and what became of them.",
    [
      .list("entries", entryFields) { $0.rows }, .integer("settled") { $0.journal.judged().count },
      .rate("hit_rate", .possible) { $0.journal.hitRate() }, .integer("rewritten") { $0.journal.rewritten.count },
      .list("damaged", lineFields) { $0.reading.damaged }, .list("repeated", lineFields) { $0.reading.repeated },
      .spread(.counts) { $0.details },
    ])

  /// An entry as its file has it, and what became of it.
  private static let entryFields: [Field<SettledJournal.Entry>] = [
    .spread([
      .init("strategy", [.string]), .init("symbol", [.string]), .init("timeframe", [.string]), .init("time", [.number]),
      .init("decision", [.string]), .init("direction", [.string]), .init("price", [.number]),
      .init("horizon", [.number]), .init("data_hash", [.string]), .init("written_at", [.number]),
    ]) { ($0.entry.json.members ?? []).map { ($0.key, $0.value) } }, .text("outcome") { $0.settlement.word },
    .truth("counts") { $0.isRight != nil },
    .rate("market_return", .possible) { $0.settlement.outcome?.marketReturn },
    .rate("return", .possible) { $0.settlement.outcome?.signalReturn },
    .strings("rewritten") { $0.settlement.rewritings.map(\.description) },
  ]

  private static let lineFields: [Field<JournalReading.Line>] = [
    .integer("line") { $0.number }, .text("reason") { $0.reason },
  ]

  package var document: Document {
    Document {
      table
      for note in notes { Block.note(StyledText(note)) }
      Block.note(StyledText(journal.hitRateText))
      for remark in remarks { Block.note(StyledText(remark)) }
    }
  }

  private var remarks: [String] {
    var remarks: [String] = []
    let rewritten = journal.rewritten
    if let first = rewritten.first, let change = first.settlement.rewritings.first {
      let others = rewritten.count > 1 ? ", and \(rewritten.count - 1) more" : ""
      let count = NumberText.counted(rewritten.count, "entry", "entries")
      let place = "\(first.entry.strategy) on \(first.entry.symbol)"
      remarks.append(
        "\(count) with a history rewritten since: \(place): \(change.description.trimmedStop)\(others)")
    }
    for line in reading.damaged {
      remarks.append("line \(line.number) of the journal is kept and not read: \(line.reason)")
    }
    for line in reading.repeated { remarks.append("line \(line.number) of the journal does not count: \(line.reason)") }
    return remarks
  }
}

extension SettledJournal {
  /// The share of the latest settled signals that came true, in words; with too few of them, how many are needed.
  package var hitRateText: String {
    let settled = judged().count
    guard let rate = hitRate() else {
      return "\(settled) settled, \(SettledJournal.usualMinimum) needed for a hit rate"
    }
    let share = NumberFormat.percent(1).text(rate)
    return "hit rate \(share) of the latest \(NumberText.counted(settled, "settled signal"))"
  }
}

extension Settlement {
  /// The outcome of a signal, in one word.
  package var word: String {
    switch state {
    case .pending: "pending"
    case .settled(let outcome): outcome.verdict.rawValue
    case .uncovered: "uncovered"
    case .rewritten: "rewritten"
    }
  }
}
