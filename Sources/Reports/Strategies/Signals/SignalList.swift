import Backtesting
import Columns
import Evaluation
import JSON
import OrderedCollections
import Presentation
import Text

/// The signals of a strategy's rules; those of a last bar whose period is not over are unfinished.
package struct SignalList: ShapedResult {
  /// A signal with the run that it is part of.
  package typealias Row = Part<BacktestReport, Signal>

  /// The run that the rules were read in.
  package var report: BacktestReport
  /// The name under which `why` finds it; nil if none was given.
  package var name: String?
  package var rows: [Row]
  package var entries: Int
  package var exits: Int
  package var lowest: Double
  package var highest: Double
  /// Remarks below the table.
  package var notes: [String]
  /// Further keys beside the signals.
  package var details: [(String, JSONValue)]

  package init(
    report: BacktestReport, rows: [Row], entries: Int, exits: Int, lowest: Double, highest: Double,
    notes: [String] = [],
    details: [(String, JSONValue)] = []
  ) {
    self.notes = notes
    self.details = details
    self.report = report
    self.rows = rows
    self.entries = entries
    self.exits = exits
    self.lowest = lowest
    self.highest = highest
  }

  package func kept(as name: String?) -> KeptResult? {
    var named = self
    named.name = name
    guard let name else { return KeptResult(named, []) }
    var report = report
    report.name = name
    return KeptResult(named, [NamedResult(name: name, of: named, signals: report)])
  }

  package var rowCount: Int? { rows.count }
  package var memory: [HeldMemory] { HeldMemory.run(report) + [HeldMemory(rows)] }
  package static let shape = ResultShape<SignalList>(
    "signals", "Entries and exits that rules give.",
    [
      .list("signals", rowFields) { $0.rows },
      .group(
        "summary",
        [
          .integer("total_signals") { $0.entries + $0.exits }, .integer("entry_signals") { $0.entries },
          .integer("exit_signals") { $0.exits },
          .group("price_range", [.number("min", .possible) { $0.lowest }, .number("max", .possible) { $0.highest }]),
        ]), .spread(.counts) { $0.details },
    ])

  package static let rowFields: [Field<Row>] = [
    .date(.date("date"), .never, label: { $0.whole.label($0.thing.index) }) {
      $0.whole.bars.times[$0.thing.index]
    }, .text(.text("type"), .never) { $0.thing.kind.rawValue },
    .text(.text("side"), .never) { $0.thing.side.map { "\($0)" } ?? "either" },
    .number(.number("close", key: "price"), .never) { $0.thing.price },
    .text(.text("rule"), .never) { $0.whole.result.ruleName(of: $0.thing) },
    Field.truth("ordered") { $0.thing.isOrdered }.shown(.text("order")) { row in
      .text(
        [row.thing.isOrdered ? "yes" : nil, isUnfinished(row) ? "unfinished" : nil].compactMap { $0 }
          .joined(separator: ", "))
    }, .value("unfinished", [.boolean]) { .bool(isUnfinished($0)) },
  ]

  /// True for a signal of a last bar whose period is not over.
  private static func isUnfinished(_ row: Row) -> Bool {
    row.whole.series.endsUnfinished && row.thing.index == row.whole.bars.count - 1
  }

  package var document: Document {
    Document {
      Self.rowFields.table(of: rows)
      for note in notes { Block.note(StyledText(note)) }
      Block.note(
        StyledText("\(NumberText.counted(entries, "entry signal")), \(NumberText.counted(exits, "exit signal"))"))
    }
  }
}
