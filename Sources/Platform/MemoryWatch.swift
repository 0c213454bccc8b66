import LibC
import Synchronization

/// The limit on the program's memory, checked while a statement runs.
///
/// Work that responds to Ctrl-C responds to this too: `isExceeded` is part of the monitor's check. A statement that
/// would exhaust the machine's memory ends with an error instead, and the session is unchanged.
public final class MemoryWatch: Sendable {
  /// An excess over the limit, in bytes.
  public struct Excess: Sendable, Hashable {
    /// The bytes that the program held.
    public var used: Int
    /// The bytes that it may hold.
    public var limit: Int
  }

  private let pause: Int
  private let measure: @Sendable () -> Int
  private let release: @Sendable () -> Void
  private let total: @Sendable () -> Int
  private let limit = Atomic(Int.max)
  private let nextLook = Atomic(Int.max)
  private let used = Atomic(0)

  /// Makes a watch of this process; tests give it other measures.
  ///
  /// - Parameters:
  ///   - pause: the milliseconds between two looks at the memory.
  ///   - measure: the bytes that the process holds.
  ///   - release: gives memory that was freed back to the system, before an excess counts.
  ///   - total: the bytes that there are.
  public init(
    pause: Int = 20,
    measure: @escaping @Sendable () -> Int = SystemMemory.resident,
    release: @escaping @Sendable () -> Void = SystemMemory.release,
    total: @escaping @Sendable () -> Int = SystemMemory.total
  ) {
    self.pause = pause
    self.measure = measure
    self.release = release
    self.total = total
  }

  /// Begins a statement.
  ///
  /// - Parameter bytes: the most memory that the program may hold; nil for three quarters of the machine's memory.
  public func begin(limit bytes: Int?) {
    used.store(0, ordering: .relaxed)
    limit.store(bytes ?? -1, ordering: .relaxed)
    nextLook.store(Self.milliseconds() + pause, ordering: .relaxed)
  }

  /// Ends the statement: nothing is looked at until the next one.
  public func end() {
    used.store(0, ordering: .relaxed)
    nextLook.store(Int.max, ordering: .relaxed)
  }

  /// True once the statement made the program hold more than it may.
  ///
  /// It looks at the memory once in each pause, however often it is asked, and from any thread.
  public var isExceeded: Bool {
    if used.load(ordering: .relaxed) > 0 { return true }
    let now = Self.milliseconds()
    guard now >= nextLook.load(ordering: .relaxed) else { return false }
    nextLook.store(now + pause, ordering: .relaxed)
    return look()
  }

  /// The excess that ended the statement; nil if it had none.
  public var excess: Excess? {
    let bytes = used.load(ordering: .relaxed)
    return bytes > 0 ? Excess(used: bytes, limit: bytesAllowed) : nil
  }

  private var bytesAllowed: Int {
    let set = limit.load(ordering: .relaxed)
    if set >= 0 { return set }
    let bytes = total() / 4 * 3
    return bytes > 0 ? bytes : Int.max
  }

  private func look() -> Bool {
    let allowed = bytesAllowed
    guard measure() > allowed else { return false }
    release()
    let bytes = measure()
    guard bytes > allowed else { return false }
    used.store(bytes, ordering: .relaxed)
    return true
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
