import Calendar
import Columns
import Evaluation
import Presentation

/// A named value of the items of a list, read by conditions and orders and shown in its table.
package struct ListColumn<Item: Sendable>: Sendable {
  /// The way in which the value is read from an item.
  fileprivate enum Reading: Sendable {
    case number(Kind, @Sendable (Item) -> Double)
    case text(@Sendable (Item) -> String?)
  }

  /// The column of the table, and the cell of an item.
  fileprivate struct Display: Sendable {
    let column: Table.Column
    let cell: @Sendable (Item) -> Cell
  }

  /// The name in expressions: the key that the table's JSON has.
  package let name: String
  fileprivate let reading: Reading
  fileprivate let display: Display?
  /// True for a value that follows from another one, such as the year of a date: messages leave it out.
  package let isDerived: Bool

  /// A value that conditions and orders know and the table does not show: a number, a rate, a boolean or a moment;
  /// missing where NaN.
  package init(
    _ name: String, _ kind: Kind = .number, isDerived: Bool = false, number: @escaping @Sendable (Item) -> Double
  ) {
    self.name = name
    self.isDerived = isDerived
    reading = .number(kind, number)
    display = nil
  }

  /// A string that conditions and orders know and the table does not show; missing where nil.
  package init(_ name: String, isDerived: Bool = false, text: @escaping @Sendable (Item) -> String?) {
    self.name = name
    self.isDerived = isDerived
    reading = .text(text)
    display = nil
  }

  private init(_ column: Table.Column, _ reading: Reading, cell: @escaping @Sendable (Item) -> Cell) {
    name = column.key ?? column.title
    self.reading = reading
    isDerived = false
    display = Display(column: column, cell: cell)
  }

  /// A column of strings.
  package static func text(_ column: Table.Column, _ value: @escaping @Sendable (Item) -> String?) -> Self {
    Self(column, .text(value)) { .text(value($0)) }
  }

  /// A column of strings that its table writes otherwise.
  package static func text(
    _ column: Table.Column, cell: @escaping @Sendable (Item) -> Cell, _ value: @escaping @Sendable (Item) -> String?
  ) -> Self {
    Self(column, .text(value), cell: cell)
  }

  /// A column of numbers; missing where nil or not finite.
  package static func number(_ column: Table.Column, _ value: @escaping @Sendable (Item) -> Double?) -> Self {
    Self(column, .number(.number) { value($0) ?? .nan }) { .number(value($0)) }
  }

  /// A column of numbers that its table writes otherwise.
  package static func number(
    _ column: Table.Column, cell: @escaping @Sendable (Item) -> Cell, _ value: @escaping @Sendable (Item) -> Double
  ) -> Self {
    Self(column, .number(.number, value), cell: cell)
  }

  /// A column of rates; missing where nil or not finite.
  package static func rate(_ column: Table.Column, _ value: @escaping @Sendable (Item) -> Double?) -> Self {
    Self(column, .number(.rate) { value($0) ?? .nan }) { .number(value($0)) }
  }

  /// A column of counts.
  package static func integer(_ column: Table.Column, _ value: @escaping @Sendable (Item) -> Int?) -> Self {
    Self(column, .number(.number) { value($0).map { Double($0) } ?? .nan }) { .integer(value($0)) }
  }

  /// A column of booleans, written as `yes` or left empty.
  package static func truth(_ column: Table.Column, _ value: @escaping @Sendable (Item) -> Bool) -> Self {
    Self(column, .number(.truth) { value($0) ? 1 : 0 }) { .truth(value($0), shown: value($0) ? "yes" : "") }
  }

  /// A column of moments with their labels; missing where nil, for which a person sees the words `without`.
  package static func date(
    _ column: Table.Column, label: @escaping @Sendable (Item) -> String?, without: String? = nil,
    _ moment: @escaping @Sendable (Item) -> Timestamp?
  ) -> Self {
    Self(column, .number(.date) { moment($0).map { Double($0.milliseconds) } ?? .nan }) {
      label($0).map { .text($0) } ?? without.map { .missing(shown: $0) } ?? .missing
    }
  }
}

/// The items of a list as a frame, whose columns have a value for each of them.
package struct ItemFrame<Item: Sendable>: Listable {
  package let one: String
  package let many: String
  package let items: [Item]
  package let columns: [FrameColumn]
  package let series: Evaluation.Series?
  package let placement: ListPlacement
  package let barOfEach: [Int]?
  private let shown: [ListColumn<Item>.Display]
  private let isStopped: @Sendable () -> Bool

  package var count: Int { items.count }

  /// Makes the frame of items, which messages call `one` (with its article) and `many`.
  ///
  /// `series` computes the parts of an expression that do not depend on the items; without it the series in use does.
  /// `isStopped` is asked every few hundred items: once it is true, the frame is of no use to a listing.
  package init(
    one: String, many: String, _ items: [Item], _ columns: [ListColumn<Item>], series: Evaluation.Series? = nil,
    placement: ListPlacement = .numbered, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isStopped = isStopped
    self.one = one
    self.many = many
    self.items = items
    self.series = series
    self.placement = placement
    barOfEach = nil
    shown = columns.compactMap(\.display)
    self.columns = Self.columns(columns, of: items, isStopped)
  }

  /// Makes the frame of items that belong to a bar each, on which a series of the bars has its value for the item.
  package init(
    one: String, many: String, _ items: [Item], _ columns: [ListColumn<Item>], on series: Evaluation.Series,
    isStopped: @escaping @Sendable () -> Bool = { false }, bar: (Item) -> Int
  ) {
    self.isStopped = isStopped
    self.one = one
    self.many = many
    self.items = items
    self.series = series
    let bars = items.made(isStopped: isStopped, bar)
    placement = .bars(series) { bars[$0] }
    barOfEach = bars
    shown = columns.compactMap(\.display)
    self.columns = Self.columns(columns, of: items, isStopped)
  }

  private static func columns(
    _ columns: [ListColumn<Item>], of items: [Item], _ isStopped: () -> Bool
  ) -> [FrameColumn] {
    columns.map { column in
      switch column.reading {
      case .number(let kind, let value):
        FrameColumn(column.name, kind, items.made(isStopped: isStopped, value), isDerived: column.isDerived)
      case .text(let text):
        FrameColumn(column.name, texts: items.made(isStopped: isStopped, text), isDerived: column.isDerived)
      }
    }
  }

  /// The items at some places.
  package func items(_ listing: Listing) -> [Item] { listing.indexes.map { items[$0] } }

  /// The table of the items that a listing leaves; fewer rows once it is stopped.
  package func table(_ listing: Listing) -> Table {
    Table(
      columns: shown.map(\.column),
      rows: listing.indexes.made(isStopped: isStopped) { index in shown.map { $0.cell(items[index]) } })
  }
}
