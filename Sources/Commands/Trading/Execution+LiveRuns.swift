import Accounts
import Backtesting
import Bookkeeping
import Calendar
import Columns
import Language
import Platform
import Reports
import Sessions
import Sourcing
import Strategies

/// Strategies that trade at a broker: the run is walked as on paper, and after each close orders bring the account to what
/// the run will hold.
///
/// An order goes out at the close that decides it, so that it fills where the paper run fills, at the open. What fills
/// inside of a bar, a stop or a resting entry, is followed at that bar's close. Units are whole, and an order that waits is
/// not followed by another.
extension Execution {
  /// Brings a live account to what a run holds after its last bar.
  mutating func follow(
    _ run: PaperRun, _ continued: ContinuedRun, after bar: Int, _ trader: PaperTrader
  ) throws(Diagnostic) {
    guard bar == continued.bars.count - 1, let after = run.state, let link = state.brokers[run.account], link.isArmed,
      link.isPaper || !state.live.isOnlyReplays
    else { return }
    let wanted: Accounts.Quantity
    do throws(RunFailure) {
      wanted = Accounts.Quantity(Int(try continued.heldAtNextOpen(after, environment).rounded(.towardZero)))
    } catch { throw Diagnostic(.backtestRefused, "\(error)", at: trader.subject.span) }
    // What is sold to turn a position around comes before what is bought.
    for _ in 0..<2 {
      let own = try orders(of: run.account, at: nil).filter { $0.run == run.id }
      guard !own.contains(where: \.status.waits) else { return }
      let held = own.reduce(Accounts.Quantity.zero) { $0 + ($1.side == .long ? $1.filled ?? .zero : -($1.filled ?? .zero)) }
      guard let (verb, size) = Self.step(from: held, to: wanted) else { return }
      var order = PlacedOrder(
        verb, size, run.series, .market, in: run.account, at: Timestamp(milliseconds: environment.clock.now()),
        bar: continued.bars.times[bar])
      order.run = run.id
      if order.opens, let refusal = try refusal(of: order, continued.bars, bar) {
        refuse(run, order, refusal, trader)
        return
      }
      let sent = try sendToBroker(order, nil, over: link, at: nil)
      guard sent.status == .filled else {
        if sent.status == .rejected { refuse(run, sent, sent.reason ?? "", trader) }
        return
      }
    }
  }

  /// The order from one position to another; nil if they are equal. It does not go through zero.
  private static func step(from held: Accounts.Quantity, to wanted: Accounts.Quantity) -> (EntryType, Accounts.Quantity)? {
    let change = wanted - held
    if change == .zero { return nil }
    if held > .zero, change < .zero { return (.sell, min(held, -change)) }
    if held < .zero, change > .zero { return (.cover, min(-held, change)) }
    return (change > .zero ? .buy : .short, change.magnitude)
  }

  /// The reason why the guardrails refuse an entry.
  private mutating func refusal(
    of order: PlacedOrder, _ bars: Bars, _ bar: Int
  ) throws(Diagnostic) -> String? {
    let books = try books(at: nil)
    guard let account = books.state(order.account) else { return nil }
    let watched = try watched(books, account, at: nil, isMarked: false)
    let close = bars.close[bar]
    let distance = watched.guards.stopDistance(from: close, meanRange: meanRange(bars, through: bar))
    let guarded = GuardedOrder(
      order.symbol, size: order.size.double, entry: close, stop: close - order.side.sign * distance)
    if order.size.double * close > buyingPower(account) * (1 + 1e-9) { return "no-cash" }
    return watched.refusal(guarded).map { $0.text(guarded, watched.guards, account: order.account) }
  }

  /// Tells that an order of a run was refused, once until one passes.
  private mutating func refuse(_ run: PaperRun, _ order: PlacedOrder, _ reason: String, _ trader: PaperTrader) {
    guard !trader.isRefused || order.id > 0 else { return }
    notify(
      Notice(
        .guard_, key: "run \(run.id) refused \(order.bar.milliseconds)", "\(run.strategy) on \(run.series)",
        "\(order.words): \(reason)", at: environment.clock.now(), payload: run.payload), isOnce: true)
    if let index = state.traders.firstIndex(where: { $0.run == run.id }) { state.traders[index].isRefused = true }
  }
}
