import Calendar
import Columns
import JSON
import Presentation
import Sessions
import Shell

/// The speed of statements compared with a loop of Numba written for their one rule, and with vectorbt, by turns in one
/// run, on the same bars.
///
/// Each line holds the best total return and its trades of both sides: equal numbers show equal work.
enum BacktestRace {
  /// One crossing over a million bars.
  static func measureOne(_ workplace: Workplace) throws {
    let bars = workplace.series.bars
    let one = Race(
      name: "backtest.race", average: "ema", fast: 12...12, slow: 26...26, commission: 0.00001,
      statement: "backtest cross with commission 0.001%, certificate off", isOne: true)
    try measure([one], bars, try workplace.minutes(), "minutes", workplace)
  }

  /// All pairs of a grid, on ten years of days and on many bars.
  static func measureSweeps(_ workplace: Workplace) throws {
    let size = workplace.size
    let days = SyntheticBars.bars(count: size.days, timeframe: .day)
    let most = size.raceSteps
    let quarter = most / 4
    try measure(
      [
        Race(
          name: "sweep.race", average: "sma", fast: 2...most, slow: 3...(2 * most), commission: 0.001,
          statement: "sweep cross(fast=2..\(most), slow=3..\(2 * most)) where fast < slow \(rest)"),
        Race(
          name: "sweep.race.stopped", average: "sma", fast: 2...most, slow: 3...(2 * most), commission: 0.001,
          stop: 0.05,
          statement: "sweep stopped(fast=2..\(most), slow=3..\(2 * most)) where fast < slow \(rest)"),
        // Short averages alone: twice as many trades a combination.
        Race(
          name: "sweep.race.stopped.short", average: "sma", fast: 2...quarter, slow: 3...(2 * quarter),
          commission: 0.001, stop: 0.05,
          statement: "sweep stopped(fast=2..\(quarter), slow=3..\(2 * quarter)) where fast < slow \(rest)"),
      ], days, try workplace.days(), "days", workplace)
    let long = SyntheticBars.bars(count: size.bars / 10, timeframe: .minute)
    let file = try workplace.file("tenth.csv") { SyntheticBars.commaSeparated(long) }
    let (fast, slow) = (most / 2, most * 11 / 2)
    try measure(
      [
        Race(
          name: "sweep.race.long", average: "sma", fast: 5...fast, slow: 60...slow, step: 5, commission: 0.001,
          statement: "sweep cross(fast=5..\(fast) step 5, slow=60..\(slow) step 5) where fast < slow \(rest)"),
        Race(
          name: "sweep.race.long.stopped", average: "sma", fast: 5...fast, slow: 60...slow, step: 5, commission: 0.001,
          stop: 0.05,
          statement: "sweep stopped(fast=5..\(fast) step 5, slow=60..\(slow) step 5) where fast < slow \(rest)"),
      ], long, file, "tenth", workplace)
  }

  /// The end of each sweep: the best row, without the further backtests of its certificate.
  private static let rest = "by total_return top 1 with commission 0.1%, certificate off"

  /// A statement and the same work of the peers.
  private struct Race {
    var name: String
    var average: String
    var fast: ClosedRange<Int>
    var slow: ClosedRange<Int>
    var step = 1
    var commission: Double
    var stop = 0.0
    var statement: String
    /// Whether it is one backtest and no sweep.
    var isOne = false

    func work(_ bars: String, _ count: Int) -> BacktestPeers.Work {
      BacktestPeers.Work(
        bars: bars, count: count, average: average,
        fast: Array(stride(from: fast.lowerBound, through: fast.upperBound, by: step)),
        slow: Array(stride(from: slow.lowerBound, through: slow.upperBound, by: step)), commission: commission,
        stop: stop)
    }
  }

  private static func measure(
    _ races: [Race], _ bars: Bars, _ file: String, _ name: String, _ workplace: Workplace
  ) throws {
    let peers = BacktestPeers(workplace)
    let raw = try workplace.file("\(name).prices") {
      [bars.open, bars.high, bars.low, bars.close].flatMap { $0.values.withUnsafeBytes { Array($0) } }
    }
    for race in races {
      let work = race.work(raw, bars.count)
      // A single backtest cannot be parallelised, so it is measured on one thread only.
      var vectorbt: BacktestPeers.Answer?
      for threads in Set([1, race.isOne ? 1 : Machine.cores]).sorted() {
        var session = try workplace.session(
          workers: threads, "set cash 1M; load \"\(file)\"; \(strategies(race.average))")
        // vectorbt has one thread, however many there are, and takes seconds: it runs once, with the first.
        if threads == 1 { vectorbt = peers?.run(.vectorbt, work, threads: 1, times: 1) }
        let best = try session.result(of: race.statement)
        var own = Stopwatch.Runs()
        var numba: [BacktestPeers.Answer] = []
        for _ in 0..<workplace.size.rounds {
          // Each peer makes a call before the one that is timed, so that its arrays lie in the caches: so does tas.
          try session.run(race.statement)
          let run = try Stopwatch.once { try session.run(race.statement) }
          own.wall += run.wall
          own.processor += run.processor
          // The loop has no stops: only without them it does the same work.
          guard race.stop == 0, let answer = peers?.run(.numba, work, threads: threads, times: 1) else { continue }
          numba.append(answer)
        }
        let details: [(String, JSONValue)] = [
          ("bars", .integer(bars.count)), ("combinations", .integer(work.pairs)), ("threads", .integer(threads)),
        ]
        workplace.report(
          Measurement(
            name: race.name, unit: race.isOne ? .milliseconds : .combinationsPerSecond, runs: own,
            count: Double(work.pairs),
            details: details + result(best) + beside(own, .numba, numba)
              + beside(own, .vectorbt, [vectorbt].compactMap { $0 })))
      }
    }
  }

  /// The total return and the trades of a backtest, or of a sweep's best row.
  private static func result(_ data: JSONValue) -> [(String, JSONValue)] {
    let best = data["performance"] ?? data["rows"]?.elements?.first
    return ["total_return", "trades"].map { ($0, best?[$0] ?? .null) }
  }

  /// The shortest time of a peer, how many times that of tas it is, and its numbers; nothing if it did not run.
  private static func beside(
    _ own: Stopwatch.Runs, _ peer: BacktestPeers.Name, _ answers: [BacktestPeers.Answer]
  ) -> [(String, JSONValue)] {
    guard let shortest = answers.flatMap(\.seconds).min(), let mine = own.wall.min(), let answer = answers.first else {
      return []
    }
    return [
      ("\(peer)_ms", .number(Measurement.rounded(shortest * 1000))),
      ("\(peer)_ratio", .number(Measurement.rounded(shortest / mine))),
      ("\(peer)_return", .number(answer.totalReturn)), ("\(peer)_trades", .integer(answer.trades)),
    ]
  }

  private static func strategies(_ average: String) -> String {
    let rules = """
      enter long when \(average)(fast) crosses above \(average)(slow)
      exit long when \(average)(fast) crosses below \(average)(slow)
      """
    return """
      strategy cross(fast = 12, slow = 26) {
        \(rules)
      }
      strategy stopped(fast = 12, slow = 26) {
        \(rules)
        stop 5%
      }
      """
  }
}
