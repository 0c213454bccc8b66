import Calendar

/// What the guardrails remember of an account's equity, and whether they have halted it.
public struct GuardMarks: Sendable, Hashable {
  /// The reason of a halt.
  public enum Halt: String, Sendable, Hashable {
    /// The fall from the peak.
    case drawdown
    /// The fall from the peak of the day.
    case dailyLoss = "daily loss"
    /// The user.
    case user
    /// The broker has other positions or other cash than the book.
    case broker
  }

  /// The equity when it was marked last.
  public var equity: Double
  /// The highest equity since the beginning, or since the last reset.
  public var peak: Double
  /// The day of the last mark, in days since 1970 by UTC.
  public var day: Int
  /// The highest equity of that day.
  public var dayPeak: Double
  /// The money from outside so far: what comes or goes is no gain and no loss.
  public var flows: Double
  /// The reason why no position is opened; nil if orders pass.
  public var halt: Halt?
  /// The time of the halt.
  public var haltedAt: Timestamp?

  /// Makes marks of an account that is watched from now on.
  public init(equity: Double, flows: Double, at time: Timestamp) {
    (self.equity, peak, dayPeak, self.flows) = (equity, equity, equity, flows)
    day = Self.day(of: time)
  }

  private static func day(of time: Timestamp) -> Int { Zone.utc.civilTime(at: time).date.daysSince1970 }

  /// The fall from the peak, in parts of it.
  public var drawdown: Double { peak > 0 ? max(0, 1 - equity / peak) : 0 }
  /// The fall from the peak of the day, in parts of it.
  public var dailyLoss: Double { dayPeak > 0 ? max(0, 1 - equity / dayPeak) : 0 }

  /// Takes a new equity in.
  ///
  /// - Returns: the reason of a halt that begins with it.
  public mutating func mark(equity: Double, flows: Double, at time: Timestamp, _ guards: Guards) -> Halt? {
    guard equity.isFinite else { return nil }
    let moved = flows - self.flows
    peak += moved
    dayPeak += moved
    (self.equity, self.flows) = (equity, flows)
    let today = Self.day(of: time)
    if today > day { (day, dayPeak) = (today, equity) }
    peak = max(peak, equity)
    dayPeak = max(dayPeak, equity)
    guard halt == nil else { return nil }
    halt =
      drawdown >= guards[.maxDrawdown] ? .drawdown : dailyLoss >= guards[.dailyLoss] ? .dailyLoss : nil
    if halt != nil { haltedAt = time }
    return halt
  }

  /// Lifts a halt; falls are measured from the present equity then.
  public mutating func reset() { (halt, haltedAt, peak, dayPeak) = (nil, nil, equity, equity) }
}
