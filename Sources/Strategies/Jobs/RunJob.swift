import Backtesting
import Calendar
import Columns
import Language
import MarketData
import Workspace

/// A run as a value: all that its numbers depend on, the bars by what they were loaded from and the hash of their content.
///
/// It is made once, from the statement, and every engine takes it, joined with its bars to a ``StrategyRun``. It can be
/// kept and sent: it needs nothing of the session that made it.
package struct RunJob: Sendable {
  /// The values of the parameters that a job runs with.
  package enum Task: Sendable {
    /// One for each parameter.
    case values([Double])
    /// Those of each window, one after the other; positions may be carried over the seams.
    case windows([WindowChoice], carries: Bool)
    /// All combinations of a grid, ranked by a figure.
    case combinations(SweepGrid, by: Metric)
    /// All combinations of a grid on each of some windows, of which a walk-forward chooses.
    case training(SweepGrid, by: Metric, on: [Range<Int>])
    /// One for each parameter, on bars with noise again and again.
    case noisy([Double], NoisyRuns)
    /// The returns of all combinations of a grid, which a cross-validation splits.
    case returns(SweepGrid)
  }

  package var rules: NamedRules
  /// The settings as given.
  package var settings: Settings
  package var kind: RunKind
  /// The series that it trades, in the order that breaks ties.
  package var symbols: [RunSeries]
  /// The other series that its rules name.
  package var others: [RunSeries]
  /// The days on which symbols belong to their universe, by name, in days since 1970.
  package var membership: [String: [ClosedRange<Int>]]
  /// The name of the group of each symbol that has one.
  package var groups: [String: String]
  /// The length of its bars, and the hours that they are of.
  package var timeframe: Timeframe
  package var hours: RunHours?
  /// The bars, or the steps of the clock of many symbols, that are traded.
  package var range: Range<Int>
  /// The times of the first and the last of them; nil if there are none.
  package var times: ClosedRange<Timestamp>?
  package var task: Task

  package init(
    _ rules: NamedRules, settings: Settings, kind: RunKind, symbols: [RunSeries], others: [RunSeries] = [],
    membership: [String: [ClosedRange<Int>]] = [:],
    groups: [String: String] = [:], timeframe: Timeframe, hours: RunHours? = nil, range: Range<Int>,
    times: ClosedRange<Timestamp>? = nil, task: Task = .values([])
  ) {
    (self.rules, self.settings) = (rules, settings)
    (self.kind, self.symbols, self.others, self.membership, self.groups) = (kind, symbols, others, membership, groups)
    (self.timeframe, self.hours, self.range, self.times, self.task) = (timeframe, hours, range, times, task)
  }

  package var strategy: StrategyDefinition { rules.definition }
  package var text: String { rules.text }
  package var definitions: [String: NamedDefinition] { rules.definitions }

  /// The same job with another task.
  package func with(_ task: Task) -> RunJob {
    var job = self
    job.task = task
    return job
  }

  /// The name of the series that its range is of: the one that it trades, or the strategy's for the clock of many.
  package var seriesName: String { kind.isOfMany ? strategy.name : symbols.first?.name ?? "" }

  /// The windows of a run whose parameters change from window to window, with their values; empty for other runs.
  package var choices: [WindowChoice] { if case .windows(let choices, _) = task { choices } else { [] } }

  /// The words for what else than rules, settings and bars its numbers depend on.
  package var account: String {
    guard kind.isOfMany else { return "" }
    let days = membership.isEmpty ? "" : " \(membership.sorted { $0.key < $1.key })"
    return (kind.terms.map { "\($0.text) " } ?? "") + "\(symbols.map(\.name))\(days)"
  }

  /// A part of a sweep: the combinations at some places among those of its grid.
  package func only(_ places: Range<Int>) -> RunJob {
    guard case .combinations(let grid, let metric) = task else { return self }
    return with(.combinations(grid.only(at: Array(places)), by: metric))
  }
}

/// A strategy as text, with the definitions that its rules rest on.
package struct NamedRules: Sendable {
  package var definition: StrategyDefinition
  /// The definition as typed.
  package var text: String
  /// The definitions that it uses, and that these use, by name.
  package var definitions: [String: NamedDefinition]

  package init(_ definition: StrategyDefinition, text: String, definitions: [String: NamedDefinition]) {
    (self.definition, self.text, self.definitions) = (definition, text, definitions)
  }
}

/// A series that a run reads, by what it was loaded from, its content and its adjustment.
package struct RunSeries: Sendable, Hashable {
  package var name: String
  /// What it was loaded from; nil for a series that is not loaded.
  package var identity: BarIdentity?
  package var basis: AdjustmentBasis

  package init(name: String, identity: BarIdentity? = nil, basis: AdjustmentBasis = .nothing) {
    (self.name, self.identity, self.basis) = (name, identity, basis)
  }
}

/// The hours that bars are of, with their word for the zone and the market.
package struct RunHours: Sendable, Hashable {
  package var hours: SessionHours
  package var word: String

  package init(_ hours: SessionHours, word: String) { (self.hours, self.word) = (hours, word) }

  /// The hours of bars; nil for all hours.
  package init?(of bars: Bars) {
    guard let hours = bars.session else { return nil }
    self.init(hours, word: hours.word(in: bars.zone, of: bars.calendar))
  }
}
