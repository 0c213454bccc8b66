import JSON
import Presentation
import Text
import Valuation

/// Each run of a simulation: the numbers drawn, and the value of a share.
package struct SimulationRuns: StatementResult {
  package var title: String
  package var simulation: Simulation
  package var runs: Simulation.Runs

  package init(title: String, simulation: Simulation, runs: Simulation.Runs) {
    self.title = title
    self.simulation = simulation
    self.runs = runs
  }

  package var kind: String { "draws" }
  package var rowCount: Int? { runs.values.count }
  package var memory: [HeldMemory] { (runs.draws + [runs.values]).map { HeldMemory($0) } }

  package var data: JSONValue {
    [
      "title": .string(title), "runs": .integer(simulation.runs), "seed": .integer(Int(clamping: simulation.seed)),
      "draws": .array(
        zip(simulation.inputs, runs.draws).map { input, draws in
          ["assumption": .string(input.parameter), "values": .numbers(draws)]
        }),
      "values": .numbers(runs.values),
    ]
  }

  package var document: Document { document(isStopped: { false }) }
  package func wholeTable(isStopped: () -> Bool) -> Table? { document(isStopped: isStopped).mainTable }

  package func document(isStopped: () -> Bool) -> Document {
    Document(
      StyledText("\(title): \(NumberText.grouped(simulation.runs)) valuations, seed \(String(simulation.seed))")
    ) {
      table(isStopped: isStopped)
    }
  }

  private func table(isStopped: () -> Bool) -> Table {
    var table = Table(
      columns: [.integer("run")] + simulation.inputs.map { .number($0.name) }
        + [.number("value per share", .fixed(2), key: "value_per_share")],
      rows: runs.values.indices.made(isStopped: isStopped) { run in
        [.integer(run + 1)] + runs.draws.map { .number($0[run]) } + [.number(runs.values[run])]
      })
    table.visibleRows = 20
    return table
  }
}

extension Simulation.Input {
  /// The name of a column: `discount`, or `growth +` where the path is moved.
  fileprivate var name: String {
    if case .shift(let how) = variation.mode { return "\(parameter) \(how.rawValue)" }
    return parameter
  }
}
