import Work

/// The change of a share's value from one valuation to another, split by assumption.
///
/// Each assumption that differs is a player; an entire path is one. Its part is the Shapley value: the amount that it
/// adds on average over all orders in which the assumptions could be changed, so that no order is preferred. It is
/// exact: every mixture of the two valuations is valued. The parts add up to the gap.
public struct Attribution: Sendable, Equatable {
  /// The part of one assumption, or of several that cannot be separated.
  public struct Part: Sendable, Equatable {
    /// The names, in the order of the table of assumptions.
    ///
    /// Several are joined if some mixture of the two valuations is refused, such as the terminal growth of one with the
    /// discount rate of the other, or if they were grouped.
    public let assumptions: [String]
    /// The amount that they add to the value of a share.
    public let amount: Double
  }

  /// The most parts; each one more doubles the work.
  public static let mostParts = 16

  /// The value of a share in the second valuation less that in the first.
  public let gap: Double
  /// The parts, the largest first; added in this order they are the gap.
  public let parts: [Part]

  /// Splits the gap between two valuations.
  ///
  /// - Parameters:
  ///   - first: the valuation that is started from.
  ///   - second: the one that is gone to.
  ///   - groups: names of assumptions that are to be one part each.
  ///   - values: the values of a share in both, if they are known.
  /// - Returns: nil if the two rest on different base years.
  /// - Throws: `too-many-parts` above ``mostParts``, and the refusals of either valuation by itself.
  public init?(
    from first: Assumptions, to second: Assumptions, groups: [[String]] = [],
    values: (first: Double, second: Double)? = nil
  ) throws(ValuationError) {
    guard first.baseYear == second.baseYear else { return nil }
    let start = if let values { values.first } else { try Self.value(first) }
    let end = if let values { values.second } else { try Self.value(second) }
    gap = end - start
    var players = try Self.players(first, second)
    for group in groups {
      let names = group.map { AssumptionDefinition.canonical($0) ?? $0 }
      players = Self.joined(players, players.indices.filter { players[$0].contains(where: names.contains) })
    }
    while true {
      guard players.count <= Self.mostParts else { throw Self.tooMany(players) }
      switch Self.mixtures(players, first, second, start, end) {
      case .success(let values):
        parts = Self.parts(players, values, gap)
        return
      case .failure(let refusal):
        players = Self.merged(players, about: refusal)
      }
    }
  }

  /// Splits a gap among players from the values of all mixtures, whose bits say which players have moved.
  init(gap: Double, _ players: [[String]], _ values: [Double]) {
    self.gap = gap
    parts = Self.parts(players, values, gap)
  }

  /// The amounts that some assumptions add if changed before all others, and after all others.
  ///
  /// The part of an assumption is the mean over all orders, which these two are among.
  ///
  /// - Throws: the refusals of the mixtures of the two valuations.
  public static func ends(
    of names: [String], from first: Assumptions, to second: Assumptions
  ) throws(ValuationError) -> (before: Double, after: Double) {
    func changed(_ from: Assumptions, _ to: Assumptions) throws(ValuationError) -> Double {
      var changes: [Assumptions.Change] = []
      for name in names { changes += to.changes(of: from, restoring: name) }
      return try value(from.with(changes))
    }
    return (try changed(first, second) - value(first), try value(second) - changed(second, first))
  }

  /// The assumptions in which two valuations differ, in the order of the table, each a player; the price only if a
  /// value depends on it.
  private static func players(_ first: Assumptions, _ second: Assumptions) throws(ValuationError) -> [[String]] {
    var names = first.differences(from: second)
    if let price = names.firstIndex(of: AssumptionName.price.rawValue) {
      let inFirst = try DiscountedCashFlow.dependsOnPrice(first)
      let inSecond = try DiscountedCashFlow.dependsOnPrice(second)
      if !inFirst, !inSecond { names.remove(at: price) }
    }
    return names.map { [$0] }
  }

  private static func tooMany(_ players: [[String]]) -> ValuationError {
    ValuationError(
      code: .tooManyParts,
      message: "the valuations differ in \(players.count) assumptions, and the gap can be split among "
        + "\(mostParts) at most",
      assumptions: players.flatMap { $0 },
      hint: "group some that belong together, or compare with a valuation between the two"
    )
  }

  /// The values of all mixtures, whose bits say which players have moved; or the refusal of the first that is.
  private static func mixtures(
    _ players: [[String]], _ first: Assumptions, _ second: Assumptions, _ start: Double, _ end: Double
  ) -> Result<[Double], ValuationError> {
    let count = 1 << players.count
    func mixed(_ mixture: Int) throws(ValuationError) -> Assumptions {
      var changes: [Assumptions.Change] = []
      for (player, names) in players.enumerated() where mixture >> player & 1 == 1 {
        for name in names { changes += second.changes(of: first, restoring: name) }
      }
      return try first.with(changes)
    }
    var values = [Double](repeating: .nan, count: count)
    values[0] = start
    values[count - 1] = end
    // One player has no mixtures.
    guard count > 2 else { return .success(values) }
    let mixer = try? MixedModel(players, first, second)
    if var mixer, mixer.isSound(count, { mixture in try? value(mixed(mixture)) }) {
      for mixture in stride(from: 1, to: count - 1, by: 1) { values[mixture] = mixer.value(mixture) }
    } else {
      let chunk = max(1, (count + 63) / 64)
      values.withUnsafeMutableBufferPointer { values in
        _ = ParallelLoop.run(count: count, workers: SimulationWork.processors, chunk: chunk) { _, range in
          for mixture in range where values[mixture].isNaN {
            values[mixture] = (try? value(mixed(mixture))) ?? .nan
          }
          return true
        }
      }
    }
    for mixture in values.indices where values[mixture].isNaN {
      do throws(ValuationError) { values[mixture] = try value(mixed(mixture)) } catch { return .failure(error) }
    }
    return .success(values)
  }

  private static func value(_ assumptions: Assumptions) throws(ValuationError) -> Double {
    try DiscountedCashFlow.valuePerShare(of: assumptions)
  }

  /// The players with those of a refusal joined; all of them if it names fewer than two.
  private static func merged(_ players: [[String]], about refusal: ValuationError) -> [[String]] {
    let named = players.indices.filter { index in players[index].contains { refusal.assumptions.contains($0) } }
    return joined(players, named.count < 2 ? Array(players.indices) : named)
  }

  /// The players with some of them made one.
  private static func joined(_ players: [[String]], _ chosen: [Int]) -> [[String]] {
    guard let first = chosen.first, chosen.count > 1 else { return players }
    var result = players.indices.filter { !chosen.contains($0) }.map { players[$0] }
    result.insert(chosen.flatMap { players[$0] }, at: min(first, result.count))
    return result
  }

  /// The Shapley values of players from the values of all mixtures, whose bits say which players have moved.
  private static func parts(_ players: [[String]], _ values: [Double], _ gap: Double) -> [Part] {
    let count = players.count
    guard count > 0 else { return [] }
    let weights = Shapley.weights(count)
    var amounts = [Double](repeating: 0, count: count)
    for mixture in values.indices {
      let weight = mixture.nonzeroBitCount < count ? weights[mixture.nonzeroBitCount] : 0
      for player in 0..<count where mixture >> player & 1 == 0 {
        amounts[player] += weight * (values[mixture | 1 << player] - values[mixture])
      }
    }
    let order = amounts.indices.sorted { (abs(amounts[$1]), $0) < (abs(amounts[$0]), $1) }
    var ordered = order.map { amounts[$0] }
    Shapley.round(&ordered, to: gap)
    return zip(order, ordered).map { Part(assumptions: players[$0], amount: $1) }
  }
}

/// Values mixtures of two valuations whose differences are numbers, without resolving each.
private struct MixedModel {
  private let first: ModelInPlace
  private let second: ModelInPlace
  private var model: ModelInPlace
  /// The places of the model that each player moves.
  private let players: [[ModelPlace]]
  /// The mixture that ``model`` holds.
  private var mixture = 0

  /// - Returns: nil if the valuations differ in more than such numbers.
  init?(_ players: [[String]], _ first: Assumptions, _ second: Assumptions) throws(ValuationError) {
    let names = players.flatMap { $0 }.compactMap { AssumptionDefinition.key(of: $0) }
    guard names.count == players.reduce(0, { $0 + $1.count }), let start = try ModelInPlace(first, names),
      let end = try ModelInPlace(second, names), start.mixes(with: end)
    else { return nil }
    self.first = start
    self.second = end
    model = start
    var places = start.places[...]
    self.players = players.map { names in
      defer { places = places.dropFirst(names.count) }
      return Array(places.prefix(names.count))
    }
  }

  /// True if the fast values of the mixtures with one player moved, all but one, and two neighbours match an exact
  /// valuation.
  mutating func isSound(_ count: Int, _ exact: (Int) -> Double?) -> Bool {
    var checked = [count - 1]
    for player in players.indices {
      checked += [1 << player, (count - 1) ^ 1 << player, 1 << player | 1 << ((player + 1) % players.count)]
    }
    for mixture in checked {
      let value = value(mixture)
      guard let wanted = exact(mixture) else {
        if value.isNaN { continue }
        return false
      }
      if value != wanted { return false }
    }
    return true
  }

  /// The value of a mixture; missing if it is refused.
  mutating func value(_ wanted: Int) -> Double {
    for (player, places) in players.enumerated() where (wanted ^ mixture) >> player & 1 == 1 {
      let source = wanted >> player & 1 == 1 ? second : first
      for place in places { model.take(place, from: source) }
    }
    mixture = wanted
    return model.valuePerShare()
  }
}
