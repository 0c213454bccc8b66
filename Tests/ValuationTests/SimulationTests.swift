import LibC
import Probability
import TestSupport
import Testing
import Valuation

@Suite("Simulation")
struct SimulationTests {
  /// Mean and standard deviation of quantiles at evenly spaced probabilities.
  private func moments(_ distribution: Distribution) -> (mean: Double, deviation: Double) {
    let count = 16_000
    let sampler = Sampler(distribution)
    var values = (0..<count).map { (Double($0) + 0.5) / Double(count) }
    values.withUnsafeMutableBufferPointer { values in
      if let start = values.baseAddress { sampler.replaceUniform(start, count) }
    }
    let mean = values.reduce(0, +) / Double(count)
    return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)).squareRoot())
  }

  @Test("Each distribution has its mean, its standard deviation and its quantiles")
  func distributions() throws {
    let normal = try moments(Distribution(.normal(mean: 3, deviation: 2)))
    #expect(near(normal.mean, 3, 1e-9) && near(normal.deviation, 2, 1e-3))
    let lognormal = try moments(Distribution(.lognormal(mean: 3, deviation: 1)))
    #expect(near(lognormal.mean, 3, 1e-3) && near(lognormal.deviation, 1, 2e-3))
    let uniform = try moments(Distribution(.uniform(low: 2, high: 5)))
    #expect(near(uniform.mean, 3.5, 1e-9) && near(uniform.deviation, 3 / 12.0.squareRoot(), 1e-6))
    let triangular = try moments(Distribution(.triangular(low: 1, mode: 2, high: 5)))
    #expect(near(triangular.mean, 8 / 3.0, 1e-6) && near(triangular.deviation, (13 / 18.0).squareRoot(), 1e-6))
    let beta = try moments(Distribution(.beta(a: 2, b: 5, low: 10, high: 24)))
    // Its quantiles end as steeply as a fifth root: evenly spaced ones miss about 14 n^-1.2 of the mean.
    #expect(near(beta.mean, 14, 2e-4) && near(beta.deviation, 14 * (10 / 392.0).squareRoot(), 1e-3))

    func quantile(_ shape: Distribution.Shape, _ part: Double) throws -> Double {
      try Distribution(shape).quantile(part)
    }
    // Closed forms: I_x(2, 1) = x^2, I_x(1, 3) = 1 - (1 - x)^3, and the arcsine distribution.
    for part in [1e-9, 0.3, 0.99] {
      #expect(try near(quantile(.beta(a: 2, b: 1, low: 0, high: 1), part), part.squareRoot(), 1e-9))
      #expect(try near(quantile(.beta(a: 1, b: 3, low: 0, high: 1), part), 1 - cbrt(1 - part), 1e-9))
      #expect(try near(quantile(.beta(a: 0.5, b: 0.5, low: 0, high: 1), part), pow(sin(.pi * part / 2), 2), 1e-8))
      let rising = (0.25 * part).squareRoot()
      #expect(
        try near(
          quantile(.triangular(low: 0, mode: 0.25, high: 1), part),
          part < 0.25 ? rising : 1 - (0.75 * (1 - part)).squareRoot(), 1e-12))
    }
    #expect(try near(quantile(.lognormal(mean: 3, deviation: 1), 0.5), 3 / (10 / 9.0).squareRoot(), 1e-12))
  }

  @Test("A distribution that is cut off keeps its proportions inside, also far out in a tail")
  func cut() throws {
    let wide = try Distribution(.normal(mean: 0, deviation: 1), least: -1, greatest: 2)
    let (low, high) = (NormalDistribution.probability(-1), NormalDistribution.probability(2))
    for part in [0.001, 0.2, 0.5, 0.9, 0.999] {
      #expect(near(NormalDistribution.probability(wide.quantile(part)), low + part * (high - low), 1e-13))
    }
    let far = try Distribution(.normal(mean: 0, deviation: 1), least: 12, greatest: 13)
    let near12 = try Distribution(.normal(mean: 0, deviation: 1), least: -13, greatest: -12)
    for part in [0.001, 0.5, 0.999] {
      #expect(far.quantile(part) > 12 && far.quantile(part) < 13)
      #expect(near(far.quantile(part), -near12.quantile(1 - part), 1e-12))
    }
    let beta = try Distribution(.beta(a: 2, b: 1, low: 0, high: 1), least: 0.5, greatest: 0.8)
    #expect(near(beta.quantile(0.5), (0.5 * (0.25 + 0.64)).squareRoot(), 1e-9))
    let triangle = try Distribution(.triangular(low: 0, mode: 0.25, high: 1), least: 0.5)
    #expect(near(triangle.quantile(0), 0.5, 1e-12) && near(triangle.quantile(1), 1, 1e-12))
    let uniform = try Distribution(.uniform(low: 0, high: 1), least: 0.5)
    #expect(uniform.quantile(0.5) == 0.75)
  }

  @Test("An unknown distribution is refused")
  func noDistribution() {
    #expect(code { _ = try Distribution(.normal(mean: 0, deviation: -1)) } == .distribution)
    #expect(code { _ = try Distribution(.uniform(low: 2, high: 1)) } == .distribution)
    #expect(code { _ = try Distribution(.lognormal(mean: 0, deviation: 1)) } == .distribution)
    #expect(code { _ = try Distribution(.triangular(low: 0, mode: 2, high: 1)) } == .distribution)
    #expect(code { _ = try Distribution(.beta(a: 0, b: 1, low: 0, high: 1)) } == .distribution)
    #expect(code { _ = try Distribution(.normal(mean: 0, deviation: 1), least: 2, greatest: 1) } == .distribution)
    #expect(code { _ = try Distribution(.uniform(low: 0, high: 1), least: 2) } == .distribution)
    #expect(code { _ = try Distribution(named: "cauchy", [0, 1]) } == .unknownDistribution)
    #expect(code { _ = try Distribution(named: "normal", [0]) } == .distribution)
  }

  private static func inputs() throws -> [Simulation.Input] {
    try [
      .init(Variation("growth", .shift(.add)), Distribution(.normal(mean: 0, deviation: 0.02))),
      .init(Variation("margin"), Distribution(.normal(mean: 0.30, deviation: 0.02), least: 0.2, greatest: 0.4)),
      .init(Variation("discount"), Distribution(.lognormal(mean: 0.09, deviation: 0.008))),
      .init(Variation("terminal"), Distribution(.triangular(low: 0.02, mode: 0.025, high: 0.03))),
    ]
  }

  /// All that a simulation says, as bits.
  private func bits(_ simulation: Simulation) -> [UInt64] {
    ([
      simulation.mean, simulation.standardDeviation, simulation.lowest, simulation.highest,
      simulation.probabilityAbovePrice ?? -1,
    ] + simulation.percentiles.map(\.value) + simulation.explained.flatMap { [$0.share, $0.rankCorrelation] })
    .map(\.bitPattern) + simulation.histogram.counts.map { UInt64($0) }
  }

  @Test("The same seed gives the same bits with 1, 2 and 7 threads, and another seed others")
  func threads() throws {
    let one = try Simulation(of: example(), inputs: Self.inputs(), runs: 50_000, seed: 42, threads: 1)
    for threads in [2, 7] {
      let other = try Simulation(of: example(), inputs: Self.inputs(), runs: 50_000, seed: 42, threads: threads)
      #expect(bits(one) == bits(other))
    }
    let other = try Simulation(of: example(), inputs: Self.inputs(), runs: 50_000, seed: 43)
    #expect(bits(one) != bits(other))
  }

  @Test("A stopped simulation is that of as many runs as there were, to the bit", arguments: [1, 3])
  func stopped(threads: Int) throws {
    for limit in [3_000, 30_000] {
      let part = try Simulation(
        of: example(), inputs: Self.inputs(), runs: 60_000, seed: 42, threads: threads, keepsPart: true,
        progress: { done, _ in done < limit })
      #expect(part.runs >= 1024 && part.runs < 60_000)
      let whole = try Simulation(of: example(), inputs: Self.inputs(), runs: part.runs, seed: 42)
      #expect(bits(part) == bits(whole) && part.refused == whole.refused)
      #expect(try part.runs(of: example()) { true }.values.count == 1024)
    }
  }

  /// Models of every kind: plain, mid-year, the full one with losses, options and stages, and by multiples.
  private func models() throws -> [Assumptions] {
    let full = try example([
      set("nol", 50e9), set("nol_limit", 0.8), set("terminal_tax", 0.25), set("terminal_roic", 0.15),
      set("failure", 0.05), set("minority", 1e9), set("rsu", 1e8), set("terminal_discount", 0.085),
      .set(Assumption(options: [OptionTranche(count: 1e8, strike: 20), OptionTranche(count: 1e8, strike: 90)])),
      .set(Assumption("base_end", word: "2025-09-27")), .set(Assumption("date", word: "2026-03-01")),
      .set(Assumption("balance_date", word: "2025-12-27")), .set(Assumption("discounting", word: "mid-year")),
    ])
    return try [
      example(), example([.set(Assumption("discounting", word: "mid-year"))]),
      example([set(terminal: .multiple(15, of: .ebitda))]), full,
      full.with([
        .remove("capex"), set("sales_to_capital", 1.8), set("reinvestment_lag", 1), set("invested_capital", 2e11),
      ]),
      full.with([set("margin", .list([-0.2, -0.1, 0.1, 0.2, 0.3]))]),
      full.with([.remove("terminal_roic"), .set(Assumption("capex", .scalar(0.1), basis: .change))]),
      full.with([
        .remove("terminal_roic"), set("terminal_capex", 0.03), set("terminal_depreciation", 0.02),
        .set(Assumption("terminal_working_capital", .scalar(0.1), basis: .change)),
      ]),
    ]
  }

  @Test("Every run's value is the same double as valuing its assumptions, in lanes as one by one")
  func everyRun() throws {
    for (place, model) in try models().enumerated() {
      let isGrowth = if case .terminal(.growth) = model["terminal"]?.value { true } else { false }
      var inputs: [Simulation.Input] = try [
        .init(Variation("growth", .shift(.add)), Distribution(.normal(mean: 0, deviation: 0.03))),
        .init(Variation("margin", .shift(.multiply)), Distribution(.uniform(low: 0.5, high: 1.5))),
        .init(Variation("discount"), Distribution(.normal(mean: 0.08, deviation: 0.03))),
        .init(
          Variation("terminal", isGrowth ? .set : .multiple(of: .ebitda)),
          Distribution(.uniform(low: isGrowth ? 0 : 5, high: isGrowth ? 0.04 : 20))),
        .init(Variation("tax", .shift(.subtract)), Distribution(.normal(mean: 0, deviation: 0.05))),
        .init(Variation("cash"), Distribution(.uniform(low: 0, high: 1e11))),
      ]
      if model["terminal_capex"] != nil {
        inputs.append(.init(Variation("terminal_capex"), try Distribution(.uniform(low: 0, high: 0.06))))
        inputs.append(
          .init(Variation("terminal_depreciation", .shift(.add)), try Distribution(.uniform(low: 0, high: 0.01))))
      }
      let names = inputs.map(\.parameter)
      let plan = try SimulationPlan(model, inputs, CorrelationMatrix(names, [(0, 1, 0.5)]), seed: 7)
      #expect(plan.lanes != nil)
      let worker = SimulationWorker(plan)
      worker.value(block: 3, count: SimulationPlan.block)
      var refused = 0
      for index in 0..<80 {
        let draws = worker.draws(at: index)
        let changes = zip(inputs, draws).map { $0.variation.change(to: $1) }
        let alone = (try? DiscountedCashFlow.value(model.with(changes)).valuePerShare) ?? .nan
        if alone.isNaN { refused += 1 }
        #expect(
          alone.isNaN ? worker.values[index].isNaN : worker.values[index] == alone, "model \(place), run \(index)")
      }
      #expect(refused < 60)
    }
  }

  @Test("Certain draws give the headline in every run")
  func certain() throws {
    let input = try Simulation.Input(Variation("growth", .shift(.add)), Distribution(.normal(mean: 0, deviation: 0)))
    let simulation = try Simulation(of: example(), inputs: [input], runs: 1000)
    let headline = try value()
    #expect(simulation.lowest == headline && simulation.highest == headline)
    #expect(simulation.percentiles.allSatisfy { $0.value == headline })
    #expect(simulation.explained[0].share == 0 && simulation.standardDeviation < 1e-9)
  }

  @Test("Percentiles are those of all values in order, kept or valued again")
  func percentiles() throws {
    let runs = 30_000
    let inputs = try Self.inputs()
    let simulation = try Simulation(of: example(), inputs: inputs, runs: runs, seed: 5)
    let matrix = try CorrelationMatrix(inputs.map(\.parameter), [])
    let worker = try SimulationWorker(SimulationPlan(example(), inputs, matrix, seed: 5))
    var values: [Double] = []
    for block in 0..<(runs + SimulationPlan.block - 1) / SimulationPlan.block {
      let count = min(SimulationPlan.block, runs - block * SimulationPlan.block)
      worker.value(block: block, count: count)
      values += UnsafeBufferPointer(start: worker.values, count: count)
    }
    values = values.filter(\.isFinite).sorted()
    #expect(values.count == runs - simulation.refused)
    for percentile in simulation.percentiles {
      let place = percentile.part * Double(values.count - 1)
      let low = Int(place)
      let expected = values[low] + (place - Double(low)) * (values[min(low + 1, values.count - 1)] - values[low])
      #expect(percentile.value == expected)
    }
    #expect(near(simulation.mean, values.reduce(0, +) / Double(values.count), 1e-9))
    #expect(simulation.lowest == values.first && simulation.highest == values.last)
    let above = values.count { $0 > 172.5 }
    #expect(simulation.probabilityAbovePrice == Double(above) / Double(values.count))
    let shown = simulation.histogram
    #expect(shown.counts.reduce(shown.below + shown.above, +) == values.count)
    for (place, count) in shown.counts.enumerated() {
      let from = shown.start + Double(place) * shown.step
      let inside = values.count { $0 >= from && $0 < from + shown.step }
      #expect(abs(inside - count) <= 1)
    }
  }

  @Test("Ranks among many values that lie together or far apart are found in bounded memory")
  func ranks() {
    var random = Dice(9)
    var values = (0..<200_000).map { _ in exp(Double.random(in: -300...300, using: &random)) }
    values +=
      [Double](repeating: 17, count: 150_000)
      + (0..<100_000).map { _ in Double.random(in: 16.99...17.01, using: &random) }
    values += (0..<70_000).map { _ in -Double.random(in: 0...1e-9, using: &random) }
    let sorted = values.sorted()
    let fine = FineHistogram(Array(values.prefix(1000)).sorted())
    var bins = [Int](repeating: 0, count: fine.count)
    for value in values { bins[fine.bin(value)] += 1 }
    let wanted = [0, 1, 5, 70_000, 100_000, 250_000, 300_000, 400_000, 519_998, 519_999]
    var selection = RankSelection(wanted, fine, bins)
    var rounds = 0
    while !selection.isComplete {
      let tally = selection.tally()
      for value in values where selection.isMarked(fine.bin(value)) { selection.note(value, tally) }
      selection.narrow([tally])
      rounds += 1
    }
    for rank in wanted { #expect(selection.value(ofRank: rank) == sorted[rank]) }
    #expect(rounds < 8)
  }

  @Test("Values of any size have a histogram, down to the least double and as far apart as doubles can be")
  func histogramOfAnySize() {
    let (least, greatest) = (Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude)
    for values in [
      [0, least, 2000 * least], [least, 3 * least], [-greatest, 0, greatest], [7, 7], [0, 0], [1e300, 1e300],
    ] {
      let fine = FineHistogram(values)
      #expect(fine.step.isFinite && fine.step > 0)
      #expect((1...64).contains(fine.intervals))
      #expect(values.allSatisfy { (0..<fine.count).contains(fine.bin($0)) })
    }
  }

  @Test("Draws go together as they are said to")
  func correlation() throws {
    let names = ["growth", "margin", "discount"]
    let matrix = try CorrelationMatrix(names, [(0, 1, 0.6), (0, 2, -0.3), (1, 2, 0.2)])
    let inputs: [Simulation.Input] = try [
      .init(Variation("growth", .shift(.add)), Distribution(.normal(mean: 0, deviation: 0.01))),
      .init(Variation("margin"), Distribution(.normal(mean: 0.3, deviation: 0.02))),
      .init(Variation("discount"), Distribution(.normal(mean: 0.09, deviation: 0.002))),
    ]
    let worker = try SimulationWorker(SimulationPlan(example(), inputs, matrix, seed: 3))
    var draws: [[Double]] = [[], [], []]
    for block in 0..<32 {
      worker.value(block: block, count: SimulationPlan.block)
      for index in 0..<SimulationPlan.block {
        for (place, draw) in worker.draws(at: index).enumerated() { draws[place].append(draw) }
      }
    }
    func pearson(_ a: [Double], _ b: [Double]) -> Double {
      let (x, y) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
      var (both, first, second) = (0.0, 0.0, 0.0)
      for (p, q) in zip(a, b) {
        both += (p - x) * (q - y)
        first += (p - x) * (p - x)
        second += (q - y) * (q - y)
      }
      return both / (first * second).squareRoot()
    }
    // The standard error of a correlation from 32,768 draws is at most 0.0055.
    #expect(near(pearson(draws[0], draws[1]), 0.6, 0.015))
    #expect(near(pearson(draws[0], draws[2]), -0.3, 0.015))
    #expect(near(pearson(draws[1], draws[2]), 0.2, 0.015))
  }

  @Test("Correlations that cannot be are refused and name the pair")
  func impossibleCorrelations() throws {
    let found = error { _ = try CorrelationMatrix(["a", "b", "c"], [(0, 1, 0.9), (0, 2, 0.9), (1, 2, -0.9)]) }
    #expect(found?.code == .correlation && found?.assumptions.count == 2)
    #expect(code { _ = try CorrelationMatrix(["a", "b"], [(0, 1, 1)]) } == .correlation)
    let one = try Self.inputs()
    for pair in [("growth", "capex"), ("growth", "growth")] {
      #expect(
        code {
          _ = try Simulation(of: example(), inputs: one, correlations: [.init(pair.0, pair.1, 0.5)], runs: 100)
        } == .correlation)
    }
    let twice = [Simulation.Correlation("growth", "margin", 0.1), .init("margin", "growth", 0.2)]
    #expect(
      code { _ = try Simulation(of: example(), inputs: one, correlations: twice, runs: 100) } == .correlation)
  }

  @Test("Refused draws are counted: above 1 % a warning, above 10 % a refusal")
  func refusedDraws() throws {
    func simulated(_ deviation: Double) throws -> Simulation {
      try Simulation(
        of: example(),
        inputs: [.init(Variation("discount"), Distribution(.normal(mean: 0.09, deviation: deviation)))], runs: 20_000)
    }
    let calm = try simulated(0.02)
    #expect(calm.refused > 0 && calm.findings.isEmpty)
    let wild = try simulated(0.032)
    #expect(wild.findings.map(\.code) == [.drawsRefused] && wild.findings[0].severity == .warning)
    #expect(wild.findings[0].assumptions.contains("discount"))
    #expect(code { _ = try simulated(0.08) } == .drawsRefused)
    #expect(code { _ = try simulated(5) } == .drawsRefused)
  }

  @Test("What explains the spread: the input that moves the value most, and shares that add up to 1")
  func explained() throws {
    let simulation = try Simulation(of: example(), inputs: Self.inputs(), runs: 20_000)
    #expect(near(simulation.explained.reduce(0) { $0 + $1.share }, 1, 1e-12))
    #expect(simulation.explained.first { $0.parameter == "discount" }?.rankCorrelation ?? 1 < -0.3)
    #expect(simulation.explained.first { $0.parameter == "margin" }?.rankCorrelation ?? -1 > 0.1)
    #expect(!simulation.explainedIsApproximate)
  }

  @Test("An input that is worked into others is simulated by the same values as one by one")
  func builtCost() throws {
    let built = try example([
      .remove("discount"), set("beta", 1.1), set("risk_free", 0.04), set("equity_premium", 0.05),
      set("cost_of_debt", 0.05),
    ])
    let inputs: [Simulation.Input] = try [
      .init(Variation("beta"), Distribution(.normal(mean: 1.1, deviation: 0.1))),
      .init(Variation("debt", .shift(.multiply)), Distribution(.uniform(low: 0.5, high: 2))),
      .init(Variation("tax"), Distribution(.uniform(low: 0.1, high: 0.3))),
    ]
    let plan = try SimulationPlan(built, inputs, CorrelationMatrix(inputs.map(\.parameter), []), seed: 1)
    #expect(plan.varied.origin != nil && plan.lanes == nil)
    let worker = SimulationWorker(plan)
    worker.value(block: 0, count: 100)
    for index in 0..<100 {
      let changes = zip(inputs, worker.draws(at: index)).map { $0.variation.change(to: $1) }
      #expect(try worker.values[index] == DiscountedCashFlow.value(built.with(changes)).valuePerShare)
    }
  }

  @Test("Draws that make no sense are refused")
  func refusals() throws {
    let normal = try Distribution(.normal(mean: 0.1, deviation: 0.01))
    func refused(_ names: [String], runs: Int = 1000) -> ValuationCode? {
      code { _ = try Simulation(of: example(), inputs: names.map { .init(Variation($0), normal) }, runs: runs) }
    }
    #expect(refused([]) == .draws)
    #expect(refused(["growth", "revenue_growth"]) == .draws)
    #expect(refused(["horizon"]) == .wrongKind)
    #expect(refused(["price"]) == .noInfluence)
    #expect(refused(["growth"], runs: 10) == .runs)
    #expect(
      code {
        _ = try Simulation(
          of: example(), inputs: [.init(Variation("growth"), normal)], runs: 100_000, progress: { _, _ in false })
      } == .interrupted)
  }
}
