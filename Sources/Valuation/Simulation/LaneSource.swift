import Probability

/// The numbers of eight draws, those that are drawn changed by the draws.
struct LaneDraws {
  let years: ForecastTable.Years
  /// A bit for each row that is drawn.
  let varied: Int
  /// The factor and the summand of each row that is drawn.
  let factors: UnsafeMutablePointer<Lanes>
  let summands: UnsafeMutablePointer<Lanes>
  /// The number of each ``ForecastField``.
  let numbers: UnsafeMutablePointer<Lanes>
}

/// The numbers of a model for eight draws at once.
struct LaneSource<Terms: FirmTerms>: ForecastSource {
  let draws: LaneDraws
  let isMidYear: Bool
  let terminal: TerminalAssumption
  let terms: Terms
  let mayFail: Bool

  @inline(__always)
  init(_ model: borrowing ResolvedModel, _ draws: LaneDraws, _ terms: Terms, mayFail: Bool) {
    self.draws = draws
    self.terms = terms
    self.mayFail = mayFail
    isMidYear = model.isMidYear
    terminal = model.terminal
  }

  @inline(__always)
  var horizon: Int { draws.years.horizon }

  @inline(__always)
  subscript(row: ForecastTable.Row, year: Int) -> Lanes {
    let number = Lanes(repeating: draws.years[row, year])
    if draws.varied & (1 &<< row.rawValue) == 0 { return number }
    return number * draws.factors[row.rawValue] + draws.summands[row.rawValue]
  }

  @inline(__always)
  subscript(field: ForecastField) -> Lanes {
    terms.isFull || field.isPlain ? draws.numbers[field.rawValue] : Lanes(repeating: terms[field])
  }

  /// The values of one share; missing if the model is refused.
  @inline(__always)
  func valuePerShare() -> Lanes {
    var flow = FirmCashFlow<Lanes>(terms.policy)
    let discounting = forecast(&flow)
    let terminal = terminal(after: flow, discounting)
    let share = ordinaryShare(worth(flow, terminal).equity)
    let value = share / self[.split] * self[.adrRatio] / self[.fx]
    return value.replaced(by: Lanes(repeating: .nan), where: Lanes.not(terminal.isValued))
  }

  @inline(__always)
  private func ordinaryShare(_ equity: Lanes) -> Lanes {
    let count = self[.shares] + self[.rsu]
    guard terms.hasOptions else { return equity / count }
    var result = Lanes()
    for lane in 0..<Lanes.scalarCount { result[lane] = terms.ordinaryShare(equity[lane], count[lane]) }
    return result
  }
}
