import Synchronization

/// Elements of a column in one piece of memory, which longer columns may share.
///
/// It reads like an array. One that is made longer by ``appending(_:)`` has the memory of the shorter one, with the new
/// elements behind it: nothing is copied but these, until the room is used up, and the shorter one does not see them.
/// Memory that several share is copied before an element is changed.
public struct Values<Element: BitwiseCopyable> {
  @usableFromInline var memory: ValueMemory<Element>
  @usableFromInline var base: UnsafeMutablePointer<Element>
  /// The number of elements.
  public private(set) var count: Int

  /// Takes the elements of an array, without copying them.
  public init(_ array: [Element]) {
    memory = ValueMemory(of: array)
    base = memory.base
    count = array.count
  }

  /// Makes equal elements.
  public init(repeating element: Element, count: Int) { self.init([Element](repeating: element, count: count)) }

  private init(_ memory: ValueMemory<Element>, count: Int) {
    self.memory = memory
    base = memory.base
    self.count = count
  }

  /// The first elements, in the same memory.
  public func prefix(_ count: Int) -> Values {
    count <= 0 ? [] : Values(memory, count: Swift.min(count, self.count))
  }

  /// The elements with others behind them.
  ///
  /// - Complexity: that of writing the others, but for a copy each time that the elements have grown by half.
  public func appending(_ others: Values) -> Values {
    if others.isEmpty { return self }
    let end = count + others.count
    var longer = Values(memory, count: end)
    if !memory.take(from: count, to: end) {
      longer = Values(ValueMemory(capacity: end + Swift.max(64, end / 2), used: end), count: end)
      longer.base.update(from: base, count: count)
    }
    (longer.base + count).update(from: others.base, count: others.count)
    return longer
  }

  /// Whether both are the same elements in the same memory.
  fileprivate func isIdentical(to other: Values) -> Bool { base == other.base && count == other.count }

  /// Copies the elements to memory of their own unless no other value has theirs.
  @usableFromInline
  mutating func makeUnique() {
    if memory.isOwn, isKnownUniquelyReferenced(&memory) { return }
    let copy = ValueMemory<Element>(capacity: count, used: count)
    copy.base.update(from: base, count: count)
    (memory, base) = (copy, copy.base)
  }

  /// Calls a body with the elements in memory.
  @inlinable
  public func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Calls a body with the bytes of the elements in memory.
  @inlinable
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeRawBufferPointer(UnsafeBufferPointer(start: base, count: count)))
  }

  /// The elements as an array; the one that they were made of is not copied.
  public var array: [Element] { memory.array(count: count) ?? withUnsafeBufferPointer { Array($0) } }
}

extension Values: RandomAccessCollection, MutableCollection {
  /// 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { count }

  /// The element of an index.
  @inlinable
  public subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "The index is one of a value.")
      return base[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "The index is one of a value.")
      makeUnique()
      base[index] = newValue
    }
  }

  /// Calls a body with the elements in memory.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(start: base, count: count))
  }
}

extension Values: ExpressibleByArrayLiteral {
  /// Takes the elements of a literal.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Values: Equatable where Element: Equatable {
  /// Whether both have equal elements, as of arrays.
  public static func == (left: Values, right: Values) -> Bool {
    left.isIdentical(to: right)
      || left.count == right.count
        && left.withUnsafeBufferPointer { left in
          right.withUnsafeBufferPointer { right in left.elementsEqual(right) }
        }
  }
}

extension Values: Hashable where Element: Hashable {
  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

extension Values: CustomStringConvertible {
  /// The elements as those of an array.
  public var description: String { "\(array)" }
}

// What several values share is written behind the end of each of them alone, by the one that takes the room.
extension Values: @unchecked Sendable where Element: Sendable {}

/// The memory of values: an array's, or its own with room to grow.
@usableFromInline
final class ValueMemory<Element: BitwiseCopyable> {
  @usableFromInline let base: UnsafeMutablePointer<Element>
  private let capacity: Int
  /// The number of elements that the longest of its values has.
  private let used: Atomic<Int>
  /// The array whose memory it is, which is never written to; nil for memory of its own.
  private let array: [Element]?

  /// The memory of an array, whose elements keep their place as long as something holds it and nothing changes it.
  init(of array: [Element]) {
    if let place = array.withUnsafeBufferPointer({ $0.baseAddress }) {
      base = UnsafeMutablePointer(mutating: place)
      self.array = array
    } else {
      base = .allocate(capacity: 0)
      self.array = nil
    }
    capacity = array.count
    used = Atomic(array.count)
  }

  /// Memory with room, of which the first part is to be written at once.
  init(capacity: Int, used: Int) {
    base = .allocate(capacity: capacity)
    ColumnMemory.preferLargePages(base, byteCount: capacity * MemoryLayout<Element>.stride)
    array = nil
    self.capacity = capacity
    self.used = Atomic(used)
  }

  deinit { if array == nil { base.deallocate() } }

  /// The array whose memory it is, if it has as many elements.
  func array(count: Int) -> [Element]? { array?.count == count ? array : nil }

  /// True if its elements may be changed.
  var isOwn: Bool { array == nil }

  /// Takes the room behind values that end at an index; false if there is none, or others have it.
  func take(from start: Int, to end: Int) -> Bool {
    array == nil && end <= capacity
      && used.compareExchange(expected: start, desired: end, ordering: .acquiringAndReleasing).exchanged
  }
}
