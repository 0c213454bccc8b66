/// The days on which a symbol belongs to its universe.
public struct Membership: Sendable, Hashable {
  /// The first and the last day of each time, in days since 1970, in any order; they may touch and overlap.
  public var spans: [ClosedRange<Int>]

  /// Makes the membership of spans.
  public init(_ spans: [ClosedRange<Int>]) { self.spans = spans }

  /// True if the symbol belongs to its universe on a day.
  public func contains(_ day: Int) -> Bool { spans.contains { $0.contains(day) } }

  /// True if it belongs to its universe on all of some days.
  public func contains(all days: ClosedRange<Int>) -> Bool {
    var day = days.lowerBound
    while let last = spans.filter({ $0.contains(day) }).map(\.upperBound).max() {
      if last >= days.upperBound { return true }
      day = last + 1
    }
    return false
  }

  /// True if it belongs to its universe on any of some days.
  public func overlaps(_ days: ClosedRange<Int>) -> Bool { spans.contains { $0.overlaps(days) } }
}
