import Backtesting
import Calendar
import Columns

/// A second simulator of portfolios, written from the description of one step and from nothing else: plain and slow.
///
/// It knows commissions as rates, slippage as a rate, monthly and weekly periods, splits and dividends before the open.
package struct PlainPortfolio {
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
  package var equity: [Double] = []
  package var fills = 0

  package init(_ symbols: [PortfolioSymbol], _ rules: PortfolioRules, _ settings: BacktestSettings) {
    (self.symbols, self.rules, self.settings) = (symbols, rules, settings)
    cash = settings.cash
    positions = symbols.map { _ in Position() }
    let all = Set(symbols.flatMap { symbol in symbol.bars.times.indices.map { Self.day(symbol.bars, $0) } }).sorted()
    for (step, day) in all.enumerated() {
      let bars = symbols.map { symbol in symbol.bars.times.indices.first { Self.day(symbol.bars, $0) == day } }
      run(step, bars, day: day, next: step + 1 < all.count ? all[step + 1] : nil)
    }
  }

  package static func day(_ bars: Bars, _ index: Int) -> Int { bars.civilTime(at: index).date.daysSince1970 }

  private func period(_ day: Int) -> Int {
    let date = CivilDate(daysSince1970: day)
    return rules.period == .week ? day - (date.weekday - 1) : date.year * 12 + date.month
  }

  private var worth: Double {
    zip(positions.indices, positions).reduce(cash) { $1.1.units != 0 ? $0 + $1.1.units * $1.1.price : $0 }
  }

  /// The money that new entries may cost: twice the value of the short positions is locked.
  private var power: Double { cash + 2 * positions.reduce(0) { $1.units < 0 ? $0 + $1.units * $1.price : $0 } }

  private mutating func run(_ step: Int, _ bars: [Int?], day: Int, next: Int?) {
    for place in symbols.indices {
      guard let bar = bars[place] else { continue }
      for action in symbols[place].actions where action.index == bar && positions[place].units != 0 {
        cash += positions[place].units * action.dividend
        positions[place].units *= action.ratio
        positions[place].price /= action.ratio
        let held = abs(positions[place].units)
        let part = held - (held + 1e-9).rounded(.down)
        if settings.units == .whole, action.ratio != 1, part > 1e-9 {
          // The fraction beyond whole units is paid out at the open.
          let sign = positions[place].units < 0 ? -1.0 : 1
          cash += sign * part * symbols[place].bars.open[bar]
          positions[place].units = held - part < 1e-9 ? 0 : sign * (held - part)
        }
      }
    }
    if settings.fill == .open {
      dismiss(bars, today: day) { $0.open }
      fill(step, bars, day) { $0.open }
    }
    for place in symbols.indices where positions[place].units != 0 && step - positions[place].seen >= 10 {
      leave(place, to: 0, at: positions[place].price)
      wishes[place] = nil
    }
    for place in symbols.indices {
      guard let bar = bars[place], positions[place].units != 0 else { continue }
      positions[place].seen = step
      if !symbols[place].bars.close[bar].isNaN { positions[place].price = symbols[place].bars.close[bar] }
    }
    if let next {
      let isLast = period(next) != period(day)
      if isLast { decide(bars, day) }
      if settings.fill == .close {
        dismiss(bars, today: day) { $0.close }
        if isLast { fill(step, bars, day) { $0.close } }
      }
    }
    equity.append(worth)
  }

  private func belongs(_ place: Int, _ day: Int) -> Bool {
    place == rules.reserve || symbols[place].membership.map { $0.spans.contains { $0.contains(day) } } ?? true
  }

  /// Nothing is held on a day on which it is no member, from the first price on.
  private mutating func dismiss(_ bars: [Int?], today: Int, _ price: (Bars) -> Column) {
    for place in symbols.indices where positions[place].units != 0 && !belongs(place, today) {
      guard let bar = bars[place], case let quoted = price(symbols[place].bars)[bar], quoted > 0 else { continue }
      wishes[place] = nil
      positions[place].price = quoted
      leave(place, to: 0, at: quoted)
    }
  }

  private mutating func decide(_ bars: [Int?], _ day: Int) {
    let equity = worth
    typealias Ranked = (place: Int, rank: Double, weight: Double)
    var (longs, shorts): ([Ranked], [Ranked]) = ([], [])
    for (place, symbol) in symbols.enumerated() where place != rules.reserve {
      guard let bar = bars[place], symbol.bars.close[bar] > 0 else { continue }
      if !belongs(place, day) { continue }
      let isLong = rules.holdsLong && (symbol.isCandidate == nil || symbol.isCandidate?[bar] == 1)
      let isShort = rules.holdsShort && (symbol.isShortCandidate == nil || symbol.isShortCandidate?[bar] == 1)
      if isLong == isShort { continue }
      let rank = symbol.rank.map { $0[bar] } ?? 0
      let weight = symbol.weight.map { $0[bar] } ?? 1
      if rank.isNaN || weight.isNaN || weight <= 0 { continue }
      if isLong { longs.append((place, rank, weight)) } else { shorts.append((place, rank, weight)) }
    }
    longs.sort { ($0.rank, $1.place) > ($1.rank, $0.place) }
    shorts.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
    var chosen: [Ranked] = []
    var ofGroups: [String: Int] = [:]
    for side in [longs, shorts] {
      var kept: [Ranked] = []
      for one in side {
        if let groups = rules.groups, let most = groups.hold, let name = groups.names[one.place] {
          ofGroups[name, default: 0] += 1
          if ofGroups[name, default: 0] > most { continue }
        }
        if kept.count < rules.hold ?? .max { kept.append(one) }
      }
      chosen += kept
    }
    let soldShort = Set(shorts.map(\.place))
    var ofGroup: [String: Double] = [:]
    let sum = chosen.map(\.weight).reduce(0, +)
    wishes = wishes.filter { _ in false }
    var rest = 1.0
    for place in symbols.indices where positions[place].units != 0 {
      wishes[place] = Wish(weight: 0, rank: -1, equity: equity)
    }
    for (order, one) in chosen.enumerated() {
      var weight: Double
      switch rules.weighting {
      case .equal:
        let sides = (rules.holdsLong ? 1 : 0) + (rules.holdsShort ? 1 : 0)
        weight = 1 / Double(rules.hold.map { $0 * sides } ?? chosen.count)
      case .share: weight = one.weight
      case .proportional: weight = one.weight / sum
      }
      if weight > rules.limit { weight = rules.limit }
      if let groups = rules.groups, let name = groups.names[one.place] {
        weight = min(weight, max(0, groups.limit - (ofGroup[name] ?? 0)))
        ofGroup[name] = (ofGroup[name] ?? 0) + weight
      }
      rest -= weight
      let sign = soldShort.contains(one.place) ? -1.0 : 1
      wishes[one.place] = Wish(weight: sign * weight, rank: order, equity: equity)
    }
    if let reserve = rules.reserve, rest > 1e-12, bars[reserve] != nil {
      wishes[reserve] = Wish(weight: rest, rank: chosen.count, equity: equity)
    }
  }

  private mutating func fill(_ step: Int, _ bars: [Int?], _ day: Int, _ price: (Bars) -> Column) {
    var entries: [(place: Int, rank: Int, price: Double, units: Double)] = []
    // The excess of a holding is closed before anything is opened, in the order in which holdings were opened.
    for place in symbols.indices {
      guard let wish = wishes[place], let bar = bars[place], case let quoted = price(symbols[place].bars)[bar],
        quoted > 0
      else { continue }
      if wish.weight != 0, !belongs(place, day) {
        wishes[place] = nil
        continue
      }
      let slip = wish.weight < 0 ? 1 - settings.slippage.rate : 1 + settings.slippage.rate
      let cost = quoted * slip * (1 + settings.commission.rate)
      var units = abs(wish.weight) * wish.equity / cost
      if settings.units == .whole { units = (units * (1 + 1e-12)).rounded(.down) }
      if wish.weight < 0 { units = -units }
      wishes[place] = nil
      let now = positions[place].units
      let turns = now * wish.weight < 0
      let kept = turns ? 0 : units
      if abs(kept) < abs(now) {
        positions[place].price = quoted
        leave(place, to: kept, at: quoted)
      }
      if turns || abs(kept) >= abs(now) { entries.append((place, wish.rank, quoted, units)) }
    }
    for entry in entries { positions[entry.place].price = entry.price }
    for entry in entries.sorted(by: { $0.rank < $1.rank }) {
      let side = entry.units < 0 ? -1.0 : 1
      let fill = entry.price * (1 + side * settings.slippage.rate)
      var units = abs(entry.units) - abs(positions[entry.place].units)
      if units * fill <= 1e-9 * worth { continue }
      let most = max(0, power) / (fill * (1 + settings.commission.rate))
      if units > most { units = settings.units == .whole ? (most * (1 + 1e-12)).rounded(.down) : most }
      if units * fill <= 1e-9 * worth { continue }
      if positions[entry.place].units == 0 { positions[entry.place].seen = step }
      cash -= side * units * fill + units * fill * settings.commission.rate
      positions[entry.place].units += side * units
      fills += 1
    }
  }

  private mutating func leave(_ place: Int, to units: Double, at quoted: Double) {
    let closed = abs(positions[place].units) - abs(units)
    if units != 0, closed * quoted <= 1e-9 * worth { return }
    let side = positions[place].units < 0 ? -1.0 : 1
    let fill = quoted * (1 - side * settings.slippage.rate)
    cash += side * closed * fill - closed * fill * settings.commission.rate
    positions[place].units = units
    fills += 1
  }
}
