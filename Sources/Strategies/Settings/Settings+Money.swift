import Backtesting
import Text

extension Settings {
  /// The money of an account, and the costs and limits that apply to it.
  static let money: [Definition] = [
    Definition(
      name: "cash", summary: "The money that a backtest starts with.", allowed: "money above 0",
      read: { NumberText.plain($0.backtest.cash) },
      write: { settings, value in
        guard let cash = value.plainNumber, cash > 0, cash.isFinite else { return false }
        settings.backtest.cash = cash
        return true
      }),
    Definition(
      name: "commission",
      summary: "The cost of each fill: of its value, for each unit, for each fill, between limits.",
      allowed: "a rate from 0% to below 100%, money `per share`, `per contract` or `per trade`, tiers "
        + "`0.1% up to 50k then 0.05%`, with `plus`, `minimum`, `maximum`",
      isRate: true, read: { $0.backtest.commission.text },
      write: { settings, value in
        guard let commission = Commission(value.terms) else { return false }
        settings.backtest.commission = commission
        return true
      }
    ).refusing(bareRatesAbove: 0.01, or: ["per share", "per trade"]),
    Definition(
      name: "slippage", summary: "How far market and stop fills move against the trade.",
      allowed: PriceDistance.allowed, isRate: true, read: { $0.backtest.slippage.text },
      write: { settings, value in
        guard let distance = PriceDistance(value.terms) else { return false }
        settings.backtest.slippage = distance
        return true
      }
    ).refusing(bareRatesAbove: 0.01, or: ["points", "ticks"]),
    Definition(
      name: "spread", summary: "Between the prices to buy and to sell at: market and stop fills pay half of it.",
      allowed: PriceDistance.allowed, isRate: true, read: { $0.backtest.spread.text },
      write: { settings, value in
        guard let distance = PriceDistance(value.terms) else { return false }
        settings.backtest.spread = distance
        return true
      }
    ).refusing(bareRatesAbove: 0.01, or: ["points", "ticks"]),
    Definition(
      name: "leverage", summary: "The largest value of positions for each 1 of equity; more than 1 borrows money.",
      allowed: "a number from 1 to \(NumberText.plain(BacktestSettings.mostLeverage))",
      read: { NumberText.plain($0.backtest.leverage) },
      write: { settings, value in
        guard let leverage = value.plainNumber, (1...BacktestSettings.mostLeverage).contains(leverage) else {
          return false
        }
        settings.backtest.leverage = leverage
        return true
      }),
    Definition(
      name: "maintenance",
      summary:
        "The share of the positions' value that equity must keep, else they are closed, at that price inside the bar.",
      allowed: "a rate from 0% to below 100%", isRate: true,
      read: { NumberText.percentExact($0.backtest.maintenance) },
      write: { settings, value in
        guard let rate = value.number, (0..<1).contains(rate) else { return false }
        settings.backtest.maintenance = rate
        return true
      }),
    rate("cash_rate", "The yearly rate that idle cash earns.", \.cashRate),
    rate("loan_rate", "The yearly rate of the money that leverage borrows.", \.loanRate),
    rate("borrow_rate", "The yearly rate on the value sold short.", \.borrowRate),
    rate("risk_free", "The yearly rate that returns are compared with in ratios.", \.riskFree, cash: true),
    Definition(
      name: "contract",
      summary: "The terms of a symbol's contract: value of 1 of its price, step of its price, margin of a unit.",
      allowed: "a symbol with `multiplier`, `tick`, `margin` and `maintenance`, each with a number above 0, or with "
        + "`none`; or none",
      choices: ["none"], read: { $0.contractText }, write: { $0.setContracts($1.terms) }),
  ]

  private static func rate(
    _ name: String, _ summary: String, _ path: any WritableKeyPath<Settings, RateSource> & Sendable, cash: Bool = false
  ) -> Definition {
    Definition(
      name: name, summary: summary,
      allowed: "a rate above -100%, or the name of a series in percent, such as FEDFUNDS"
        + (cash ? ", or cash_rate" : ""),
      choices: cash ? ["cash_rate"] : [], isRate: true, isSeries: true, read: { $0[keyPath: path].text },
      write: { settings, value in
        guard let source = RateSource(value, takesCashRate: cash) else { return false }
        settings[keyPath: path] = source
        return true
      }
    ).refusing(bareRatesAbove: 0.2)
  }
}

extension Settings.Definition {
  /// The same setting, which takes no larger rate without its percent sign.
  fileprivate func refusing(bareRatesAbove limit: Double, or units: [String] = []) -> Self {
    var copy = self
    (copy.largestBareRate, copy.otherUnits) = (limit, units)
    return copy
  }
}
