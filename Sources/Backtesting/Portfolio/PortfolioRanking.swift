import Columns

/// The decision of a portfolio on one of its symbols at the last close of a period.
public struct PortfolioChoice: Sendable, Hashable {
  /// The reason why a symbol is held, or is not.
  public enum Outcome: Sendable, Hashable {
    /// It is held.
    case held
    /// It takes the weight not allocated to the others.
    case reserve
    /// It has no bar, or no close above zero, at that moment.
    case noPrice
    /// It does not belong to its universe on the day of the deciding close.
    case notMember
    /// Neither its condition for a long nor that for a short position holds.
    case notCandidate
    /// It may be held long and short at one time: neither is taken.
    case conflict
    /// Its rank is missing.
    case rankMissing
    /// Its weight is missing, or not above zero.
    case weightMissing
    /// Enough of its group rank before it to fill the group.
    case groupFull
    /// Enough symbols rank before it to fill all places.
    case outranked
  }

  /// The symbol, by its place in the portfolio.
  public var symbol: Int
  /// The side that it may be held on.
  public var side: Side
  /// The bar of the symbol; nil if it has none.
  public var bar: Int?
  /// The value by which it is ranked, the highest first; 0 if symbols have no rank, missing if it is not a candidate.
  public var rank: Double
  /// The share of the deciding equity that it gets, above zero on both sides; 0 if it is not held.
  public var weight: Double
  /// Its place among the candidates of its side, from 1; nil if it is none.
  public var place: Int?
  /// The outcome for the symbol.
  public var outcome: Outcome

  /// True if it is to be held.
  public var isHeld: Bool { outcome == .held || outcome == .reserve }
}

/// The ranking and weighing of a portfolio's symbols at a close: which of them are held, and with how much of the equity.
public struct PortfolioRanking: Sendable {
  let symbols: [PortfolioSymbol]
  let clock: PortfolioClock
  let rules: PortfolioRules
  let leverage: Double

  /// The ranking of symbols by rules.
  ///
  /// - Parameter leverage: the largest gross value of the positions, over the equity.
  public init(
    _ symbols: [PortfolioSymbol], clock: PortfolioClock, rules: PortfolioRules, leverage: Double = 1
  ) {
    (self.symbols, self.clock, self.rules, self.leverage) = (symbols, clock, rules, leverage)
  }

  /// All symbols at the close of a step: first those that are held, long ones before short ones and the best ranked first,
  /// then the others that could be ranked, then the rest in the order of the portfolio.
  public func choices(at step: Int) -> [PortfolioChoice] {
    var longs: [PortfolioChoice] = []
    var shorts: [PortfolioChoice] = []
    var others: [PortfolioChoice] = []
    symbols.withUnsafeBufferPointer { symbols in
      guard let first = symbols.baseAddress else { return }
      for place in symbols.indices where place != rules.reserve {
        let choice = choice(place, first + place, at: step)
        switch (choice.outcome, choice.side) {
        case (.held, .long): longs.append(choice)
        case (.held, .short): shorts.append(choice)
        default: others.append(choice)
        }
      }
    }
    longs.sort { $0.rank != $1.rank ? $0.rank > $1.rank : $0.symbol < $1.symbol }
    // Short sales are taken from the other end of the ranking.
    shorts.sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.symbol < $1.symbol }
    var groups = GroupCounts()
    var ranked = choose(longs, &groups) + choose(shorts, &groups)
    weigh(&ranked, at: step)
    return ranked.filter(\.isHeld) + ranked.filter { !$0.isHeld } + others
  }

  /// The groups that candidates have been taken of.
  private struct GroupCounts {
    var symbols: [String: Int] = [:]
    var shares: [String: Double] = [:]
  }

  /// Numbers the candidates of a side and leaves out those that have no place.
  private func choose(_ candidates: [PortfolioChoice], _ groups: inout GroupCounts) -> [PortfolioChoice] {
    var candidates = candidates
    var taken = 0
    for index in candidates.indices {
      candidates[index].place = index + 1
      if let most = rules.groups?.hold, let group = group(of: candidates[index].symbol) {
        groups.symbols[group, default: 0] += 1
        if groups.symbols[group, default: 0] > most {
          candidates[index].outcome = .groupFull
          candidates[index].weight = 0
          continue
        }
      }
      if let hold = rules.hold, taken >= hold {
        candidates[index].outcome = .outranked
        candidates[index].weight = 0
      } else {
        taken += 1
      }
    }
    return candidates
  }

  /// Turns what the rules say of those that are held into shares of the equity, and gives the rest to the reserve.
  private func weigh(_ ranked: inout [PortfolioChoice], at step: Int) {
    let held = ranked.indices.filter { ranked[$0].outcome == .held }
    let sum = held.reduce(0) { $0 + ranked[$1].weight }
    let places = rules.hold.map { $0 * rules.sides } ?? held.count
    var rest = leverage
    var groups = GroupCounts()
    for index in held {
      switch rules.weighting {
      case .equal: ranked[index].weight = leverage / Double(places)
      case .share: break
      case .proportional: ranked[index].weight *= leverage / sum
      }
      ranked[index].weight = min(ranked[index].weight, rules.limit)
      if let bounds = rules.groups, let group = group(of: ranked[index].symbol) {
        let room = max(0, bounds.limit - groups.shares[group, default: 0])
        ranked[index].weight = min(ranked[index].weight, room)
        groups.shares[group, default: 0] += ranked[index].weight
      }
      rest -= ranked[index].weight
    }
    guard let reserve = rules.reserve, rest > 1e-12, let bar = clock.bar(of: reserve, at: step) else { return }
    ranked.append(
      PortfolioChoice(symbol: reserve, side: .long, bar: bar, rank: 0, weight: rest, outcome: .reserve))
  }

  private func group(of place: Int) -> String? { rules.groups?.names[place] }

  /// A symbol before it is ranked: `held` if it may be.
  ///
  /// The symbol is read in place: a copy counts the references of all its columns.
  private func choice(_ place: Int, _ symbol: UnsafePointer<PortfolioSymbol>, at step: Int) -> PortfolioChoice {
    let bar = clock.bar(of: place, at: step)
    var choice = PortfolioChoice(symbol: place, side: .long, bar: bar, rank: .nan, weight: 0, outcome: .noPrice)
    guard let bar, symbol.pointee.bars.close.values[bar] > 0 else { return choice }
    if let membership = symbol.pointee.membership, !membership.contains(clock.days[step]) {
      choice.outcome = .notMember
      return choice
    }
    let mayBeLong = rules.holdsLong && (symbol.pointee.isCandidate.map { $0.values[bar] == 1 } ?? true)
    let mayBeShort = rules.holdsShort && (symbol.pointee.isShortCandidate.map { $0.values[bar] == 1 } ?? true)
    guard mayBeLong != mayBeShort else {
      choice.outcome = mayBeLong ? .conflict : .notCandidate
      return choice
    }
    choice.side = mayBeLong ? .long : .short
    choice.rank = symbol.pointee.rank?.values[bar] ?? 0
    choice.weight = symbol.pointee.weight?.values[bar] ?? 1
    if choice.rank.isNaN {
      (choice.outcome, choice.weight) = (.rankMissing, 0)
    } else if !(choice.weight > 0) || !choice.weight.isFinite {
      (choice.outcome, choice.weight) = (.weightMissing, 0)
    } else {
      choice.outcome = .held
    }
    return choice
  }
}
