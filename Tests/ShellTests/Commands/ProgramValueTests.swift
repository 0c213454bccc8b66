import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell
import Strategies
import TestSupport
import Testing

/// The values of results as programs read them: booleans and missing values as such, numbers with all their digits.
@Suite("Values of results for programs")
struct ProgramValueTests {
  private static let strategy = """
    load sample SPY
    strategy s(k = 5) { enter long when ema(k) crosses above ema(20); exit long when ema(k) crosses below ema(20) }
    backtest s since 2018 until 2021-03-12

    """

  private func results(_ script: String) throws -> [any StatementResult] {
    var results: [any StatementResult] = []
    var failures: [String] = []
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome): if let result = outcome.result { results.append(result) }
      case .failure(let diagnostic, _, _): failures.append(diagnostic.message)
      }
    }
    #expect(failures.isEmpty, "\(failures)")
    return results
  }

  private func failure(_ script: String) -> Diagnostic? {
    var failure: Diagnostic?
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      if case .failure(let diagnostic, _, _) = event { failure = diagnostic }
    }
    return failure
  }

  private func csv(_ result: any StatementResult, isFile: Bool = false) -> String? {
    OutputFormat.csv.render(result, in: OutputContext(isFile: isFile))
  }

  @Test("Booleans in tables are booleans in JSON")
  func booleans() throws {
    let shown = try #require(try results("load sample SPY; show close > 390, close last 3").last)
    let rows = try #require(shown.data["rows"]?.elements)
    #expect(rows.count == 3)
    for row in rows { #expect(row[1] == .bool((row[2]?.doubleValue ?? 0) > 390)) }
    #expect(csv(shown)?.contains(",true,") == true)
    let settings = try #require(try results("set cash 5000; settings").last)
    let changed = (settings.data["rows"]?.elements ?? []).filter { $0[2] == true }
    #expect(changed.map { $0[0]?.stringValue } == ["cash"])
  }

  @Test("The exit of an open trade and the end of a lasting drawdown are missing to a program, and words to a user")
  func openEnds() throws {
    let trades = try #require(try results(Self.strategy + "trades last 1").last)
    let keys = (trades.data["columns"]?.elements ?? []).compactMap(\.stringValue)
    let row = try #require(trades.data["rows"]?.elements?.last)
    let exit = try #require(keys.firstIndex(of: "exit_date"))
    let rule = try #require(keys.firstIndex(of: "exit_rule"))
    #expect(row[exit] == .null && row[rule] == .null)
    #expect(TextRenderer(width: 200).render(trades.document).contains("open"))
    #expect(csv(trades)?.contains("open") == false)
    let drawdowns = try #require(try results(Self.strategy + "drawdowns all").last)
    let ends = (drawdowns.data["rows"]?.elements ?? []).map { $0[3] }
    #expect(ends.filter { $0 == .null }.count == 1)
    #expect(TextRenderer(width: 200).render(drawdowns.document).contains("not yet"))
  }

  @Test(
    "A single value in CSV has all its digits, as in JSON",
    arguments: [
      ("1/3", "0.3333333333333333\n"), ("12345.678901234", "12345.678901234\n"), ("5.1234567%", "0.051234567\n"),
      ("print 1/3, \"a,b\", 2.5%, true", "0.3333333333333333,\"a,b\",0.025,true\n"),
    ])
  func singleValues(statement: String, line: String) throws {
    let result = try #require(try results(statement).last)
    #expect(csv(result) == line)
    #expect(csv(result, isFile: true) == nil)
  }

  @Test("The JSON of `montecarlo` counts the open trades and has the remarks of the page")
  func monteCarlo() throws {
    let result = try #require(try results(Self.strategy + "montecarlo s 100 runs by trades seed 1").last)
    #expect(result.data["left_out"] == 1)
    let notes = (result.data["notes"]?.elements ?? []).compactMap(\.stringValue)
    #expect(notes.contains("1 open trade left out"))
    let page = TextRenderer(width: 400).render(result.document)
    #expect(notes.allSatisfy(page.contains))
  }

  @Test("The JSON of `validate` has times in ISO 8601 beside the milliseconds of the records")
  func validation() throws {
    let result = try #require(try results(Self.strategy + "validate s").last)
    for (key, stamp) in [("time", "timestamp"), ("next_retraining", "next_retraining_date")] {
      let time = try #require(result.data[key]?.stringValue)
      #expect(time.hasSuffix("Z") && time.utf8.count >= 20, "\(time)")
      #expect(result.data[stamp]?.intValue.map { $0 > 1_000_000_000_000 } == true)
    }
  }

  @Test("Each setting goes back to its default", arguments: Settings.definitions.map(\.name))
  func defaults(name: String) throws {
    let definition = try #require(Settings.definition(named: name))
    var settings = Settings()
    settings.changed.insert(name)
    #expect(definition.reset(in: &settings))
    #expect(definition.read(settings) == definition.usual && !settings.changed.contains(name))
  }

  @Test("`set X default` forgets the change, and the default itself is none")
  func setDefault() throws {
    let list = try results(
      "set commission 0.2%, cash 5000, fill close; set commission default, fill open; set cash default; settings where changed"
    )
    #expect(list.last?.data["rows"] == [])
    #expect(try results("set fill open; settings where changed").last?.data["rows"] == [])
  }

  @Test("A name that a list does not know is answered with the values of that list")
  func unknownColumn() throws {
    let hints = try #require(failure("settings where name == \"commission\"")).hints
    #expect(hints == ["a setting has: setting, value, changed, allowed, meaning, group"])
    let close = try #require(failure("settings where valeu == \"x\"")).hints
    #expect(close.contains { $0.contains("`value`") })
  }
}
