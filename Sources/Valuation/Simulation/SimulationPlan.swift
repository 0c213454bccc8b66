import Probability

/// The steps of each run of a simulation, the same in every thread.
package struct SimulationPlan: Sendable {
  /// Runs that are made together.
  package static let block = 1024

  let inputs: [Simulation.Input]
  let samplers: [Sampler]
  let matrix: CorrelationMatrix
  let random: CounterRandom
  package let varied: VariedModel
  package let lanes: LaneModel?
  /// For each input the draws that are possible beyond doubt; others are looked at one by one.
  let safe: [(least: Double, greatest: Double)]

  package init(_ assumptions: Assumptions, _ inputs: [Simulation.Input], _ matrix: CorrelationMatrix, seed: UInt64)
    throws(ValuationError)
  {
    self.inputs = inputs
    self.matrix = matrix
    samplers = inputs.map { Sampler($0.distribution) }
    random = CounterRandom(seed: seed)
    var placeholders: [Double] = []
    for input in inputs {
      let definition = try input.variation.checkedDefinition(in: assumptions)
      placeholders.append(Self.possible(input, input.variation.bounds(definition)))
    }
    let varied = try VariedModel(assumptions, inputs.map(\.variation), placeholders: placeholders)
    self.varied = varied
    lanes = varied.lanes()
    safe = inputs.indices.map { Self.safe(inputs[$0].variation.mode, varied.reach(at: $0)) }
  }

  /// A possible draw to resolve the model with: the middle one, or the nearest end of the possible range.
  private static func possible(_ input: Simulation.Input, _ bounds: AssumptionDefinition.Bounds?) -> Double {
    let middle = input.distribution.quantile(0.5)
    guard let bounds, !bounds.contains(middle) else { return middle }
    return middle < bounds.lower || bounds.upper == .infinity ? max(bounds.lower, 1e-9) : bounds.upper
  }

  /// The draws for which every moved number lies within its bounds by more than rounding.
  private static func safe(
    _ mode: Variation.Mode, _ reach: (least: Double, greatest: Double, bounds: AssumptionDefinition.Bounds)?
  ) -> (least: Double, greatest: Double) {
    guard let reach else { return (.infinity, -.infinity) }
    let lower = reach.bounds.lower == -.infinity ? -1e300 : reach.bounds.lower
    let upper = reach.bounds.upper == .infinity ? 1e300 : reach.bounds.upper
    func inside(_ low: Double, _ high: Double) -> (Double, Double) {
      let margin = 1e-9 * max(1, max(reach.least.magnitude, reach.greatest.magnitude))
      return (low + max(margin, low.magnitude * 1e-9), high - max(margin, high.magnitude * 1e-9))
    }
    switch mode {
    case .set, .multiple: return inside(lower, upper)
    case .shift(.add): return inside(lower - reach.least, upper - reach.greatest)
    case .shift(.subtract): return inside(reach.greatest - upper, reach.least - lower)
    case .shift(.multiply), .shift(.divide), .path: return (.infinity, -.infinity)
    }
  }

  /// Why the first refused run is refused; `nil` if none of the first thousands is.
  func firstRefusal(runs: Int) -> ValuationError? {
    let worker = SimulationWorker(self)
    for block in 0..<min(64, (runs + Self.block - 1) / Self.block) {
      let count = min(Self.block, runs - block * Self.block)
      worker.value(block: block, count: count)
      guard let index = (0..<count).first(where: { !worker.values[$0].isFinite }) else { continue }
      do {
        _ = try DiscountedCashFlow.value(varied.changed(worker.draws(at: index)))
      } catch {
        return error
      }
    }
    return nil
  }
}

/// The memory of one thread, and the runs that it makes in it.
package final class SimulationWorker {
  private let plan: SimulationPlan
  private let memory: UnsafeMutablePointer<Double>
  private let columns: UnsafeMutablePointer<UnsafeMutablePointer<Double>>
  /// The values of the block, missing if the model refuses a run.
  package let values: UnsafeMutablePointer<Double>
  private var varied: VariedModel
  private var one: [Double]

  package init(_ plan: SimulationPlan) {
    self.plan = plan
    let block = SimulationPlan.block
    let count = plan.inputs.count + plan.inputs.count % 2
    memory = .allocate(capacity: (count + 1) * block)
    memory.initialize(repeating: 0, count: (count + 1) * block)
    columns = .allocate(capacity: count)
    for column in 0..<count { (columns + column).initialize(to: memory + column * block) }
    values = memory + count * block
    varied = plan.varied
    one = [Double](repeating: 0, count: plan.inputs.count)
  }

  deinit {
    memory.deallocate()
    columns.deallocate()
  }

  /// The draws of a run of the last block.
  package func draws(at index: Int) -> [Double] { plan.inputs.indices.map { columns[$0][index] } }

  /// Draws and values the runs of a block.
  ///
  /// - Parameter scores: the output, column after column of ``Simulation/runsForRanks``, numbers that have the ranks of
  ///   the draws.
  package func value(block: Int, count: Int, scores: UnsafeMutablePointer<Double>? = nil) {
    let first = block * SimulationPlan.block
    let whole = (count + Lanes.scalarCount - 1) / Lanes.scalarCount * Lanes.scalarCount
    var column = 0
    while column < plan.inputs.count {
      let (left, right) = (columns[column], columns[column + 1])
      var index = 0
      while index < whole {
        let pair = plan.random.uniform(run: UInt64(first + index), pair: UInt64(column / 2))
        UnsafeMutableRawPointer(left + index).storeBytes(of: pair.0, as: Lanes.self)
        UnsafeMutableRawPointer(right + index).storeBytes(of: pair.1, as: Lanes.self)
        index += Lanes.scalarCount
      }
      column += 2
    }
    for input in plan.inputs.indices where plan.matrix.isCorrelated(input) {
      NormalDistribution.replaceByQuantiles(columns[input], whole)
    }
    plan.matrix.mix(columns, whole)
    for input in plan.inputs.indices {
      if let scores {
        (scores + input * Simulation.runsForRanks + first).update(from: columns[input], count: count)
      }
      if plan.matrix.isCorrelated(input) {
        plan.samplers[input].replaceNormal(columns[input], whole)
      } else {
        plan.samplers[input].replaceUniform(columns[input], whole)
      }
    }
    if let lanes = plan.lanes {
      lanes.evaluate(columns, whole, into: values)
      for input in plan.inputs.indices { refuse(input, count) }
    } else {
      for index in 0..<count { values[index] = valueOneByOne(index) }
    }
  }

  /// Takes away the values of runs whose draw the assumption may not have.
  private func refuse(_ input: Int, _ count: Int) {
    let draws = columns[input]
    let (least, greatest) = plan.safe[input]
    // The sign of a difference shows which numbers are outside, without a branch.
    var signs: UInt64 = 0
    for index in 0..<count { signs |= (draws[index] - least).bitPattern | (greatest - draws[index]).bitPattern }
    guard signs >> 63 != 0 else { return }
    for index in 0..<count where !(draws[index] >= least && draws[index] <= greatest) {
      if !varied.put(draws[index], at: input) { values[index] = .nan }
    }
  }

  private func valueOneByOne(_ index: Int) -> Double {
    for input in plan.inputs.indices {
      one[input] = columns[input][index]
      guard varied.put(one[input], at: input) else { return .nan }
    }
    return varied.valuePerShare(one)
  }
}
