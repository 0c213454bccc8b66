/// A model of free cash flow to the firm valued for several draws at once.
///
/// Each lane does what ``ResolvedModel/evaluate(years:)`` does, operation by operation, so that the values are the
/// same doubles.
struct LaneModel: Sendable {
  /// A number of the model that does not differ from year to year.
  enum Field: Int, CaseIterable {
    case revenue, shares, cash, debt, terminal
    case nol, nolLimit, investedCapital, book, terminalTax, terminalMargin, terminalDiscount, terminalROIC
    case failure, failureProceeds, investments, nonoperating, leases, preferred, minority, pension, rsu
    case fx, adrRatio, split

    var name: AssumptionName {
      switch self {
      case .revenue: .revenue
      case .shares: .shares
      case .cash: .cash
      case .debt: .debt
      case .terminal: .terminal
      case .nol: .nol
      case .nolLimit: .nolLimit
      case .investedCapital: .investedCapital
      case .book: .book
      case .terminalTax: .terminalTax
      case .terminalMargin: .terminalMargin
      case .terminalDiscount: .terminalDiscount
      case .terminalROIC: .terminalROIC
      case .failure: .failure
      case .failureProceeds: .failureProceeds
      case .investments: .investments
      case .nonoperating: .nonoperating
      case .leases: .leases
      case .preferred: .preferred
      case .minority: .minority
      case .pension: .pension
      case .rsu: .rsu
      case .fx: .fx
      case .adrRatio: .adrRatio
      case .split: .split
      }
    }
  }

  /// How the numbers of one draw change what they are drawn for: times `factor`, plus `summand`, one of which is
  /// the draw.
  private struct Change {
    let isFactor: Bool
    let sign: Double
    let keeps: Double

    init?(_ mode: Variation.Mode) {
      switch mode {
      case .set, .multiple: (isFactor, sign, keeps) = (false, 1, 0)
      case .shift(.add): (isFactor, sign, keeps) = (false, 1, 1)
      case .shift(.subtract): (isFactor, sign, keeps) = (false, -1, 1)
      case .shift(.multiply): (isFactor, sign, keeps) = (true, 1, 0)
      case .shift(.divide), .path: return nil
      }
    }

    @inline(__always)
    func parts(_ draw: Lanes) -> (factor: Lanes, summand: Lanes) {
      isFactor
        ? (draw, Lanes(repeating: 0)) : (Lanes(repeating: keeps), draw * Lanes(repeating: sign))
    }
  }

  let model: ResolvedModel
  private let rows: [(row: Int, input: Int, change: Change)]
  private let fields: [(field: Int, input: Int, change: Change)]
  private let start: [Lanes]

  /// The model whose numbers the draws vary; `nil` where it takes more than changed numbers.
  init?(_ model: ResolvedModel, _ inputs: [(name: AssumptionName, mode: Variation.Mode)]) {
    // Options with time left are searched for, draw by draw.
    guard model.firm?.livingOptions.isEmpty ?? true else { return nil }
    var rows: [(row: Int, input: Int, change: Change)] = []
    var fields: [(field: Int, input: Int, change: Change)] = []
    for (place, input) in inputs.enumerated() {
      guard let change = Change(input.mode) else { return nil }
      if let row = ResolvedModel.Row(named: input.name), model.has(row) {
        rows.append((row.rawValue, place, change))
      } else if let field = Field.allCases.first(where: { $0.name == input.name }),
        model.scalar(field.name) != nil
      {
        fields.append((field.rawValue, place, change))
      } else {
        return nil
      }
    }
    self.model = model
    self.rows = rows
    self.fields = fields
    start = Field.allCases.map { Lanes(repeating: model.scalar($0.name) ?? .nan) }
  }

  /// Whether a number is drawn.
  func isDrawn(_ field: Field) -> Bool { fields.contains { $0.field == field.rawValue } }

  /// Values some draws; the room behind all pointers is a multiple of the lanes.
  ///
  /// - Parameters:
  ///   - inputs: the draws of each input.
  ///   - values: where the values of one share are written; missing where the model is refused.
  func evaluate(
    _ inputs: UnsafeMutablePointer<UnsafeMutablePointer<Double>>, _ count: Int,
    into values: UnsafeMutablePointer<Double>
  ) {
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: Field.allCases.count + 2 * 8) { memory in
      guard let numbers = memory.baseAddress else { return }
      let factors = numbers + Field.allCases.count
      let summands = factors + 8
      for field in start.indices { numbers[field] = start[field] }
      model.series.withUnsafeBufferPointer { series in
        guard let series = series.baseAddress else { return }
        var varied = 0
        for row in rows { varied |= 1 << row.row }
        let years = Years(
          series: series, horizon: model.horizon, varied: varied, factors: factors, summands: summands)
        var index = 0
        while index < count {
          for row in rows {
            let draw = UnsafeRawPointer(inputs[row.input] + index).loadUnaligned(as: Lanes.self)
            (factors[row.row], summands[row.row]) = row.change.parts(draw)
          }
          for field in fields {
            let draw = UnsafeRawPointer(inputs[field.input] + index).loadUnaligned(as: Lanes.self)
            let (factor, summand) = field.change.parts(draw)
            numbers[field.field] = start[field.field] * factor + summand
            // A number that is missing is replaced, not changed.
            if field.change.keeps == 0, !field.change.isFactor { numbers[field.field] = summand }
          }
          let value =
            model.firms.isEmpty ? plain(years, numbers) : firm(years, numbers)
          UnsafeMutableRawPointer(values + index).storeBytes(of: value, as: Lanes.self)
          index += Lanes.scalarCount
        }
      }
    }
  }

  /// The yearly numbers, those that are drawn changed by the draws.
  struct Years {
    let series: UnsafePointer<Double>
    let horizon: Int
    /// A bit for each row that is drawn.
    let varied: Int
    let factors: UnsafeMutablePointer<Lanes>
    let summands: UnsafeMutablePointer<Lanes>

    /// The number of a row in the year with the index `t`.
    @inline(__always)
    subscript(row: ResolvedModel.Row, t: Int) -> Lanes {
      let number = Lanes(repeating: series[row.rawValue &* horizon &+ t])
      if varied & (1 &<< row.rawValue) == 0 { return number }
      return number * factors[row.rawValue] + summands[row.rawValue]
    }
  }

  @inline(__always)
  private func plain(_ years: Years, _ numbers: UnsafeMutablePointer<Lanes>) -> Lanes {
    let one = Lanes(repeating: 1)
    let isMidYear = model.isMidYear
    var revenue = numbers[Field.revenue.rawValue]
    var operatingIncome = Lanes()
    var ebitda = Lanes()
    var flow = Lanes()
    var discount = Lanes()
    var yearEnd = one
    var sum = Lanes()
    for t in 0..<years.horizon {
      revenue *= one + years[.growth, t]
      operatingIncome = years[.margin, t] * revenue
      let tax = years[.tax, t] * operatingIncome.notBelowZero
      let capex = years[.capex, t] * revenue
      let depreciation = years[.depreciation, t] * revenue
      let workingCapital = years[.workingCapital, t] * revenue
      ebitda = operatingIncome + depreciation
      flow = operatingIncome - tax + depreciation - capex - workingCapital
      discount = years[.discount, t]
      let before = yearEnd
      yearEnd = before / (one + discount)
      let factor = isMidYear ? before / (one + discount).squareRoot() : yearEnd
      sum += flow * factor
    }
    var isValued: SIMDMask<SIMD8<Int64>>
    let terminalFlow: Lanes
    let terminalValue: Lanes
    var terminalFactor = yearEnd
    switch model.terminal {
    case .growth:
      let growth = numbers[Field.terminal.rawValue]
      terminalFlow = flow * (one + growth)
      let spread = discount - growth
      isValued = (spread .> 1e-12) .& (terminalFlow .> 0)
      terminalValue = terminalFlow / spread
      if isMidYear { terminalFactor *= (one + discount).squareRoot() }
    case .multiple(_, let metric):
      terminalFlow =
        switch metric {
        case .freeCashFlow: flow
        case .ebitda: ebitda
        case .ebit: operatingIncome
        case .revenue: revenue
        case .earnings: Lanes(repeating: .nan)
        }
      isValued = terminalFlow .> 0
      terminalValue = numbers[Field.terminal.rawValue] * terminalFlow
    }
    let enterprise = sum + terminalValue * terminalFactor
    let equity = enterprise + numbers[Field.cash.rawValue] - numbers[Field.debt.rawValue]
    return (equity / numbers[Field.shares.rawValue]).replacing(with: .nan, where: .!isValued)
  }
}

extension SIMD8<Double> {
  /// The larger of each number and 0.
  @inline(__always)
  var notBelowZero: Self {
    // Twice the number or nothing, halved: exact, and no comparison.
    let bits = unsafeBitCast(self, to: SIMD8<UInt64>.self) & SIMD8<UInt64>(repeating: 0x7fff_ffff_ffff_ffff)
    return (self + unsafeBitCast(bits, to: Self.self)) * Self(repeating: 0.5)
  }
}
