import Backtesting
import Evaluation
import JSON
import Presentation
import Robustness
import Strategies
import Text

/// The out-of-sample performance of choosing among combinations.
package struct CrossValidationReport: StatementResult {
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
  /// The lengths that were asked, where they are no counts of returns.
  package var purge: String?
  package var embargo: String?
  /// The columns of files in the rules that know later bars.
  package var lookAhead: [LookAheadFinding] = []

  package init(
    strategy: String, seriesName: String, parameters: [(name: String, kind: Kind)], validation: CrossValidation,
    choices: [(values: [Double], splits: Int)], since: String, until: String, assumptions: RunAssumptions
  ) {
    (self.strategy, self.seriesName, self.parameters) = (strategy, seriesName, parameters)
    (self.validation, self.choices, self.since, self.until) = (validation, choices, since, until)
    self.assumptions = assumptions
  }

  package var kind: String { "crossvalidation" }
  package var rowCount: Int? { choices.count }

  private var ratios: [Double] { validation.paths.map(\.sharpeRatio).filter(\.isFinite).sorted() }
  private func ratio(_ share: Double) -> Double { SortedSample.quantile(share, of: ratios) }
  private var lossShare: Double { Double(ratios.count { $0 < 0 }) / Double(max(1, ratios.count)) }

  package var data: JSONValue {
    [
      "strategy": .string(strategy), "symbol": .string(seriesName), "groups": .integer(validation.groups),
      "test_groups": .integer(validation.testGroups), "purge": .integer(validation.purge),
      "embargo": .integer(validation.embargo), "combinations": .integer(validation.combinations),
      "returns": .integer(validation.returns), "return_period": .string(period.rawValue),
      "splits": .integer(validation.splits),
      "window": ["since": .string(since), "until": .string(until)],
      "paths": .array(
        validation.paths.map { path in
          ["sharpe_ratio": .number(path.sharpeRatio), "total_return": .number(path.totalReturn)]
        }),
      "sharpe_ratio": [
        "lowest": .number(ratios.first ?? .nan), "median": .number(ratio(0.5)),
        "highest": .number(ratios.last ?? .nan), "share_below_zero": .number(lossShare),
      ],
      "overfitting": [
        "probability": .number(validation.overfitting.probability),
        "probability_of_loss": .number(validation.overfitting.probabilityOfLoss),
        "slope": .number(validation.overfitting.slope), "blocks": .integer(validation.overfitting.blocks),
      ],
      "reality_check": .number(validation.realityCheck.probability),
      "superior_ability": [
        "lower": .number(validation.superiorAbility.lower),
        "consistent": .number(validation.superiorAbility.consistent),
        "upper": .number(validation.superiorAbility.upper),
      ],
      "choices": .array(
        choices.map { choice in
          [
            "parameters": .object(zip(parameters, choice.values).map { ($0.name, .number($1)) }),
            "splits": .integer(choice.splits),
          ]
        }),
      "looks_ahead": lookAhead.json, "assumptions": .object(assumptions.members),
    ]
  }

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

  /// A length as it was typed, behind the returns that it is.
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
    Table(
      columns: parameters.map { $0.kind == .rate ? .percent($0.name) : .number($0.name) } + [
        .integer("chosen by splits", key: "splits")
      ],
      rows: choices.map { choice in choice.values.map { .number($0) } + [.integer(choice.splits)] })
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
  /// The word before "returns", where these are not those of bars.
  var adjective: String { self == .day ? "daily " : "" }
}
