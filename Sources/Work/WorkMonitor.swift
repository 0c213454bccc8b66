/// Lets long work report its progress and be stopped.
///
/// Work calls `checkpoint` at steady intervals (thousands of bars, not each one). It is called from any
/// thread; `report` must bear that.
public struct WorkMonitor: Sendable {
  private let isCancelled: @Sendable () -> Bool
  private let report: @Sendable (_ done: Int, _ total: Int) -> Void
  private let tell: @Sendable (_ text: String) -> Void

  /// Makes a monitor from a question and a listener.
  public init(
    isCancelled: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    tell: @escaping @Sendable (_ text: String) -> Void = { _ in }
  ) {
    self.isCancelled = isCancelled
    self.report = report
    self.tell = tell
  }

  /// A monitor that never stops the work and reports nothing.
  public static let none = WorkMonitor(isCancelled: { false })

  /// True once the work is asked to stop.
  public var isStopped: Bool { isCancelled() }

  /// Reports the reason for a wait, or the progress of work whose total is unknown.
  public func say(_ text: String) { tell(text) }

  /// Reports the progress and throws `Interrupted` if the work is asked to stop.
  public func checkpoint(done: Int = 0, total: Int = 0) throws(Interrupted) {
    if isCancelled() { throw Interrupted() }
    report(done, total)
  }
}

/// The work was stopped by its user; nothing of it counts.
public struct Interrupted: Error, Sendable, Hashable {
  /// Makes the error.
  public init() {}
}
