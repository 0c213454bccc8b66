import Backtesting
import Evaluation
import Language
import Platform
import Reports
import Research
import Sessions
import Valuation
import Work

extension Command {
  package static let simulate = Command(
    CommandSyntax(
      "simulate",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario), .required(.draws)],
          clauses: [.clause("seed", .seed), .clause(.withDraws)])
      ]),
    category: .valuation, summary: "Values many draws of uncertain assumptions.",
    discussion: """
      `~` draws the assumption itself, the same for every year; `+`, `-`, `*` and `/` draw a shift of its path. \
      Distributions: normal(MEAN, DEVIATION), lognormal(MEAN, DEVIATION) of the value itself, uniform(LOW, HIGH), \
      triangular(LOW, MODE, HIGH), beta(A, B, LOW, HIGH); `between A and B` cuts one. A correlation is that of the \
      normals of two draws. Draws that the model refuses are counted and left out, never bent. The same seed \
      gives the same answer; 1 if not given. 100,000 runs by default. `with draws` lists \
      each run, for a file: `with draws to "draws.csv"`.
      """,
    examples: [
      "simulate base 100_000 runs growth + normal(0pp, 2pp), margin ~ uniform(26%, 34%) seed 42",
      "simulate base terminal ~ triangular(2%, 2.5%, 3%), discount ~ normal(9%, 1%) between 7% and 11%, correlation terminal discount 0.3",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.simulate(call)
  }
}

extension Execution {
  fileprivate mutating func simulate(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let uncertain = try call[.draws]
    let (title, assumptions) = try valuationSubject(call)
    var inputs: [Simulation.Input] = []
    for draw in uncertain.draws { inputs.append(try input(draw, in: assumptions)) }
    var correlations: [Simulation.Correlation] = []
    for correlation in uncertain.correlations {
      correlations.append(
        Simulation.Correlation(
          correlation.first, correlation.second, try number(correlation.coefficient, "a correlation").0))
    }
    let runs = try uncertain.runs.map { expression throws(Diagnostic) in try count(expression) } ?? 100_000
    let seed = try call[.seed].map { expression throws(Diagnostic) in try count(expression) } ?? 1
    if call.has(.withDraws) { try checkSize(Double(runs) * Double(inputs.count + 2), "cells", at: call.commandSpan) }
    let simulation = try simulation(
      of: assumptions, inputs, correlations, runs: runs, seed: UInt64(clamping: seed), uncertain, call)
    try keepPart(simulation.runs, of: runs, "runs", "the result covers these runs only", at: call.commandSpan)
    // A forecast of the same model keeps the bins of its value.
    session.research.simulated = SimulatedModel(
      assumptions: assumptions,
      percentiles: simulation.percentiles.map { .init(percent: $0.part * 100, value: $0.value) })
    guard call.has(.withDraws) else {
      return SimulationReport(
        title: title, simulation: simulation, draws: uncertain.draws.map { sources.text(of: $0.span) })
    }
    let monitor = environment.monitor
    let made: Simulation.Runs
    do throws(ValuationError) {
      made = try simulation.runs(of: assumptions) { monitor.isStopped }
    } catch {
      throw diagnostic(error, [], call.commandSpan)
    }
    try keepPart(made.values.count, of: simulation.runs, "runs", "the others are not listed", at: call.commandSpan)
    return SimulationRuns(title: title, simulation: simulation, runs: made)
  }

  /// Makes the runs; those finished by then if its user stops it.
  private mutating func simulation(
    of assumptions: Assumptions, _ inputs: [Simulation.Input], _ correlations: [Simulation.Correlation], runs: Int,
    seed: UInt64, _ uncertain: UncertainAssumptions, _ call: CommandCall
  ) throws(Diagnostic) -> Simulation {
    let monitor = environment.monitor
    do throws(ValuationError) {
      return try Simulation(
        of: assumptions, inputs: inputs, correlations: correlations, runs: runs, seed: seed,
        threads: environment.workers, keepsPart: true,
        progress: { done, total in
          do {
            try monitor.checkpoint(done: done, total: total)
            return true
          } catch {
            return false
          }
        })
    } catch {
      if error.code == .interrupted { throw diagnostic(.interrupted, at: call.commandSpan) }
      if error.code == .runs { throw diagnostic(error, [], uncertain.runs?.span ?? call.commandSpan) }
      let about = uncertain.draws.filter { error.assumptions.contains($0.name) }
      // Of an assumption that is drawn twice the second draw is one too many.
      let draw = error.code == .draws ? about.last : about.first
      let pair = uncertain.correlations.first { correlation in
        error.code == .correlation
          && error.assumptions.allSatisfy { [correlation.first, correlation.second].contains($0) }
      }
      throw diagnostic(error, [], pair?.span ?? draw?.span ?? call.commandSpan)
    }
  }

  private mutating func input(
    _ draw: UncertainAssumptions.Draw, in assumptions: Assumptions
  ) throws(Diagnostic) -> Simulation.Input {
    var numbers: [Double] = []
    // The first two numbers of a beta distribution are its shape.
    let shapes = draw.distribution == "beta" ? 2 : 0
    for (index, argument) in draw.arguments.enumerated() {
      let what = "a number of `\(draw.distribution)`"
      numbers.append(index < shapes ? try number(argument, what).0 : try drawn(argument, what, draw))
    }
    let least = try draw.least.map { expression throws(Diagnostic) in try drawn(expression, "the least value", draw) }
    let greatest = try draw.greatest.map { expression throws(Diagnostic) in
      try drawn(expression, "the greatest value", draw)
    }
    let mode: Variation.Mode =
      if let shift = draw.shift, let how = Assumption.Shift.Operator(rawValue: shift.rawValue) {
        .shift(how)
      } else if draw.arguments.contains(where: \.isMultipleLiteral) {
        .multiple(of: assumptions.terminalMetric)
      } else {
        .set
      }
    do {
      return Simulation.Input(
        Variation(draw.name, mode),
        try Distribution(named: draw.distribution, numbers, least: least, greatest: greatest))
    } catch {
      throw diagnostic(error, [], error.code == .unknownDistribution ? draw.distributionSpan : draw.span)
    }
  }

  /// A number of a distribution, in the unit of the assumption that is drawn.
  private mutating func drawn(
    _ expression: Expression, _ what: String, _ draw: UncertainAssumptions.Draw
  ) throws(Diagnostic) -> Double {
    let (value, isRate) = try number(expression, what)
    guard !expression.isMultipleLiteral else { return value }
    let shift = draw.shift.flatMap { Assumption.Shift.Operator(rawValue: $0.rawValue) }
    try checkUnit(of: [value], isRate: isRate, moving: shift, isTried: true, draw.name, at: expression.span)
    return value
  }
}
