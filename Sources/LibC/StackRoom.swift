/// The room on the stack below the call that made it, for work that calls itself as deeply as somebody's text goes.
///
/// A thread has 8 MiB, unless it was started with less. Work that begins near the top of the stack may go down to
/// 5 MiB of it, which leaves enough for whatever it calls last.
public struct StackRoom: Sendable {
  private let end: UInt

  /// Counts the room from here.
  public init(bytes: UInt = 5 << 20) { end = Self.here &- bytes }

  /// True where the room is used up.
  public var isShort: Bool { Self.here < end }

  /// An address on the stack.
  @inline(never)
  private static var here: UInt {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { UInt(bitPattern: $0.baseAddress) }
  }
}
