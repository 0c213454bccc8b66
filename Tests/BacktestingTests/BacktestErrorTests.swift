import Backtesting
import Columns
import PlainSimulation
import Testing
import Work

struct BacktestErrorTests {
  let bars = flatBars([1, 2, 3])

  func error(
    _ strategy: Strategy,
    _ settings: BacktestSettings = BacktestSettings(),
    _ range: Range<Int>? = nil
  )
    -> BacktestError?
  {
    do {
      _ = try Backtest.run(bars: bars, strategy: strategy, settings: settings, range: range)
      return nil
    } catch { return error }
  }

  @Test("settings and clauses outside of their ranges are refused by name")
  func settings() {
    let strategy = Strategy(name: "s", entries: [])
    func name(_ error: BacktestError?) -> String? {
      if case .invalidSetting(let name, _, _)? = error { name } else { nil }
    }
    #expect(error(strategy) == nil)
    #expect(name(error(strategy, BacktestSettings(cash: 0))) == "cash")
    #expect(name(error(strategy, BacktestSettings(cash: .infinity))) == "cash")
    #expect(name(error(strategy, BacktestSettings(commission: -0.1))) == "commission")
    #expect(name(error(strategy, BacktestSettings(commission: Commission(rate: .nan)))) == "commission")
    #expect(name(error(strategy, BacktestSettings(slippage: 1))) == "slippage")
    #expect(name(error(strategy, BacktestSettings(periodsPerYear: 0))) == "periods_per_year")
    var bad = strategy
    bad.exitAfterBars = 0
    #expect(name(error(bad)) == "exit after")
    bad = strategy
    bad.maximumEntries = 0
    #expect(name(error(bad)) == "allow")
    bad = strategy
    bad.cooldown = Cooldown(bars: 0)
    #expect(name(error(bad)) == "wait")
  }

  @Test("a window without bars is refused")
  func windows() {
    let strategy = Strategy(name: "s", entries: [])
    #expect(error(strategy, BacktestSettings(), 1..<1) == .emptyWindow(range: 1..<1, bars: 3))
    #expect(error(strategy, BacktestSettings(), 1..<4) == .emptyWindow(range: 1..<4, bars: 3))
    #expect(error(strategy, BacktestSettings(), 1..<2) == nil)
  }

  @Test("a column that does not fit the bars is refused, in every place")
  func columns() {
    let short = Column([1])
    let misfit = BacktestError.columnLength(owner: "x", count: 1, expected: 3)
    #expect(error(Strategy(name: "s", entries: [long(.column(short), name: "x")])) == misfit)
    let program = PositionProgram(.operation(.add, [.column(Column([1, 2, 3])), .column(short)]))
    #expect(error(Strategy(name: "s", entries: [], exits: [leave(.program(program), name: "x")])) == misfit)
    var strategy = Strategy(name: "s", entries: [], stop: Level(.price, .column(short)))
    #expect(error(strategy) == .columnLength(owner: "stop", count: 1, expected: 3))
    strategy.stop = nil
    strategy.size = .shares(.column(short))
    #expect(error(strategy) == .columnLength(owner: "size", count: 1, expected: 3))
  }

  @Test("a run that is stopped gives nothing but the error")
  func interruption() {
    let long = flatBars([Double](repeating: 1, count: 200_000))
    let monitor = WorkMonitor(isCancelled: { true })
    #expect(throws: BacktestError.interrupted) {
      try Backtest.run(bars: long, strategy: Strategy(name: "s", entries: []), monitor: monitor)
    }
  }

  @Test("errors are sentences that name the value and what is allowed")
  func sentences() {
    let text = BacktestError.invalidSetting(name: "cash", value: -1, allowed: "above 0").description
    #expect(text == "cash is -1.0, but must be above 0.")
  }
}
