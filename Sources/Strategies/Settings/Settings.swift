import Backtesting
import Calendar
import Indicators

/// The defaults that `set` changes and `with` overrides for one statement.
package struct Settings: Sendable {
  /// The conventions of indicators that are called without `like`; nil for the defaults, which are TA-Lib's.
  package var like: Preset?
  /// The names of the settings that were changed.
  package var changed: Set<String> = []
  /// The number of bars without a new one after which another symbol is left out; nil for longer than it usually pauses.
  package var staleAfter: Int?
  /// The most cells, rows or combinations that one statement makes.
  package var maxCells = 1_000_000.0
  /// The most bytes of a file of bars.
  package var maxFile = 2e9
  /// The most bytes of memory that the program holds; nil for three quarters of the machine's.
  package var maxMemory: Double?
  /// The provider of bars that are asked for by their symbol alone; nil for none.
  package var provider: String?
  /// The seconds for which data loaded from a provider counts as fresh.
  package var fresh = 3600.0
  /// The seconds after the end of a bar for which a stream waits for late messages.
  package var streamGrace = 2.0
  /// The seconds without a message after which a stream is said to have stalled.
  package var stallAfter = 300.0
  /// True if silence of a stream means nothing while its market is closed.
  package var knowsMarketHours = true
  /// The line of the shell that prints the key of a provider; nil for none.
  package var keyCommand: String?
  /// The series that returns are compared with; nil for holding the traded bars.
  package var benchmark: String?
  /// True to say of each backtest whether it can be trusted.
  package var certificate = true
  /// The fills, sizes and costs of backtests, as far as they are the same for every series.
  package var backtest = BacktestSettings()
  /// The length of the shorter bars that settle the order of events inside a bar; nil if its four prices decide.
  package var insideTimeframe: Timeframe?
  /// The rate that idle cash earns.
  package var cashRate = RateSource.number(0)
  /// The rate of borrowed money.
  package var loanRate = RateSource.number(0)
  /// The rate of units sold short.
  package var borrowRate = RateSource.number(0)
  /// The risk-free rate of ratios.
  package var riskFree = RateSource.number(0)
  /// What `tas serve` answers with, and how much it takes.
  package var serving = ServingSettings()
  /// The terms of the contracts that were given, by symbol.
  package var contracts: [String: Contract] = [:]

  /// The series that rates are taken from.
  package var rateSeries: [String] {
    [cashRate, loanRate, borrowRate, riskFree].compactMap { if case .series(let name) = $0 { name } else { nil } }
  }

  package init(
    backtest: BacktestSettings = BacktestSettings(), like: Preset? = nil, changed: Set<String> = []
  ) {
    self.like = like
    self.changed = changed
    self.backtest = backtest
  }

  /// How the scores of a strategy are joined.
  package var validation = ValidationSettings()

  /// Where large work runs.
  package var engine = EngineSettings()

  /// Display settings.
  package var look = LookSettings()

  /// The groups that settings are listed in.
  package enum Group: String, Sendable, CaseIterable {
    case money = "Money and costs"
    case filling = "Fills and sizes"
    case limits = "Data, limits and indicators"
    case sources = "Where data come from"
    case validation = "Validation"
    case engine = "Where large work runs"
    case look = "How results look"
    case serving = "The server"
  }

  /// One setting: its name, its meaning, how it is read and written.
  package struct Definition: Sendable {
    package var group: Group
    package var name: String
    package var summary: String
    package var allowed: String
    package var choices: [String]
    /// True if the setting is a rate, so that a number without a percent sign is looked at twice.
    package var isRate: Bool
    /// The largest rate that may be written as a number without a percent sign; nil for no limit.
    ///
    /// A larger number was meant as a percentage or as money: `commission 0.1` is a tenth of each fill.
    package var largestBareRate: Double?
    /// The other ways in which a number without a unit may have been meant, after the number: `per trade`.
    package var otherUnits: [String] = []
    /// True if the setting takes the name of a series.
    package var isSeries: Bool
    /// True if a duration is its value as typed: `300s`.
    package var isDuration: Bool
    package var read: @Sendable (Settings) -> String
    package var write: @Sendable (inout Settings, SettingValue) -> Bool

    package init(
      group: Group = .money, name: String, summary: String, allowed: String, choices: [String] = [],
      isRate: Bool = false,
      isSeries: Bool = false, isDuration: Bool = false,
      read: @escaping @Sendable (Settings) -> String,
      write: @escaping @Sendable (inout Settings, SettingValue) -> Bool
    ) {
      self.group = group
      self.name = name
      self.summary = summary
      self.allowed = allowed
      self.choices = choices
      self.isRate = isRate
      self.isSeries = isSeries
      self.isDuration = isDuration
      self.read = read
      self.write = write
    }
  }

  /// A setting's value after names and expressions were resolved.
  package enum SettingValue: Sendable {
    case number(Double, isRate: Bool)
    case word(String)
    /// Numbers and words one after the other, at least two of them.
    case terms([SettingTerm])

    package var number: Double? { if case .number(let number, _) = self { number } else { nil } }
    /// The number of a value that is not a rate.
    package var plainNumber: Double? { if case .number(let number, isRate: false) = self { number } else { nil } }
    package var word: String? { if case .word(let word) = self { word } else { nil } }
    /// The numbers and words that it is made of.
    package var terms: [SettingTerm] {
      switch self {
      case .number(let number, let isRate): [.number(number, isRate: isRate)]
      case .word(let word): [.word(word)]
      case .terms(let terms): terms
      }
    }
  }

  /// All settings, in the order in which they are listed.
  package static let definitions =
    ofRuns + sources.map { $0.grouped(.sources) } + validations + engines.map { $0.grouped(.engine) } + looks
    + serving.map { $0.grouped(.serving) }

  /// The settings that the numbers of a run depend on, which a kept result has with it.
  package static let ofRuns =
    money + filling.map { $0.grouped(.filling) } + limits.map { $0.grouped(.limits) }

  /// The setting of a name.
  package static func definition(named name: String) -> Definition? { definitions.first { $0.name == name } }
}

extension Settings.Definition {
  /// The same setting in a group.
  fileprivate func grouped(_ group: Settings.Group) -> Self {
    var copy = self
    copy.group = group
    return copy
  }
}
