import Calendar

/// The decision whether parameters must be chosen again, and when.
///
/// In this order: drift above 0.75, in 2 hours; drift above 0.50 more than 7 days after the last time, in 6 hours; more
/// than 30 days after the last time, in 12 hours; else not, and the next time is 30 days after the last. Days are of 24
/// hours and counted exactly, so that the next time never lies in the past.
public struct Retraining: Sendable, Hashable {
  /// The reasons for a decision.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Drift is above 0.75.
    case criticalDrift = "critical drift"
    /// Drift is above 0.50, and parameters are older than 7 days.
    case persistentDrift = "persistent drift"
    /// Parameters are older than 30 days.
    case schedule
    /// Parameters were never chosen.
    case never
    /// Nothing has to be done.
    case notDue = "not due"

    /// The words that are shown.
    public var name: String { rawValue }

    /// The hours that may pass; nil if nothing has to be done.
    public var hours: Int? {
      switch self {
      case .criticalDrift: 2
      case .persistentDrift: 6
      case .schedule, .never: 12
      case .notDue: nil
      }
    }
  }

  /// The days after which parameters are always chosen again.
  public static let days = 30
  /// The days that parameters may be young, although the drift is severe.
  public static let graceDays = 7

  /// The reason.
  public let reason: Reason
  /// The time at which parameters are chosen again.
  public let next: Timestamp

  /// Decides at a time.
  ///
  /// - Parameters:
  ///   - drift: The relative drift; nil if unknown, which is not a reason.
  ///   - last: The last time at which parameters were chosen; nil if there was none.
  ///   - now: The time of the decision.
  public init(drift: Double?, last: Timestamp?, now: Timestamp) {
    let drift = (drift ?? 0).withoutNoise
    let scheduled = last?.adding(days: Self.days)
    if drift > Drift.Severity.critical.limit {
      reason = .criticalDrift
    } else if drift > Drift.Severity.severe.limit, let last, now > last.adding(days: Self.graceDays) {
      reason = .persistentDrift
    } else if let scheduled {
      reason = now > scheduled ? .schedule : .notDue
    } else {
      reason = .never
    }
    next = reason.hours.map { now.adding(hours: $0) } ?? scheduled ?? now
  }

  /// True if parameters must be chosen again.
  public var isDue: Bool { reason != .notDue }
}
