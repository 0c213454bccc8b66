/// The scores of a strategy, each from 0 to 1; nil if one is not known.
///
/// A score is an accuracy: the share of predicted directions that came true. One that is not known is not 0.5: it is
/// left out, and the weights of the others are scaled up to a sum of 1.
public struct ScoreSet: Sendable, Hashable {
  /// The accuracy on past bars.
  public var backtest: Double?
  /// The accuracy on bars after those used to choose parameters.
  public var walkforward: Double?
  /// The accuracy of settled signals.
  public var live: Double?

  /// Makes a set of scores.
  public init(backtest: Double? = nil, walkforward: Double? = nil, live: Double? = nil) {
    (self.backtest, self.walkforward, self.live) = (backtest, walkforward, live)
  }

  /// The score of a test; nil if it is not known.
  public subscript(kind: ScoreKind) -> Double? {
    switch kind {
    case .backtest: backtest
    case .walkforward: walkforward
    case .live: live
    }
  }

  /// The tests whose scores are known.
  public var known: [ScoreKind] { ScoreKind.allCases.filter { self[$0] != nil } }

  /// The tests whose scores are not known.
  public var missing: [ScoreKind] { ScoreKind.allCases.filter { self[$0] == nil } }

  /// The missing scores and the new places of their weights, in one sentence; nil if none is missing.
  public var note: String? {
    guard !missing.isEmpty, !known.isEmpty else { return nil }
    func names(_ kinds: [ScoreKind]) -> String { kinds.map(\.name).joined(separator: " and ") }
    let going = missing.count == 1 ? "its weight goes" : "their weights go"
    return "There is no \(names(missing)) score; \(going) to \(names(known))."
  }

  /// Refuses scores outside of 0 to 1, and a set without any.
  public func validate() throws(ConfidenceError) {
    for kind in ScoreKind.allCases {
      if let score = self[kind], !(0...1).contains(score) { throw .score(kind, score) }
    }
    if known.isEmpty { throw .noScores }
  }
}
