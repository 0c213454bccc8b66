import Calendar
import Columns

@testable import Backtesting

/// A second simulator of portfolios, written from the description of one step and from nothing else: plain and slow.
///
/// It knows commissions as rates, slippage as a rate, monthly and weekly periods, splits and dividends before the open.
struct PlainPortfolio {
  struct Position {
    var units = 0.0
    var price = Double.nan
    var seen = 0
  }

  struct Wish {
    var weight: Double
    var rank: Int
    var equity: Double
  }

  let symbols: [PortfolioSymbol]
  let rules: PortfolioRules
  let settings: BacktestSettings
  var cash: Double
  var positions: [Position]
  var wishes: [Int: Wish] = [:]
  var equity: [Double] = []
  var fills = 0

  init(_ symbols: [PortfolioSymbol], _ rules: PortfolioRules, _ settings: BacktestSettings) {
    (self.symbols, self.rules, self.settings) = (symbols, rules, settings)
    cash = settings.cash
    positions = symbols.map { _ in Position() }
    let all = Set(symbols.flatMap { symbol in symbol.bars.times.indices.map { Self.day(symbol.bars, $0) } }).sorted()
    for (step, day) in all.enumerated() {
      let bars = symbols.map { symbol in symbol.bars.times.indices.first { Self.day(symbol.bars, $0) == day } }
      run(step, bars, day: day, next: step + 1 < all.count ? all[step + 1] : nil)
    }
  }

  static func day(_ bars: Bars, _ index: Int) -> Int { bars.civilTime(at: index).date.daysSince1970 }

  private func period(_ day: Int) -> Int {
    let date = CivilDate(daysSince1970: day)
    return rules.period == .week ? day - (date.weekday - 1) : date.year * 12 + date.month
  }

  private var worth: Double {
    zip(positions.indices, positions).reduce(cash) { $1.1.units > 0 ? $0 + $1.1.units * $1.1.price : $0 }
  }

  private mutating func run(_ step: Int, _ bars: [Int?], day: Int, next: Int?) {
    for place in symbols.indices {
      guard let bar = bars[place] else { continue }
      for action in symbols[place].actions where action.index == bar && positions[place].units > 0 {
        cash += positions[place].units * action.dividend
        positions[place].units *= action.ratio
        positions[place].price /= action.ratio
      }
    }
    if settings.fill == .open { fill(step, bars) { $0.open } }
    for place in symbols.indices where positions[place].units > 0 && step - positions[place].seen >= 10 {
      sell(place, to: 0, at: positions[place].price)
      wishes[place] = nil
    }
    for place in symbols.indices {
      guard let bar = bars[place], positions[place].units > 0 else { continue }
      positions[place].seen = step
      if !symbols[place].bars.close[bar].isNaN { positions[place].price = symbols[place].bars.close[bar] }
    }
    if let next, period(next) != period(day) {
      decide(bars, day)
      if settings.fill == .close { fill(step, bars) { $0.close } }
    }
    equity.append(worth)
  }

  private mutating func decide(_ bars: [Int?], _ day: Int) {
    let equity = worth
    var ranked: [(place: Int, rank: Double, weight: Double)] = []
    for (place, symbol) in symbols.enumerated() where place != rules.reserve {
      guard let bar = bars[place], symbol.bars.close[bar] > 0 else { continue }
      if let days = symbol.membership, days.allSatisfy({ !$0.contains(day) }) { continue }
      if let candidate = symbol.isCandidate, candidate[bar] != 1 { continue }
      let rank = symbol.rank.map { $0[bar] } ?? 0
      let weight = symbol.weight.map { $0[bar] } ?? 1
      if rank.isNaN || weight.isNaN || weight <= 0 { continue }
      ranked.append((place, rank, weight))
    }
    ranked.sort { ($0.rank, $1.place) > ($1.rank, $0.place) }
    if let groups = rules.groups, let most = groups.hold {
      var kept: [(place: Int, rank: Double, weight: Double)] = []
      for one in ranked {
        let name = groups.names[one.place]
        if let name, kept.count(where: { groups.names[$0.place] == name }) >= most { continue }
        kept.append(one)
      }
      ranked = kept
    }
    let chosen = Array(ranked.prefix(rules.hold ?? ranked.count))
    var ofGroup: [String: Double] = [:]
    let sum = chosen.map(\.weight).reduce(0, +)
    wishes = wishes.filter { _ in false }
    var rest = 1.0
    for place in symbols.indices where positions[place].units > 0 {
      wishes[place] = Wish(weight: 0, rank: -1, equity: equity)
    }
    for (order, one) in chosen.enumerated() {
      var weight: Double
      switch rules.weighting {
      case .equal: weight = 1 / Double(rules.hold ?? chosen.count)
      case .share: weight = one.weight
      case .proportional: weight = one.weight / sum
      }
      if weight > rules.limit { weight = rules.limit }
      if let groups = rules.groups, let name = groups.names[one.place] {
        weight = min(weight, max(0, groups.limit - (ofGroup[name] ?? 0)))
        ofGroup[name] = (ofGroup[name] ?? 0) + weight
      }
      rest -= weight
      wishes[one.place] = Wish(weight: weight, rank: order, equity: equity)
    }
    if let reserve = rules.reserve, rest > 1e-12, bars[reserve] != nil {
      wishes[reserve] = Wish(weight: rest, rank: chosen.count, equity: equity)
    }
  }

  private mutating func fill(_ step: Int, _ bars: [Int?], _ price: (Bars) -> Column) {
    var buys: [(place: Int, rank: Int, price: Double, units: Double)] = []
    // The excess of a holding is sold before anything is bought, in the order in which holdings were opened.
    for place in symbols.indices {
      guard let wish = wishes[place], let bar = bars[place], case let quoted = price(symbols[place].bars)[bar],
        quoted > 0
      else { continue }
      let cost = quoted * (1 + settings.slippage.rate) * (1 + settings.commission.rate)
      var units = wish.weight * wish.equity / cost
      if settings.units == .whole { units = (units * (1 + 1e-12)).rounded(.down) }
      wishes[place] = nil
      if units < positions[place].units {
        positions[place].price = quoted
        sell(place, to: units, at: quoted)
      } else {
        buys.append((place, wish.rank, quoted, units))
      }
    }
    for buy in buys.sorted(by: { $0.rank < $1.rank }) {
      positions[buy.place].price = buy.price
      let fill = buy.price * (1 + settings.slippage.rate)
      var units = buy.units - positions[buy.place].units
      let most = max(0, cash) / (fill * (1 + settings.commission.rate))
      if units > most { units = settings.units == .whole ? (most * (1 + 1e-12)).rounded(.down) : most }
      if units * fill <= 1e-9 * worth { continue }
      if positions[buy.place].units == 0 { positions[buy.place].seen = step }
      cash -= units * fill * (1 + settings.commission.rate)
      positions[buy.place].units += units
      fills += 1
    }
  }

  private mutating func sell(_ place: Int, to units: Double, at quoted: Double) {
    let sold = positions[place].units - units
    if units > 0, sold * quoted <= 1e-9 * worth { return }
    cash += sold * quoted * (1 - settings.slippage.rate) * (1 - settings.commission.rate)
    positions[place].units = units
    fills += 1
  }
}
