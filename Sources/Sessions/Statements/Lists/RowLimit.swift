/// The first or the last n rows of a list.
package enum RowLimit: Hashable, Sendable, CustomStringConvertible {
  case first(Int)
  case last(Int)

  /// The greatest number of rows.
  package var count: Int {
    switch self {
    case .first(let count), .last(let count): count
    }
  }

  /// As many rows of the other end.
  package var opposite: RowLimit {
    switch self {
    case .first(let count): .last(count)
    case .last(let count): .first(count)
    }
  }

  /// The same end of a list with another number of rows.
  package func counting(_ count: Int) -> RowLimit {
    switch self {
    case .first: .first(count)
    case .last: .last(count)
    }
  }

  /// The limit as typed: `last 10`.
  package var description: String {
    switch self {
    case .first(let count): "first \(count)"
    case .last(let count): "last \(count)"
    }
  }

  /// The rows of a list that are shown.
  package func limited<Rows: BidirectionalCollection>(_ rows: Rows) -> Rows.SubSequence {
    switch self {
    case .first(let count): rows.prefix(count)
    case .last(let count): rows.suffix(count)
    }
  }

  package func limited(_ indexes: [Int]) -> [Int] { Array(limited(indexes[...])) }

  /// The part of a range that is shown.
  package func limited(_ range: Range<Int>) -> Range<Int> {
    switch self {
    case .first(let count): range.lowerBound..<min(range.upperBound, range.lowerBound + count)
    case .last(let count): max(range.lowerBound, range.upperBound - count)..<range.upperBound
    }
  }
}
