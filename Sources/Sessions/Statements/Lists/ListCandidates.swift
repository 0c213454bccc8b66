/// The things that a list looks at, by their numbers: a range stays one, so that a long series costs nothing.
package enum ListCandidates: Sendable {
  case range(Range<Int>)
  case list([Int])

  package var count: Int {
    switch self {
    case .range(let range): range.count
    case .list(let indexes): indexes.count
    }
  }

  package var indexes: [Int] {
    switch self {
    case .range(let range): Array(range)
    case .list(let indexes): indexes
    }
  }

  package func limited(by limit: RowLimit) -> ListCandidates {
    switch self {
    case .range(let range): .range(limit.limited(range))
    case .list(let indexes): .list(limit.limited(indexes))
    }
  }
}
