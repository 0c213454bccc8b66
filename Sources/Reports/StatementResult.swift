import JSON
import Presentation

/// The result of a statement: a typed value that knows its JSON and its document.
///
/// No command prints. A reader gets the document, a program the JSON, both made from the same value.
package protocol StatementResult: Presentable {
  /// The kind in JSON: `table`, `backtest`, `valuation`.
  var kind: String { get }
  /// The keys that programs rely on.
  var data: JSONValue { get }
  /// The document for readers.
  var document: Document { get }
  /// The number of rows of a list; nil for a result that is not one.
  var rowCount: Int? { get }
  /// The memory that the result refers to, by its owner: results and the session share their columns.
  var memory: [HeldMemory] { get }
  /// The items that the rows of its table denote; nil if `explain cell` only describes the cell.
  var rowSubject: RowSubject? { get }
  /// The reason for which its statement need not give it again, as the rest of a sentence; nil for most results, which
  /// rest on the session alone.
  var reasonAgainstReplay: String? { get }
  /// The result under a name, or under its own if none is chosen; nil for most, which are kept only under a chosen name.
  func kept(as name: String?) -> KeptResult?
}

extension StatementResult {
  package var rowCount: Int? { nil }
  package var rowSubject: RowSubject? { nil }
  package var reasonAgainstReplay: String? { nil }
  package func kept(as name: String?) -> KeptResult? { nil }
  /// True for the answer to a question, which `_` then refers to; false for confirmations and for help.
  package var isAnswer: Bool {
    !["done", "defined", "loaded", "loaded_files", "written", "printed", "assertion", "explanation", "help"]
      .contains(kind)
  }
  /// A little: most results are a page.
  package var memory: [HeldMemory] { [] }
}

/// A result that is one table.
package struct TableResult: ShapedResult {
  package var title: String?
  package var table: Table
  /// Remarks below the table.
  package var notes: [String] = []
  /// Further keys beside the columns and rows.
  package var details: [(String, JSONValue)] = []
  /// True for a grid, of which no column is left out.
  package var isGrid = false
  /// True for a table that is drawn again at the prompt when a bar comes, until a key is typed.
  package var livesInPlace = false
  /// The drawing of the rows; nil for a table that has none.
  package var drawn: Picture?
  /// The curve that is drawn in one line below the rows; empty for most.
  package var curve: [Double] = []
  /// True if a reader of text sees the drawing too: bars below the rows, a map in their place.
  package var showsDrawing = false
  /// The items of the rows as documents that are read back, which a file has beside the shown table; nil for most tables.
  package var models: (@Sendable () -> [JSONValue])?
  package var rowSubject: RowSubject?
  /// The texts that files of some endings have in place of the table, such as those of other programs.
  package var texts: [String: @Sendable () -> String] = [:]

  package init(
    title: String? = nil, table: Table, notes: [String] = [], details: [(String, JSONValue)] = [],
    of things: RowSubject? = nil
  ) {
    self.title = title
    self.table = table
    self.notes = notes
    self.details = details
    rowSubject = things
  }

  package var picture: Picture? { drawn }
  package var rowCount: Int? { table.rows.count }
  package var memory: [HeldMemory] {
    [HeldMemory(table)] + (curve.isEmpty ? [] : [HeldMemory(curve)]) + (rowSubject?.memory ?? [])
  }

  /// The table with the documents of its rows, for a file.
  package var wholeTable: Table? {
    guard var whole = document.mainTable, let models = models?(), models.count == whole.rows.count else {
      return document.mainTable
    }
    whole.columns.append(.text("model"))
    for (row, model) in models.enumerated() { whole.rows[row].append(.text(model.write())) }
    return whole
  }

  /// The same result with the documents of its rows among its data, for a file.
  package var withModels: TableResult {
    var result = self
    if let models { result.details.append(("models", .array(models()))) }
    return result
  }

  package static let shape = ResultShape<TableResult>(
    "table", "A list.", isOpen: true, [.table { result, _ in result.table }, .spread { $0.details }])

  /// The map in place of the table; nil without one.
  private var map: Picture.Part? {
    guard showsDrawing, let part = drawn?.parts.first, case .grid = part.drawing else { return nil }
    return part
  }

  /// The bars below the table, with their words.
  private var bars: [Picture.Part] {
    guard showsDrawing, let drawn, let part = drawn.parts.first, case .bars = part.drawing else { return [] }
    return [Picture.Part(drawn.title, part.drawing)]
  }

  package var document: Document {
    Document(title.map { StyledText($0) }, mainTable: table) {
      if let map {
        Block.figure(map)
      } else {
        isGrid ? table : table.asList
      }
      for bars in bars { Block.figure(bars) }
      for note in notes { Block.note(StyledText(note)) }
      if curve.count > 1 { Block.sparkline(Sparkline(curve, width: 60)) }
    }
  }
}

extension Cell {
  /// The cell's value for a program: a number, a boolean, a text, or null if it is missing.
  package var json: JSONValue {
    switch content {
    case .number(let number): .number(number)
    case .integer(let number): .integer(number)
    case .text(let text): .string(text.plain)
    case .truth(let value, _): .bool(value)
    case .missing, .absent: .null
    }
  }
}

/// A statement that did something and has nothing else to tell: `use`, `set`, `drop`, `save`.
package struct Done: ShapedResult {
  package var action: String
  package var message: StyledText
  /// Further keys beside `action`.
  package var details: [(String, JSONValue)] = []
  /// Remarks below the message.
  package var notes: [String] = []

  package init(action: String, message: StyledText, details: [(String, JSONValue)] = [], notes: [String] = []) {
    self.action = action
    self.message = message
    self.details = details
    self.notes = notes
  }

  package static let shape = ResultShape<Done>(
    "done", "A statement that did something and has nothing else to tell.", isOpen: true,
    [.text("action") { $0.action }, .spread { $0.details }])
  package var document: Document {
    Document {
      message
      for note in notes { Block.note(StyledText(note)) }
    }
  }
}

/// Reasons for which a statement need not give its result again, as the rest of a sentence.
package enum StatementReason {
  package static let records = "it rests on records that grow, such as the journal of signals"
  package static let lastResult = "it rests on `_` or on an earlier entry, which a session does not keep"
  package static let stopped = "its work was stopped"
  package static let program = "it tells of the program, not of data"
}
