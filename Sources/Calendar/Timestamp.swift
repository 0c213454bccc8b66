/// A moment: milliseconds since 1970-01-01T00:00:00 UTC, leap seconds not counted.
///
/// A bar carries the timestamp of its opening. People read the civil time in the zone of the
/// series, see `Zone`.
public struct Timestamp: Sendable, Hashable, Comparable, BitwiseCopyable {
  /// Milliseconds since the epoch; negative before 1970.
  public var milliseconds: Int64

  /// Makes a timestamp from milliseconds since the epoch.
  @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Makes a timestamp from whole seconds since the epoch.
  @inlinable public init(seconds: Int64) { milliseconds = seconds * 1000 }

  /// Whole seconds since the epoch, rounded down.
  @inlinable public var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000)
  }

  /// True if the left moment comes first.
  @inlinable public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
