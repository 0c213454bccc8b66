import Calendar
import OrderedCollections
import Text
import Valuation

/// The splits of a company's shares since a valuation was made.
public struct SplitsSince: Sendable, Hashable {
  /// The splits, oldest first; none if its shares are those of today.
  public var splits: [Fundamentals.Split]

  /// New shares of today for one share of the valuation.
  public var factor: Double { splits.reduce(1) { $0 * $1.factor } }

  /// The sentence for values that were converted to the shares of today; nil without a split.
  ///
  /// - Parameter value: the former value of a share.
  public func text(was value: Double) -> String? {
    guard !splits.isEmpty else { return nil }
    let all = Wording.list(splits.map(\.text))
    return "in the shares of today: \(NumberFormat.fixed(2).text(value)) a share before the "
      + "\(splits.count == 1 ? "split" : "splits") of \(all)"
  }
}

extension CompanyResearch {
  /// The splits since a valuation, seen by its count of shares; none if the company's figures are not loaded.
  ///
  /// - Parameters:
  ///   - assumptions: the assumptions of the valuation.
  ///   - ticker: its company.
  ///   - end: the last day of its base year; nil if it is not known.
  public func splits(since assumptions: Assumptions, of ticker: String, baseEnd end: CivilDate?) -> SplitsSince {
    fundamentals[ticker].map { $0.splits(since: assumptions, baseEnd: end) } ?? SplitsSince(splits: [])
  }
}

extension Fundamentals {
  /// The splits since a valuation, seen by its count of shares.
  func splits(since assumptions: Assumptions, baseEnd end: CivilDate?) -> SplitsSince {
    guard case .scalar(let shares)? = assumptions[.shares]?.value else { return SplitsSince(splits: []) }
    var typed = 1.0
    if case .scalar(let split)? = assumptions[.split]?.value { typed = split }
    return SplitsSince(splits: splits(since: shares * typed, on: end))
  }
}
