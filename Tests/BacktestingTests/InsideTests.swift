import Backtesting
import Columns
import PlainSimulation
import Testing

@Suite("The way of the price inside a bar")
struct InsideTests {
  private typealias Price = (Double, Double, Double, Double)

  /// How a long position bought at 100 leaves the given bar, with a stop and a target 5 away.
  private static func exit(_ bar: Price, _ inside: BacktestSettings.Inside, side: Side = .long) throws -> ExitReason? {
    var settings = BacktestSettings()
    settings.inside = inside
    let flat = (100.0, 100.0, 100.0, 100.0)
    let entry = EntryRule(name: "in", side: side, condition: on(0, count: 3))
    let result = try Backtest.run(
      bars: makeBars([flat, flat, bar]),
      strategy: Strategy(
        name: "s", entries: [entry], stop: .fraction(0.05), target: .fraction(0.05), size: .shares(.constant(1))),
      settings: settings)
    return result.trades.first?.exit
  }

  @Test("A bar that reaches stop and target goes by the convention")
  func both() throws {
    let lowFirst = (100.0, 110.0, 94.0, 100.0)
    let highFirst = (100.0, 106.0, 90.0, 100.0)
    #expect(try Self.exit(lowFirst, .stopFirst) == .stop && Self.exit(highFirst, .stopFirst) == .stop)
    #expect(try Self.exit(lowFirst, .targetFirst) == .target && Self.exit(highFirst, .targetFirst) == .target)
    #expect(try Self.exit(lowFirst, .path) == .stop, "the low is nearer to the open")
    #expect(try Self.exit(highFirst, .path) == .target)
    #expect(try Self.exit(highFirst, .path, side: .short) == .stop)
    #expect(try Self.exit((100, 106, 94, 100), .path) == .stop, "both as near: the low first")
    let gap = (94.0, 110.0, 93.0, 100.0)
    for inside in BacktestSettings.Inside.allCases {
      #expect(try Self.exit(gap, inside) == .stop, "the open decides")
      #expect(try Self.exit((106, 107, 90, 100), inside) == .target)
    }
  }

  /// The exits of a run whose entry waits for a price on the second of two bars.
  private static func waiting(
    _ order: EntryOrder, _ bar: Price, _ inside: BacktestSettings.Inside
  ) throws -> [ExitReason?] {
    var settings = BacktestSettings()
    settings.inside = inside
    let entry = EntryRule(name: "in", side: .long, condition: on(0, count: 2), order: order)
    let result = try Backtest.run(
      bars: makeBars([(100, 100, 100, 100), bar]),
      strategy: Strategy(
        name: "s", entries: [entry], stop: .fraction(0.05), target: .fraction(0.05), size: .shares(.constant(1))),
      settings: settings)
    return (result.trades + result.openTrades).map(\.exit)
  }

  @Test("An entry and its own stop or target in one bar")
  func own() throws {
    let limit = EntryOrder.limit(.constant(98), bars: 1)
    let stop = EntryOrder.stop(.constant(102), bars: 1)
    // 98 is bought on the way down: 93.1 and 102.9 are its levels.
    let wide = (100.0, 104.0, 92.0, 100.0)
    #expect(try Self.waiting(limit, wide, .stopFirst) == [.stop])
    #expect(try Self.waiting(limit, wide, .targetFirst) == [.target])
    #expect(try Self.waiting(limit, wide, .path) == [.stop], "high, low, close: 104 was before")
    #expect(try Self.waiting(limit, (100, 109, 93.5, 104), .path) == [.target], "low, high, close")
    #expect(try Self.waiting(limit, (100, 109, 93.5, 104), .stopFirst) == [nil])
    // 102 is bought on the way up: 96.9 and 107.1.
    #expect(try Self.waiting(stop, (100, 106, 96, 104), .stopFirst) == [.stop])
    #expect(try Self.waiting(stop, (100, 106, 96, 104), .targetFirst) == [nil], "the low was before")
    #expect(try Self.waiting(stop, (100, 106, 96, 96.5), .targetFirst) == [.stop], "the close is beyond it")
    #expect(try Self.waiting(stop, (100, 106, 96, 104), .path) == [nil], "low, high, close")
    #expect(try Self.waiting(stop, (100, 103, 96, 99), .path) == [.stop], "high, low, close")
    #expect(try Self.waiting(stop, (100, 112, 96, 104), .path) == [.target])
  }
}
