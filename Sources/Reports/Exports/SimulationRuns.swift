import Presentation
import Text
import Valuation

/// Each run of a simulation: the numbers drawn, and the value of a share.
package struct SimulationRuns: ShapedResult {
  package var title: String
  package var simulation: Simulation
  package var runs: Simulation.Runs

  package init(title: String, simulation: Simulation, runs: Simulation.Runs) {
    self.title = title
    self.simulation = simulation
    self.runs = runs
  }

  package var rowCount: Int? { runs.values.count }
  package var memory: [HeldMemory] { (runs.draws + [runs.values]).map { HeldMemory($0) } }

  package static let shape = ResultShape<SimulationRuns>(
    "draws", "The draws of a simulation.",
    [
      .text("title") { $0.title }, .integer("runs") { $0.simulation.runs },
      .integer("seed") { Int(clamping: $0.simulation.seed) },
      .list("draws", [.text("assumption") { $0.name }, .numbers("values") { $0.values }]) { report in
        zip(report.simulation.inputs, report.runs.draws).map { (name: $0.parameter, values: $1) }
      }, .numbers("values") { $0.runs.values },
    ])

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
      columns: [.integer("run")] + simulation.inputs.map { .number($0.variation.label) }
        + [.number("value per share", .fixed(2), key: "value_per_share")],
      rows: runs.values.indices.made(isStopped: isStopped) { run in
        [.integer(run + 1)] + runs.draws.map { .number($0[run]) } + [.number(runs.values[run])]
      })
    table.visibleRows = 20
    return table
  }
}
