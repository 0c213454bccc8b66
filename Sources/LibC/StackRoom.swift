/// The stack space left below the call that created it, for recursion whose depth depends on user input.
///
/// A thread has 8 MiB, unless it was started with less. Work that begins near the top of the stack may use 5 MiB of it,
/// which leaves enough for any leaf call.
public struct StackRoom: Sendable {
  private let end: UInt

  /// Counts the room from here.
  public init(bytes: UInt = 5 << 20) { end = Self.here &- bytes }

  /// True if the room is used up.
  public var isShort: Bool { Self.here < end }

  /// An address on the stack.
  @inline(never)
  private static var here: UInt {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { UInt(bitPattern: $0.baseAddress) }
  }
}
