import JSON
import Presentation
import Valuation

/// The speed of exploring a valuation: simulations compared with NumPy and Numba, grids, the split of a gap, a search.
///
/// The engine alone, without a session around it.
enum ValuationRace {
  static func measure(_ workplace: Workplace) throws {
    var table = Table()
    try simulate("plain", model(), peers: NumericPeers(workplace), &table, workplace)
    try simulate("firm", firm(), peers: nil, &table, workplace)
    try explore(&table, workplace)
    for line in table.lines { workplace.note(line) }
  }

  /// A million runs of ten years with four uncertain inputs, percentiles included, by one thread and by all.
  private static func simulate(
    _ name: String, _ model: Assumptions, peers: NumericPeers?, _ table: inout Table, _ workplace: Workplace
  ) throws {
    let runs = workplace.size.simulationRuns
    let inputs = try inputs()
    let threads = Set([1, Machine.cores]).sorted()
    var own = threads.map { _ in Stopwatch.Runs() }
    var cold: [Double] = []
    var mean = 0.0
    var theirs: [NumericPeers.Name: [Double]] = [:]
    for (index, threads) in threads.enumerated().reversed() {
      // The first simulation of all is that of all threads: nothing of it is in memory yet.
      let run = try Stopwatch.once { mean = try simulation(model, inputs, runs, threads).mean }
      cold.insert(run.wall[0], at: 0)
      own[index] = Stopwatch.Runs()
    }
    // By turns, so that other work on the machine is not the share of one alone.
    for _ in 0...workplace.size.rounds {
      for (index, threads) in threads.enumerated() {
        for _ in 0..<workplace.size.runs.lowerBound {
          let run = try Stopwatch.once { try simulation(model, inputs, runs, threads) }
          own[index].wall += run.wall
          own[index].processor += run.processor
        }
      }
      for peer in NumericPeers.Name.allCases { theirs[peer, default: []] += peers?.run(peer, runs, times: 2) ?? [] }
    }
    for (index, threads) in threads.enumerated() {
      var details: [(String, JSONValue)] = [
        ("model", .string(name)), ("runs", .integer(runs)), ("threads", .integer(threads)),
        ("cold", .number(Measurement.rounded(cold[index] * 1000))), ("mean", .number(Measurement.rounded(mean))),
      ]
      let best = own[index].wall.min() ?? 0
      var ratios: [NumericPeers.Name: Double] = [:]
      for peer in NumericPeers.Name.allCases {
        guard let seconds = theirs[peer], let shortest = seconds.min() else { continue }
        let ratio = shortest / best
        ratios[peer] = ratio
        details += [
          ("\(peer)_value", .number(Measurement.rounded(Measurement.median(seconds) * 1000))),
          ("\(peer)_best", .number(Measurement.rounded(shortest * 1000))),
          ("\(peer)_ratio", .number(Measurement.rounded(ratio))),
        ]
      }
      let label = threads == 1 ? "1 thread" : "\(threads) threads"
      table.add("simulate 1M, \(name), \(label)", best, ratios[.numpy], ratios[.numba])
      workplace.report(
        Measurement(name: "valuation.simulate", unit: .milliseconds, runs: own[index], details: details))
    }
  }

  private static func simulation(
    _ model: Assumptions, _ inputs: [Simulation.Input], _ runs: Int, _ threads: Int
  ) throws -> Simulation {
    try Simulation(of: model, inputs: inputs, runs: runs, threads: threads)
  }

  private static func explore(_ table: inout Table, _ workplace: Workplace) throws {
    let steps = workplace.size.gridSteps
    let (plain, built, equity) = (try model(), try builtUp(), try equity())
    let rates = (0..<steps).map { 0.07 + 0.001 * Double($0) }
    let growth = Sensitivity.Axis("growth", (0..<steps).map { 0.01 + 0.001 * Double($0) })
    let times: [(name: String, label: String, work: () throws -> Void)] = [
      (
        "valuation.grid", "grid \(steps) x \(steps), plain",
        { keep(try Sensitivity(of: plain, axes: [.init("discount", rates), growth], includesBase: false)) }
      ),
      (
        "valuation.grid.firm", "grid \(steps) x \(steps), firm",
        { keep(try Sensitivity(of: firm(), axes: [.init("discount", rates), growth], includesBase: false)) }
      ),
      (
        "valuation.grid.built", "grid \(steps) x \(steps), cost of capital built up",
        {
          let betas = Sensitivity.Axis("beta", rates.map { $0 * 12 })
          keep(try Sensitivity(of: built, axes: [growth, betas], includesBase: false))
        }
      ),
      (
        "valuation.attribution", "gap of 10 assumptions, plain",
        { keep(try Attribution(from: plain, to: plain.with(changes + [number("discount", 0.085)]))) }
      ),
      (
        "valuation.attribution.built", "gap of 10 assumptions, cost of capital built up",
        { keep(try Attribution(from: built, to: built.with(changes + [number("beta", 1.1)]))) }
      ),
      (
        "valuation.attribution.equity", "gap of 10 assumptions, each mixture resolved",
        { keep(try Attribution(from: equity, to: equity.with(changes + [number("cost_of_equity", 0.09)]))) }
      ),
      (
        "valuation.solution", "growth that the price implies",
        { keep(try Solution(of: plain, for: Variation(.growth))) }
      ),
    ]
    for (name, label, work) in times {
      let runs = try workplace.runs(work)
      table.add(label, runs.wall.min() ?? 0)
      workplace.report(Measurement(name: name, unit: .milliseconds, runs: runs))
    }
  }
}

// MARK: - The models

extension ValuationRace {
  private static func number(_ name: String, _ value: Double) -> Assumptions.Change { .set(Assumption(name, value)) }

  /// The model that the peers' script has, without its cost of capital.
  private static func company(_ more: [Assumption]) throws -> Assumptions {
    try Assumptions(
      [
        Assumption(.price, 172.5), Assumption(.shares, 15.74e9), Assumption(.revenue, 383.3e9),
        Assumption(.growth, .glide(0.06, to: 0.03)), Assumption(.margin, 0.30), Assumption(.tax, 0.16),
        Assumption(.capex, 0.028), Assumption(.terminal, 0.025), Assumption(.horizon, 10),
        Assumption(.cash, 61.5e9), Assumption(.debt, 111.1e9),
      ] + more)
  }

  private static func model() throws -> Assumptions { try company([Assumption(.discount, 0.09)]) }

  /// The full model.
  private static func firm() throws -> Assumptions {
    try company([
      Assumption(.discount, 0.09), Assumption(.nol, 5e9), Assumption(.terminalROIC, 0.15),
      Assumption(.failure, 0.05), Assumption(.investments, 10e9), Assumption(.minority, 1e9),
      Assumption(.rsu, 0.1e9), Assumption(.terminalMargin, 0.28), Assumption(.terminalTax, 0.20),
    ])
  }

  private static func builtUp() throws -> Assumptions {
    try company([
      Assumption(.beta, 1.2), Assumption(.riskFree, 0.042), Assumption(.equityPremium, 0.045),
      Assumption(.costOfDebt, 0.045),
    ])
  }

  /// Free cash flow to equity, each value of which resolves the model.
  private static func equity() throws -> Assumptions {
    try company([
      Assumption(.model, word: "fcfe"), Assumption(.costOfEquity, 0.095), Assumption(.costOfDebt, 0.045),
    ])
  }

  /// Nine changes of any of these.
  private static let changes: [Assumptions.Change] = [
    number("growth", 0.07), number("margin", 0.32), number("tax", 0.18), number("capex", 0.03),
    number("terminal", 0.028), number("cash", 70e9), number("debt", 90e9), number("shares", 15.2e9),
    number("depreciation", 0.01),
  ]

  private static func inputs() throws -> [Simulation.Input] {
    [
      .init(Variation(.growth, .shift(.add)), try Distribution(.normal(mean: 0, deviation: 0.02))),
      .init(Variation(.margin), try Distribution(.normal(mean: 0.30, deviation: 0.02))),
      .init(Variation(.discount), try Distribution(.normal(mean: 0.09, deviation: 0.008))),
      .init(Variation(.terminal), try Distribution(.normal(mean: 0.025, deviation: 0.003))),
    ]
  }
}

/// The table for people: the shortest times, and how many times as long the others take.
private struct Table {
  private(set) var lines = [line("ms", "tas", "NumPy", "Numba")]

  mutating func add(_ name: String, _ seconds: Double, _ numpy: Double? = nil, _ numba: Double? = nil) {
    let ratio = { (ratio: Double?) in ratio.map { Self.text($0) + "x" } ?? "" }
    lines.append(Self.line(name, Self.text(seconds * 1000), ratio(numpy), ratio(numba)))
  }

  private static func line(_ name: String, _ cells: String...) -> String {
    let pad = { (text: String, width: Int) in String(repeating: " ", count: max(0, width - text.count)) }
    return name + pad(name, 48) + cells.map { pad($0, 9) + $0 }.joined()
  }

  private static func text(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }
}

/// Keeps the compiler from leaving out work with an unused result.
@inline(never)
private func keep<Result>(_ result: Result) {}
