import LibC

/// Measures the speed of tas: a line of JSON for each measurement, the machine first.
@main
struct TasBench {
  /// Measurements that belong together, by the name that the command line takes.
  private static let groups: [(name: String, run: @Sendable (Workplace) throws -> Void)] = [
    ("start", Starting.measure), ("load", Loading.measure), ("indicators", Computing.measureAll),
    ("windows", Computing.measureWindows), ("expressions", Computing.measureExpressions),
    ("backtest", Backtests.measure), ("sweep", Sweeps.measure), ("parse", Parsing.measure),
    ("valuation", Valuing.measure), ("session", Saving.measure),
  ]

  static func main() {
    let chosen = CommandLine.arguments.dropFirst()
    let names = groups.map(\.name)
    if let unknown = chosen.first(where: { !names.contains($0) }) {
      return fail("there is no group \(unknown); the groups: \(names.joined(separator: ", "))", status: 2)
    }
    do {
      let workplace = try Workplace()
      defer { workplace.remove() }
      Lines.output(Machine.line)
      for group in groups where chosen.isEmpty || chosen.contains(group.name) { try group.run(workplace) }
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) {
    Lines.error("error: \(message)")
    exit(status)
  }
}
