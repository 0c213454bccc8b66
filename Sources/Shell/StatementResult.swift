import JSON
import Language
import Presentation

/// The result of a statement: a typed value that knows its JSON and its document.
///
/// No command prints. A person gets the document, a program the JSON, both made from the same value.
public protocol StatementResult: Presentable {
  /// The kind in JSON: `table`, `backtest`, `valuation`.
  var kind: String { get }
  /// The keys that programs rely on.
  var data: JSONValue { get }
  /// The document that a person reads.
  var document: Document { get }
}

/// A finished statement: its result, where it has one, and its warnings.
public struct Outcome: Sendable {
  /// The result; nil for statements that print nothing, such as `run`.
  public var result: (any StatementResult)?
  /// Warnings and notes; they never change the exit status.
  public var warnings: [Diagnostic]
  /// The statement's first line in its source, from 1.
  public var line: Int
  /// The file inside `run`, where there is one.
  public var source: String?
}

/// A result that is one table.
struct TableResult: StatementResult {
  var title: String?
  var table: Table
  /// Remarks below the table.
  var notes: [String] = []
  /// Further keys beside the columns and rows.
  var details: [(String, JSONValue)] = []

  var kind: String { "table" }

  var data: JSONValue {
    .object(
      [
        ("columns", .strings(table.columns.map { $0.key ?? $0.title })),
        ("rows", .array(table.rows.map { row in .array(row.map(\.json)) })),
      ] + details)
  }

  var document: Document {
    Document(title.map { StyledText($0) }) {
      table
      for note in notes { Block.note(StyledText(note)) }
    }
  }
}

extension Cell {
  /// The cell's value for a program: a number, a string, or null where it is missing.
  var json: JSONValue {
    switch content {
    case .number(let number): .number(number)
    case .integer(let number): .integer(number)
    case .text(let text): .string(text.plain)
    case .missing: .null
    }
  }
}

/// A statement that did something and has nothing else to tell: `use`, `set`, `drop`, `save`.
struct Done: StatementResult {
  var action: String
  var message: StyledText
  /// Further keys beside `action`.
  var details: [(String, JSONValue)] = []
  /// Remarks below the message.
  var notes: [String] = []

  var kind: String { "done" }
  var data: JSONValue { .object([("action", .string(action))] + details) }
  var document: Document {
    Document {
      message
      for note in notes { Block.note(StyledText(note)) }
    }
  }
}
