import Calendar
import Evaluation
import JSON
import Presentation

/// One value of an item, described once: its key in JSON with the kinds that it may have, the value that expressions
/// read, and its column in tables.
///
/// The fields of a result are its description. From them come its `data`, its schema, the tables of its lists, and the
/// frames that `where` and `sort by` read:
///
/// ```swift
/// let fields: [Field<Choice>] = [.text("symbol") { $0.symbol }, .number("rank", .possible) { $0.rank }]
/// fields.json(choice)                                        // {"symbol":"KO","rank":1.5}
/// ```
package struct Field<Item>: Sendable {
  /// The way in which an expression reads the value of an item.
  package enum Reading: Sendable {
    case number(Kind, @Sendable (Item) -> Double)
    case text(@Sendable (Item) -> String?)
  }

  /// The column of tables, and the cell of an item.
  package struct Display: Sendable {
    package let column: Table.Column
    package let cell: @Sendable (Item) -> Cell
  }

  /// The value of an item in JSON; lists are shortened once their work is stopped.
  typealias Value = @Sendable (Item, () -> Bool) -> JSONValue

  /// The addition of the value, or of several keys with their values, to the members of an item's object.
  ///
  /// One closure for both: a list of trades calls it for each field of each.
  typealias Addition = @Sendable (Item, () -> Bool, inout [JSONValue.Member]) -> Void

  /// The key in JSON, by which expressions know the value.
  package let name: String
  /// The kinds of the value: one key as a rule, none for a value that JSON lacks.
  package private(set) var schema: [SchemaKey]
  /// The value for expressions; nil for objects, lists and keys that follow from the item.
  package private(set) var reading: Reading?
  /// The place in tables; nil for a value that they lack.
  package private(set) var display: Display?
  /// True for a value that follows from another one, such as the year of a date: messages leave it out.
  package let isDerived: Bool
  /// The value in JSON; nil if that lacks it.
  private(set) var addition: Addition?

  private init(
    _ name: String, _ schema: [SchemaKey], _ reading: Reading?, _ display: Display? = nil, isDerived: Bool = false,
    addition: Addition? = nil
  ) {
    (self.name, self.schema, self.reading, self.display) = (name, schema, reading, display)
    (self.isDerived, self.addition) = (isDerived, addition)
  }

  private init(_ schema: SchemaKey, _ reading: Reading? = nil, json: @escaping Value) {
    let name = schema.name
    self.init(name, [schema], reading) { item, isStopped, members in
      members.append(JSONValue.Member(name, json(item, isStopped)))
    }
  }

  private init(
    several keys: [SchemaKey], _ values: @escaping @Sendable (Item, () -> Bool) -> [(String, JSONValue)]
  ) {
    self.init("", keys, nil) { item, isStopped, members in
      for (key, value) in values(item, isStopped) { members.append(JSONValue.Member(key, value)) }
    }
  }
}

// Values that expressions alone know.
extension Field {
  /// A number, a rate, a boolean or a moment, which neither JSON nor the table has; missing if NaN.
  package init(
    _ name: String, _ kind: Kind = .number, isDerived: Bool = false, number: @escaping @Sendable (Item) -> Double
  ) {
    self.init(name, [], .number(kind, number), isDerived: isDerived)
  }

  /// A string that neither JSON nor the table has; missing if nil.
  package init(_ name: String, isDerived: Bool = false, text: @escaping @Sendable (Item) -> String?) {
    self.init(name, [], .text(text), isDerived: isDerived)
  }
}

// Values of one line.
extension Field {
  /// A string.
  package static func text(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> String?
  ) -> Field {
    Field(SchemaKey(key, .string, null), .text(value)) { item, _ in .string(value(item)) }
  }

  /// A number, or a value of another kind that is a number in JSON.
  package static func number(
    _ key: String, _ null: NullValue = .never, kind: Kind = .number, _ value: @escaping @Sendable (Item) -> Double?
  ) -> Field {
    Field(SchemaKey(key, .number, null), .number(kind) { value($0) ?? .nan }) { item, _ in
      .number(value(item))
    }
  }

  /// A number whose digits JSON has as they are.
  package static func decimal(
    _ key: String, _ null: NullValue = .never, digits: @escaping @Sendable (Item) -> String?,
    _ value: @escaping @Sendable (Item) -> Double?
  ) -> Field {
    Field(SchemaKey(key, .number, null), .number(.number) { value($0) ?? .nan }) { item, _ in
      digits(item).map { .decimal($0) } ?? .null
    }
  }

  /// A rate, which is a number in JSON.
  package static func rate(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> Double?
  ) -> Field {
    number(key, null, kind: .rate, value)
  }

  /// A count or another whole number.
  package static func integer(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> Int?
  ) -> Field {
    Field(SchemaKey(key, .number, null), .number(.number) { value($0).map { Double($0) } ?? .nan }) {
      item, _ in .integer(value(item))
    }
  }

  /// A boolean.
  package static func truth(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> Bool?
  ) -> Field {
    Field(SchemaKey(key, .boolean, null), .number(.truth) { value($0).map { $0 ? 1 : 0 } ?? .nan }) {
      item, _ in value(item).map { .bool($0) } ?? .null
    }
  }

  /// A date or time: a label in JSON, a moment for expressions.
  package static func date(
    _ key: String, _ null: NullValue = .never, label: @escaping @Sendable (Item) -> String?,
    _ moment: @escaping @Sendable (Item) -> Timestamp?
  ) -> Field {
    Field(SchemaKey(key, .string, null), .moment(moment)) { item, _ in .string(label(item)) }
  }
}

// Values of several kinds, objects and lists.
extension Field {
  /// A value of one of some kinds; of an object or a list of objects with their keys.
  package static func value(
    _ key: String, _ kinds: [SchemaKey.ValueKind], keys: [SchemaKey] = [],
    _ value: @escaping @Sendable (Item) -> JSONValue
  ) -> Field {
    Field(SchemaKey(key, kinds, keys)) { item, _ in value(item) }
  }

  /// A list of strings.
  package static func strings(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> [String]?
  ) -> Field {
    Field(SchemaKey(key, .list, null)) { item, _ in value(item).map { .strings($0) } ?? .null }
  }

  /// A list of numbers.
  package static func numbers(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> [Double]?
  ) -> Field {
    Field(SchemaKey(key, .list, null)) { item, _ in value(item).map { .numbers($0) } ?? .null }
  }

  /// A list of arrays, one for each of some numbers, which are made until the work is stopped.
  package static func elements(
    _ key: String, of numbers: @escaping @Sendable (Item) -> Range<Int>,
    _ json: @escaping @Sendable (Item, Int) -> JSONValue
  ) -> Field {
    Field(SchemaKey(key, .list, .never)) { item, isStopped in
      .array(numbers(item).made(isStopped: isStopped) { json(item, $0) })
    }
  }

  /// The columns and rows of a table, whose rows are made until the work is stopped.
  package static func table(_ table: @escaping @Sendable (Item, () -> Bool) -> Table) -> Field {
    Field(several: ["columns", "rows"].map { SchemaKey($0, .list, .never) }) { item, isStopped in
      let table = table(item, isStopped)
      return [
        ("columns", .strings(table.columns.map(\.name))),
        ("rows", .array(table.rows.made(isStopped: isStopped) { row in .array(row.map(\.json)) })),
      ]
    }
  }

  /// An object whose keys follow from the item, such as the parameters of a strategy.
  package static func members(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> [(String, JSONValue)]?
  ) -> Field {
    Field(SchemaKey(key, .object, null)) { item, _ in value(item).map { .object($0) } ?? .null }
  }

  /// An object of a part of the item.
  package static func object<Part>(
    _ key: String, _ fields: [Field<Part>], _ null: NullValue = .never, _ part: @escaping @Sendable (Item) -> Part?
  ) -> Field {
    Field(SchemaKey(key, .object, null, fields.schema())) { item, isStopped in
      part(item).map { fields.json($0, isStopped: isStopped) } ?? .null
    }
  }

  /// An object of some fields of the item itself.
  package static func group(_ key: String, _ fields: [Field]) -> Field { object(key, fields) { $0 } }

  /// A list of objects.
  package static func list<Part>(
    _ key: String, _ fields: [Field<Part>], _ null: NullValue = .never, _ parts: @escaping @Sendable (Item) -> [Part]?
  ) -> Field {
    let additions = fields.compactMap(\.addition)
    return Field(SchemaKey(key, .list, null, fields.schema())) { item, isStopped in
      guard let parts = parts(item) else { return .null }
      // Most items have the same keys as the one before.
      var size = additions.count
      return .array(
        parts.made(isStopped: isStopped) { part in
          let members = JSONValue.members(of: part, additions, reserving: size, isStopped: isStopped)
          size = members.count
          return .object(members)
        })
    }
  }

  /// Several keys beside the others: those of a record that is made elsewhere, and those that follow from the item.
  package static func spread(
    _ keys: [SchemaKey] = [], _ members: @escaping @Sendable (Item) -> [(String, JSONValue)]
  ) -> Field {
    Field(several: keys) { item, _ in members(item) }
  }
}

// Values that tables show, under the key of their column.
extension Field {
  /// The same value in a column of tables.
  package func shown(_ column: Table.Column, _ cell: @escaping @Sendable (Item) -> Cell) -> Field {
    var field = self
    field.display = Display(column: column, cell: cell)
    return field
  }

  /// The same value in a column of tables, in the format of the column.
  package func shown(_ column: Table.Column) -> Field {
    switch reading {
    case nil: self
    case .number(_, let number): shown(column) { .number(number($0)) }
    case .text(let text): shown(column) { .text(text($0)) }
    }
  }

  /// A column of tables alone.
  package static func column(_ column: Table.Column, _ cell: @escaping @Sendable (Item) -> Cell) -> Field {
    Field(column.name, [], nil, Display(column: column, cell: cell))
  }

  /// A column of strings.
  package static func text(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> String?
  ) -> Field {
    text(column.name, null, value).shown(column) { .text(value($0)) }
  }

  /// A column of strings that its table writes otherwise.
  package static func text(
    _ column: Table.Column, cell: @escaping @Sendable (Item) -> Cell, _ value: @escaping @Sendable (Item) -> String?
  ) -> Field {
    text(column.name, .possible, value).shown(column, cell)
  }

  /// A column of numbers; missing if nil or not finite.
  package static func number(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Double?
  ) -> Field {
    number(column.name, null, value).shown(column) { .number(value($0)) }
  }

  /// A column of numbers that its table writes otherwise.
  package static func number(
    _ column: Table.Column, cell: @escaping @Sendable (Item) -> Cell, _ value: @escaping @Sendable (Item) -> Double
  ) -> Field {
    number(column.name, .possible, value).shown(column, cell)
  }

  /// A column of rates; missing if nil or not finite.
  package static func rate(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Double?
  ) -> Field {
    rate(column.name, null, value).shown(column) { .number(value($0)) }
  }

  /// A column of counts.
  package static func integer(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Int?
  ) -> Field {
    integer(column.name, null, value).shown(column) { .integer(value($0)) }
  }

  /// A column of booleans, written as `yes` or left empty.
  package static func truth(_ column: Table.Column, _ value: @escaping @Sendable (Item) -> Bool) -> Field {
    truth(column.name, .never) { value($0) }.shown(column) { .truth(value($0), shown: value($0) ? "yes" : "") }
  }

  /// A column of moments with their labels; missing if nil, shown as the words `without`.
  package static func date(
    _ column: Table.Column, _ null: NullValue = .possible, label: @escaping @Sendable (Item) -> String?,
    without: String? = nil, _ moment: @escaping @Sendable (Item) -> Timestamp?
  ) -> Field {
    date(column.name, null, label: label, moment).shown(column) {
      label($0).map { .text($0) } ?? without.map { .missing(shown: $0) } ?? .missing
    }
  }
}

// Changes to a field.
extension Field {
  /// The same value under a key that only some items have.
  package func only(_ isThere: @escaping @Sendable (Item) -> Bool) -> Field {
    var field = self
    for place in field.schema.indices { field.schema[place].isAlways = false }
    field.addition = addition.map { addition in
      { @Sendable item, isStopped, members in if isThere(item) { addition(item, isStopped, &members) } }
    }
    return field
  }

  /// The same value for expressions and tables alone: JSON has it in another form.
  package var withoutJSON: Field {
    var field = self
    (field.schema, field.addition) = ([], nil)
    return field
  }

  /// The same field, which expressions read otherwise.
  package func read(_ reading: Reading) -> Field {
    var field = self
    field.reading = reading
    return field
  }

  /// The same field of something that items are part of.
  package func of<Whole>(_ part: @escaping @Sendable (Whole) -> Item) -> Field<Whole> {
    Field<Whole>(
      name, schema, reading?.of(part),
      display.map { display in .init(column: display.column) { display.cell(part($0)) } }, isDerived: isDerived,
      addition: addition.map { addition in { @Sendable in addition(part($0), $1, &$2) } })
  }
}

extension Field.Reading {
  /// A moment; missing if nil.
  package static func moment(_ moment: @escaping @Sendable (Item) -> Timestamp?) -> Self {
    .number(.date) { moment($0).map { Double($0.milliseconds) } ?? .nan }
  }

  fileprivate func of<Whole>(_ part: @escaping @Sendable (Whole) -> Item) -> Field<Whole>.Reading {
    switch self {
    case .number(let kind, let value): .number(kind) { value(part($0)) }
    case .text(let text): .text { text(part($0)) }
    }
  }
}

extension Table.Column {
  /// The name for programs: the key, or the title.
  fileprivate var name: String { key ?? title }
}
