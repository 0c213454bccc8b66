import Backtesting
import Calendar
import Columns
import Evaluation
import Indicators
import JSON
import Language
import MarketData
import OrderedCollections
import Reports
import Sessions
import Strategies
import Text
import Workspace

extension Execution {
  /// The basis of trials of a strategy.
  ///
  /// - Parameters:
  ///   - series: the series that its range is of.
  ///   - choice: the words for how the values of its parameters are chosen, if a walk-forward chooses them.
  func trialBasis(of run: StrategyRun, on series: Evaluation.Series, choosing choice: String? = nil) -> TrialBasis {
    let (bars, range) = (series.bars, run.range)
    let loaded = session.series[series.name]
    var parts = [
      rules(of: run.compiler.definition), run.settings.ofTrials, choice ?? run.ground.text,
      "\(bars.timeframe) \(bars.session.map { "\($0)" } ?? "")",
      (loaded?.basis ?? .nothing).rawValue,
    ]
    if let first = range.first, let last = range.last {
      parts.append("\(bars.times[first].milliseconds) \(bars.times[last].milliseconds)")
    }
    return TrialBasis(parts.joined(separator: "\n"))
  }

  /// The rules of a strategy with all that they rest on, without its name and the defaults that its calls replace.
  private func rules(of definition: StrategyDefinition) -> String {
    var parts = [rulesWithoutData(of: definition, layout: Self.onOneLine)]
    let whole = parts[0]
    for loaded in session.series.values where whole.hasPart(loaded.name) {
      parts.append("\(loaded.name) \(loaded.contentHash) \(loaded.basis.rawValue)")
    }
    return parts.joined(separator: "\n")
  }

  /// The rules of a strategy with the definitions that they rest on, without its name, the defaults that its calls
  /// replace, and the data.
  private func rulesWithoutData(
    of definition: StrategyDefinition, layout: (String) -> String
  ) -> String {
    let text = session.strategies[definition.name]?.text ?? ""
    let parameters = definition.parameters.map { parameter in
      // A value that is not a number is never given: its default is its value.
      switch parameter.defaultValue {
      case .literal(.text, _), .literal(.template, _): "\(parameter.name) \(parameter.defaultValue)"
      default: parameter.name
      }
    }
    return
      ([parameters.joined(separator: " "), layout(String(text.drop { $0 != "{" }))]
      + Self.words(of: session.definitions(usedBy: definition))).joined(separator: "\n")
  }

  private static func onOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A text of rules in one layout: without blanks, line ends and lines of comments, and without the semicolons
  /// equivalent to line ends.
  private static func withoutLayout(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }.joined()
      .filter { !$0.isWhitespace && $0 != ";" }
  }

  /// Definitions with their values, in the order of their names.
  private static func words(of definitions: [String: NamedDefinition]) -> [String] {
    definitions.sorted { $0.key < $1.key }.flatMap { name, used in
      guard case .value(let value, _, _) = used.meaning else { return ["\(name): \(used.text)"] }
      return ["\(name): \(used.text)", ValueFile.json(value).write()]
    }
  }

  /// A fingerprint of the rules of a strategy and of the conventions of its indicators, for the journal: without the
  /// data and the values of its parameters, which are in its title.
  ///
  /// - Parameter like: the conventions.
  package func rulesFingerprint(of strategy: String, like: Preset?) -> String? {
    guard let definition = session.strategies[strategy]?.definition else { return nil }
    let rules = "\(rulesWithoutData(of: definition, layout: Self.withoutLayout))\n\(like?.name ?? "")"
    return String(ContentHash.text(of: Array(rules.utf8)).prefix(16))
  }

  /// True if a result is of the present rules of its strategy, with their inputs.
  package func isOfPresentRules(_ result: NamedResult) -> Bool {
    guard let report = result.backtest, let strategy = session.strategies[report.strategy] else { return false }
    return Self.withoutLayout(report.text) == Self.withoutLayout(strategy.text)
      && Self.words(of: result.definitions) == Self.words(of: session.definitions(usedBy: strategy.definition))
      && report.like?.name == session.settings.like?.name
  }

  /// Counts trials on the data of a series and gives all on them.
  @discardableResult
  package mutating func count(_ trials: [Trial], on series: Evaluation.Series) -> TrialTally {
    let counted = state.trials.count(trials, on: session.series[series.name]?.contentHash ?? series.name)
    let tally = formerTallies?.popFirst() ?? counted
    tallies.append(tally)
    return tally
  }

  /// Counts trials on the data of several series; the tally of those that were tried most often.
  package mutating func count(_ trials: [Trial], on series: [Evaluation.Series]) -> TrialTally {
    var most = TrialTally()
    for one in series {
      let all = count(trials, on: one)
      if all.count > most.count { most = all }
    }
    return most
  }

  /// Counts a backtest on each of its series; the one that was tried most often says how much of it may be luck.
  package mutating func count(
    _ run: inout StrategyBacktest, of basis: TrialBasis, _ values: [Double], on series: [Evaluation.Series]
  ) {
    let most = count([basis.trial(values, sharpe: run.performance.sharpeRatio)], on: series)
    guard most.count > 0 else { return }
    run.certificate?.trials = most.count
    run.significance = Significance(of: run.result, among: most)
  }
}

extension Settings {
  /// The settings that the numbers of a run depend on, as written: those that only add to its report, or limit it, are
  /// not part of a trial.
  fileprivate var ofTrials: String {
    let texts = Settings.ofTrials.map { "\($0.name) \($0.read(self))" }
    return texts.joined(separator: "\n") + (backtest.takesSmallMoney ? "\nsmall" : "")
  }

  private static let ofTrials = ofRuns.filter {
    !["benchmark", "certificate", "max_cells", "max_file", "max_memory"].contains($0.name)
  }
}
