extension Simulation {
  /// The runs one by one: the numbers drawn, and the value of a share.
  public struct Runs: Sendable {
    /// For each input the draw of each run, in the unit of the assumption.
    public internal(set) var draws: [[Double]]
    /// The value of each run; missing if the model refuses it.
    public internal(set) var values: [Double] = []
  }

  /// The runs of the simulation, made again: each run's draws depend on its number and the seed alone.
  ///
  /// - Parameters:
  ///   - assumptions: those that were simulated.
  ///   - isStopped: whether the work is cancelled.
  /// - Returns: the runs; if stopped, the first ones finished by then.
  public func runs(
    of assumptions: Assumptions, isStopped: @Sendable () -> Bool = { false }
  ) throws(ValuationError) -> Runs {
    let matrix = try Self.matrix(inputs.map(\.parameter), correlations)
    let worker = SimulationWorker(try SimulationPlan(assumptions, inputs, matrix, seed: seed))
    var result = Runs(draws: inputs.map { _ in [] })
    for block in 0..<(runs + SimulationPlan.block - 1) / SimulationPlan.block {
      if isStopped(), !result.values.isEmpty { break }
      let count = min(SimulationPlan.block, runs - block * SimulationPlan.block)
      worker.value(block: block, count: count)
      for index in 0..<count {
        for (input, draw) in worker.draws(at: index).enumerated() { result.draws[input].append(draw) }
        result.values.append(worker.values[index])
      }
    }
    return result
  }
}
