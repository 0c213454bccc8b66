import JSON

/// A result that every output format can show: as keys for a program, as a document for a person.
public protocol Presentable: Sendable {
  /// The kind in JSON: `table`, `backtest`, `valuation`.
  var kind: String { get }
  /// The keys that programs rely on.
  var data: JSONValue { get }
  /// The document that a person reads.
  var document: Document { get }
  /// The keys; long lists are shortened once the work is cancelled, as the result is then not shown.
  func data(isStopped: () -> Bool) -> JSONValue
  /// The document, with fewer rows once the work is cancelled, as the result is then not shown.
  func document(isStopped: () -> Bool) -> Document
  /// The whole result as one table with a line of titles, as a file of rows holds it: numbers exact, and all of them.
  var wholeTable: Table? { get }
  /// The result as a picture; nil for one that has none.
  var picture: Picture? { get }
  /// True for a result whose text is its own row where a format has only rows, such as a single value.
  var isRowOfText: Bool { get }
}

extension Presentable {
  /// The keys: only lists can be so long that it is worth asking.
  public func data(isStopped: () -> Bool) -> JSONValue { data }
  /// The document: only lists can be so long that it is worth asking.
  public func document(isStopped: () -> Bool) -> Document { document }
  /// The table that stands for the document: most results are one table.
  public var wholeTable: Table? { document.mainTable }
  /// The charts and bars of the document, which most results with a picture have.
  public var picture: Picture? { document.picture }
  /// False: most results are tables, or no rows at all.
  public var isRowOfText: Bool { false }
}

extension RandomAccessCollection {
  /// The elements made into others, up to where nobody waits for them any more, which is asked every few thousand.
  package func made<Made>(isStopped: () -> Bool, _ make: (Element) -> Made) -> [Made] {
    var all: [Made] = []
    all.reserveCapacity(count)
    for element in self {
      if all.count % 4096 == 4095, isStopped() { break }
      all.append(make(element))
    }
    return all
  }
}
