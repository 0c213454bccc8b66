import Columns
import Evaluation
import Presentation
import Reports
import Synchronization

/// The items of a list as a frame, whose columns have a value for each of them.
package struct ItemFrame<Item: Sendable>: Listable {
  package let one: String
  package let many: String
  package let items: [Item]
  package let series: Evaluation.Series?
  package let placement: ListPlacement
  package let barOfEach: [Int]?
  private let shown: [Field<Item>.Display]
  private let isStopped: @Sendable () -> Bool

  private let made: MadeColumns

  package var count: Int { items.count }

  /// The columns, made when an expression asks for them first: most lists are shown as they are.
  package var columns: [FrameColumn] { made.columns }

  /// Makes the frame of items, which messages call `one` (with its article) and `many`.
  ///
  /// `series` computes the parts of an expression that do not depend on the items; without it the series in use does.
  /// `isStopped` is asked every few hundred items: once it is true, the frame is of no use to a listing.
  package init(
    one: String, many: String, _ items: [Item], _ columns: [Field<Item>], series: Evaluation.Series? = nil,
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
    made = MadeColumns { Self.columns(columns, of: items, isStopped) }
  }

  /// Makes the frame of items that belong to a bar each, on which a series of the bars has its value for the item.
  package init(
    one: String, many: String, _ items: [Item], _ columns: [Field<Item>], on series: Evaluation.Series,
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
    made = MadeColumns { Self.columns(columns, of: items, isStopped) }
  }

  private static func columns(
    _ columns: [Field<Item>], of items: [Item], _ isStopped: () -> Bool
  ) -> [FrameColumn] {
    columns.compactMap { column in
      switch column.reading {
      case nil: nil
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
    let cells = shown.map(\.cell)
    return Table(
      columns: shown.map(\.column),
      rows: listing.indexes.made(isStopped: isStopped) { index in cells.map { $0(items[index]) } })
  }
}

/// Columns that are made once, when they are asked for.
private final class MadeColumns: Sendable {
  private let kept = Mutex<[FrameColumn]?>(nil)
  private let make: @Sendable () -> [FrameColumn]

  init(_ make: @escaping @Sendable () -> [FrameColumn]) { self.make = make }

  var columns: [FrameColumn] {
    kept.withLock { kept in
      let columns = kept ?? make()
      kept = columns
      return columns
    }
  }
}
