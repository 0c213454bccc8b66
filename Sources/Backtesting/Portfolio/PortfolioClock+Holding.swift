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
    var waiting = begins(of: symbols, from: max(0, first))[...]
    var parts: [HeldPart] = []
    var start = max(0, first)
    while start < count {
      let next = waiting.first?.step ?? count
      if !parts.isEmpty {
        for step in start..<next { worth[step] = 0 }
        for index in parts.indices { parts[index].pass(start..<next, of: places[parts[index].place], addingTo: &worth) }
      }
      guard next < count else { break }
      for index in parts.indices { parts[index].pass(places[parts[index].place][next]) }
      let total = parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.worth }
      let begun = waiting.prefix { $0.step == next }
      waiting = waiting.dropFirst(begun.count)
      let share = 1 / Double(parts.count + begun.count)
      for index in parts.indices { parts[index].scale *= Double(parts.count) * share }
      for var part in begun.map(\.part) {
        part.scale = total * share
        parts.append(part)
      }
      worth[next] = parts.reduce(0) { $0 + $1.worth }
      start = next + 1
    }
    let column = Column(worth)
    return Bars(
      times: times, open: column, high: column, low: column, close: column,
      volume: Column(repeating: .nan, count: count), timeframe: timeframe, zone: zone)
  }

  /// The first step of each symbol from `first` on whose bar has a close, with the part bought there, in their order.
  private func begins(of symbols: [PortfolioSymbol], from first: Int) -> [(step: Int, part: HeldPart)] {
    let begins = symbols.indices.compactMap { place -> (step: Int, part: HeldPart)? in
      for step in first..<max(first, count) {
        guard let bar = bar(of: place, at: step), let part = HeldPart(place, of: symbols[place], from: bar) else {
          continue
        }
        return (step, part)
      }
      return nil
    }
    return begins.sorted { ($0.step, $0.part.place) < ($1.step, $1.part.place) }
  }
}

/// A symbol held from one of its closes on.
private struct HeldPart {
  let place: Int
  /// The worth at the close at which it was bought.
  var scale = 1.0
  private let closes: Column
  private var actions: ArraySlice<BarAction>
  /// The bar of the first action that has not come yet.
  private var nextAction: Int
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
    nextAction = actions.first?.index ?? .max
  }

  var worth: Double { (units * price + cash) / base * scale }

  /// Adds the worth at each of some steps, whose bars `places` has, to the totals of the steps.
  mutating func pass(_ steps: Range<Int>, of places: [Int32], addingTo totals: inout [Double]) {
    for step in steps {
      pass(places[step])
      totals[step] += worth
    }
  }

  /// Takes the splits and dividends of a bar, and its close; nothing of a negative one.
  mutating func pass(_ bar: Int32) {
    let bar = Int(bar)
    guard bar >= 0 else { return }
    if bar >= nextAction { takeActions(to: bar) }
    let close = closes.values[bar]
    if !close.isNaN { price = close }
  }

  private mutating func takeActions(to bar: Int) {
    while let action = actions.first, action.index <= bar {
      cash += units * action.dividend
      units *= action.ratio
      price /= action.ratio
      actions = actions.dropFirst()
    }
    nextAction = actions.first?.index ?? .max
  }
}
