import Calendar

/// The outcome of a signal, as far as the bars after it are known.
public struct Settlement: Sendable, Hashable {
  /// The state of an entry.
  public enum State: Sendable, Hashable {
    /// The number of bars still to come.
    case pending(bars: Int)
    /// The horizon is over.
    case settled(Outcome)
    /// The closes do not reach back to the bar of the signal.
    case uncovered
    /// The signal's bar is missing from the history or now has another price, so later closes are not comparable with
    /// the entry.
    case rewritten
  }

  /// Right, wrong, or neither.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The price went in the direction.
    case right
    /// The price went against the direction.
    case wrong
    /// Nothing was expected (HOLD, or a neutral direction), or the price is the same.
    case neither
  }

  /// The outcome of a signal whose horizon is over.
  public struct Outcome: Sendable, Hashable {
    /// The time of the bar that settled it.
    public let time: Timestamp
    /// The close of that bar.
    public let price: Double
    /// The return of the market, close / price - 1.
    public let marketReturn: Double
    /// The return of the signal: the market's for a bullish one, its negative for a bearish one, 0 for HOLD and a
    /// neutral one.
    public let signalReturn: Double
    /// Right, wrong, or neither.
    public let verdict: Verdict
  }

  /// A difference between the journal's entry and the current data for the same bar.
  public enum Rewriting: Sendable, Hashable {
    /// The bars up to the signal have another fingerprint.
    case data(was: String, now: String)
    /// The bar of the signal has another close.
    case price(was: Double, now: Double)
    /// The bar of the signal is gone, though there are bars before it.
    case barGone
  }

  /// The state.
  public let state: State
  /// The differences between the entry and the current history; empty if both agree.
  public let rewritings: [Rewriting]

  /// The outcome; nil if there is none yet, or it is unknown.
  public var outcome: Outcome? {
    if case .settled(let outcome) = state { outcome } else { nil }
  }
}

extension Settlement.Rewriting: CustomStringConvertible {
  /// The difference in one sentence.
  public var description: String {
    switch self {
    case .data(let was, let now): "The bars up to the signal were \(was), and are \(now) now."
    case .price(let was, let now): "The close of the signal's bar was \(was), and is \(now) now."
    case .barGone: "The bar of the signal is gone."
    }
  }
}
