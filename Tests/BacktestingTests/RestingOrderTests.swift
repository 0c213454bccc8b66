import Backtesting
import Columns
import PlainSimulation
import Testing

@Suite("Entries at a price or at the close")
struct RestingOrderTests {
  /// A run whose only entry is decided on the first bar.
  private static func run(
    _ prices: [(Double, Double, Double, Double)], _ order: EntryOrder, side: Side = .long, stop: Level? = nil,
    target: Level? = nil, exits: [ExitRule] = [], slippage: Double = 0
  ) throws -> BacktestResult {
    let rule = EntryRule(name: "buy", side: side, condition: on(0, count: prices.count), order: order)
    return try Backtest.run(
      bars: makeBars(prices),
      strategy: Strategy(
        name: "wait", entries: [rule], exits: exits, stop: stop, target: target, size: .shares(.constant(1))),
      settings: BacktestSettings(slippage: PriceDistance(rate: slippage)), listsSignals: true)
  }

  private static let falling = [(100.0, 101.0, 99.0, 100.0), (99, 100, 97, 98), (94, 96, 93, 95), (95, 97, 94, 96)]

  @Test("A limit order fills at its price, at a better open, and never slips")
  func limit() throws {
    let inside = try Self.run(Self.falling, .limit(.constant(97.5), bars: 1), slippage: 0.01)
    #expect(inside.openTrades.map(\.entryPrice) == [97.5] && inside.openTrades.map(\.entryIndex) == [1])
    let gap = try Self.run(Self.falling, .limit(.constant(96.5), bars: 2), slippage: 0.01)
    #expect(gap.openTrades.map(\.entryPrice) == [94] && gap.openTrades.map(\.entryIndex) == [2])
    #expect(gap.slippagePaid == 0)
  }

  @Test("A stop order fills at its price or at a worse open, with slippage")
  func stop() throws {
    let rising = [(100.0, 101.0, 99.0, 100.0), (100, 102, 99, 101), (105, 106, 104, 105)]
    let inside = try Self.run(rising, .stop(.constant(102), bars: 1), slippage: 0.01)
    #expect(inside.openTrades.map(\.entryPrice) == [102 * 1.01])
    let gap = try Self.run(rising, .stop(.constant(103), bars: 2))
    #expect(gap.openTrades.map(\.entryPrice) == [105])
    let short = try Self.run(Self.falling, .stop(.constant(98), bars: 1), side: .short)
    #expect(short.openTrades.map(\.entryPrice) == [98])
  }

  @Test("An order ends after its bars, and the list of orders says so")
  func expires() throws {
    let result = try Self.run(Self.falling, .limit(.constant(93.5), bars: 1))
    #expect(result.openTrades.isEmpty)
    #expect(result.orders.map(\.fate) == [.expired] && result.orders.map(\.index) == [1])
    let waits = try Self.run(Self.falling, .limit(.constant(90), bars: 9))
    #expect(waits.orders.map(\.fate) == [.pending])
    #expect(waits.pendingOrders.map(\.price) == [90] && waits.pendingOrders.map(\.type) == [.limit])
  }

  @Test("An order for the close fills at the next close")
  func close() throws {
    let result = try Self.run(Self.falling, .close)
    #expect(result.openTrades.map(\.entryPrice) == [98] && result.openTrades.map(\.entryIndex) == [1])
  }

  @Test("A rule that leaves the side cancels what waits for it")
  func cancelled() throws {
    let result = try Self.run(
      Self.falling, .limit(.constant(94.5), bars: 3), exits: [leave(on(1, count: 4), side: .long)])
    #expect(result.openTrades.isEmpty && result.orders.map(\.fate) == [.cancelled])
  }

  @Test("On the bar of the fill the stop counts, and a target only on the way of a stop order")
  func sameBar() throws {
    let wide = [(100.0, 101.0, 99.0, 100.0), (100, 110, 90, 105), (105, 106, 104, 105)]
    let stopped = try Self.run(wide, .limit(.constant(98), bars: 1), stop: .fraction(0.05))
    #expect(stopped.trades.map(\.exit) == [.stop] && stopped.trades.map(\.exitIndex) == [1])
    #expect(near(stopped.trades[0].exitPrice, 98 * 0.95))
    let limit = try Self.run(wide, .limit(.constant(98), bars: 1), target: .fraction(0.05))
    #expect(limit.trades.map(\.exitIndex) == [2], "what the bar did before the fill is not known")
    let stop = try Self.run(wide, .stop(.constant(102), bars: 1), target: .fraction(0.05))
    #expect(stop.trades.map(\.exitIndex) == [1])
    let both = try Self.run(wide, .stop(.constant(102), bars: 1), stop: .fraction(0.05), target: .fraction(0.05))
    #expect(both.trades.map(\.exit) == [.stop], "the worse of the two")
  }

  @Test("A price that is missing rejects the order")
  func missing() throws {
    let result = try Self.run(Self.falling, .limit(.constant(.nan), bars: 1))
    #expect(result.rejections.map(\.reason) == [.levelMissing])
    #expect(result.orders.map(\.fate) == [.rejected(.levelMissing)])
  }

  @Test("No later bar changes what has happened with orders that wait")
  func prefixes() throws {
    for seed in UInt64(1)...60 {
      var run = RandomRun(seed: seed).withOrders(seed: seed)
      run.settings.finalize = false
      let whole = try run.run()
      for end in [40, 77, 103] {
        let part = try run.run(0..<end)
        #expect(part.trades == whole.trades.filter { $0.exitIndex < end }, "seed \(seed), \(end) bars")
        #expect(part.equity.values == whole.equity.values.prefix(end), "seed \(seed), \(end) bars")
      }
    }
  }
}
