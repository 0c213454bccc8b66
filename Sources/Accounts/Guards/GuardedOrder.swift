/// An order that opens a position or adds to one, as the guardrails see it.
public struct GuardedOrder: Sendable, Hashable {
  /// The symbol.
  public var symbol: String
  /// The units.
  public var size: Double
  /// The price at which it fills, or is to fill.
  public var entry: Double
  /// The price at which it is given up; of an order without one that of the account's `atr_stop`.
  public var stop: Double

  /// Makes an order.
  public init(_ symbol: String, size: Double, entry: Double, stop: Double) {
    (self.symbol, self.size, self.entry, self.stop) = (symbol, size, entry, stop)
  }

  /// The money that is lost if the stop fills at its price.
  public var risk: Double { size * (entry - stop).magnitude }

  /// The reason why an order is refused.
  public enum Refusal: Sendable, Hashable {
    /// The account is halted.
    case halted(GuardMarks.Halt)
    /// It holds its most symbols.
    case positions(Int)
    /// The equity is too far below its peak.
    case drawdown(Double)
    /// The equity is too far below the peak of the day.
    case dailyLoss(Double)
    /// It may lose more than one order may; `within` units may be bought.
    case risk(share: Double, within: Double)
  }

  /// The number of checks.
  public static var checks: Int { 5 }

  /// Checks an order: halted, positions, drawdown, loss of the day, risk, in this order.
  ///
  /// - Parameter held: the symbols that are held.
  /// - Returns: the first reason why it is refused; nil if it passes all.
  public func refusal(_ guards: Guards, _ marks: GuardMarks, held: Set<String>) -> Refusal? {
    if let halt = marks.halt { return .halted(halt) }
    if !held.contains(symbol), Double(held.count) >= guards[.maxPositions] { return .positions(held.count) }
    if marks.drawdown >= guards[.maxDrawdown] { return .drawdown(marks.drawdown) }
    if marks.dailyLoss >= guards[.dailyLoss] { return .dailyLoss(marks.dailyLoss) }
    let most = guards[.riskPerTrade] * marks.equity
    // A billionth is rounding noise, not risk.
    guard risk > most * (1 + 1e-9) else { return nil }
    let share = marks.equity > 0 ? risk / marks.equity : .infinity
    let distance = (entry - stop).magnitude
    return .risk(share: share, within: distance > 0 ? max(0, most / distance) : 0)
  }
}
