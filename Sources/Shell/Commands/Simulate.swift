import Columns
import Evaluation
import JSON
import Language
import Platform
import Presentation
import Research
import Text
import Valuation
import Work

extension Command {
  static let simulate = Command(
    CommandSyntax(
      "simulate",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario), .required(.draws)],
          clauses: [.clause("seed", .seed)])
      ]),
    category: .valuation, summary: "Values many draws of uncertain assumptions.",
    discussion: """
      `~` draws the assumption itself, the same for every year; `+`, `-`, `*` and `/` draw what moves its path. \
      Distributions: normal(MEAN, DEVIATION), lognormal(MEAN, DEVIATION) of the value itself, uniform(LOW, HIGH), \
      triangular(LOW, MODE, HIGH), beta(A, B, LOW, HIGH); `between A and B` cuts one. A correlation is that of the \
      normals behind two draws. Draws that the model refuses are counted and left out, never bent. The same seed \
      gives the same answer; it is 1 where none is given. 100,000 runs where nothing is said.
      """,
    examples: [
      "simulate base 100_000 runs growth + normal(0pp, 2pp), margin ~ uniform(26%, 34%) seed 42",
      "simulate base terminal ~ triangular(2%, 2.5%, 3%), discount ~ normal(9%, 1%) between 7% and 11%, correlation terminal discount 0.3",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.simulate(call)
  }
}

/// The values of many draws.
struct SimulationReport: StatementResult {
  var title: String
  var simulation: Simulation
  /// The text of each draw as written, in the order of the inputs.
  var draws: [String]

  var kind: String { "simulation" }

  var data: JSONValue {
    let histogram = simulation.histogram
    return .object([
      ("title", .string(title)), ("runs", .integer(simulation.runs)), ("refused", .integer(simulation.refused)),
      ("seed", .integer(Int(clamping: simulation.seed))), ("base_value", .number(simulation.base.valuePerShare)),
      ("price", .number(simulation.base.price)), ("mean", .number(simulation.mean)),
      ("stdev", .number(simulation.standardDeviation)), ("lowest", .number(simulation.lowest)),
      ("highest", .number(simulation.highest)),
      (
        "percentiles",
        .object(simulation.percentiles.map { (Self.name($0), .number($0.value)) })
      ),
      ("probability_above_price", .number(simulation.probabilityAbovePrice)),
      (
        "histogram",
        [
          "start": .number(histogram.start), "step": .number(histogram.step),
          "counts": .array(histogram.counts.map { .integer($0) }), "below": .integer(histogram.below),
          "above": .integer(histogram.above),
        ]
      ),
      (
        "explained",
        .array(
          simulation.explained.map {
            [
              "assumption": .string($0.parameter), "rank_correlation": .number($0.rankCorrelation),
              "share": .number($0.share),
            ]
          })
      ),
      ("draws", .strings(draws)), ("findings", .array(simulation.findings.map(\.json))),
    ])
  }

  private static func name(_ percentile: Simulation.Percentile) -> String {
    "p\(NumberFormat.general.text((percentile.part * 100).rounded()))"
  }

  var document: Document {
    let value = NumberFormat.fixed(2)
    return Document(
      StyledText("\(title): \(NumberText.grouped(simulation.runs)) valuations, seed \(String(simulation.seed))"),
      mainTable: percentileTable
    ) {
      headline
      percentileTable
      histogram
      Table(
        columns: [
          .text("input", .name), .percent("of the variance", decimals: 1, key: "share"),
          .number("rank correlation", .fixed(2), key: "rank_correlation"),
        ],
        rows: zip(draws, simulation.explained).map { draw, explained in
          [.text(draw), .number(explained.share), .number(explained.rankCorrelation)]
        })
      if simulation.explainedIsApproximate {
        Block.note("the inputs are correlated, so the shares of the variance are approximate")
      }
      if simulation.refused > 0 {
        Block.note("\(simulation.refused, .integer) draws are refused by the model and left out")
      }
      for finding in simulation.findings {
        Block.warning(StyledText("\(finding.message) [\(finding.code.rawValue)]"))
      }
      if let price = simulation.base.price {
        Block.note("the price is \(value.text(price))")
      }
    }
  }

  private var headline: [Property] {
    var properties = [
      Property("base", simulation.base.valuePerShare, .fixed(2)), Property("mean", simulation.mean, .fixed(2)),
      Property("standard deviation", simulation.standardDeviation, .fixed(2)),
    ]
    if let probability = simulation.probabilityAbovePrice {
      properties.append(Property("value above the price", probability, .percent(1)))
    }
    return properties
  }

  private var percentileTable: Table {
    Table(
      columns: [.text("percentile", .name), .number("value per share", .fixed(2), key: "value")],
      rows: simulation.percentiles.map { [.text(Self.name($0)), .number($0.value)] })
  }

  /// The histogram with at most 20 bars; those above the price are of another style.
  private var histogram: BarChart {
    let fine = simulation.histogram
    let width = max(1, (fine.counts.count + 19) / 20)
    let price = simulation.base.price
    let digits = fine.step * Double(width) >= 1 ? 0 : fine.step * Double(width) >= 0.1 ? 1 : 2
    let label = NumberFormat.fixed(digits)
    var bars: [BarChart.Bar] = []
    for first in stride(from: 0, to: fine.counts.count, by: width) {
      let count = fine.counts[first..<min(first + width, fine.counts.count)].reduce(0, +)
      let low = fine.start + fine.step * Double(first)
      let high = low + fine.step * Double(width)
      let style: Style = price.map { low >= $0 ? .positive : .negative } ?? .accent
      let mark = price.map { $0 >= low && $0 < high ? " price" : "" } ?? ""
      bars.append(BarChart.Bar("\(label.text(low)) to \(label.text(high))\(mark)", Double(count), style: style))
    }
    return BarChart(bars, format: .integer)
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
    let monitor = environment.monitor
    do {
      let simulation = try Simulation(
        of: assumptions, inputs: inputs, correlations: correlations, runs: runs, seed: UInt64(clamping: seed),
        threads: environment.workers,
        progress: { done, total in
          do {
            try monitor.checkpoint(done: done, total: total)
            return true
          } catch {
            return false
          }
        })
      // A forecast of the same model keeps where its value was seen.
      session.research.simulated = SimulatedModel(
        assumptions: assumptions,
        percentiles: simulation.percentiles.map { .init(percent: $0.part * 100, value: $0.value) })
      return SimulationReport(
        title: title, simulation: simulation, draws: uncertain.draws.map { sources.text(of: $0.span) })
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
    for argument in draw.arguments { numbers.append(try number(argument, "a number of `\(draw.distribution)`").0) }
    let least = try draw.least.map { expression throws(Diagnostic) in try number(expression, "the least value").0 }
    let greatest = try draw.greatest.map { expression throws(Diagnostic) in
      try number(expression, "the greatest value").0
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
}
