/// A guardrail: a limit on what the orders of an account may risk.
public enum GuardField: String, Sendable, CaseIterable {
  /// The fall of the equity from its peak that halts the account.
  case maxDrawdown = "max_drawdown"
  /// The fall of the equity from the peak of its day that halts the account.
  case dailyLoss = "daily_loss"
  /// The part of the equity that an order may lose at its stop.
  case riskPerTrade = "risk_per_trade"
  /// The symbols that are held at once.
  case maxPositions = "max_positions"
  /// The distance of a stop from the entry, in average true ranges.
  case atrStop = "atr_stop"
  /// The distance of a target from the entry, in average true ranges.
  case atrTarget = "atr_target"

  /// What values a guardrail takes.
  public struct Terms: Sendable, Hashable {
    /// The values that it may have.
    public var range: ClosedRange<Double>
    /// The step of a control that sets it.
    public var step: Double
    /// The value of an account that has set none.
    public var usual: Double
    /// True for a part of the equity.
    public var isRate = false
    /// True for a count.
    public var isWhole = false
  }

  /// The values that it takes.
  public var terms: Terms {
    switch self {
    case .maxDrawdown: Terms(range: 0.05...0.9, step: 0.01, usual: 0.2, isRate: true)
    case .dailyLoss: Terms(range: 0.01...0.5, step: 0.005, usual: 0.05, isRate: true)
    case .riskPerTrade: Terms(range: 0.005...0.1, step: 0.001, usual: 0.02, isRate: true)
    case .maxPositions: Terms(range: 1...10, step: 1, usual: 3, isWhole: true)
    case .atrStop: Terms(range: 0.5...3, step: 0.1, usual: 1.5)
    case .atrTarget: Terms(range: 1...5, step: 0.1, usual: 2.5)
    }
  }
}

/// The guardrails of an account.
public struct Guards: Sendable, Hashable {
  /// The values that were set.
  public var values: [GuardField: Double]

  /// Makes guardrails; those that are not set have their usual values.
  public init(_ values: [GuardField: Double] = [:]) { self.values = values }

  /// The value of one.
  public subscript(field: GuardField) -> Double { values[field] ?? field.terms.usual }

  /// The distance of a stop from an entry that has none of its own.
  ///
  /// - Parameter meanRange: the mean of the last 14 true ranges; missing if they are not known, for a hundredth of the
  ///   price.
  public func stopDistance(from entry: Double, meanRange: Double) -> Double {
    meanRange.isFinite && meanRange > 0 ? meanRange * self[.atrStop] : entry.magnitude / 100
  }

  /// The distance of a target from an entry, as ``stopDistance(from:meanRange:)``; without ranges two hundredths.
  public func targetDistance(from entry: Double, meanRange: Double) -> Double {
    meanRange.isFinite && meanRange > 0 ? meanRange * self[.atrTarget] : entry.magnitude / 50
  }
}
