import Evaluation

/// A named value of an item of a list, which `where` and `sort by` know.
struct ItemKey<Item: Sendable>: Sendable {
  /// How the value is read from an item.
  fileprivate enum Reading: Sendable {
    case number(Kind, @Sendable (Item) -> Double)
    case text(@Sendable (Item) -> String?)
  }

  /// The name in expressions: the key that the table's JSON has.
  let name: String
  fileprivate let reading: Reading
  /// True for a value that follows from another one, such as the year of a date.
  let isDerived: Bool

  /// A number, a rate, a boolean or a moment; missing where NaN.
  init(
    _ name: String, _ kind: Kind = .number, isDerived: Bool = false, number: @escaping @Sendable (Item) -> Double
  ) {
    self.name = name
    reading = .number(kind, number)
    self.isDerived = isDerived
  }

  /// A string; missing where nil.
  init(_ name: String, text: @escaping @Sendable (Item) -> String?) {
    self.name = name
    reading = .text(text)
    isDerived = false
  }
}

/// The items of a list as a frame, whose columns are their keys.
struct ItemFrame<Item: Sendable>: Frame {
  let one: String
  let many: String
  let items: [Item]
  let columns: [FrameColumn]

  var count: Int { items.count }

  /// Makes the frame of items, which messages call `one` (with its article) and `many`.
  init(one: String, many: String, _ items: [Item], _ keys: [ItemKey<Item>]) {
    self.one = one
    self.many = many
    self.items = items
    columns = keys.map { key in
      switch key.reading {
      case .number(let kind, let value):
        FrameColumn(key.name, kind, items.map(value), isDerived: key.isDerived)
      case .text(let text): FrameColumn(key.name, texts: items.map(text))
      }
    }
  }
}
