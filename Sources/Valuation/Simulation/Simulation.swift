import Text

/// Many valuations with uncertain assumptions drawn at random: the distribution of a share's value, and its causes.
///
/// Run `i` of a seed has the same draws however many runs and threads there are. Values are not kept beyond
/// ``mostKept`` runs: then the percentiles, which are exact, are found by valuing the runs again and keeping only
/// those that lie about a percentile, so that memory does not grow with the runs.
public struct Simulation: Sendable {
  /// An assumption that is drawn.
  public struct Input: Sendable, Equatable {
    /// The assumption, and whether the draw replaces it (`~`) or moves every year of it (`+`).
    public let variation: Variation
    /// The assumption that is drawn.
    public let distribution: Distribution

    /// Creates an input.
    public init(_ variation: Variation, _ distribution: Distribution) {
      self.variation = variation
      self.distribution = distribution
    }

    /// The name of the assumption.
    public var parameter: String { variation.parameter }
  }

  /// How two inputs go together.
  public struct Correlation: Sendable, Equatable {
    /// One assumption.
    public let first: String
    /// The other.
    public let second: String
    /// Pearson's correlation of the normally distributed numbers underlying the draws (a Gaussian copula).
    public let coefficient: Double

    /// Creates a correlation.
    public init(_ first: String, _ second: String, _ coefficient: Double) {
      self.first = first
      self.second = second
      self.coefficient = coefficient
    }
  }

  /// A value below which a part of the runs lies.
  public struct Percentile: Sendable, Equatable {
    /// The part, as a fraction: 0.05.
    public let part: Double
    /// The value of one share.
    public let value: Double
  }

  /// The influence of an input on the value.
  public struct Explained: Sendable, Equatable {
    /// The assumption.
    public let parameter: String
    /// Spearman's correlation of the draws with the values.
    public let rankCorrelation: Double
    /// The square of ``rankCorrelation`` as a share of all inputs' squares; 0 if no input has any.
    public let share: Double
  }

  /// The most runs that are made.
  public static let mostRuns = 100_000_000
  /// The most runs whose values are kept in memory.
  public static let mostKept = 1 << 22
  /// The runs, the first ones, from which ``explained`` is worked out.
  public static let runsForRanks = 1 << 14
  /// The parts for which there are percentiles.
  public static let parts = [0.01, 0.05, 0.25, 0.50, 0.75, 0.95, 0.99]

  /// The inputs, with the names of the table.
  public let inputs: [Input]
  /// How the inputs go together.
  public let correlations: [Correlation]
  /// The number of runs made: as requested, unless it was stopped.
  public let runs: Int
  /// The runs that the model refused, which count nowhere else.
  public let refused: Int
  /// The seed of the random draws.
  public let seed: UInt64
  /// The mean of the values.
  public let mean: Double
  /// The standard deviation of the values (n - 1).
  public let standardDeviation: Double
  /// The lowest value.
  public let lowest: Double
  /// The highest value.
  public let highest: Double
  /// The percentiles, by linear interpolation between the two values about each (type 7).
  public let percentiles: [Percentile]
  /// The part of the values that lie above the price; `nil` without a price.
  public let probabilityAbovePrice: Double?
  /// How the values are distributed.
  public let histogram: Histogram
  /// The influences on the spread, in the order of the inputs, from the first ``runsForRanks`` runs.
  public let explained: [Explained]
  /// Whether the shares are approximate, as correlated inputs share their influence.
  public var explainedIsApproximate: Bool { !correlations.isEmpty }
  /// The valuation without uncertainty.
  public let base: ValuationResult
  /// Findings: refused draws.
  public let findings: [ValuationFinding]

  /// Draws and values.
  ///
  /// - Parameters:
  ///   - assumptions: the model; an assumption that the draws replace need not be given.
  ///   - inputs: the assumptions that are drawn, each once.
  ///   - correlations: how inputs go together.
  ///   - runs: from 100 to ``mostRuns``.
  ///   - seed: the seed of the random draws.
  ///   - threads: how many threads work; the answer is the same bits for any number. `nil` for one a processor.
  ///   - keepsPart: whether the finished runs are the answer if it is stopped: the same as that of
  ///     so many runs. One that is stopped before its first thousand is interrupted anyway.
  ///   - progress: hears from time to time, from any thread, how many runs are done of how many; gives false to stop.
  /// - Throws: `draws` for no inputs or one twice; `distribution`; `correlation`; `runs`; `draws-refused` if the model
  ///   refuses more than a tenth of the draws; `interrupted`; and the errors of valuing the model itself.
  public init(
    of assumptions: Assumptions, inputs: [Input], correlations: [Correlation] = [], runs: Int = 100_000,
    seed: UInt64 = 1, threads: Int? = nil, keepsPart: Bool = false,
    progress: @Sendable (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(ValuationError) {
    guard (100...Self.mostRuns).contains(runs) else {
      throw ValuationError(
        code: .runs, message: "\(runs) runs are not possible; give 100 to 100 million",
        hint: "100000 are usual")
    }
    self.inputs = try Self.checked(inputs, assumptions)
    let names = self.inputs.map(\.parameter)
    let matrix = try Self.matrix(names, correlations)
    self.correlations = correlations
    self.seed = seed
    var medians: [Assumptions.Change] = []
    for input in self.inputs {
      // A number that the draws replace may be missing; the middle replaces it.
      if case .shift = input.variation.mode { continue }
      guard assumptions[input.parameter] == nil else { continue }
      medians.append(input.variation.change(to: input.distribution.quantile(0.5)))
    }
    base = try DiscountedCashFlow.value(assumptions.with(medians))
    let plan = try SimulationPlan(assumptions, self.inputs, matrix, seed: seed)
    let price = base.price
    let work = SimulationWork(plan, runs: runs, price: price, threads: threads ?? SimulationWork.processors)
    try work.run(progress, keepsPart: keepsPart)
    var findings = try Self.judged(work.refusedPart, of: work.runs, plan)
    let before = work.runs
    percentiles = try work.percentiles(Self.parts, progress, keepsPart: keepsPart)
    if work.runs != before { findings = try Self.judged(work.refusedPart, of: work.runs, plan) }
    self.runs = work.runs
    refused = work.refused
    if work.moments.lowest == work.moments.highest {
      findings.append(
        ValuationFinding(
          code: .noInfluence, severity: .warning,
          message: "each draw gives the same value: no drawn assumption has an effect", assumptions: names))
    }
    self.findings = findings
    (mean, standardDeviation) = (work.moments.mean, work.moments.standardDeviation)
    (lowest, highest) = (work.moments.lowest, work.moments.highest)
    probabilityAbovePrice = price.map { _ in Double(work.moments.above) / Double(work.moments.count) }
    histogram = work.histogram
    explained = work.explained(names)
  }

  private static func checked(_ inputs: [Input], _ assumptions: Assumptions) throws(ValuationError) -> [Input] {
    guard !inputs.isEmpty else {
      throw ValuationError(
        code: .draws, message: "nothing is drawn", hint: "such as `growth + normal(0pp, 2pp)`")
    }
    var checked: [Input] = []
    for input in inputs {
      let definition = try input.variation.checkedDefinition(in: assumptions)
      // An assumption of a part keeps the part's name as prefix.
      let name = AssumptionDefinition.canonical(input.parameter) ?? definition.name
      guard definition.key != .horizon else {
        throw ValuationError(
          code: .wrongKind, message: "horizon is a whole number of years, which cannot be drawn",
          assumptions: [name])
      }
      guard !checked.contains(where: { $0.parameter == name }) else {
        throw ValuationError(code: .draws, message: "\(name) is drawn twice", assumptions: [name])
      }
      checked.append(Input(Variation(name, input.variation.mode), input.distribution))
    }
    return checked
  }

  static func matrix(_ names: [String], _ correlations: [Correlation]) throws(ValuationError)
    -> CorrelationMatrix
  {
    var pairs: [(first: Int, second: Int, coefficient: Double)] = []
    for correlation in correlations {
      var places: [Int] = []
      for name in [correlation.first, correlation.second] {
        let canonical = AssumptionDefinition.canonical(name) ?? name
        guard let place = names.firstIndex(of: name) ?? names.firstIndex(of: canonical) else {
          throw ValuationError(
            code: .correlation,
            message: "\(canonical) is correlated but not drawn",
            assumptions: [canonical],
            hint: "draw it too: `\(canonical) + normal(0pp, 1pp)`"
          )
        }
        places.append(place)
      }
      let (low, high) = (min(places[0], places[1]), max(places[0], places[1]))
      guard low != high, !pairs.contains(where: { $0.first == low && $0.second == high }) else {
        throw ValuationError(
          code: .correlation,
          message: low == high
            ? "\(names[low]) is correlated with itself"
            : "the correlation of \(names[low]) and \(names[high]) is given twice",
          assumptions: low == high ? [names[low]] : [names[low], names[high]]
        )
      }
      pairs.append((low, high, correlation.coefficient))
    }
    return try CorrelationMatrix(names, pairs)
  }

  /// Refuses a simulation whose draws make no sense, and reports if some do not.
  private static func judged(_ part: Double, of runs: Int, _ plan: SimulationPlan) throws(ValuationError)
    -> [ValuationFinding]
  {
    guard let limit = ValuationCode.drawsRefused.definition.limit(crossedBy: part) else { return [] }
    let reason = plan.firstRefusal(runs: runs)
    let cause = reason.map { "; the first: \($0.message)" } ?? ""
    guard part <= ValuationCode.mostDrawsRefused else {
      throw ValuationError(
        code: .drawsRefused,
        message: "\(Wording.percent(part, places: 1)) of the draws are refused, but at most "
          + "\(Wording.percent(ValuationCode.mostDrawsRefused)) may be" + cause,
        assumptions: reason?.assumptions ?? [],
        hint: "narrow the distributions, or truncate them: `normal(9%, 1%) between 6% and 12%`"
      )
    }
    return [
      ValuationFinding(
        code: .drawsRefused,
        severity: limit.severity,
        message: "\(Wording.percent(part, places: 1)) of the draws are refused and left out" + cause,
        value: part,
        threshold: limit.value,
        assumptions: reason?.assumptions ?? []
      )
    ]
  }
}
