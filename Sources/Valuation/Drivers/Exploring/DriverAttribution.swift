extension Attribution {
  /// Splits the gap between the values of two driver models among their drivers and other assumptions.
  ///
  /// It is exact: each mixture of the two models is valued. The terminal method, its growth and its multiple count as
  /// one part.
  ///
  /// - Returns: nil if the models do not have the same drivers, or if a mixture of the two is refused.
  /// - Throws: `too-many-parts` above ``mostParts``, and the error of either model on its own.
  public init?(
    from first: DriverModel,
    to second: DriverModel,
    like convention: DriverConvention = .standard,
    method: DriverMethod = .discounted,
    on company: Assumptions = Assumptions(),
    symbol: String? = nil
  ) throws(ValuationError) {
    guard first.drivers.map(\.id) == second.drivers.map(\.id) else { return nil }
    let ends = [DriverField.terminalGrowth.name, DriverField.exitMultiple.name, DriverModel.TerminalMethod.name]
    var players: [[String]] = []
    for change in DriverDrift(from: first, to: second).changes {
      if ends.contains(change.name), let place = players.firstIndex(where: { ends.contains($0[0]) }) {
        players[place].append(change.name)
      } else if !players.contains([change.name]) {
        players.append([change.name])
      }
    }
    guard players.count <= Attribution.mostParts else {
      throw ValuationError(
        code: .tooManyParts,
        message: "the driver models differ in \(players.count) assumptions, and the gap can be split among "
          + "\(Attribution.mostParts) at most",
        assumptions: players.flatMap { $0 }
      )
    }
    func value(_ model: DriverModel) throws(ValuationError) -> Double {
      try model.value(like: convention, method: method, on: company, symbol: symbol).intrinsicValue
    }
    let (start, end) = (try value(first), try value(second))
    var values: [Double] = []
    let count = 1 << players.count
    for mixture in 0..<count {
      // The rest between two models whose differences have all moved is too small to be a change.
      if mixture == 0 || mixture == count - 1 {
        values.append(mixture == 0 ? start : end)
        continue
      }
      var model = first
      for (player, names) in players.enumerated() where mixture >> player & 1 == 1 {
        for name in names { model = try model.reverting(name, to: second) }
      }
      guard let mixed = try? value(model) else { return nil }
      values.append(mixed)
    }
    self.init(gap: end - start, players, values)
  }
}
