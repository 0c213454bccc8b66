import Backtesting
import Columns
import Strategies
import Text

// What a run says of settings whose effect its headline does not show.
extension BacktestReport {
  /// The figures beside the series that the returns are compared with; nil if none was named.
  var benchmarkRemark: String? {
    guard let benchmark = settings.benchmark else { return nil }
    let figures = [
      ("alpha", "alpha", " a year"), ("beta", "beta", ""), ("benchmark_correlation", "correlation", ""),
      ("information_ratio", "information ratio", ""),
    ].compactMap { name, title, unit -> String? in
      guard let metric = Metric.named(name), metric.value(performance).isFinite else { return nil }
      return "\(title) \(metric.format.text(metric.value(performance)))\(unit)"
    }
    return
      "against \(benchmark): \(figures.isEmpty ? "no figure, as too few returns of both vary" : figures.joined(separator: ", "))"
  }

  /// The leverage that no size asks for; nil in runs that borrow, and in those that cannot tell it from their cash.
  var leverageRemark: String? {
    let leverage = result.settings.leverage
    guard leverage > 1, result.settings.contract.margin == nil, run.parts.isEmpty, result.legs.isEmpty else {
      return nil
    }
    let trades = result.trades + result.openTrades
    guard !trades.isEmpty, trades.allSatisfy({ $0.side == .long && $0.symbol == nil }) else { return nil }
    // What is bought with borrowed money leaves less than no cash.
    let least = -1e-9 * result.settings.cash
    guard result.cash.values.allSatisfy({ $0 >= least }) else { return nil }
    return
      "leverage \(NumberText.plain(leverage)) is allowed and not used, as no size takes more than the equity: `size \(NumberText.percentExact(leverage))` in the strategy does"
  }
}
