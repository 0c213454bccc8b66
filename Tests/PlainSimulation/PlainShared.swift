import Backtesting
import Calendar
import Columns

/// A second simulator of one account over many symbols, written from the description and from nothing else: plain, slow,
/// for long positions of one entry with rules as columns, stops and targets as rates, orders at the market, and fills that
/// take a share of the volume.
package struct PlainShared {
  struct Position {
    var units = 0.0
    var price = Double.nan
    var stop = -Double.infinity
    var target = Double.infinity
    var seen = 0
    /// True if it is to be sold, and the volume did not allow all of it yet.
    var isLeaving = false
  }

  struct Wish {
    var buys: Bool
    var bar: Int
    var equity: Double
  }

  let symbols: [SharedSymbol]
  let rules: SharedRules
  let settings: BacktestSettings
  var cash: Double
  var positions: [Position]
  var wishes: [Int: Wish] = [:]
  /// The purchases that wait until the position is sold.
  var waiting: [Int: Wish] = [:]
  /// The units that fills took of the volume of this step's bars, and where sales were among them.
  var taken: [Int: Double] = [:]
  var soldOf: Set<Int> = []
  var now: [Int?] = []
  package var equity: [Double] = []
  package var rejected = 0
  var today = 0
  package var closed = 0

  package init(_ symbols: [SharedSymbol], _ rules: SharedRules, _ settings: BacktestSettings) {
    (self.symbols, self.rules, self.settings) = (symbols, rules, settings)
    cash = settings.cash
    positions = symbols.map { _ in Position() }
    let days = symbols.map { symbol in symbol.bars.times.indices.map { PlainPortfolio.day(symbol.bars, $0) } }
    let all = Set(days.joined()).sorted()
    for (step, day) in all.enumerated() {
      today = day
      run(step, day, days.map { $0.firstIndex(of: day) })
    }
  }

  private var worth: Double { positions.reduce(cash) { $1.units > 0 ? $0 + $1.units * $1.price : $0 } }

  private mutating func run(_ step: Int, _ day: Int, _ bars: [Int?]) {
    (taken, soldOf, now) = ([:], [], bars)
    for place in symbols.indices {
      guard let bar = bars[place] else { continue }
      for action in symbols[place].actions where action.index == bar && positions[place].units > 0 {
        cash += positions[place].units * action.dividend
        positions[place].units *= action.ratio
        positions[place].price /= action.ratio
        positions[place].stop /= action.ratio
        positions[place].target /= action.ratio
        if settings.units == .whole, action.ratio != 1, !positions[place].isLeaving {
          payOut(place, at: symbols[place].bars.open[bar])
        }
      }
      if positions[place].units > 0 {
        positions[place].price = symbols[place].bars.open[bar]
        positions[place].seen = step
      }
      if waiting[place] != nil, !belongs(place, day) {
        waiting[place] = nil
        rejected += 1
      }
    }
    for place in symbols.indices where positions[place].isLeaving {
      if let bar = bars[place] { sell(place, at: symbols[place].bars.open[bar], slips: true) }
    }
    fill(step, bars, wishing: settings.fill == .open, waiting: true) { $0.open }
    for place in symbols.indices {
      guard let bar = bars[place], positions[place].units > 0, !positions[place].isLeaving else { continue }
      let (open, high, low) = (
        symbols[place].bars.open[bar], symbols[place].bars.high[bar], symbols[place].bars.low[bar]
      )
      let (stop, target) = (positions[place].stop, positions[place].target)
      if open <= stop {
        sell(place, at: open, slips: true)
      } else if open >= target {
        sell(place, at: open, slips: false)
      } else if low <= stop {
        sell(place, at: stop, slips: true)
      } else if high >= target {
        sell(place, at: target, slips: false)
      }
    }
    for place in symbols.indices where positions[place].units > 0 && step - positions[place].seen >= 10 {
      sell(place, at: positions[place].price, slips: true, isForced: true)
    }
    for place in symbols.indices {
      guard let bar = bars[place] else { continue }
      if positions[place].units > 0 { positions[place].price = symbols[place].bars.close[bar] }
    }
    decide(day, bars)
    if settings.fill == .close { fill(step, bars, wishing: true, waiting: false) { $0.close } }
    equity.append(worth)
  }

  private mutating func decide(_ day: Int, _ bars: [Int?]) {
    let equity = worth
    for (place, symbol) in symbols.enumerated() where wishes[place] == nil {
      guard let bar = bars[place] else { continue }
      let leaves = symbol.strategy.exits.contains { holds($0.condition, bar) }
      var enters = symbol.strategy.entries.contains { holds($0.condition, bar) }
      if !belongs(place, day) { enters = false }
      if leaves { waiting[place] = nil }
      let isHeld = positions[place].units > 0 && !positions[place].isLeaving
      if isHeld, leaves {
        wishes[place] = Wish(buys: false, bar: bar, equity: equity)
      } else if !isHeld, enters {
        waiting[place] = nil
        wishes[place] = Wish(buys: true, bar: bar, equity: equity)
      }
    }
  }

  private func belongs(_ place: Int, _ day: Int) -> Bool {
    symbols[place].membership.map { $0.spans.contains { $0.contains(day) } } ?? true
  }

  private func holds(_ condition: Condition, _ bar: Int) -> Bool {
    if case .column(let column) = condition { column[bar] == 1 } else { false }
  }

  private mutating func fill(
    _ step: Int, _ bars: [Int?], wishing: Bool, waiting isWaiting: Bool, _ price: (Bars) -> Column
  ) {
    var buyers: [(place: Int, rank: Double, wish: Wish, price: Double)] = []
    for place in symbols.indices {
      guard let bar = bars[place] else { continue }
      let fresh = wishing ? wishes[place] : nil
      guard let wish = fresh ?? (isWaiting ? waiting[place] : nil) else { continue }
      let quoted = price(symbols[place].bars)[bar]
      if fresh != nil { wishes[place] = nil }
      if wish.buys {
        let rank = symbols[place].preference?[wish.bar] ?? .nan
        buyers.append((place, rank.isNaN ? -.infinity : rank, wish, quoted))
      } else if positions[place].units > 0 {
        sell(place, at: quoted, slips: true)
      }
    }
    buyers.sort { ($0.rank, $1.place) > ($1.rank, $0.place) }
    for buyer in buyers { buy(buyer.place, buyer.wish, at: buyer.price, step) }
  }

  private mutating func buy(_ place: Int, _ wish: Wish, at quoted: Double, _ step: Int) {
    let strategy = symbols[place].strategy
    guard case .equityShare(.constant(let share)) = strategy.size else { return }
    waiting[place] = nil
    if positions[place].isLeaving {
      waiting[place] = wish
      return
    }
    if !belongs(place, today) {
      rejected += 1
      return
    }
    if let most = rules.positions, positions.count(where: { $0.units > 0 }) >= most {
      rejected += 1
      return
    }
    if let groups = rules.groups, let name = groups.names[place], let hold = groups.hold {
      let others = symbols.indices.count { groups.names[$0] == name && positions[$0].units > 0 }
      if others >= hold {
        rejected += 1
        return
      }
    }
    let price = quoted * (1 + settings.slippage.rate)
    let cost = price * (1 + settings.commission.rate)
    if cash <= 1e-9 * wish.equity {
      rejected += 1
      return
    }
    var units = min(share * wish.equity, cash) / cost
    if settings.units == .whole { units = (units * (1 + 1e-12)).rounded(.down) }
    if units <= 0 {
      rejected += 1
      return
    }
    var room = rules.limit * wish.equity
    if let groups = rules.groups, let name = groups.names[place] {
      let others = symbols.indices.filter { groups.names[$0] == name && $0 != place && positions[$0].units > 0 }
      let worthOfOthers = others.reduce(0) { $0 + positions[$1].units * positions[$1].price }
      room = min(room, max(0, groups.limit * wish.equity - worthOfOthers))
    }
    if room <= 1e-9 * wish.equity { room = 0 }
    if room / price < units {
      units = room / price
      if settings.units == .whole { units = (units * (1 + 1e-12)).rounded(.down) }
    }
    if units <= 0 {
      rejected += 1
      return
    }
    let left = left(place)
    if left < units, soldOf.contains(place) {
      waiting[place] = wish
      return
    }
    units = min(units, left)
    if units <= 0 {
      rejected += 1
      return
    }
    taken[place, default: 0] += units
    cash -= units * cost
    positions[place] = Position(units: units, price: settings.fill == .close ? quoted : quoted, seen: step)
    if case .fraction? = strategy.stop?.rule, case .constant(let rate)? = strategy.stop?.amount {
      positions[place].stop = price * (1 - rate)
    }
    if case .fraction? = strategy.target?.rule, case .constant(let rate)? = strategy.target?.amount {
      positions[place].target = price * (1 + rate)
    }
  }

  /// The units that the volume of a symbol's bar still allows.
  private func left(_ place: Int) -> Double {
    guard let share = settings.maximumVolumeShare, let bar = now[place] else { return .infinity }
    let volume = symbols[place].bars.volume[bar]
    if volume.isNaN { return .infinity }
    let left = share * volume - taken[place, default: 0]
    return settings.units == .whole ? (left + 1e-9).rounded(.down) : left
  }

  /// What a split leaves beyond whole units is paid out at the open.
  private mutating func payOut(_ place: Int, at open: Double) {
    let part = positions[place].units - (positions[place].units + 1e-9).rounded(.down)
    guard part > 1e-9 else { return }
    cash += part * open
    positions[place].units -= part
    if positions[place].units > 1e-9 { return }
    positions[place] = Position()
    closed += 1
  }

  private mutating func sell(_ place: Int, at quoted: Double, slips: Bool, isForced: Bool = false) {
    let price = slips ? quoted * (1 - settings.slippage.rate) : quoted
    let sold = isForced ? positions[place].units : min(positions[place].units, left(place))
    positions[place].isLeaving = true
    if sold <= 0 { return }
    taken[place, default: 0] += sold
    soldOf.insert(place)
    cash += sold * price * (1 - settings.commission.rate)
    positions[place].units -= sold
    if positions[place].units > 0 { return }
    positions[place] = Position()
    closed += 1
  }
}
