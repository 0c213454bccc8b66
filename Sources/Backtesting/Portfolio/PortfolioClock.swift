public import Calendar
public import Columns

/// The moments at which any symbol of a portfolio has a bar, and the bar of each symbol at each.
///
/// Bars of a day or longer meet by their dates, shorter ones by the moments at which they open.
public struct PortfolioClock: Sendable {
  /// The opening of each step, on the clock of the first symbol that has a bar then.
  public let times: [Timestamp]
  /// The days of the steps, since 1970.
  public let days: [Int]
  /// The bar of each symbol at each step; negative where it has none.
  let places: [[Int32]]

  /// The number of steps.
  public var count: Int { times.count }

  /// The clock of symbols whose bars are equally long.
  public init(_ bars: [Bars]) {
    let byDate = bars.first.map { !$0.timeframe.isIntraday } ?? false
    let keys = bars.map { bars in
      byDate
        ? bars.times.indices.map { Int64(bars.civilTime(at: $0).date.daysSince1970) } : bars.times.map(\.milliseconds)
    }
    var steps: [Int64: (Timestamp, Int)] = [:]
    for (bars, keys) in zip(bars, keys) {
      for (index, key) in keys.enumerated() where steps[key] == nil {
        steps[key] = (bars.times[index], bars.civilTime(at: index).date.daysSince1970)
      }
    }
    let sorted = steps.keys.sorted()
    times = sorted.map { steps[$0]?.0 ?? Timestamp(milliseconds: $0) }
    days = sorted.map { steps[$0]?.1 ?? 0 }
    places = keys.map { keys in
      var next = 0
      return sorted.map { key in
        guard next < keys.count, keys[next] == key else { return -1 }
        next += 1
        return Int32(next - 1)
      }
    }
  }

  /// Bars of the clock, whose four prices are the worth of equal parts of the symbols that are there at the first step of
  /// a window, bought at that close and held, with dividends kept in cash; 1 at the first step.
  public func holding(_ symbols: [PortfolioSymbol], from first: Int, timeframe: Timeframe, zone: Zone) -> Bars {
    let held = symbols.indices.filter { place in
      places[place].indices.contains(first) && places[place][first] >= 0
        && symbols[place].bars.close.values[Int(places[place][first])] > 0
    }
    var worth = [Double](repeating: held.isEmpty ? .nan : 0, count: count)
    for place in held {
      let symbol = symbols[place]
      let start = Int(places[place][first])
      let base = symbol.bars.close.values[start]
      var actions = symbol.actions.filter { $0.index > start }[...]
      var (units, cash, price) = (1.0, 0.0, base)
      for step in 0..<count {
        let bar = Int(places[place][step])
        if step > first, bar >= 0 {
          while let action = actions.first, action.index <= bar {
            cash += units * action.dividend
            units *= action.ratio
            price /= action.ratio
            actions = actions.dropFirst()
          }
        }
        if step >= first, bar >= 0, !symbol.bars.close.values[bar].isNaN { price = symbol.bars.close.values[bar] }
        worth[step] += (units * price + cash) / base / Double(held.count)
      }
    }
    let column = Column(worth)
    return Bars(
      times: times, open: column, high: column, low: column, close: column,
      volume: Column(repeating: .nan, count: count), timeframe: timeframe, zone: zone)
  }
}
