/// A clock that gives the time, and can be waited on.
///
/// A test puts in one that moves on by itself, so that nothing waits.
public struct WaitingClock: Sendable {
  /// The milliseconds since 1970.
  public var now: @Sendable () -> Int64
  /// Waits for some seconds, or until the question is answered with true.
  public var wait: @Sendable (_ seconds: Double, _ isStopped: @Sendable () -> Bool) -> Void
  /// A number from 0 up to 1, to spread the times at which several programs ask again.
  public var spread: @Sendable () -> Double

  /// Makes a clock.
  public init(
    now: @escaping @Sendable () -> Int64,
    wait: @escaping @Sendable (_ seconds: Double, _ isStopped: @Sendable () -> Bool) -> Void,
    spread: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.wait = wait
    self.spread = spread
  }

  /// A stopped clock that never waits.
  public static let still = WaitingClock(now: { 0 }, wait: { _, _ in }, spread: { 0 })
}
