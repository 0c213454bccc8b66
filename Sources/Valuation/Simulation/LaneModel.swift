import Probability

/// A model of free cash flow to the firm valued for several draws at once.
///
/// Each lane goes through the loop of ``ResolvedModel/valuePerShare()``, so that the values are the same doubles.
package struct LaneModel: Sendable {
  /// The effect of one draw's numbers on the assumption drawn: times `factor`, plus `summand`, one of which is the
  /// draw.
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

  /// The model whose numbers the draws vary; `nil` if it takes more than changed numbers.
  init?(_ model: ResolvedModel, _ inputs: [(name: AssumptionName, mode: Variation.Mode)]) {
    // Options with time left are searched for, draw by draw.
    guard model.firm?.livingOptions.isEmpty ?? true else { return nil }
    var rows: [(row: Int, input: Int, change: Change)] = []
    var fields: [(field: Int, input: Int, change: Change)] = []
    for (place, input) in inputs.enumerated() {
      guard let change = Change(input.mode) else { return nil }
      if let row = ForecastTable.Row(named: input.name), model.rows.has(row) {
        rows.append((row.rawValue, place, change))
      } else if let field = ForecastField.allCases.first(where: { $0.name == input.name }),
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
    start = ForecastField.allCases.map { Lanes(repeating: model.scalar($0.name) ?? .nan) }
  }

  /// Values some draws; the capacity of all pointers is a multiple of the lanes.
  ///
  /// - Parameters:
  ///   - inputs: the draws of each input.
  ///   - values: the output for the values of one share; missing if the model is refused.
  func evaluate(
    _ inputs: UnsafeMutablePointer<UnsafeMutablePointer<Double>>, _ count: Int,
    into values: UnsafeMutablePointer<Double>
  ) {
    let rowCount = ForecastTable.Row.allCases.count
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: ForecastField.allCases.count + 2 * rowCount) { memory in
      guard let numbers = memory.baseAddress else { return }
      let factors = numbers + ForecastField.allCases.count
      let summands = factors + rowCount
      for field in start.indices { numbers[field] = start[field] }
      var varied = 0
      for row in rows { varied |= 1 << row.row }
      model.rows.withYears { years in
        let draws = LaneDraws(years: years, varied: varied, factors: factors, summands: summands, numbers: numbers)
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
          let value = valuePerShare(draws)
          UnsafeMutableRawPointer(values + index).storeBytes(of: value, as: Lanes.self)
          index += Lanes.scalarCount
        }
      }
    }
  }

  /// The values of one share in each lane; missing if the model is refused.
  @inline(__always)
  private func valuePerShare(_ draws: LaneDraws) -> Lanes {
    let isFailureDrawn = fields.contains { $0.field == ForecastField.failure.rawValue }
    return model.firms.withUnsafeBufferPointer { firms in
      guard !firms.isEmpty, let firm = firms.baseAddress else {
        return LaneSource(model, draws, PlainTerms(), mayFail: false).valuePerShare()
      }
      let mayFail = firm.pointee.failure != 0 || isFailureDrawn
      return LaneSource(model, draws, FullTerms(firm: firm), mayFail: mayFail).valuePerShare()
    }
  }
}
