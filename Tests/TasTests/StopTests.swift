import LibC
import TestSupport
import Testing

/// Ctrl-C in each command of the tour that can last, at a real terminal.
@Suite("Commands that are stopped at the prompt")
struct StopTests {
  /// The program that is measured: a release build that `TAS_RELEASE_PROGRAM` names, else the one of the tests.
  private static let release = getenv("TAS_RELEASE_PROGRAM").map { String(cString: $0) }

  /// The longest time from the key to the prompt, in seconds.
  ///
  /// A tenth is what is promised of the program as people get it. The build of the tests is not optimised, or in part, and
  /// shares the machine with other tests.
  private static let limit = release == nil ? 1.0 : 0.1

  /// The minutes of the series: a release build works on as many as keep it busy.
  private static let bars = release == nil ? 60_000 : 2_000_000

  /// A statement that lasts, after those that it needs.
  private struct Case {
    let statement: String
    let before: [String]

    init(_ statement: String, after before: String...) {
      self.statement = statement
      self.before = before
    }
  }

  private static let model =
    "dcf OWN { price = 20; revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }"

  /// The commands of `scripts/tour.tas` whose work grows with data, trials or rows, each with much of it.
  private static let cases = [
    Case("load \"@/bars.csv\" as AGAIN"),
    Case("load \"@/bars.json\" as OTHER"),
    Case("load fundamentals \"@/facts.json\" as BIG"),
    Case("use BARS timeframe 5m"),
    Case("use BARS"),
    Case("use BARS adjusted for splits and dividends"),
    Case("use BARS"),
    Case("adjust BARS all"),
    Case("median(close, 5000) all"),
    Case("show close, median(close, 2000), rsi(14) where rsi(14) < 60 sort by rsi(14) all"),
    Case("show close, rsi(14) all to \"@/shown.csv\""),
    Case("show close, rsi(14) all to \"@/shown.json\""),
    Case("describe returns(1), rsi(14), median(close, 3000)"),
    Case("describe returns(1) by bins(rsi(14), 0.01)"),
    Case("describe returns(1) by month, hour"),
    Case("cycle"),
    Case("study rsi(2) < 30 and close > sma(200) after 1..300"),
    Case("study rsi(2) < 30 after 1..20 by hour"),
    Case("scan both: close, median(close, 4000), returns(20)"),
    Case("scan both: close with charts"),
    Case("correlation BARS, TWIN"),
    Case("mean(close > sma(200), across=both) all"),
    Case("show close, sma(close, 20) @ 1d as daily, close @ TWIN as twin all"),
    Case("patterns all"),
    Case("plot candles, sma(close, 50) below rsi(14) all"),
    Case("plot candles, sma(close, 50) below rsi(14) all to \"@/plotted.svg\""),
    Case("plot candles, sma(close, 50) below rsi(14) all to \"@/plotted.html\""),
    Case("let middle = quantile(median(close, 4000), 50%)"),
    Case("explain trend"),
    Case("print last(median(close, 4000))"),
    Case("assert median(close, 4000) > 0"),
    Case("expect last(median(close, 4000)) within 50% of 100"),
    Case("for each in BARS, TWIN, BARS, TWIN { use $each; print last(median(close, 900)) }"),
    Case("use BARS"),
    Case("signals cross all"),
    Case("signal cross"),
    Case("backtest cross(fast = 3, slow = 5) as other"),
    Case("backtest busy on BARS, TWIN in one account with positions 2"),
    Case("backtest rotation"),
    Case("orders trial all"),
    Case("trades trial where profit > 0 sort by profit all"),
    Case("_ where profit > 0.1%", after: "trades trial all to \"@/trades.csv\""),
    Case("equity trial all"),
    Case("stats trial"),
    Case("drawdowns trial all"),
    Case("calendar trial by day"),
    Case("why trade 3 of trial"),
    Case("why not 2015-01-06 of trial"),
    Case("compare trial, second"),
    Case("sweep cross(fast = 2..60, slow = 61..400)"),
    Case("search cross(fast = 2..100, slow = 101..400) 20_000 trials seed 1"),
    Case("walkforward cross(fast = 5..15, slow = 20..40) train 20d test 10d"),
    Case("crossvalidate cross(fast = 5..15, slow = 20..40)"),
    Case("montecarlo trial 1_000_000 runs"),
    Case("montecarlo trial 1_000_000 runs by blocks 20 bars"),
    Case("montecarlo trial 100_000 runs by entries"),
    Case("montecarlo trial 100_000 runs by noise 1%"),
    Case("validate cross"),
    Case("journal"),
    Case("audit"),
    Case("plot candles with trades trial all"),
    Case("plot trial to \"@/trial.html\""),
    Case("plot trial to \"@/trial.svg\""),
    Case("report trial to \"@/report.html\""),
    Case("close / value(OWN base) all"),
    Case("sensitivity OWN base discount = 7%..11% step 0.005%, growth = 0%..6% step 0.01%"),
    Case("sensitivity OWN base growth = 1%..9% step 0.0001%"),
    Case("tornado OWN base"),
    Case("breakeven OWN base"),
    Case("solve OWN base growth"),
    Case("simulate OWN base 50_000_000 runs growth + normal(0pp, 2pp), margin ~ uniform(10%, 30%) seed 42"),
    Case("figures BIG", after: "load fundamentals \"@/facts.json\" as BIG"),
    Case("figures BIG quarterly"),
    Case("multiples BIG"),
    Case("dcf BIG { growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }"),
    Case("save session \"@/kept.json\" over"),
    Case("replay \"@/kept.json\"", after: "save session \"@/kept.json\" over"),
    Case("load session \"@/kept.json\""),
    Case("undo"),
    Case("redo"),
    Case("history"),
  ]

  @Test("Ctrl-C brings the prompt back at once in each command of the tour", .enabled(if: Thoroughness.isFull, "slow"))
  func tour() throws {
    let place = try Place()
    try place.writeBars(Self.bars)
    try place.writeFacts()
    let terminal: PseudoTerminal
    if let release = Self.release {
      terminal = try PseudoTerminal(
        program: release, environment: place.environment, columns: 200)
    } else {
      terminal = try place.terminal(columns: 200)
    }
    #expect(terminal.waitsForPrompt(seconds: 30))
    let preparation = [
      "load \"@/bars.csv\" as BARS", "load \"@/bars.csv\" as TWIN", "use BARS",
      "universe both = BARS, TWIN",
      "indicator trend = if(close > high[1], 1, if(close < low[1], -1, trend[1])) start 0",
      LongWork.strategy.split(separator: "\n").joined(separator: "; ").replacing("{;", with: "{"),
      "strategy busy { enter long when close > close[1]; exit long when close < close[1]; size 40% }",
      "portfolio rotation { on BARS, TWIN; long when close > sma(200); rank by returns(20) desc; hold 1 }",
      Self.model, "save scenario base", "backtest cross as trial", "backtest busy as second",
    ]
    for statement in preparation { try type(statement.replacing("@/", with: place.path + "/"), in: terminal) }
    var missed: [String] = []
    for example in Self.cases {
      let texts = (example.before + [example.statement]).map { $0.replacing("@/", with: place.path + "/") }
      for text in texts.dropLast() { try type(text, in: terminal) }
      // Another program may take the processor meanwhile: what can be stopped in time once, can.
      var times: [Double] = []
      for delay in [0.15, 0.4, 0.9] where times.isEmpty || times.allSatisfy({ $0 > Self.limit }) {
        times.append(try stop(texts[texts.count - 1], after: delay, in: terminal))
      }
      if times.allSatisfy({ $0 > Self.limit }) { missed.append("\(example.statement): \(times) s") }
    }
    #expect(missed.isEmpty, "\(missed.joined(separator: "\n"))")
  }

  /// Runs a statement to its end.
  private func type(_ statement: String, in terminal: PseudoTerminal) throws {
    try #require(terminal.enter(statement), "\(statement): \(terminal.screen.text)")
    try #require(terminal.waitsForPrompt(seconds: 120), "\(statement): \(terminal.screen.text)")
  }

  /// Starts a statement, presses Ctrl-C and measures until the prompt is back; 0 if it was there before.
  private func stop(_ statement: String, after delay: Double, in terminal: PseudoTerminal) throws -> Double {
    let mark = terminal.output.count
    try #require(terminal.enter(statement), "\(statement): \(terminal.screen.text)")
    if terminal.waitsForPrompt(seconds: delay) {
      // What is refused was not tried.
      let said = String(decoding: terminal.output[mark...], as: UTF8.self)
      #expect(!said.contains("error: ") || said.contains("[interrupted]"), "\(statement): \(said)")
      return 0
    }
    let start = Self.now()
    terminal.send("\u{3}")
    try #require(
      terminal.waitsForPrompt(seconds: 120), "\(statement) is not stopped: \(terminal.output.dropFirst(mark).count)")
    return Self.now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension Place {
  /// Writes a walk of minute bars as `bars.csv` and `bars.json`.
  fileprivate func writeBars(_ count: Int) throws {
    var dice = Dice(7)
    var (close, day, minute) = (100.0, 0, 0)
    var (table, list) = ("time,open,high,low,close,volume\n", "[")
    for bar in 0..<count {
      let open = close
      close = max(1, close * (1 + Double.random(in: -0.001...0.001, using: &dice)))
      let time = 1_262_304_000 + day * 86_400 + minute * 60
      let prices = [open, max(open, close) * 1.0002, min(open, close) * 0.9998, close]
        .map { String(Int($0 * 1000)) }.map { $0.dropLast(3) + "." + $0.suffix(3) }
      table += "\(time),\(prices.joined(separator: ",")),\(100 + bar % 977)\n"
      list +=
        (bar == 0 ? "" : ",")
        + "{\"t\":\(time),\"o\":\(prices[0]),\"h\":\(prices[1]),\"l\":\(prices[2]),\"c\":\(prices[3]),\"v\":1}"
      minute += 1
      if minute == 390 { (day, minute) = (day + 1, 0) }
    }
    try write("bars.csv", table)
    try write("bars.json", list + "]")
  }

  /// Writes the figures of a company with many filings as `facts.json`.
  fileprivate func writeFacts() throws {
    let tags = ["Revenues", "NetIncomeLoss", "Assets", "StockholdersEquity", "OperatingIncomeLoss"]
    var parts: [String] = []
    for tag in tags {
      let facts = (1990...2024).flatMap { year in
        (0..<200).map { filing in
          """
          {"start":"\(year)-01-01","end":"\(year)-12-31","val":\(1_000_000 + filing),"accn":"\(year)-\(filing)",\
          "form":"10-K","filed":"\(year + 1)-02-\(10 + filing % 18)"}
          """
        }
      }
      parts.append("\"\(tag)\":{\"units\":{\"USD\":[\(facts.joined(separator: ","))]}}")
    }
    try write(
      "facts.json", "{\"entityName\":\"BIG\",\"facts\":{\"us-gaap\":{\(parts.joined(separator: ","))}}}")
  }
}
