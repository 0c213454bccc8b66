import Backtesting
import Calendar
import Columns
import Foundation
import PlainSimulation
import TestSupport
import Testing

/// Trades and equity against backtesting.py 0.6.6 on real bars.
///
/// Its conventions that differ from ours, and how these tests state them:
/// - It enters with the equity at the fill (`sizing: .fill`): when a position is reversed, its proceeds
///   is known. The default sizes by the equity at the close that decided. While flat both are the same.
/// - It buys floor(equity / (price + commission per unit)) units: `units: .whole`.
/// - It starts deciding one bar after all indicators are defined; a strict cross cannot come earlier, and the
///   third strategy is cut to those bars.
/// - Its cross needs the bar before to be strictly below; ours allows equality there. The columns here are
///   strict.
/// - It enters where the open is already beyond the stop, and leaves at that open: `fillsBeyondLevels`.
/// - Finalizing closes at the OPEN of the last bar (its broker runs once more on that bar): the tests decide to
///   leave on the bar before, which fills there. `finalize` of ours closes at the last close.
@Suite(.enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct ReferenceBacktestTests {
  static let runs: [(String, String, String)] = ["GOOG", "EURUSD"].flatMap { symbol in
    ["ema_12_26_long", "sma_10_20_longshort", "bb20_2_rsi14_swing"].flatMap { strategy in
      ["0", "0.001"].map { (symbol, strategy, $0) }
    }
  }

  static func bars(_ symbol: String) throws -> Bars {
    let isDaily = symbol == "GOOG"
    let path = isDaily ? "daily/GOOG.csv" : "intraday/EURUSD_60min_2017-2018.csv"
    let rows = try SharedFolder.rows("data/market/" + path).dropFirst()
    func column(_ place: Int) -> Column { Column(rows.map { Double($0[place]) ?? .nan }) }
    return Bars(
      times: rows.map { timestamp($0[0]) },
      open: column(1),
      high: column(2),
      low: column(3),
      close: column(4),
      volume: column(5),
      timeframe: isDaily ? .day : .hour,
      zone: .utc
    )
  }

  static func timestamp(_ text: String) -> Timestamp {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) ?? CivilDate(daysSince1970: 0)
    return Timestamp(
      seconds: Int64(date.daysSince1970 * 86_400 + (numbers.count > 3 ? numbers[3] * 3600 : 0))
    )
  }

  static func strategy(_ name: String, _ bars: Bars) -> Strategy {
    typealias Reference = ReferenceIndicators
    let close = bars.close.values.array
    func rule(_ condition: [Double]) -> Condition { .column(Column(condition)) }
    let end = leave(on(bars.count - 2, count: bars.count), name: "finalize")
    switch name {
    case "ema_12_26_long":
      let (fast, slow) = (Reference.ema(close, 12), Reference.ema(close, 26))
      return Strategy(
        name: name,
        entries: [long(rule(Reference.strictCross(fast, above: slow)))],
        exits: [leave(rule(Reference.strictCross(slow, above: fast))), end]
      )
    case "sma_10_20_longshort":
      let (fast, slow) = (Reference.sma(close, 10), Reference.sma(close, 20))
      return Strategy(
        name: name,
        entries: [
          long(rule(Reference.strictCross(fast, above: slow))),
          short(rule(Reference.strictCross(slow, above: fast))),
        ],
        exits: [end]
      )
    default:
      let bands = Reference.bands(close, 20, 2)
      let rsi = Reference.rsi(close, 14)
      let dip = close.indices.map { $0 >= 20 && close[$0] < bands.lower[$0] && rsi[$0] < 30 ? 1.0 : 0 }
      let rip = close.indices.map { $0 >= 20 && (close[$0] > bands.upper[$0] || rsi[$0] > 70) ? 1.0 : 0 }
      return Strategy(
        name: name,
        entries: [long(rule(dip))],
        exits: [leave(rule(rip)), end],
        stop: Level(.price, .column(Column(close.map { 0.98 * $0 })))
      )
    }
  }

  static func run(_ symbol: String, _ strategy: String, _ commission: String) throws -> BacktestResult {
    let bars = try bars(symbol)
    var settings = BacktestSettings(
      cash: 1_000_000,
      commission: Commission(rate: Double(commission) ?? .nan),
      units: .whole,
      sizing: .fill
    )
    settings.fillsBeyondLevels = true
    return try Backtest.run(bars: bars, strategy: Self.strategy(strategy, bars), settings: settings)
  }

  @Test("each trade of backtesting.py is ours: bars, prices, units, gain and costs", arguments: runs)
  func trades(run: (String, String, String)) throws {
    let (symbol, strategy, commission) = run
    let result = try Self.run(symbol, strategy, commission)
    let expected = try SharedFolder.rows("oracles/backtest/\(symbol).trades.csv")
      .filter { $0[0] == strategy && $0[1] == commission }
    #expect(!expected.isEmpty)
    #expect(result.trades.count == expected.count)
    #expect(result.openTrades.isEmpty)
    for (trade, row) in zip(result.trades, expected) {
      let numbers = row.map { Double($0) ?? .nan }
      #expect(trade.side.sign * trade.size == numbers[3])
      #expect(trade.entryIndex == Int(numbers[4]))
      #expect(trade.exitIndex == Int(numbers[5]))
      #expect(trade.entryTime == Self.timestamp(row[6]))
      #expect(trade.exitTime == Self.timestamp(row[7]))
      #expect(near(trade.entryPrice, numbers[8]))
      #expect(near(trade.exitPrice, numbers[9]))
      // A gain near zero is the difference of two large values: noise is relative to those.
      #expect(abs(trade.pnl - numbers[12]) <= 1e-9 * trade.size * trade.entryPrice)
      #expect(near(trade.commission, numbers[13]))
      #expect(abs(trade.returnRate - numbers[14]) <= 1e-12)
    }
  }

  @Test("sizing by the equity at the deciding close differs from backtesting.py only where positions reverse")
  func sizing() throws {
    func sizes(_ strategy: String, _ sizing: BacktestSettings.Sizing) throws -> [Double] {
      let bars = try Self.bars("GOOG")
      let settings = BacktestSettings(cash: 1_000_000, units: .whole, sizing: sizing)
      let result = try Backtest.run(bars: bars, strategy: Self.strategy(strategy, bars), settings: settings)
      return result.trades.map(\.size)
    }
    #expect(try sizes("ema_12_26_long", .decidingClose) == sizes("ema_12_26_long", .fill))
    #expect(try sizes("sma_10_20_longshort", .decidingClose) != sizes("sma_10_20_longshort", .fill))
  }

  @Test("the equity at each close is that of backtesting.py", arguments: runs)
  func equity(run: (String, String, String)) throws {
    let (symbol, strategy, commission) = run
    let result = try Self.run(symbol, strategy, commission)
    let rows = try SharedFolder.rows("oracles/backtest/\(symbol).equity.csv")
    let place = try #require(rows[0].firstIndex(of: "\(strategy)|\(commission)"))
    #expect(rows.count - 1 == result.equity.count)
    for (index, row) in rows.dropFirst().enumerated() {
      let expected = try #require(Double(row[place]))
      #expect(near(result.equity[index], expected), "bar \(index)")
    }
  }

  @Test("win rate, SQN and growth are those of backtesting.py", arguments: runs)
  func statistics(run: (String, String, String)) throws {
    let (symbol, strategy, commission) = run
    let result = try Self.run(symbol, strategy, commission)
    let performance = result.performance()
    let all = try #require(
      JSONSerialization.jsonObject(with: Data(SharedFolder.bytes("oracles/backtest/stats.json"))) as? [String: Any])
    let runs = try #require(all["runs"] as? [String: Any])
    let stats = try #require(runs["\(symbol)/\(strategy)/commission=\(commission)"] as? [String: Any])
    func expected(_ key: String) throws -> Double { try #require(stats[key] as? Double) }
    #expect(near(performance.totalReturn * 100, try expected("Return [%]")))
    #expect(near(performance.maxDrawdown * 100, try expected("Max. Drawdown [%]")))
    #expect(near(performance.winRate * 100, try expected("Win Rate [%]")))
    #expect(near(performance.sqn, try expected("SQN")))
    #expect(near(performance.bestTrade * 100, try expected("Best Trade [%]")))
    #expect(near(performance.worstTrade * 100, try expected("Worst Trade [%]")))
    // Its expectancy is our mean return; its average trade is a geometric mean.
    #expect(near(performance.averageReturn * 100, try expected("Expectancy [%]")))
    #expect(near(performance.trades, try expected("# Trades")))
    #expect(near(performance.endValue, try expected("Equity Final [$]")))
    // Its profit factor is of returns where ours is of money, its Kelly of money where ours is of returns.
    let (gains, returns) = (result.trades.map(\.pnl), result.trades.map(\.returnRate))
    func sum(_ numbers: [Double], _ isKept: (Double) -> Bool) -> Double { numbers.filter(isKept).reduce(0, +) }
    #expect(near(sum(returns) { $0 > 0 } / -sum(returns) { $0 < 0 }, try expected("Profit Factor")))
    #expect(near(performance.profitFactor, sum(gains) { $0 > 0 } / -sum(gains) { $0 < 0 }))
    let (wins, losses) = (Double(gains.count { $0 > 0 }), Double(gains.count { $0 < 0 }))
    let payoff = (sum(gains) { $0 > 0 } / wins) / (-sum(gains) { $0 < 0 } / losses)
    #expect(near(performance.winRate - (1 - performance.winRate) / payoff, try expected("Kelly Criterion")))
    // It counts the bar of the exit, at whose close nothing is held.
    let held = result.trades.reduce(into: Set<Int>()) { $0.formUnion($1.entryIndex...$1.exitIndex) }
    let share = Double(held.count) / Double(result.equity.count)
    #expect(near(share * 100, try expected("Exposure Time [%]")))
    if let paid = stats["Commissions [$]"] as? Double { #expect(near(performance.commissionPaid, paid)) }
    if symbol == "GOOG" { #expect(near(performance.cagr * 100, try expected("CAGR [%]"), 1e-9)) }
  }
}
