import Backtesting
import Calendar
import Text

extension Settings {
  /// How orders fill and are counted.
  static let filling: [Definition] = [
    Definition(
      name: "fill", summary: "When an order decided at a bar's close fills: at the next open, or at that close.",
      allowed: "open or close", choices: ["open", "close"], read: { $0.backtest.fill.rawValue },
      write: { settings, value in
        guard let fill = value.word.flatMap(BacktestSettings.Fill.init(rawValue:)) else { return false }
        settings.backtest.fill = fill
        return true
      }),
    Definition(
      name: "inside",
      summary:
        "The order of events in a bar that reaches both a stop and a target: the worse, the better, open-near-far-close, or shorter bars.",
      allowed: "stop-first, target-first, path, or the length of shorter bars that are loaded, such as 1m",
      choices: BacktestSettings.Inside.allCases.map(\.rawValue), isDuration: true,
      read: { settings in settings.insideTimeframe.map { "\($0)" } ?? settings.backtest.inside.rawValue },
      write: { settings, value in
        if let length = value.word.flatMap({ Timeframe($0) }), length.isIntraday {
          settings.insideTimeframe = length
          settings.backtest.inside = .stopFirst
          return true
        }
        guard let inside = value.word.flatMap(BacktestSettings.Inside.init(rawValue:)) else { return false }
        settings.insideTimeframe = nil
        settings.backtest.inside = inside
        return true
      }),
    Definition(
      name: "beyond_stop",
      summary:
        "An entry whose fill is already beyond its own stop or target: rejected, or filled and exited at once, as other testers do; if the bar reaches both, at the stop.",
      allowed: "reject or fill", choices: ["reject", "fill"],
      read: { $0.backtest.fillsBeyondLevels ? "fill" : "reject" },
      write: { settings, value in
        guard let word = value.word, word == "reject" || word == "fill" else { return false }
        settings.backtest.fillsBeyondLevels = word == "fill"
        return true
      }),
    Definition(
      name: "max_volume",
      summary:
        "The largest part of a bar's volume that fills take, if it is known: an entry is cut, an exit continues.",
      allowed: "a rate above 0% and at most 100%, or off", choices: ["off"], isRate: true,
      read: { $0.backtest.maximumVolumeShare.map { NumberText.percentExact($0) } ?? "off" },
      write: { settings, value in
        if value.word == "off" {
          settings.backtest.maximumVolumeShare = nil
          return true
        }
        guard let share = value.number, share > 0, share <= 1 else { return false }
        settings.backtest.maximumVolumeShare = share
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
      name: "benchmark", summary: "The series that the returns of a backtest are compared with.",
      allowed: "a series, or auto for holding the bars themselves", choices: ["auto"],
      read: { $0.benchmark ?? "auto" },
      write: { settings, value in
        guard let word = value.word else { return false }
        settings.benchmark = word == "auto" ? nil : word
        return true
      }),
    Definition(
      name: "certificate", summary: "Whether a backtest is run again to check that it can be trusted.",
      allowed: "on or off", choices: ["on", "off"], read: { $0.certificate ? "on" : "off" },
      write: { settings, value in
        guard let word = value.word, word == "on" || word == "off" else { return false }
        settings.certificate = word == "on"
        return true
      }),
    Definition(
      name: "sizing", summary: "The equity that a size is a share of: at the deciding close, or at the fill.",
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
  ]
}
