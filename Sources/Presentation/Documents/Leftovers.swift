import Dispatch

/// Values no longer needed, released on a separate thread: freeing millions of rows takes too long for a user who has
/// stopped them.
package enum Leftovers {
  /// Lets go of a value, which is replaced by one that costs nothing.
  package static func release<Value: Sendable>(_ value: inout Value, leaving nothing: Value) {
    let box = Box(value)
    value = nothing
    DispatchQueue.global(qos: .utility).async { box.value = nil }
  }

  /// True for a text so long that it takes a while to let go of the rows that it was made from.
  package static func isLong(_ text: String) -> Bool { text.utf8.count > 1 << 21 }

  /// Releases the elements of an array, if there are many.
  package static func release<Element: Sendable>(_ elements: inout [Element]) {
    guard elements.count > 50_000 else { return }
    release(&elements, leaving: [])
  }

  /// The only holder of a value, emptied by one thread once it was filled by another.
  private final class Box<Value: Sendable>: @unchecked Sendable {
    var value: Value?

    init(_ value: Value) { self.value = value }
  }
}
