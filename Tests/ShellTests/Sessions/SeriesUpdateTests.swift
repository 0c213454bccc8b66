import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Sessions
import Shell
import Sourcing
import TestSupport
import Testing
import Workspace

/// Bars that come between statements give what a script gives that loads all of them.
@Suite("Bars that come between statements")
struct SeriesUpdateTests {
  private let files: DiskFiles
  /// Rows of hours in New York: of twelve weeks' sessions, with the hours before and after them.
  private let rows: [String]

  init() {
    files = DiskFiles(folder: "/tmp/tas-update-\(UInt64.random(in: 0 ... .max))")
    files.makeFolder("")
    var dice = Dice(7)
    var (price, rows) = (100.0, [String]())
    for day in 0..<84 where day % 7 < 5 && day % 13 != 6 {
      let date = CivilDate(daysSince1970: 19_723 + day)
      for hour in 8..<18 where dice.whole(0...12) > 0 {
        let close = price * (1 + dice.number(-0.02...0.02))
        let (high, low) = (max(price, close) * 1.003, min(price, close) * 0.997)
        rows.append("\(date) \("\(hour + 100)".suffix(2)):00,\(price),\(high),\(low),\(close),\(dice.whole(100...900))")
        price = close
      }
    }
    self.rows = rows
  }

  private var environment: Environment {
    var environment = Environment.still
    environment.files = files
    return environment
  }

  private func write(_ count: Int) throws {
    let text = (["time,open,high,low,close,volume"] + rows.prefix(count)).joined(separator: "\n") + "\n"
    try files.write(text, to: "X.csv")
    var lines: [String] = []
    for day in 0..<84 where day % 7 < 5 {
      lines.append("\(CivilDate(daysSince1970: 19_723 + day)),1,2,0.5,\(1 + Double(day * 37 % 11) / 11),10")
    }
    let other = (["date,open,high,low,close,volume"] + lines).joined(separator: "\n") + "\n"
    try files.write(other, to: "Y.csv")
  }

  /// A session with the first rows of the file, and all bars of it.
  private func session(loading count: Int, _ preparation: String = "") throws -> (Interpreter, all: Bars) {
    try write(rows.count)
    var whole = Interpreter(environment: environment)
    _ = try run(Self.load, in: &whole)
    try write(count)
    var interpreter = Interpreter(environment: environment)
    _ = try run(Self.load + "\n" + preparation, in: &interpreter)
    return (interpreter, try #require(whole.session.series["X"]).unadjusted)
  }

  /// The results of statements as JSON, all of which must succeed; as text, since a missing number equals none.
  @discardableResult
  private func run(_ script: String, in interpreter: inout Interpreter) throws -> [String] {
    var results: [String] = []
    var failure: Diagnostic?
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome): if let result = outcome.result { results.append(result.data.write()) }
      case .failure(let diagnostic, _, _): failure = diagnostic
      }
    }
    if let failure { throw failure }
    return results
  }

  private static let load = """
    load "X.csv" timezone "America/New_York" timeframe 1h
    load "Y.csv" timezone "America/New_York"
    use X
    """
  private static let definitions = """
    strategy cross(fast = 5, slow = 20) {
      enter long when ema(fast) crosses above ema(slow) and close @ 1d > sma(close, 3) @ 1d
      exit long when ema(fast) crosses below ema(slow)
      stop 2%
    }
    universe both = X, Y
    """
  private static let questions = """
    show close, rsi(14), ema(5), close @ 1d, close @ 1w, sma(high @ 1d, 3), close @ Y, (close @ Y) @ 1w, count(close > open, 9) all
    use Y
    show close @ X, close @ X @ 1w all
    use X
    backtest cross
    trades all
    signals cross
    use X session regular
    show close, vwap("session"), atr(5), bar_of_session all
    use X timeframe 1d
    show open, high, low, close, volume, close @ Y all
    backtest cross
    use X timeframe 1w
    show open, high, low, close, volume all
    use X adjusted for splits and dividends
    show open, close, volume all
    scan both: close where close > 0
    use X session all
    """

  @Test("In any pieces, with corrections on the way, they give what loading all at once gives", arguments: 0..<4)
  func law(seed: UInt64) throws {
    var dice = Dice(seed)
    let actions = "adjust X split 2 on 2024-01-30; adjust X dividend 0.5 on 2024-03-05; use X"
    var (interpreter, all) = try session(loading: dice.whole(150...450), Self.definitions + "\n" + actions)
    var count = try #require(interpreter.session.series["X"]?.unadjusted.count)
    var checks = 0
    while count < all.count {
      let end = min(all.count, count + dice.whole(1...120))
      if dice.whole(0...1) == 0 {
        // A first version of the next bar, which is corrected with those after it.
        var early = all.slice(count..<count + 1)
        early.close[0] *= 1.01
        try interpreter.apply(SeriesUpdate("X", bars: early))
      }
      let change = try interpreter.apply(SeriesUpdate("X", bars: all.slice(max(0, count - 2)..<end)))
      #expect(change.count == end)
      count = end
      guard dice.whole(0...2) == 0 || count == all.count else { continue }
      checks += 1
      try write(count)
      var fresh = Interpreter(environment: environment)
      try run([Self.load, Self.definitions, actions].joined(separator: "\n"), in: &fresh)
      // The questions leave their hours and adjustments to a copy.
      var asked = interpreter
      let (own, expected) = (try run(Self.questions, in: &asked), try run(Self.questions, in: &fresh))
      #expect(own.count == expected.count)
      for (index, (own, expected)) in zip(own, expected).enumerated() where own != expected {
        let place = zip(own, expected).prefix { $0 == $1 }.count
        Issue.record("\(count) bars, result \(index): \(own.dropFirst(place - 60).prefix(160))")
      }
    }
    #expect(checks > 0)
  }

  @Test("An update is no step of undo, and undo takes no bar back")
  func undo() throws {
    var (interpreter, all) = try session(loading: 200, "let a = last(close)")
    let names = interpreter.session.series.keys
    try interpreter.apply(SeriesUpdate("X", bars: all.slice(200..<300)))
    try run("let b = 5; use X timeframe 1d", in: &interpreter)
    try interpreter.apply(SeriesUpdate("X", bars: all.slice(300..<310)))
    try run("undo; undo", in: &interpreter)
    #expect(interpreter.session.series.keys == names && !interpreter.session.hasName("b"))
    #expect(interpreter.session.series["X"]?.unadjusted == all.slice(0..<310))
    #expect(interpreter.session.active?.series.bars == all.slice(0..<310))
    try run("redo; redo", in: &interpreter)
    #expect(interpreter.session.active?.series.bars == (try all.slice(0..<310).resampled(to: .day)))
    // Also a series that was dropped meanwhile, and one that was adjusted.
    try run("use X; undo; rename X to Z; adjust Z split 2 on 2024-01-30; use Z adjusted for splits", in: &interpreter)
    try interpreter.apply(SeriesUpdate("Z", bars: all.slice(310..<320)))
    #expect(interpreter.session.series["Z"]?.all.bars.close[319] == all.close[319])
    #expect(interpreter.session.series["Z"]?.all.bars.close[0] == all.close[0] / 2)
    try run("undo; undo; undo", in: &interpreter)
    #expect(interpreter.session.series["X"]?.all.bars == all.slice(0..<320))
  }

  @Test("Results, and values that were defined, stay as they were made")
  func results() throws {
    var (interpreter, all) = try session(
      loading: 300, Self.definitions + "\nbacktest cross as kept\nlet a = last(close)")
    let before = try run("trades kept all; kept.end_value; a", in: &interpreter)
    let former = try #require(interpreter.session.results["kept"]?.backtest)
    try interpreter.apply(SeriesUpdate("X", bars: all.slice(300..<500)))
    #expect(try run("trades kept all; kept.end_value; a", in: &interpreter) == before)
    #expect(former.series.bars == all.slice(0..<300))
  }

  /// The warnings of loading a session, with the session.
  private func opened(_ path: String) -> (codes: [String], messages: [String], interpreter: Interpreter) {
    var interpreter = Interpreter(environment: environment)
    var warnings: [Diagnostic] = []
    _ = interpreter.open(session: path) { event, _ in
      if case .outcome(let outcome) = event { warnings += outcome.warnings }
    }
    return (warnings.map(\.code.name), warnings.map(\.message), interpreter)
  }

  @Test("A session's file says up to which bar a series was the one that it had, and replays results up to theirs")
  func sessionFiles() throws {
    var (interpreter, all) = try session(loading: 300, Self.definitions)
    let statement = "backtest cross with certificate off as"
    try run("\(statement) early; show close, close @ 1d last 5 as first", in: &interpreter)
    try interpreter.apply(SeriesUpdate("X", bars: all.slice(300..<500)))
    try run("\(statement) late; show close, close @ 1d last 5 as second", in: &interpreter)
    try interpreter.apply(SeriesUpdate("X", bars: all.slice(500..<510)))
    try run("save session \"s.json\"", in: &interpreter)
    let session = try JSONValue(parsing: try files.read("s.json"))
    let until = try #require(session["series"]?.elements?[0]["until"])
    #expect(until["bars"]?.intValue == 510 && until["loaded"]?.intValue == 300)
    #expect(session["series"]?.elements?[1]["until"] == nil)

    // The source has more now: the first bars are those of the session.
    try write(rows.count)
    let longer = opened("s.json")
    #expect(longer.codes == [], "\(longer.messages)")
    #expect(longer.interpreter.session.series["X"]?.unadjusted == all)
    var replaying = longer.interpreter
    let replayed = try JSONValue(parsing: #require(try run("replay \"s.json\"", in: &replaying).last))
    let lines = replayed["results"]?.elements ?? []
    #expect(lines.count == 4)
    for line in lines { #expect(line["reason"]?.isNull != false && line["differs"]?.isNull != false, "\(line)") }
    var again = longer.interpreter
    try run("save session \"t.json\"", in: &again)
    #expect(opened("t.json").codes == [])

    // The source has no more than it was loaded with.
    try write(300)
    let shorter = opened("s.json")
    #expect(shorter.codes.first == "source-changed", "\(shorter.messages)")
    #expect(shorter.messages.first?.contains("without the last 210 bars that X had, to ") == true)
    // A bar within them is another one.
    try files.write(
      try String(decoding: files.read("X.csv"), as: UTF8.self).replacing(",100.0,", with: ",99.5,"), to: "X.csv")
    let other = opened("s.json")
    #expect(other.codes.first == "source-changed")
    #expect(other.messages.first?.contains("has changed since") == true, "\(other.messages)")
  }

  @Test("Refused bars change nothing, and known bars are no correction")
  func refusals() throws {
    var (interpreter, all) = try session(loading: 300)
    func refused(_ update: SeriesUpdate) -> String? {
      do throws(SeriesUpdateError) { try interpreter.apply(update) } catch { return "\(error)" }
      return nil
    }
    #expect(refused(SeriesUpdate("Q", bars: all)) == "`Q` is not loaded")
    var days = all.slice(300..<310)
    days.timeframe = .day
    #expect(refused(SeriesUpdate("X", bars: days)) == "bars of 1d do not continue bars of 1h")
    #expect(interpreter.session.series["X"]?.unadjusted == all.slice(0..<300))
    let again = try interpreter.apply(SeriesUpdate("X", bars: all.slice(290..<300)))
    #expect(again == SeriesChange(appended: 0, revised: 0, count: 300))
    let longer = try interpreter.apply(SeriesUpdate("X", bars: all.slice(290..<302)))
    #expect(longer == SeriesChange(appended: 2, revised: 0, count: 302))
    var other = all.slice(298..<303)
    other.close[2] += 1
    let revised = try interpreter.apply(SeriesUpdate("X", bars: other))
    #expect(revised == SeriesChange(appended: 1, revised: 2, count: 303) && revised.isRevision)
  }

  @Test("A statement that fails loses no bar that came while it waited")
  func failures() throws {
    let (interpreter, all) = try session(loading: 300)
    var state = InterpreterState(
      session: interpreter.session, history: SessionHistory(budget: 1 << 20), columns: ColumnBudget(),
      live: LiveDesk(environment))
    var failing = Execution(state: state, environment: environment, emit: { _, _ in })
    try failing.state.apply(SeriesUpdate("X", bars: all.slice(300..<320)))
    #expect(state.session.series["X"]?.unadjusted == all.slice(0..<300))
    state.keepUpdates(of: failing.state)
    #expect(state.session.series["X"]?.unadjusted == all.slice(0..<320))
    #expect(state.session.active?.series === state.session.series["X"]?.series)
  }
}
