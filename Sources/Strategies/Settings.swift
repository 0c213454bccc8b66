import Backtesting
import Indicators
import Language
import StandardIndicators
import Text

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
  /// The fills, sizes and costs of backtests.
  package var backtest = BacktestSettings()

  package init(
    backtest: BacktestSettings = BacktestSettings(), like: Preset? = nil, changed: Set<String> = []
  ) {
    self.like = like
    self.changed = changed
    self.backtest = backtest
  }

  /// One setting: its name, its meaning, how it is read and written.
  package struct Definition: Sendable {
    package var name: String
    package var summary: String
    package var allowed: String
    package var choices: [String]
    /// True where the setting is a rate, so that a number without a percent sign is looked at twice.
    package var isRate: Bool
    package var read: @Sendable (Settings) -> String
    package var write: @Sendable (inout Settings, SettingValue) -> Bool

    package init(
      name: String, summary: String, allowed: String, choices: [String] = [], isRate: Bool = false,
      read: @escaping @Sendable (Settings) -> String,
      write: @escaping @Sendable (inout Settings, SettingValue) -> Bool
    ) {
      self.name = name
      self.summary = summary
      self.allowed = allowed
      self.choices = choices
      self.isRate = isRate
      self.read = read
      self.write = write
    }
  }

  /// A setting's value after names and expressions were resolved.
  package enum SettingValue: Sendable {
    case number(Double, isRate: Bool)
    case word(String)

    package var number: Double? { if case .number(let number, _) = self { number } else { nil } }
    /// The number of a value that is not a rate.
    package var plainNumber: Double? { if case .number(let number, isRate: false) = self { number } else { nil } }
    package var word: String? { if case .word(let word) = self { word } else { nil } }
  }

  /// All settings, in the order in which they are listed.
  package static let definitions: [Definition] = [
    Definition(
      name: "cash", summary: "The money that a backtest starts with.", allowed: "money above 0",
      read: { NumberText.plain($0.backtest.cash) },
      write: { settings, value in
        guard let cash = value.plainNumber, cash > 0, cash.isFinite else { return false }
        settings.backtest.cash = cash
        return true
      }),
    Definition(
      name: "commission", summary: "The cost of each fill, of its value.", allowed: "a rate from 0% to below 100%",
      isRate: true, read: { NumberText.percentExact($0.backtest.commission) },
      write: { settings, value in
        guard let rate = value.number, (0..<1).contains(rate) else { return false }
        settings.backtest.commission = rate
        return true
      }),
    Definition(
      name: "slippage", summary: "How far market and stop fills move against the trade.",
      allowed: "a rate from 0% to below 100%", isRate: true, read: { NumberText.percentExact($0.backtest.slippage) },
      write: { settings, value in
        guard let rate = value.number, (0..<1).contains(rate) else { return false }
        settings.backtest.slippage = rate
        return true
      }),
    Definition(
      name: "fill", summary: "When an order decided at a bar's close fills: at the next open, or at that close.",
      allowed: "open or close", choices: ["open", "close"], read: { $0.backtest.fill.rawValue },
      write: { settings, value in
        guard let fill = value.word.flatMap(BacktestSettings.Fill.init(rawValue:)) else { return false }
        settings.backtest.fill = fill
        return true
      }),
    Definition(
      name: "units", summary: "Whether parts of a share may be held.", allowed: "fractional or whole",
      choices: ["fractional", "whole"], read: { $0.backtest.units.rawValue },
      write: { settings, value in
        guard let units = value.word.flatMap(BacktestSettings.Units.init(rawValue:)) else { return false }
        settings.backtest.units = units
        return true
      }),
    Definition(
      name: "finalize", summary: "Whether a trade open at the end is closed at the last close and counted.",
      allowed: "on or off", choices: ["on", "off"], read: { $0.backtest.finalize ? "on" : "off" },
      write: { settings, value in
        guard let word = value.word, word == "on" || word == "off" else { return false }
        settings.backtest.finalize = word == "on"
        return true
      }),
    Definition(
      name: "sizing", summary: "Whose equity a size is a share of: at the deciding close, or at the fill.",
      allowed: "close or fill", choices: ["close", "fill"], read: { $0.backtest.sizing == .fill ? "fill" : "close" },
      write: { settings, value in
        switch value.word {
        case "close": settings.backtest.sizing = .decidingClose
        case "fill": settings.backtest.sizing = .fill
        default: return false
        }
        return true
      }),
    Definition(
      name: "periods_per_year", summary: "The periods of a year that volatility and ratios are scaled by.",
      allowed: "a number above 0, or auto", choices: ["auto"],
      read: { $0.backtest.periodsPerYear.map { NumberText.plain($0) } ?? "auto" },
      write: { settings, value in
        if value.word == "auto" {
          settings.backtest.periodsPerYear = nil
          return true
        }
        guard let periods = value.plainNumber, periods > 0, periods.isFinite else { return false }
        settings.backtest.periodsPerYear = periods
        return true
      }),
    Definition(
      name: "stale_after", summary: "The bars without a new one after which another symbol's value is missing.",
      allowed: "a whole number from 1, or auto", choices: ["auto"],
      read: { $0.staleAfter.map { "\($0)" } ?? "auto" },
      write: { settings, value in
        if value.word == "auto" {
          settings.staleAfter = nil
          return true
        }
        guard let bars = value.plainNumber.flatMap({ Int(exactly: $0) }), bars >= 1 else { return false }
        settings.staleAfter = bars
        return true
      }),
    Definition(
      name: "max_cells", summary: "The most combinations, cells or values that one statement makes.",
      allowed: "a whole number from 1", read: { NumberText.plain($0.maxCells) },
      write: { settings, value in
        guard let cells = value.plainNumber, cells >= 1, cells == cells.rounded(), cells < 1e15 else { return false }
        settings.maxCells = cells
        return true
      }),
    Definition(
      name: "max_file", summary: "The most bytes of a file of bars.", allowed: "a whole number of bytes from 1",
      read: { NumberText.plain($0.maxFile) },
      write: { settings, value in
        guard let bytes = value.plainNumber, bytes >= 1, bytes == bytes.rounded(), bytes < 1e18 else { return false }
        settings.maxFile = bytes
        return true
      }),
    Definition(
      name: "max_memory", summary: "The most bytes of memory that a statement may make the program hold.",
      allowed: "a whole number of bytes from 1, or auto for three quarters of the memory", choices: ["auto"],
      read: { $0.maxMemory.map { NumberText.plain($0) } ?? "auto" },
      write: { settings, value in
        if value.word == "auto" {
          settings.maxMemory = nil
          return true
        }
        guard let bytes = value.plainNumber, bytes >= 1, bytes == bytes.rounded(), bytes < 1e18 else { return false }
        settings.maxMemory = bytes
        return true
      }),
    Definition(
      name: "like", summary: "Whose conventions indicators follow that are called without `like`.",
      allowed: "talib, tradingview, swing or service", choices: Preset.all.map(\.name),
      read: { $0.like?.name ?? Preset.all[0].name },
      write: { settings, value in
        guard let preset = value.word.flatMap({ Preset.named($0) }) else { return false }
        settings.like = preset.name == Preset.all[0].name ? nil : preset
        return true
      }),
  ]

  /// The setting of a name.
  package static func definition(named name: String) -> Definition? { definitions.first { $0.name == name } }
}
