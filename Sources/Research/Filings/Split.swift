import Calendar
import Text

extension Fundamentals {
  /// A split of shares, seen in a filing that restates an average of shares by an integer factor.
  public struct Split: Sendable, Hashable {
    /// New shares for one old: 10 for a split of ten for one, 0.1 for a merger of ten into one.
    public var factor: Double
    /// The day of the first filing that counts in new shares.
    public var filed: CivilDate
    /// That filing.
    public var accession: String

    /// The split as people write it: `10:1`, `1:8`, `3:2`.
    public var text: String {
      if factor == 1.5 { return "3:2" }
      return factor >= 1 ? "\(NumberText.plain(factor)):1" : "1:\(NumberText.plain((1 / factor).rounded()))"
    }

    /// New shares today for one share of a filing of some day.
    public static func factor(_ splits: [Split], after day: CivilDate) -> Double {
      splits.reduce(1) { $1.filed > day ? $0 * $1.factor : $0 }
    }

    /// The near simple factor between two counts, such as 10, 0.25 or 1.5; nil if there is none.
    static func factor(from old: Double, to new: Double, within tolerance: Double) -> Double? {
      guard old > 0, new > 0 else { return nil }
      let ratio = new / old
      return usual.first { abs(ratio / $0 - 1) <= tolerance }
    }

    private static let usual: [Double] = {
      let forward: [Double] = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50]
      return forward + [1.5] + forward.map { 1 / $0 }
    }()

    /// The splits that a ledger shows.
    ///
    /// A split is restated for the quarters first and for the years in the next annual report: the same factor within
    /// 400 days is the same split. Counts that a filing gives in thousands are not a split.
    static func all(in ledger: FactLedger) -> [Split] {
      var seen: [(filing: Int32, factor: Double)] = []
      for name in [
        "WeightedAverageNumberOfDilutedSharesOutstanding", "WeightedAverageNumberOfSharesOutstandingBasic",
        "WeightedAverageShares",
      ] {
        guard let concept = FactConcept.named(name) else { continue }
        let facts = ledger.facts[concept.number]
        for (old, new) in zip(facts, facts.dropFirst()) where old.end == new.end && old.start == new.start {
          if let factor = factor(from: old.value, to: new.value, within: 0.01) { seen.append((new.filing, factor)) }
        }
      }
      var splits: [Split] = []
      seen += ofAmounts(in: ledger)
      for (filing, factor) in seen.sorted(by: { ($0.filing, $0.factor) < ($1.filing, $1.factor) }) {
        let filing = ledger.filings[Int(filing)]
        let isKnown = splits.contains { $0.factor == factor && filing.filed <= $0.filed.adding(days: 400) }
        if !isKnown { splits.append(Split(factor: factor, filed: filing.filed, accession: filing.accession)) }
      }
      return splits
    }

    /// The splits that amounts a share show: a filing restates two or more of them by one factor, and not the income.
    private static func ofAmounts(in ledger: FactLedger) -> [(filing: Int32, factor: Double)] {
      func restated(_ concept: FactConcept) -> [(old: FactLedger.Fact, new: FactLedger.Fact)] {
        let facts = ledger.facts[concept.number]
        return zip(facts, facts.dropFirst()).filter { $0.end == $1.end && $0.start == $1.start && $0.value != $1.value }
          .map { (old: $0, new: $1) }
      }
      let incomes = FactConcept.named("NetIncomeLoss").map(restated) ?? []
      var seen: [(filing: Int32, factor: Double)] = []
      for concept in FactConcept.all where concept.unit == .moneyPerShare {
        for (old, new) in restated(concept) {
          guard let factor = usual.first(where: { isRestated(old.value, new.value, by: $0) }),
            !incomes.contains(where: { income in
              income.new.filing == new.filing && abs(income.new.value * factor / income.old.value - 1) < 0.05
            })
          else { continue }
          seen.append((new.filing, factor))
        }
      }
      return seen.filter { one in seen.count { $0.filing == one.filing && $0.factor == one.factor } > 1 }
    }

    /// True for a new amount that is the old one by a factor, exactly or except for rounding to cents.
    private static func isRestated(_ old: Double, _ new: Double, by factor: Double) -> Bool {
      let slack = 0.0051 * (factor + 1)
      let distance = abs(new * factor - old)
      return distance <= 1e-6 * abs(old) || distance <= slack && slack <= 0.05 * abs(old)
    }
  }
}

extension Fundamentals {
  /// The first split that surely lies after a day; nil if there was none.
  ///
  /// A price of that day is then of other shares than a count of today, unless it was adjusted. A split happens between
  /// the filing that shows it and the one before: within that time it is unknown.
  public func split(after day: CivilDate) -> Split? {
    let days = filingDates
    return splits.first { split in days.last { $0 < split.filed }.map { $0 >= day } ?? false }
  }
}

extension Fundamentals {
  /// The splits since a count of shares of an earlier valuation: the newest ones that turn it into the count that the
  /// reports state for about that day, in the shares of today.
  ///
  /// The count itself shows its unit. Days would not: a valuation of an old base year may be of today, and a filing
  /// shows a split only months later.
  ///
  /// - Parameters:
  ///   - count: the count of shares.
  ///   - day: the day that it is of; nil takes the newest reports.
  /// - Returns: the splits, oldest first; none if the reports state no count that it can be compared with.
  public func splits(since count: Double, on day: CivilDate?) -> [Split] {
    guard !splits.isEmpty, count > 0, let reported = shares(near: day) else { return [] }
    func distance(_ newest: Int) -> Double {
      let factor = splits.suffix(newest).reduce(1) { $0 * $1.factor }
      return max(count * factor / reported, reported / (count * factor))
    }
    guard let best = (0...splits.count).min(by: { distance($0) < distance($1) }), distance(best) < 1.4 else {
      return []
    }
    return Array(splits.suffix(best))
  }

  /// The count of shares that the reports state for the year nearest to a day, in the shares of today.
  private func shares(near day: CivilDate?) -> Double? {
    let items = [Item.coverShares, .basicShares, .dilutedShares]
    let stated = years.filter { year in items.contains { year[$0] != nil } }
    let nearest = stated.min { abs($0.end.days(from: day)) < abs($1.end.days(from: day)) }
    guard let year = day == nil ? stated.last : nearest, let figure = items.lazy.compactMap({ year[$0] }).first else {
      return nil
    }
    return figure.value * Split.factor(splits, after: figure.filed)
  }
}

extension CivilDate {
  /// The days since another day; 0 without one.
  fileprivate func days(from other: CivilDate?) -> Int { other.map { daysSince1970 - $0.daysSince1970 } ?? 0 }
}
