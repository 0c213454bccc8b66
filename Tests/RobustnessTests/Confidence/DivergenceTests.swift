import Calendar
import Robustness
import Testing

@Suite("Divergence of windows")
struct DivergenceTests {
  private let now = Timestamp(seconds: 1_737_460_700)

  private func window(_ train: Double, _ test: Double, _ symbol: String = "SPY", daysAgo: Int64 = 0)
    -> DivergenceMonitor.Window
  {
    DivergenceMonitor.Window(
      symbol: symbol, time: Timestamp(milliseconds: now.milliseconds - daysAgo * 86_400_000), train: train, test: test)
  }

  @Test("Bands begin above 0.15 and 0.30, and overfitting above 0.20")
  func bands() {
    let tests = [1.0, 0.85, 0.8499, 0.80, 0.7999, 0.70, 0.6999, 1.15, 1.1501]
    let levels: [DivergenceMonitor.Level] = [
      .normal, .normal, .warning, .warning, .warning, .warning, .critical, .normal, .warning,
    ]
    let monitor = DivergenceMonitor(tests.map { window(1, $0) })
    #expect(monitor.windows.map(\.level) == levels)
    #expect(
      monitor.windows.map(monitor.isOverfitted) == [false, false, false, false, true, true, true, false, false])
  }

  @Test("Where training gave nothing there is no divergence, rather than none to see")
  func unknown() {
    let monitor = DivergenceMonitor([window(0, 1), window(-0.5, 1), window(.nan, 1), window(1, .nan), window(2, 1)])
    #expect(monitor.windows.map(\.divergence) == [nil, nil, nil, nil, 0.5])
    #expect(monitor.summary.windows == 5)
    #expect(monitor.summary.known == 1)
    #expect(monitor.summary.overfittedShare == 1)
    #expect(DivergenceMonitor([]).summary.mean == nil)
    #expect(DivergenceMonitor([]).summary.overfittedShare == nil)
  }

  @Test("The summary counts and averages, with the deviation of all there are")
  func summary() throws {
    let summary = DivergenceMonitor([window(1, 0.9), window(1, 0.5), window(1, 1), window(2, 3)]).summary
    // Divergences 0.1, 0.5, 0 and 0.5.
    #expect(summary.overfitted == 2)
    #expect(summary.overfittedShare == 0.5)
    #expect(abs(try #require(summary.mean) - 0.275) < 1e-15)
    #expect(summary.largest == 0.5)
    #expect(summary.smallest == 0)
    // numpy.std([0.1, 0.5, 0, 0.5])
    #expect(abs(try #require(summary.deviation) - 0.22776083947860745) < 1e-15)
  }

  @Test("The worst symbols are those overfitted in the last days, by their largest divergence")
  func worst() {
    let monitor = DivergenceMonitor([
      window(1, 0.5, "SPY", daysAgo: 1), window(1, 0.4, "SPY", daysAgo: 2), window(1, 0.1, "SPY", daysAgo: 7),
      window(1, 0.4, "IBM"), window(1, 0.9, "BAC"), window(1, 0.2, "AAPL", daysAgo: 6), window(1, 0, "GE", daysAgo: -1),
    ])
    let worst = monitor.worst(until: now)
    #expect(worst.map(\.symbol) == ["AAPL", "IBM", "SPY"])
    #expect(worst.map { ($0.divergence * 10).rounded() } == [8, 6, 6])
  }
}
