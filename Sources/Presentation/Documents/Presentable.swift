import JSON

/// A result that every output format can show: as keys for a program, as a document for users.
public protocol Presentable: Sendable {
  /// The kind in JSON: `table`, `backtest`, `valuation`.
  var kind: String { get }
  /// The keys that programs rely on.
  var data: JSONValue { get }
  /// The document shown to users.
  var document: Document { get }
  /// The keys; long lists are shortened once the work is cancelled, as the result is then not shown.
  func data(isStopped: () -> Bool) -> JSONValue
  /// The document, with fewer rows once the work is cancelled, as the result is then not shown.
  func document(isStopped: () -> Bool) -> Document
  /// The full result as one table with a line of titles, as in a file of rows: all rows, with exact numbers.
  var wholeTable: Table? { get }
  /// The full result as one table, with fewer rows once the work is cancelled, since it is then not written.
  func wholeTable(isStopped: () -> Bool) -> Table?
  /// The result as a picture; nil for one that has none.
  var picture: Picture? { get }
  /// The values of a result that is one row without titles in a format that has only rows, such as a single value, with
  /// all their digits; nil for the others.
  var row: [String]? { get }
}

extension Presentable {
  /// The keys: only lists can be so long that it is worth asking.
  public func data(isStopped: () -> Bool) -> JSONValue { data }
  /// The document: only lists can be so long that it is worth asking.
  public func document(isStopped: () -> Bool) -> Document { document }
  /// The table that represents the document: most results are one table.
  public var wholeTable: Table? { document.mainTable }
  /// The full table: that of the document, unless a type has its own.
  public func wholeTable(isStopped: () -> Bool) -> Table? { wholeTable }
  /// The charts and bars of the document, which most results with a picture have; without rows.
  public var picture: Picture? { document(isStopped: { true }).picture }
  /// Nil: most results are tables, or no rows at all.
  public var row: [String]? { nil }
}

extension RandomAccessCollection {
  /// The elements converted, until cancelled, which is checked every few hundred.
  package func made<Made>(isStopped: () -> Bool, _ make: (Element) -> Made) -> [Made] {
    var all: [Made] = []
    all.reserveCapacity(count)
    for element in self {
      if TableLayout.isCheck(all.count), isStopped() { break }
      all.append(make(element))
    }
    return all
  }
}
