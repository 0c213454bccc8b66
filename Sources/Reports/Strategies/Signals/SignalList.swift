import JSON
import OrderedCollections
import Presentation
import Text

/// The signals of a strategy's rules; those of a last bar whose period is not over are unfinished.
package struct SignalList: SelfNaming {
  /// The run that the rules were read in.
  package var report: BacktestReport
  /// The name under which `why` finds it; nil where none was given.
  package var name: String?
  package var rows:
    [(date: String, type: String, side: String, price: Double, rule: String, isOrdered: Bool, isUnfinished: Bool)]
  package var entries: Int
  package var exits: Int
  package var lowest: Double
  package var highest: Double
  /// Remarks below the table.
  package var notes: [String]
  /// Further keys beside the signals.
  package var details: [(String, JSONValue)]

  package init(
    report: BacktestReport,
    rows: [(
      date: String, type: String, side: String, price: Double, rule: String, isOrdered: Bool, isUnfinished: Bool
    )], entries: Int, exits: Int, lowest: Double, highest: Double, notes: [String] = [],
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

  package func named(_ name: String?) -> SignalList {
    var named = self
    named.name = name
    return named
  }

  package var namedResults: [NamedResult] {
    guard let name else { return [] }
    var report = report
    report.name = name
    return [NamedResult(name: name, kind: kind, fields: data.numbers, texts: data.texts, signals: report)]
  }

  package var kind: String { "signals" }
  package var rowCount: Int? { rows.count }
  package var memory: [HeldMemory] { HeldMemory.run(report) + [HeldMemory(rows)] }
  package var data: JSONValue {
    .object(
      [
        (
          "signals",
          .array(
            rows.map {
              [
                "date": .string($0.date), "type": .string($0.type), "side": .string($0.side),
                "price": .number($0.price),
                "rule": .string($0.rule), "ordered": .bool($0.isOrdered), "unfinished": .bool($0.isUnfinished),
              ]
            })
        ),
        (
          "summary",
          [
            "total_signals": .integer(entries + exits), "entry_signals": .integer(entries),
            "exit_signals": .integer(exits),
            "price_range": ["min": .number(lowest), "max": .number(highest)],
          ]
        ),
      ] + details)
  }
  package var document: Document {
    Document {
      Table(
        columns: [
          .date("date"), .text("type"), .text("side"), .number("close", key: "price"), .text("rule"), .text("order"),
        ],
        rows: rows.map {
          [
            .text($0.date), .text($0.type), .text($0.side), .number($0.price), .text($0.rule),
            .text(
              [$0.isOrdered ? "yes" : nil, $0.isUnfinished ? "unfinished" : nil].compactMap { $0 }.joined(
                separator: ", ")),
          ]
        })
      for note in notes { Block.note(StyledText(note)) }
      Block.note(
        StyledText("\(NumberText.counted(entries, "entry signal")), \(NumberText.counted(exits, "exit signal"))"))
    }
  }
}
