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

  /// The value of an item in JSON, nil if it has none; lists are shortened once their work is stopped.
  typealias Value = @Sendable (Item, () -> Bool) -> JSONValue?

  /// Several keys with their values.
  typealias Spread = @Sendable (Item, () -> Bool) -> [(String, JSONValue)]

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
  private(set) var value: Value
  private(set) var spread: Spread?

  private init(
    _ name: String, _ schema: [SchemaKey], _ reading: Reading?, _ display: Display?, isDerived: Bool = false,
    spread: Spread? = nil, value: @escaping Value
  ) {
    (self.name, self.schema, self.reading, self.display) = (name, schema, reading, display)
    (self.isDerived, self.spread, self.value) = (isDerived, spread, value)
  }

  private init(
    _ name: String, _ schema: SchemaKey, _ reading: Reading?, _ display: Display?,
    json: @escaping Value
  ) {
    self.init(name, [schema], reading, display, value: json)
  }

  private init(several keys: [SchemaKey], _ spread: @escaping Spread) {
    self.init("", keys, nil, nil, spread: spread) { _, _ in nil }
  }
}

// Values that expressions alone know.
extension Field {
  /// A number, a rate, a boolean or a moment, which neither JSON nor the table has; missing if NaN.
  package init(
    _ name: String, _ kind: Kind = .number, isDerived: Bool = false, number: @escaping @Sendable (Item) -> Double
  ) {
    self.init(name, [], .number(kind, number), nil, isDerived: isDerived) { _, _ in nil }
  }

  /// A string that neither JSON nor the table has; missing if nil.
  package init(_ name: String, isDerived: Bool = false, text: @escaping @Sendable (Item) -> String?) {
    self.init(name, [], .text(text), nil, isDerived: isDerived) { _, _ in nil }
  }
}

// Values of one line.
extension Field {
  /// A string.
  package static func text(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> String?
  ) -> Field {
    Field(key, SchemaKey(key, .string, null), .text(value), nil) { item, _ in .string(value(item)) }
  }

  /// A number, or a value of another kind that is a number in JSON.
  package static func number(
    _ key: String, _ null: NullValue = .never, kind: Kind = .number, _ value: @escaping @Sendable (Item) -> Double?
  ) -> Field {
    Field(key, SchemaKey(key, .number, null), .number(kind) { value($0) ?? .nan }, nil) { item, _ in
      .number(value(item))
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
    Field(key, SchemaKey(key, .number, null), .number(.number) { value($0).map { Double($0) } ?? .nan }, nil) {
      item, _ in .integer(value(item))
    }
  }

  /// A boolean.
  package static func truth(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> Bool?
  ) -> Field {
    Field(key, SchemaKey(key, .boolean, null), .number(.truth) { value($0).map { $0 ? 1 : 0 } ?? .nan }, nil) {
      item, _ in value(item).map { .bool($0) } ?? .null
    }
  }

  /// A date or time: a label in JSON, a moment for expressions.
  package static func date(
    _ key: String, _ null: NullValue = .never, label: @escaping @Sendable (Item) -> String?,
    _ moment: @escaping @Sendable (Item) -> Timestamp?
  ) -> Field {
    Field(key, SchemaKey(key, .string, null), .moment(moment), nil) { item, _ in .string(label(item)) }
  }
}

// Values of several kinds, objects and lists.
extension Field {
  /// A value of one of some kinds; of an object or a list of objects with their keys.
  package static func value(
    _ key: String, _ kinds: [SchemaKey.ValueKind], keys: [SchemaKey] = [],
    _ value: @escaping @Sendable (Item) -> JSONValue
  ) -> Field {
    Field(key, SchemaKey(key, kinds, keys), nil, nil) { item, _ in value(item) }
  }

  /// A list of strings.
  package static func strings(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> [String]?
  ) -> Field {
    Field(key, SchemaKey(key, .list, null), nil, nil) { item, _ in value(item).map { .strings($0) } ?? .null }
  }

  /// A list of numbers.
  package static func numbers(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> [Double]?
  ) -> Field {
    Field(key, SchemaKey(key, .list, null), nil, nil) { item, _ in value(item).map { .numbers($0) } ?? .null }
  }

  /// A list of arrays, one for each of some numbers, which are made until the work is stopped.
  package static func elements(
    _ key: String, of numbers: @escaping @Sendable (Item) -> Range<Int>,
    _ json: @escaping @Sendable (Item, Int) -> JSONValue
  ) -> Field {
    Field(key, SchemaKey(key, .list, .never), nil, nil) { item, isStopped in
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
    Field(key, SchemaKey(key, .object, null), nil, nil) { item, _ in value(item).map { .object($0) } ?? .null }
  }

  /// An object of a part of the item.
  package static func object<Part>(
    _ key: String, _ fields: [Field<Part>], _ null: NullValue = .never, _ part: @escaping @Sendable (Item) -> Part?
  ) -> Field {
    Field(key, SchemaKey(key, .object, null, fields.schema()), nil, nil) { item, isStopped in
      part(item).map { fields.json($0, isStopped: isStopped) } ?? .null
    }
  }

  /// An object of some fields of the item itself.
  package static func group(_ key: String, _ fields: [Field]) -> Field { object(key, fields) { $0 } }

  /// A list of objects.
  package static func list<Part>(
    _ key: String, _ fields: [Field<Part>], _ null: NullValue = .never, _ parts: @escaping @Sendable (Item) -> [Part]?
  ) -> Field {
    Field(key, SchemaKey(key, .list, null, fields.schema()), nil, nil) { item, isStopped in
      guard let parts = parts(item) else { return .null }
      // Most items have the same keys as the one before.
      var size = fields.count
      return .array(
        parts.made(isStopped: isStopped) { part in
          let members = fields.members(of: part, reserving: size, isStopped: isStopped)
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

  /// A column of moments with their labels; missing if nil, for which a person sees the words `without`.
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
    field.value = { [value] item, isStopped in isThere(item) ? value(item, isStopped) : nil }
    field.spread = spread.map { spread in { @Sendable item, isStopped in isThere(item) ? spread(item, isStopped) : [] }
    }
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
      spread: spread.map { spread in { @Sendable whole, isStopped in spread(part(whole), isStopped) } }
    ) { [value] in value(part($0), $1) }
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
