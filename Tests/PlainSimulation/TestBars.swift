import Backtesting
import Calendar
import Columns

/// Daily bars from 2024-01-01 (a Monday), weekends left out.
package func weekdayTimes(_ count: Int) -> [Timestamp] {
  var times: [Timestamp] = []
  var day = CivilDate(daysSince1970: 19_723)
  while times.count < count {
    if day.weekday <= 5 {
      times.append(Timestamp(seconds: Int64(day.daysSince1970) * 86_400))
    }
    day = day.adding(days: 1)
  }
  return times
}

/// Bars of (open, high, low, close).
package func makeBars(_ prices: [(Double, Double, Double, Double)], timeframe: Timeframe = .day) -> Bars {
  Bars(
    times: weekdayTimes(prices.count),
    open: Column(prices.map(\.0)),
    high: Column(prices.map(\.1)),
    low: Column(prices.map(\.2)),
    close: Column(prices.map(\.3)),
    volume: Column(repeating: 1, count: prices.count),
    timeframe: timeframe,
    zone: .utc
  )
}

/// Bars whose four prices are equal.
package func flatBars(_ prices: [Double]) -> Bars { makeBars(prices.map { ($0, $0, $0, $0) }) }

/// A condition that holds on the given bars only.
package func on(_ indices: Int..., count: Int) -> Condition { .column(truth(indices, count: count)) }

package func truth(_ indices: [Int], count: Int) -> Column {
  Column((0..<count).map { indices.contains($0) ? 1 : 0 })
}

package func long(_ condition: Condition, name: String = "buy") -> EntryRule {
  EntryRule(name: name, side: .long, condition: condition)
}

package func short(_ condition: Condition, name: String = "sell") -> EntryRule {
  EntryRule(name: name, side: .short, condition: condition)
}

package func leave(_ condition: Condition, side: Side? = nil, name: String = "leave") -> ExitRule {
  ExitRule(name: name, side: side, condition: condition)
}

/// True if two numbers are equal but for float noise.
package func near(_ left: Double, _ right: Double, _ tolerance: Double = 1e-9) -> Bool {
  abs(left - right) <= tolerance * max(1, abs(left), abs(right))
}

/// The backtest of a strategy on an account of 1000.
package func run(
  _ bars: Bars, _ strategy: Strategy, _ settings: BacktestSettings = BacktestSettings(cash: 1000)
) throws -> BacktestResult {
  try Backtest.run(bars: bars, strategy: strategy, settings: settings)
}
