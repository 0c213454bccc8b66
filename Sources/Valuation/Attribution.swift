/// What moves the value of a share from one valuation to another, assumption by assumption.
///
/// Each assumption that differs is a player; a whole path is one. Its part is the Shapley value: what it adds on
/// average over all orders in which the assumptions could be changed one after the other, so that no order is
/// preferred. The parts add up to the gap.
public struct Attribution: Sendable, Equatable {
  /// The part of one assumption, or of several that cannot be told apart.
  public struct Part: Sendable, Equatable {
    /// The names, in the order of the table of assumptions.
    ///
    /// Several stand together where some mixture of the two valuations is refused, such as the terminal growth of
    /// one with the discount rate of the other.
    public let assumptions: [String]
    /// What they add to the value of a share.
    public let amount: Double
  }

  /// The most parts; each one more doubles the work.
  public static let mostParts = 12

  /// The value of a share in the second valuation less that in the first.
  public let gap: Double
  /// The parts, the largest first; added in this order they are the gap.
  public let parts: [Part]

  /// Splits the gap between two valuations.
  ///
  /// - Returns: nil where the two rest on different base years, or differ in too many assumptions.
  /// - Throws: what either valuation by itself is refused for.
  public init?(from first: Assumptions, to second: Assumptions) throws(ValuationError) {
    guard first.baseYear == second.baseYear else { return nil }
    let start = try Self.value(first)
    gap = try Self.value(second) - start
    let counts = (try Self.dependsOnPrice(first), try Self.dependsOnPrice(second))
    let priceCounts = counts.0 || counts.1
    var players: [[String]] = AssumptionDefinition.all.map(\.name).filter { name in
      (name != "price" || priceCounts)
        && (first[name]?.basis != second[name]?.basis || first[name]?.value != second[name]?.value
          || first[name]?.shifts != second[name]?.shifts)
    }.map { [$0] }
    while true {
      guard players.count <= Self.mostParts else { return nil }
      var values = [Double](repeating: start, count: 1 << players.count)
      var refusal: ValuationError?
      for mixture in 1..<max(1, values.count) {
        var changes: [Assumptions.Change] = []
        for (player, names) in players.enumerated() where mixture >> player & 1 == 1 {
          changes += names.map { name in second[name].map { .set($0) } ?? .remove(name) }
        }
        do throws(ValuationError) {
          values[mixture] = try Self.value(first.with(changes))
        } catch {
          refusal = error
          break
        }
      }
      guard let refusal else {
        parts = Self.parts(players, values, gap)
        return
      }
      players = Self.merged(players, about: refusal)
    }
  }

  /// Whether the price is part of the value, as the weight of debt or as what options are exercised at.
  private static func dependsOnPrice(_ assumptions: Assumptions) throws(ValuationError) -> Bool {
    try ResolvedModel(assumptions).firm?.entangled.contains("price") ?? false
  }

  private static func value(_ assumptions: Assumptions) throws(ValuationError) -> Double {
    try DiscountedCashFlow.value(assumptions).valuePerShare
  }

  /// The players with those that a refusal is about made one; all of them where it names fewer than two.
  private static func merged(_ players: [[String]], about refusal: ValuationError) -> [[String]] {
    var named = players.indices.filter { index in players[index].contains { refusal.assumptions.contains($0) } }
    if named.count < 2 { named = Array(players.indices) }
    var result = players.indices.filter { !named.contains($0) }.map { players[$0] }
    result.insert(named.flatMap { players[$0] }, at: min(named[0], result.count))
    return result
  }

  /// The Shapley values of players from the values of all mixtures, whose bits say which players have moved.
  private static func parts(_ players: [[String]], _ values: [Double], _ gap: Double) -> [Part] {
    let count = players.count
    guard count > 0 else { return [] }
    // The share of orders in which a given set of `size` players goes before: size! (count - size - 1)! / count!.
    var weights = [Double](repeating: 1 / Double(count), count: count)
    for size in 1..<max(1, count) { weights[size] = weights[size - 1] * Double(size) / Double(count - size) }
    var amounts = [Double](repeating: 0, count: count)
    for mixture in values.indices {
      let weight = mixture.nonzeroBitCount < count ? weights[mixture.nonzeroBitCount] : 0
      for player in 0..<count where mixture >> player & 1 == 0 {
        amounts[player] += weight * (values[mixture | 1 << player] - values[mixture])
      }
    }
    let order = amounts.indices.sorted { (abs(amounts[$1]), $0) < (abs(amounts[$0]), $1) }
    // What rounding leaves goes to the largest part.
    for _ in 0..<4 {
      let sum = order.reduce(0) { $0 + amounts[$1] }
      if sum == gap { break }
      amounts[order[0]] += gap - sum
    }
    return order.map { Part(assumptions: players[$0], amount: amounts[$0]) }
  }
}
