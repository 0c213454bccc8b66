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
import Workspace

/// The common part of all trials of a statement: the rules, the settings, the data and the window.
///
/// A trial is the same where all of these and its parameters are: a combination of a sweep, of a search or of a
/// walk-forward and the backtest of its values count once. The name of a strategy, its defaults and its blanks do not
/// matter, and neither does the figure that ranks.
struct TrialBasis: Sendable, Hashable {
  private let hash: UInt64

  init(_ text: String) {
    let digits = ContentHash.text(of: Array(text.utf8))
    hash = UInt64(digits.prefix(16), radix: 16) ?? 0
  }

  /// The key of a trial with some values of the parameters.
  func key(of values: [Double]) -> UInt64 {
    values.reduce(hash) { key, value in
      // Both zeros are one value.
      Self.mixed(key &+ 0x9E37_79B9_7F4A_7C15 ^ (value == 0 ? 0 : value.isNaN ? 1 : value.bitPattern))
    }
  }

  /// The trial of some values.
  func trial(_ values: [Double], sharpe: Double) -> Trial { Trial(key: key(of: values), sharpe: sharpe) }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): each bit of the outcome depends on all bits.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = number
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }
}

extension Execution {
  /// The basis of trials of a strategy.
  ///
  /// - Parameter terms: the words for what else the runs depend on: the terms and the symbols of an account.
  func trialBasis(
    of definition: StrategyDefinition, _ settings: Settings, on series: Evaluation.Series, _ range: Range<Int>,
    terms: String = ""
  ) -> TrialBasis {
    let bars = series.bars
    let loaded = session.series[series.name]
    var parts = [
      rules(of: definition), settings.ofTrials, terms, "\(bars.timeframe) \(bars.session.map { "\($0)" } ?? "")",
      (loaded?.basis ?? .nothing).rawValue,
    ]
    if let first = range.first, let last = range.last {
      parts.append("\(bars.times[first].milliseconds) \(bars.times[last].milliseconds)")
    }
    return TrialBasis(parts.joined(separator: "\n"))
  }

  /// The rules of a strategy with all that they rest on, without its name and the defaults that its calls replace.
  private func rules(of definition: StrategyDefinition) -> String {
    let text = session.strategies[definition.name]?.text ?? ""
    var parts = [
      definition.parameters.map { parameter in
        // What is no number is never given: its default is its value.
        switch parameter.defaultValue {
        case .literal(.text, _), .literal(.template, _): "\(parameter.name) \(parameter.defaultValue)"
        default: parameter.name
        }
      }.joined(separator: " ")
    ]
    parts.append(text.drop { $0 != "{" }.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    for (name, used) in session.definitions(usedBy: definition).sorted(by: { $0.key < $1.key }) {
      parts.append("\(name): \(used.text)")
      if case .value(let value, _, _) = used.meaning { parts.append(ValueFile.json(value).write()) }
    }
    let whole = parts.joined(separator: "\n")
    for loaded in session.series.values where whole.contains(loaded.name) {
      parts.append("\(loaded.name) \(loaded.contentHash) \(loaded.basis.rawValue)")
    }
    return parts.joined(separator: "\n")
  }

  /// Counts trials on the data of a series and gives all on them.
  @discardableResult
  mutating func count(_ trials: [Trial], on series: Evaluation.Series) -> TrialTally {
    state.trials.count(trials, on: session.series[series.name]?.contentHash ?? series.name)
  }

  /// Counts trials on the data of several series; the tally of those that were tried most often.
  mutating func count(_ trials: [Trial], on series: [Evaluation.Series]) -> TrialTally {
    var most = TrialTally()
    for one in series {
      let all = count(trials, on: one)
      if all.count > most.count { most = all }
    }
    return most
  }

  /// Counts a backtest on each of its series; the one that was tried most often says how much of it may be luck.
  mutating func count(
    _ run: inout StrategyBacktest, of basis: TrialBasis, _ values: [Double], on series: [Evaluation.Series]
  ) {
    let most = count([basis.trial(values, sharpe: run.performance.sharpeRatio)], on: series)
    guard most.count > 0 else { return }
    run.certificate?.trials = most.count
    run.significance = Significance(of: run.result, among: most)
  }
}

extension Settings {
  /// The settings that the numbers of a run depend on.
  fileprivate var ofTrials: String {
    let rates = [cashRate, loanRate, borrowRate, riskFree].map(\.text)
    let terms = contracts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return
      "\(backtest) \(insideTimeframe.map { "\($0)" } ?? "") \(like?.name ?? "") \(staleAfter ?? 0) \(rates) \(terms)"
  }
}
