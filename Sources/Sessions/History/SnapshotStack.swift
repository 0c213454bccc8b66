/// The sessions to go back to, the latest on top, limited in number.
///
/// The interpreter's state is copied for each statement, so that a failed one changes nothing. A list of links costs
/// that copy nothing, and to put a session on top one link, while an array would be copied.
package struct SnapshotStack: Sendable {
  private final class Link: Sendable {
    let snapshot: SessionSnapshot
    let below: Link?

    init(_ snapshot: SessionSnapshot, on below: Link?) {
      self.snapshot = snapshot
      self.below = below
    }
  }

  /// The number of sessions.
  package private(set) var count = 0
  /// The most sessions that it keeps.
  private let depth: Int
  private var top: Link?
  /// The links, those below ``count`` being of dropped sessions.
  private var linkCount = 0

  /// Makes an empty stack.
  package init(depth: Int) { self.depth = depth }

  package var isEmpty: Bool { count == 0 }

  /// The session on top; nil in an empty stack.
  package var last: SessionSnapshot? { count > 0 ? top?.snapshot : nil }

  /// The sessions, the oldest first.
  package var elements: [SessionSnapshot] {
    var elements: [SessionSnapshot] = []
    elements.reserveCapacity(count)
    var next = top
    while let link = next, elements.count < count {
      elements.append(link.snapshot)
      next = link.below
    }
    return elements.reversed()
  }

  /// Puts a session on top; the oldest one is dropped if there are too many.
  package mutating func append(_ snapshot: SessionSnapshot) {
    top = Link(snapshot, on: top)
    count = min(count + 1, depth)
    linkCount += 1
    // Links at the bottom go a few dozen at a time, because all above them are rebuilt.
    if linkCount > depth + depth / 4 { replace(with: elements) }
  }

  /// Takes the session on top off; nil from an empty stack.
  package mutating func removeLast() -> SessionSnapshot? {
    guard let last else { return nil }
    top = top?.below
    count -= 1
    linkCount -= 1
    return last
  }

  /// Takes other sessions in place of its own, the oldest first.
  package mutating func replace(with elements: [SessionSnapshot]) {
    top = elements.reduce(nil) { Link($1, on: $0) }
    count = elements.count
    linkCount = elements.count
  }
}
