import Calendar

/// Valuations between two: some groups of assumptions of one, the others of the other.
struct WalkMixtures {
  typealias Group = ValuationWalk.Group

  private let first: Assumptions
  private let second: Assumptions
  /// The forecast assumptions of the first on the base year of the second, and the other way round.
  private let firstRolled: Assumptions
  private let secondUnrolled: Assumptions
  let yearsPassed: Int
  /// The days in years since the first base year's end: of both base years and of both valuations.
  private let days: (bases: (Double, Double), dates: (Double, Double))?
  private let balanceAges: (Double, Double)
  /// The names that are not forecast assumptions, by the group that decides about them.
  private var plain: [(name: String, group: Group)] = []
  private var forecastNames: [String] = []
  /// The forecast assumptions that differ, and the groups in which something does.
  private(set) var changedForecasts: [String] = []
  private var changed: [Group: [String]] = [:]

  init(
    _ first: Assumptions, _ second: Assumptions, _ baseEnds: (first: String?, second: String?)
  ) throws(ValuationError) {
    self.first = first
    self.second = second
    let ends = (first.word(.baseEnd) ?? baseEnds.first, second.word(.baseEnd) ?? baseEnds.second)
    yearsPassed = ValuationWalk.yearsPassed(from: ends.0, to: ends.1)
    let keepsEnd = second.word(.roll) == "end"
    firstRolled = try first.rolled(by: yearsPassed, keepsEnd: keepsEnd)
    secondUnrolled = try second.unrolled(behind: first, by: yearsPassed, keepsEnd: keepsEnd)
    // Another model than free cash flow to the firm, or a sum of parts, takes its days as it finds them.
    if first.isOneFreeCashFlow, second.isOneFreeCashFlow, let base = ends.0.flatMap({ CivilDate(iso8601: $0) }),
      let newBase = ends.1.flatMap({ CivilDate(iso8601: $0) })
    {
      let date = first.day(.date) ?? base
      let newDate = second.day(.date) ?? newBase
      days = (
        (0, newBase.yearFraction(since: base)), (date.yearFraction(since: base), newDate.yearFraction(since: base))
      )
      balanceAges = (
        first.balanceDay.map { $0.yearFraction(since: base) } ?? 0,
        second.balanceDay.map { $0.yearFraction(since: newBase) } ?? 0
      )
    } else {
      days = nil
      balanceAges = (0, 0)
    }
    classify()
  }

  private mutating func classify() {
    var names = first.flat.map(\.name)
    for name in second.flat.map(\.name) where !names.contains(name) { names.append(name) }
    names.sort {
      (DottedName($0).key?.index ?? 0) < (DottedName($1).key?.index ?? 0)
    }
    for name in names where AssumptionDefinition.key(of: name) != .allow {
      let key = AssumptionDefinition.key(of: name)
      let group = ValuationWalk.group(of: name, from: first[name], to: second[name])
      if group == .opinions {
        forecastNames.append(name)
        if !WalkMixtures.same(firstRolled[name], second[name]) { changedForecasts.append(name) }
        continue
      }
      if days != nil, let key, [.date, .baseEnd, .balanceDate].contains(key) { continue }
      if key == .base || key == .roll { continue }
      plain.append((name, group))
      if !WalkMixtures.same(first[name], second[name]) { changed[group, default: []].append(name) }
    }
    if first.baseYear != second.baseYear, changed[.base] == nil { changed[.base] = [] }
    if let days {
      if days.dates.0 != days.dates.1 { changed[.time] = [AssumptionName.date.rawValue] }
      if days.bases.1 != 0 { changed[.base, default: []].insert(AssumptionName.baseEnd.rawValue, at: 0) }
      if balanceAges.0 != balanceAges.1 {
        changed[.bridge, default: []].insert(AssumptionName.balanceDate.rawValue, at: 0)
      }
    }
    if !changedForecasts.isEmpty { changed[.opinions] = changedForecasts }
  }

  private static func same(_ a: Assumption?, _ b: Assumption?) -> Bool {
    a?.value == b?.value && a?.shifts == b?.shifts && a?.basis == b?.basis
  }

  /// The value of a share with these groups of the second valuation and, of the forecast assumptions, these alone.
  private func value(_ groups: Set<Group>, _ opinions: Set<String>) throws(ValuationError) -> Double {
    let isNewBase = groups.contains(.base)
    var chosen: [Assumption] = []
    for (name, group) in plain {
      if let assumption = (groups.contains(group) ? second : first)[name] { chosen.append(assumption) }
    }
    for name in forecastNames {
      let isNew = opinions.contains(name)
      let source = isNew ? (isNewBase ? second : secondUnrolled) : (isNewBase ? firstRolled : first)
      if let assumption = source[name] { chosen.append(assumption) }
    }
    // The horizon may be there only because paths were moved.
    if !forecastNames.contains(AssumptionName.horizon.rawValue) {
      if let horizon = (isNewBase ? firstRolled : secondUnrolled)[.horizon], yearsPassed > 0 { chosen.append(horizon) }
    }
    var mixture = try Assumptions(
      chosen, parts: first.parts.map { ($0.name, $0.kind) },
      baseYear: isNewBase ? second.baseYear : first.baseYear)
    for code in first.allowed + second.allowed { mixture = try mixture.with([.allow(code.name)]) }
    guard let days else { return try DiscountedCashFlow.valuePerShare(of: mixture) }
    let base = isNewBase ? days.bases.1 : days.bases.0
    let date = groups.contains(.time) ? days.dates.1 : days.dates.0
    return try mixture.valuePerShare(
      elapsed: date - base, balanceAge: groups.contains(.bridge) ? balanceAges.1 : balanceAges.0)
  }

  // MARK: Shares

  /// The amount that each group and each forecast assumption adds on average over all orders.
  mutating func split(
    from start: Double, to end: Double
  ) throws(ValuationError) -> ([ValuationWalk.Step], [ValuationWalk.Part]) {
    var teams: [[Group]] = Group.allCases.filter { changed[$0] != nil }.map { [$0] }
    var players: [[String]] =
      changedForecasts.count > ValuationWalk.mostForecasts ? [changedForecasts] : changedForecasts.map { [$0] }
    while true {
      let table: [Double]
      do throws(MixtureRefusal) {
        table = try values(teams, players, start, end)
      } catch {
        switch error {
        case .teams(let reason): teams = merged(teams, about: reason)
        case .players(let reason): players = merged(players, about: reason)
        case .ends(let reason): throw reason
        }
        continue
      }
      return steps(teams, players, table, gap: end - start)
    }
  }

  private enum MixtureRefusal: Error {
    case teams(ValuationError), players(ValuationError), ends(ValuationError)
  }

  /// The values of all mixtures: the low bits say which forecast assumptions are the second's, those above
  /// which other teams.
  private func values(
    _ teams: [[Group]], _ players: [[String]], _ start: Double, _ end: Double
  ) throws(MixtureRefusal) -> [Double] {
    let others = teams.filter { !$0.contains(.opinions) }
    let isMixed = teams.contains { $0.contains(.opinions) && $0.count > 1 }
    // Forecast assumptions that cannot be separated from another group move with it.
    let bits = players.isEmpty ? 0 : isMixed ? 1 : players.count
    var table = [Double](repeating: start, count: 1 << (others.count + bits))
    for index in table.indices.dropFirst() {
      if index == table.count - 1 {
        table[index] = end
        continue
      }
      var groups: Set<Group> = []
      for (place, team) in others.enumerated() where index >> (bits + place) & 1 == 1 { groups.formUnion(team) }
      var opinions: Set<String> = []
      let low = index & (1 << bits - 1)
      if isMixed {
        if low == 1 {
          groups.formUnion(teams.first { $0.contains(.opinions) } ?? [])
          opinions = Set(changedForecasts)
        }
      } else {
        for (place, names) in players.enumerated() where low >> place & 1 == 1 { opinions.formUnion(names) }
      }
      do throws(ValuationError) {
        table[index] = try value(groups, opinions)
      } catch {
        let isOfTeams = isMixed || low == 0 || low == 1 << bits - 1
        if isOfTeams, teams.count > 1 { throw .teams(error) }
        if !isOfTeams, players.count > 1 { throw .players(error) }
        throw .ends(error)
      }
    }
    return table
  }

  private func merged(_ teams: [[Group]], about refusal: ValuationError) -> [[Group]] {
    let named = refusal.assumptions.map { ValuationWalk.group(of: $0, from: first[$0], to: second[$0]) }
    return merged(teams) { team in team.contains { named.contains($0) } }
  }

  private func merged(_ players: [[String]], about refusal: ValuationError) -> [[String]] {
    merged(players) { names in names.contains { refusal.assumptions.contains($0) } }
  }

  /// The members of a refusal joined; all of them if it names fewer than two.
  private func merged<Member>(_ members: [[Member]], _ isNamed: ([Member]) -> Bool) -> [[Member]] {
    var named = members.indices.filter { isNamed(members[$0]) }
    if named.count < 2 { named = Array(members.indices) }
    var result = members.indices.filter { !named.contains($0) }.map { members[$0] }
    result.insert(named.flatMap { members[$0] }, at: min(named[0], result.count))
    return result
  }

  private func steps(
    _ teams: [[Group]], _ players: [[String]], _ table: [Double], gap: Double
  ) -> ([ValuationWalk.Step], [ValuationWalk.Part]) {
    let others = teams.filter { !$0.contains(.opinions) }
    let isMixed = teams.contains { $0.contains(.opinions) && $0.count > 1 }
    let bits = players.isEmpty ? 0 : isMixed ? 1 : players.count
    let full = 1 << bits - 1
    let teamWeights = Shapley.weights(teams.count)
    var amounts: [Double] = teams.map { team in
      let own = others.firstIndex(of: team).map { 1 << (bits + $0) } ?? full
      var amount = 0.0
      for mask in 0..<1 << others.count {
        for low in bits == 0 ? [0] : [0, full] {
          let index = mask << bits | low
          guard index & own == 0 else { continue }
          let size = mask.nonzeroBitCount + (low == 0 ? 0 : 1)
          amount += teamWeights[size] * (table[index | own] - table[index])
        }
      }
      return amount
    }
    Shapley.round(&amounts, to: gap)
    let steps = zip(teams, amounts).map { team, amount in
      ValuationWalk.Step(groups: team, assumptions: team.flatMap { changed[$0] ?? [] }, amount: amount)
    }
    guard !isMixed, bits > 0, let place = teams.firstIndex(of: [.opinions]) else { return (steps, []) }
    let playerWeights = Shapley.weights(bits)
    var parts: [Double] = players.indices.map { player in
      var amount = 0.0
      for mask in 0..<1 << others.count {
        for low in 0...full where low >> player & 1 == 0 {
          let index = mask << bits | low
          amount +=
            teamWeights[mask.nonzeroBitCount] * playerWeights[low.nonzeroBitCount]
            * (table[index | 1 << player] - table[index])
        }
      }
      return amount
    }
    let order = parts.indices.sorted { (abs(parts[$1]), $0) < (abs(parts[$0]), $1) }
    parts = order.map { parts[$0] }
    Shapley.round(&parts, to: amounts[place])
    return (steps, zip(order, parts).map { ValuationWalk.Part(assumptions: players[$0], amount: $1) })
  }
}

extension Assumptions {
  /// The value of a share on a day some years after the base year's end, which may lie before it.
  func valuePerShare(elapsed: Double, balanceAge: Double) throws(ValuationError) -> Double {
    guard elapsed != 0 || balanceAge != 0 else { return try DiscountedCashFlow.valuePerShare(of: self) }
    var model = try ResolvedModel(self)
    if model.firms.isEmpty { model.firms = [FirmModel()] }
    model.firms[0].elapsed = elapsed
    model.firms[0].balanceAge = balanceAge
    let evaluation = model.evaluate()
    if let refusal = evaluation.refusal { throw refusal.error(model, evaluation) }
    return evaluation.valuePerShare
  }
}
