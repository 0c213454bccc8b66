import Backtesting
import Calendar
import Columns
import Evaluation
import Indicators
import Language
import Presentation
import Sessions
import Shell
import StandardIndicators
import Testing
import Valuation

/// The examples in the documentation of the types that a newcomer meets first, so that they stay true.
@Suite("Examples of the documentation")
struct FirstStepsTests {
  private let today = CivilDate(daysSince1970: 20_000)

  /// Six days, one after the other.
  private var bars: Bars {
    let closes = Column([10, 11, 12, 11, 9, 10])
    return Bars(
      times: (0..<6).map { Timestamp(seconds: 1_704_067_200 + 86_400 * Int64($0)) }, open: closes, high: closes,
      low: closes, close: closes, volume: Column(repeating: 100, count: 6), timeframe: .day, zone: .utc)
  }

  @Test("An interpreter runs statements and hands out events")
  func interpreter() {
    var interpreter = Interpreter(environment: .still)
    let printer = OutcomePrinter(format: .table)
    var printed = ""
    let succeeded = interpreter.runScript("let n = 3\nn * 14", named: "example", keepGoing: false) { event, sources in
      printed += printer.text(of: event, sources: sources).output
    }
    #expect(succeeded && printed.hasSuffix("42\n"))
    // A session is a value: a copy is not changed by later statements.
    let before = interpreter.session
    _ = interpreter.runScript("n = missing", named: "example", keepGoing: false) { _, _ in }
    var resumed = Interpreter(session: before, environment: .still)
    #expect(resumed.runScript("n", named: "example", keepGoing: false) { _, _ in })
  }

  @Test("A parser reads expressions and statements")
  func parser() throws {
    let tree = try Parser.expression(parsing: "close > sma(20)", source: SourceID(0))
    #expect("\(tree)" == "close > sma(20)")
    var parser = Parser(source: SourceID(0), text: "print 1; print 2", commands: CommandTable.syntaxes)
    var count = 0
    while try parser.next() != nil { count += 1 }
    #expect(count == 2)
  }

  @Test("A planner checks an expression, an evaluator computes its node")
  func evaluation() throws {
    let series = Series(name: "X", bars: bars)
    var planner = Planner(names: Names(catalogue: StandardCatalogue()), series: series, today: today)
    let expression = try Parser.expression(parsing: "sma(close, 2)", source: SourceID(0))
    let node = try #require(try planner.plan(expression).node)
    var evaluator = Evaluator(plan: planner.plan, series: series, today: today)
    let column = try evaluator.column(node)
    #expect(Array(column.values.dropFirst()) == [10.5, 11.5, 11.5, 10, 9.5])
  }

  @Test("An indicator computes columns of columns")
  func indicator() throws {
    let average = try #require(Indicator.named("sma"))
    let column = try average.compute([bars.close], average.completeArguments([2]))[0]
    #expect(column.values.last == 9.5)
    #expect(column.missingCount == 1)
  }

  @Test("A backtest runs rules, which are columns")
  func backtest() throws {
    let rises = Column([0, 1, 0, 0, 0, 0])
    let falls = Column([0, 0, 0, 1, 0, 0])
    let strategy = Strategy(
      name: "example", entries: [EntryRule(name: "buy", side: .long, condition: .column(rises))],
      exits: [ExitRule(name: "sell", side: .long, condition: .column(falls))])
    let result = try Backtest.run(bars: bars, strategy: strategy)
    // Decided at a close, filled at the next open: bought at 12, sold at 9.
    #expect(result.trades.map(\.entryPrice) == [12])
    #expect(result.trades.map(\.exitPrice) == [9])
  }

  @Test("Assumptions are valued, and with a change valued again")
  func valuation() throws {
    let base = try Assumptions([
      Assumption("revenue", 100e6), Assumption("growth", .glide(0.06, to: 0.03)), Assumption("margin", 0.2),
      Assumption("discount", 0.09), Assumption("terminal", 0.02), Assumption("shares", 10e6),
    ])
    let bull = try base.with([.shift("growth", Assumption.Shift(.add, 0.03))])
    let (value, higher) = try (
      DiscountedCashFlow.value(base).valuePerShare, DiscountedCashFlow.value(bull).valuePerShare
    )
    #expect(value > 20 && higher > value)
  }

  @Test("A document is drawn by renderers")
  func document() {
    let table = Table(columns: [.text("year"), .number("return")], rows: [[.text("2024"), .number(0.25)]])
    let document = Document([.heading("Returns"), .table(table)])
    let text = TextRenderer(width: 40).render(document)
    #expect(text.hasPrefix("Returns\n") && text.contains("0.25"))
  }
}
