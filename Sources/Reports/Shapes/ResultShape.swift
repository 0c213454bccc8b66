import JSON
import Presentation

/// The description of one kind of result.
package struct ResultShape<Result>: Sendable {
  /// The word that `kind` has.
  package let name: String
  /// A summary in one sentence.
  package let summary: String
  /// True if other keys are beside the fields, which depend on the statement.
  package let isOpen: Bool
  package let fields: [Field<Result>]

  package init(_ name: String, _ summary: String, isOpen: Bool = false, _ fields: [Field<Result>]) {
    (self.name, self.summary, self.isOpen, self.fields) = (name, summary, isOpen, fields)
  }
}

/// A result whose kind and data are made from its shape.
package protocol ShapedResult: StatementResult {
  static var shape: ResultShape<Self> { get }
}

extension ShapedResult {
  package var kind: String { Self.shape.name }
  package var data: JSONValue { Self.shape.fields.json(self) }
  package func data(isStopped: () -> Bool) -> JSONValue { Self.shape.fields.json(self, isStopped: isStopped) }

  /// The schema of the type's data.
  package static var schema: ResultSchema {
    let shape = shape
    return ResultSchema(kind: shape.name, summary: shape.summary, isOpen: shape.isOpen, keys: shape.fields.schema())
  }
}

extension Array {
  /// The object of an item; the lists in it are shortened once the work is stopped.
  package func json<Item>(_ item: Item, isStopped: () -> Bool = { false }) -> JSONValue where Element == Field<Item> {
    .object(JSONValue.members(of: item, compactMap(\.addition), reserving: count, isStopped: isStopped))
  }

  /// The keys of an item's object.
  package func schema<Item>() -> [SchemaKey] where Element == Field<Item> { flatMap(\.schema) }

  /// The names by which `where` and `sort by` know the values; derived ones are left out.
  package func names<Item>() -> [String] where Element == Field<Item> {
    filter { $0.reading != nil && !$0.isDerived }.map(\.name)
  }

  /// The fields of some keys, in the order of these: the columns of a table that has its own.
  package func named<Item>(_ names: [String]) -> [Field<Item>] where Element == Field<Item> {
    names.compactMap { name in first { $0.name == name } }
  }

  /// The table of items, with a column for each field that tables show.
  package func table<Item>(
    of items: some RandomAccessCollection<Item>, isStopped: () -> Bool = { false }
  ) -> Table where Element == Field<Item> {
    let shown = compactMap(\.display)
    let cells = shown.map(\.cell)
    return Table(
      columns: shown.map(\.column), rows: items.made(isStopped: isStopped) { item in cells.map { $0(item) } })
  }
}

extension JSONValue {
  /// The members of an item's object.
  static func members<Item>(
    of item: Item, _ additions: [Field<Item>.Addition], reserving size: Int, isStopped: () -> Bool
  ) -> [Member] {
    var members: [Member] = []
    members.reserveCapacity(size)
    for add in additions { add(item, isStopped, &members) }
    return members
  }
}

/// A thing of a list with the result that it is part of, from which its labels and names come.
package struct Part<Whole: Sendable, Thing: Sendable>: Sendable {
  /// The result, which all of its things refer to.
  package final class Owner: Sendable {
    package let whole: Whole

    package init(_ whole: Whole) { self.whole = whole }
  }

  package let owner: Owner
  package let thing: Thing

  package init(_ thing: Thing, of owner: Owner) { (self.thing, self.owner) = (thing, owner) }

  package var whole: Whole { _read { yield owner.whole } }
}

extension Collection where Element: Sendable {
  /// The elements with the result that they are part of.
  package func parts<Whole>(of whole: Whole) -> [Part<Whole, Element>] {
    let owner = Part<Whole, Element>.Owner(whole)
    return map { Part($0, of: owner) }
  }
}
