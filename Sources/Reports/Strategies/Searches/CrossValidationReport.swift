import Backtesting
import Evaluation
import JSON
import Presentation
import Robustness
import Strategies
import Text

/// The out-of-sample performance of choosing among combinations.
package struct CrossValidationReport: ShapedResult {
  package var strategy: String
  package var seriesName: String
  package var parameters: [(name: String, kind: Kind)]
  package var validation: CrossValidation
  /// The values of the combinations that were chosen most often, and how many splits chose each.
  package var choices: [(values: [Double], splits: Int)]
  package var since: String
  package var until: String
  package var assumptions: RunAssumptions
  /// The span of each return: of intraday bars a day.
  package var period = ReturnBasis.Period.bar
  /// The lengths that were asked, if they are no counts of returns.
  package var purge: String?
  package var embargo: String?
  /// The columns of files in the rules that know later bars.
  package var lookAhead: [LookAheadFinding] = []
  /// The job that an engine ran for it; nil if all was computed here.
  package var job: JobSummary?

  package init(
    strategy: String, seriesName: String, parameters: [(name: String, kind: Kind)], validation: CrossValidation,
    choices: [(values: [Double], splits: Int)], since: String, until: String, assumptions: RunAssumptions
  ) {
    (self.strategy, self.seriesName, self.parameters) = (strategy, seriesName, parameters)
    (self.validation, self.choices, self.since, self.until) = (validation, choices, since, until)
    self.assumptions = assumptions
  }

  package var rowCount: Int? { choices.count }

  private var ratios: [Double] { validation.paths.map(\.sharpeRatio).filter(\.isFinite).sorted() }
  private func ratio(_ share: Double) -> Double { SortedSample.quantile(share, of: ratios) }
  private var lossShare: Double { Double(ratios.count { $0 < 0 }) / Double(max(1, ratios.count)) }

  package static let shape = ResultShape<CrossValidationReport>(
    "crossvalidation", "What choosing among combinations is worth on bars that the choice did not see.",
    [
      .text("strategy") { $0.strategy }, .text("symbol") { $0.seriesName }, .integer("groups") { $0.validation.groups },
      .integer("test_groups") { $0.validation.testGroups }, .integer("purge") { $0.validation.purge },
      .integer("embargo") { $0.validation.embargo }, .integer("combinations") { $0.validation.combinations },
      .integer("returns") { $0.validation.returns }, .text("return_period") { $0.period.rawValue },
      .integer("splits") { $0.validation.splits },
      .group("window", [.text("since") { $0.since }, .text("until") { $0.until }]),
      .list("paths", pathFields) { $0.validation.paths },
      .group(
        "sharpe_ratio",
        [
          .number("lowest", .possible) { $0.ratios.first }, .number("median", .possible) { $0.ratio(0.5) },
          .number("highest", .possible) { $0.ratios.last }, .rate("share_below_zero", .possible) { $0.lossShare },
        ]),
      .group(
        "overfitting",
        [
          .rate("probability", .possible) { $0.validation.overfitting.probability },
          .rate("probability_of_loss", .possible) { $0.validation.overfitting.probabilityOfLoss },
          .number("slope", .possible) { $0.validation.overfitting.slope },
          .integer("blocks", .possible) { $0.validation.overfitting.blocks },
        ]),
      .number("reality_check", .possible) { $0.validation.realityCheck.probability },
      .group(
        "superior_ability",
        [
          .number("lower", .possible) { $0.validation.superiorAbility.lower },
          .number("consistent", .possible) { $0.validation.superiorAbility.consistent },
          .number("upper", .possible) { $0.validation.superiorAbility.upper },
        ]),
      .list("choices", choiceFields) { $0.choices.parts(of: $0) },
      .list("looks_ahead", LookAheadFinding.fields) { $0.lookAhead },
      .object("job", JobSummary.fields, .possible) { $0.job }.only { $0.job != nil },
      .members("assumptions") { $0.assumptions.members },
    ])

  private static let pathFields: [Field<TestedPath>] = [
    .number("sharpe_ratio", .possible) { $0.sharpeRatio }, .rate("total_return", .possible) { $0.totalReturn },
  ]

  private static let choiceFields: [Field<Choice>] = [
    .members("parameters") { zip($0.whole.parameters, $0.thing.values).map { ($0.name, .number($1)) } },
    .integer(.integer("chosen by splits", key: "splits"), .never) { $0.thing.splits },
  ]

  /// The values of a combination and the number of splits that chose it.
  private typealias Choice = Part<CrossValidationReport, (values: [Double], splits: Int)>

  private var method: String {
    validation.testGroups == 1
      ? "\(validation.groups)-fold cross-validation"
      : "\(NumberText.counted(validation.paths.count, "path")) of \(NumberText.counted(validation.splits, "split"))"
  }

  package var document: Document {
    Document(
      "\(strategy) on \(seriesName), \(since) to \(until), \(method), the best of \(validation.combinations, .integer.grouped) by sharpe ratio"
    ) {
      headline
      table
      Block.note(StyledText(verdict))
      if let text = lookAhead.remark { Block.note(StyledText(text)) }
      Block.note(
        "\(validation.groups, .integer) groups of \(validation.returns, .integer.grouped) \(period.adjective)returns, \(validation.testGroups, .integer) tested at a time, purge \(validation.purge, .integer)\(Self.typed(purge)), embargo \(validation.embargo, .integer)\(Self.typed(embargo))"
      )
      Block.note(StyledText(assumptions.text))
    }
  }

  /// A length as typed, after its number of returns.
  private static func typed(_ length: String?) -> String { length.map { " (\($0))" } ?? "" }

  private var headline: [Property] {
    let ratio = NumberFormat.fixed(3)
    let paths =
      ratios.count > 1
      ? [
        Property("Median sharpe of the tests", self.ratio(0.5), ratio),
        Property("Lowest", ratios.first ?? .nan, ratio), Property("Highest", ratios.last ?? .nan, ratio),
        Property("Paths below zero", lossShare, .percent(1)),
      ] : [Property("Sharpe of the tests", ratios.first ?? .nan, ratio)]
    return paths + [
      Property("Probability of overfitting", validation.overfitting.probability, .percent(1)),
      Property("Probability of loss after choosing", validation.overfitting.probabilityOfLoss, .percent(1)),
      Property("Reality check", validation.realityCheck.probability, .fixed(3)),
      Property("Superior ability", validation.superiorAbility.consistent, .fixed(3)),
    ]
  }

  private var verdict: String {
    let chance = validation.overfitting.probability
    let overfit =
      chance > 0.5
      ? "choosing the best is no better than chance: it is below the middle on the other half more often than not"
      : "the best of one half is below the middle of the other half in \(NumberText.percentShort(chance)) of the splits"
    let ability = validation.superiorAbility.consistent
    let beats =
      ability < 0.05
      ? "the best beats cash by more than luck (p \(NumberFormat.fixed(3).text(ability)))"
      : "no evidence that the best beats cash (p \(NumberFormat.fixed(3).text(ability)))"
    return "\(overfit); \(beats)"
  }

  private var table: Table {
    let values = parameters.enumerated().map { place, parameter in
      Field<Choice>.number(parameter.kind == .rate ? .percent(parameter.name) : .number(parameter.name)) {
        $0.thing.values[place]
      }
    }
    return (values + Self.choiceFields.filter { $0.display != nil }).table(of: choices.parts(of: self))
  }

  package var picture: Picture? {
    let bars = validation.paths.enumerated().map { BarChart.Bar("path \($0.offset + 1)", $0.element.sharpeRatio) }
    guard !bars.isEmpty else { return nil }
    return Picture(
      title: "\(strategy) on \(seriesName): sharpe ratios of \(method)",
      [Picture.Part("", .bars(BarChart(bars, format: .fixed(2))))], remark: verdict)
  }
}

extension ReturnBasis.Period {
  /// The word before "returns", if these are not those of bars.
  var adjective: String { self == .day ? "daily " : "" }
}
