import Calendar
import JSON
import Presentation
import Robustness
import Text

/// The list of confidences that were shown, with the weights that they were computed with.
package struct AuditReport: ShapedResult {
  /// The records, those that the clauses of the list left.
  package let rows: [AuditRecord]
  /// The lines of the file that are no records.
  package let damaged: [AuditLog.Line]
  /// Remarks of the list.
  package let notes: [String]
  /// Further keys beside the records.
  package let details: [(String, JSONValue)]

  package init(
    rows: [AuditRecord], damaged: [AuditLog.Line], notes: [String], details: [(String, JSONValue)]
  ) {
    (self.rows, self.damaged, self.notes, self.details) = (rows, damaged, notes, details)
  }

  package var reasonAgainstReplay: String? { StatementReason.records }
  package var rowCount: Int? { rows.count }
  package var picture: Picture? { nil }

  package static let shape = ResultShape<AuditReport>(
    "audit", "Confidences that were shown, with the weights that were set.",
    [
      .list("records", rowFields) { $0.rows },
      .list("damaged", [.integer("line") { $0.number }, .text("reason") { $0.reason }]) { $0.damaged },
      .spread(.counts) { $0.details },
    ])

  /// A record as its file has it; expressions and tables read its parts.
  package static let rowFields: [Field<AuditRecord>] = [
    .spread([
      .init("symbol", [.string]), .init("confidence", [.number]), .init("weights", [.object]),
      .init("client_state", [.object, .null]), .init("logged_at", [.number]),
    ]) { ($0.json.members ?? []).map { ($0.key, $0.value) } },
    Field.date(.date("time"), label: { Zone.utc.iso8601($0.loggedAt) }, { $0.loggedAt }).withoutJSON,
    Field.text(.text("symbol")) { $0.symbol }.withoutJSON,
    Field.text(.text("strategy", .name)) { $0.word("strategy") }.withoutJSON,
    Field.rate(.percent("confidence", decimals: 1)) { $0.confidence }.withoutJSON,
    Field.number(.number("backtest weight", key: "backtest_weight")) { $0.weights.backtest }.withoutJSON,
    Field.number(.number("walkforward weight", key: "walkforward_weight")) { $0.weights.walkforward }.withoutJSON,
    Field.number(.number("live weight", key: "live_weight")) { $0.weights.live }.withoutJSON,
    Field.text(.text("direction")) { $0.word("direction")?.lowercased() }.withoutJSON,
    // The names that the weights had before.
    Field("backtest", isDerived: true) { $0.weights.backtest },
    Field("walkforward", isDerived: true) { $0.weights.walkforward },
    Field("live", isDerived: true) { $0.weights.live },
  ]

  package var document: Document {
    Document {
      Self.rowFields.table(of: rows)
      for note in notes { Block.note(StyledText(note)) }
      for line in damaged { Block.note(StyledText("line \(line.number) is kept and not read: \(line.reason)")) }
    }
  }
}

/// Records of confidences that were read from their file, which has one on each line.
package struct AuditLog: Sendable, Hashable {
  /// A line that is not a record.
  package struct Line: Sendable, Hashable {
    /// The number of the line, from 1.
    package let number: Int
    /// The reason, in a sentence.
    package let reason: String
  }

  /// The records, oldest first.
  package let records: [AuditRecord]
  /// The lines that are no records.
  package let damaged: [Line]

  /// Reads the bytes of a file; blank lines are passed over.
  package init(_ bytes: [UInt8]) {
    var (records, damaged): ([AuditRecord], [Line]) = ([], [])
    let blanks = [UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t")]
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if line.allSatisfy(blanks.contains) { continue }
      let json: JSONValue
      do throws(JSONError) { json = try JSONValue(parsing: Array(line)) } catch {
        damaged.append(Line(number: index + 1, reason: "The line is not JSON: \(error)."))
        continue
      }
      do throws(RecordError) { records.append(try AuditRecord(json: json)) } catch {
        damaged.append(Line(number: index + 1, reason: error.description))
      }
    }
    (self.records, self.damaged) = (records, damaged)
  }
}

extension AuditRecord {
  fileprivate func word(_ key: String) -> String? { clientState[key]?.stringValue }

  /// The record as a line of its file, its newline included.
  package var line: String { json.write() + "\n" }
}
