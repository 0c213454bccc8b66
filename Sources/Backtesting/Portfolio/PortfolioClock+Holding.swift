public import Calendar
public import Columns

extension PortfolioClock {
  /// Bars of the clock whose four prices are the worth of equal parts of symbols held from a step on; 1 at that step.
  ///
  /// Parts are bought at closes: of the symbols that have one at the first step, then of each that begins later, which
  /// gets as large a part as the others have on average, taken from all of them alike. Dividends are kept in cash; a
  /// symbol that has ended is kept at its last close.
  public func holding(_ symbols: [PortfolioSymbol], from first: Int, timeframe: Timeframe, zone: Zone) -> Bars {
    var worth = [Double](repeating: 1, count: count)
    var parts: [HeldPart] = []
    var waiting = Array(symbols.indices)
    for step in max(0, first)..<max(first, count) {
      for place in parts.indices { parts[place].pass(bar(of: parts[place].place, at: step)) }
      var total = parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.worth }
      let begun = waiting.compactMap { place in
        bar(of: place, at: step).flatMap { HeldPart(place, of: symbols[place], from: $0) }
      }
      if !begun.isEmpty {
        let share = 1 / Double(parts.count + begun.count)
        for place in parts.indices { parts[place].scale *= Double(parts.count) * share }
        parts += begun.map { part in
          var part = part
          part.scale = total * share
          return part
        }
        waiting.removeAll { place in begun.contains { $0.place == place } }
        total = parts.reduce(0) { $0 + $1.worth }
      }
      worth[step] = total
    }
    let column = Column(worth)
    return Bars(
      times: times, open: column, high: column, low: column, close: column,
      volume: Column(repeating: .nan, count: count), timeframe: timeframe, zone: zone)
  }
}

/// A symbol held from one of its closes on.
private struct HeldPart {
  let place: Int
  /// The worth at the close at which it was bought.
  var scale = 1.0
  private let closes: Column
  private var actions: ArraySlice<BarAction>
  private let base: Double
  private var units = 1.0
  private var cash = 0.0
  private var price: Double

  /// A symbol bought at the close of a bar; nil if that has none.
  init?(_ place: Int, of symbol: PortfolioSymbol, from bar: Int) {
    closes = symbol.bars.close
    guard closes.values[bar] > 0 else { return nil }
    self.place = place
    (base, price) = (closes.values[bar], closes.values[bar])
    actions = symbol.actions.filter { $0.index > bar }[...]
  }

  var worth: Double { (units * price + cash) / base * scale }

  /// Takes the splits and dividends of a bar, and its close.
  mutating func pass(_ bar: Int?) {
    guard let bar else { return }
    while let action = actions.first, action.index <= bar {
      cash += units * action.dividend
      units *= action.ratio
      price /= action.ratio
      actions = actions.dropFirst()
    }
    if !closes.values[bar].isNaN { price = closes.values[bar] }
  }
}
