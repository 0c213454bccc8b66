import JSON

/// A result that every output format can show: as keys for a program, as a document for a person.
public protocol Presentable: Sendable {
  /// The kind in JSON: `table`, `backtest`, `valuation`.
  var kind: String { get }
  /// The keys that programs rely on.
  var data: JSONValue { get }
  /// The document that a person reads.
  var document: Document { get }
  /// The whole result as one table with a line of titles, as a file of rows holds it: numbers exact, and all of them.
  var wholeTable: Table? { get }
  /// True for a result whose text is its own row where a format has only rows, such as a single value.
  var isRowOfText: Bool { get }
}

extension Presentable {
  /// The table that stands for the document: most results are one table.
  public var wholeTable: Table? { document.mainTable }
  /// False: most results are tables, or no rows at all.
  public var isRowOfText: Bool { false }
}
