import Calendar
import JSON
import Presentation
import Robustness
import Text

/// The list of journalled signals, with their outcomes and the share that was right.
package struct JournalReport: ShapedResult {
  /// An entry, with the zones of the series that entries are of.
  package typealias Row = Part<[SignalEntry.Series: Zone], SettledJournal.Entry>

  /// The entries, those that the clauses of the list left.
  package let rows: [Row]
  /// All entries that were asked about.
  package let journal: SettledJournal
  /// The lines of the file that are no entries, or say nothing new.
  package let reading: JournalReading
  /// Remarks of the list.
  package let notes: [String]
  /// Further keys beside the entries.
  package let details: [(String, JSONValue)]

  package init(
    rows: [Row], of journal: SettledJournal, reading: JournalReading, notes: [String], details: [(String, JSONValue)]
  ) {
    (self.rows, self.journal, self.reading) = (rows, journal, reading)
    (self.notes, self.details) = (notes, details)
  }

  package var reasonAgainstReplay: String? { StatementReason.records }
  package var rowCount: Int? { rows.count }
  package var picture: Picture? { nil }

  package static let shape = ResultShape<JournalReport>(
    "journal", "Signals that were written down, and what became of them.",
    [
      .list("entries", rowFields) { $0.rows }, .integer("settled") { $0.journal.judged().count },
      .rate("hit_rate", .possible) { $0.journal.hitRate() }, .integer("rewritten") { $0.journal.rewritten.count },
      .list("damaged", lineFields) { $0.reading.damaged }, .list("repeated", lineFields) { $0.reading.repeated },
      .spread(.counts) { $0.details },
    ])

  /// An entry as its file has it, and what became of it; expressions and tables read the parts of the record.
  package static let rowFields: [Field<Row>] =
    [
      .spread([
        .init("strategy", [.string]), .init("symbol", [.string]), .init("timeframe", [.string]),
        .init("time", [.number]), .init("decision", [.string]), .init("direction", [.string]),
        .init("price", [.number]), .init("horizon", [.number]), .init("data_hash", [.string]),
        .init("written_at", [.number]),
      ]) { ($0.thing.entry.json.members ?? []).map { ($0.key, $0.value) } },
      Field.date(.date("date"), label: label, { $0.thing.entry.time }).withoutJSON,
      Field.text(.text("strategy", .name)) { $0.thing.entry.strategy }.withoutJSON,
      Field.text(.text("symbol")) { $0.thing.entry.symbol }.withoutJSON,
      Field.text(.text("timeframe")) { "\($0.thing.entry.timeframe)" }.withoutJSON,
      Field.text(.text("decision")) { $0.thing.entry.decision.word }.withoutJSON,
      Field.number(.number("price")) { $0.thing.entry.price }.withoutJSON,
      Field.integer(.integer("horizon")) { $0.thing.entry.horizon }.withoutJSON,
      .text(.text("outcome"), .never) { $0.thing.settlement.word },
      .value("counts", [.boolean]) { .bool($0.thing.isRight != nil) },
      .value("market_return", [.number, .null]) { .number($0.thing.settlement.outcome?.marketReturn) },
      .rate(Table.Column.percent("return").coloredBySign) { $0.thing.settlement.outcome?.signalReturn },
      .strings("rewritten") { $0.thing.settlement.rewritings.map(\.description) },
      Field.date(.date("written"), label: { Zone.utc.iso8601($0.thing.entry.writtenAt) }, { $0.thing.entry.writtenAt })
        .withoutJSON,
    ]

  /// The time of a bar in the zone of its series: its day, and its moment if the bars are shorter.
  private static func label(_ row: Row) -> String {
    let (entry, zone) = (row.thing.entry, row.whole[row.thing.entry.series] ?? .utc)
    return entry.timeframe.isIntraday ? zone.iso8601(entry.time) : "\(zone.civilTime(at: entry.time).date)"
  }

  private static let lineFields: [Field<JournalReading.Line>] = [
    .integer("line") { $0.number }, .text("reason") { $0.reason },
  ]

  package var document: Document {
    Document {
      Self.rowFields.table(of: rows)
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
