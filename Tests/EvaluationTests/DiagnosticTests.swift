import Evaluation
import Language
import Testing

/// A text in which « and » mark the place that an error points at.
struct Marked: CustomTestStringConvertible, Sendable {
  let text: String
  let start: Int
  let end: Int
  let code: DiagnosticCode

  init(_ marked: String, _ code: DiagnosticCode) {
    let before = marked.prefix { $0 != "«" }
    let inside = marked.dropFirst(before.count + 1).prefix { $0 != "»" }
    text = String(marked.filter { $0 != "«" && $0 != "»" })
    start = before.utf8.count
    end = start + inside.utf8.count
    self.code = code
  }

  var testDescription: String { text }
}

@Suite("What the planner refuses, and where")
struct DiagnosticTests {
  private static let indicators = [
    "indicator gap(n = 20, k = 2) = zscore(close, n) - k", "indicator spread(a = close, b = open) = a - b",
    "indicator smooth(x = close, n = 3) = sma(x, n)", "indicator up = close > open",
    "indicator decay(x = close) = 0.5 * decay[1] + x start 0",
  ]

  @Test(
    "Each error has its code and points at what is wrong",
    arguments: [
      Marked("close + «nothing»", .unknownName), Marked("«sma» + 1", .unknownName),
      Marked("«emma»(close, 3)", .unknownFunction), Marked("«close»(3)", .unknownFunction),
      Marked("«limit»(3)", .unknownFunction),
      Marked("«\"a\"» + 1", .wrongKind), Marked("close + («close > open»)", .wrongKind),
      Marked("-«true»", .wrongKind), Marked("not «close»", .wrongKind), Marked("true and «1»", .wrongKind),
      Marked("close == «true»", .wrongKind), Marked("true «<» false", .wrongKind), Marked("clock > «870»", .wrongKind),
      Marked("close > «2012-01-31»", .wrongKind), Marked("«[1, 2]» > 1", .wrongKind), Marked("«90d» < 3", .wrongKind),
      Marked("«1 crosses above 2»", .wrongKind), Marked("«true» crosses close", .wrongKind),
      Marked("[1, «close»]", .wrongKind), Marked("if(«close», 1, 2)", .wrongKind),
      Marked("if(true, 1, «false»)", .wrongKind), Marked("if(true, \"a\", «1»)", .wrongKind),
      Marked("abs(«\"x\"»)", .wrongKind), Marked("nz(close, «true»)", .wrongKind),
      Marked("count_of(«close»)", .wrongKind),
      Marked("mean_of(«close > open»)", .wrongKind), Marked("quantile(close, «close»)", .wrongKind),
      Marked("sma(close, «close»)", .wrongKind), Marked("sma(«close > 1», 3)", .wrongKind),
      Marked("atr(10, «high», low, 14)", .wrongKind), Marked("sma(close, «\"x\"»)", .wrongKind),
      Marked("bbands(close, «low», 2, 2)", .wrongKind),
      Marked("«bbands(20, 2)» + 1", .needsField), Marked("sma(«macd()», 3)", .needsField),
      Marked("«trial»", .needsField),
      Marked("bbands(20, 2).«top»", .unknownField), Marked("close.«upper»", .unknownField),
      Marked("trial.«sharp»", .unknownField),
      Marked("sma(close, 3, «4»)", .tooManyArguments), Marked("abs(1, «2»)", .tooManyArguments),
      Marked("gap(1, 2, «3»)", .tooManyArguments),
      Marked("«clamp(1)»", .missingArgument), Marked("«atr(high=close)»", .missingArgument),
      Marked("«correlation(20)»", .missingArgument),
      Marked("sma(close, «perid»=3)", .unknownArgument), Marked("abs(«y»=3)", .unknownArgument),
      Marked("gap(«m»=3)", .unknownArgument),
      Marked("sma(close, 3, «period»=4)", .duplicateArgument), Marked("abs(1, «x»=4)", .duplicateArgument),
      Marked("gap(1, «n»=4)", .duplicateArgument), Marked("sma(close, 3, «timeperiod»=4)", .duplicateArgument),
      Marked("sma(close, «0»)", .outOfRange), Marked("sma(close, «2.5»)", .outOfRange),
      Marked("bbands(20, 2, matype=«\"xma\"»)", .outOfRange), Marked("quantile(close, «150%»)", .outOfRange),
      Marked("today «-» 1_000_000_000y", .outOfRange),
      Marked("close + «2%»", .rateAddedToNumber), Marked("«2%» - close", .rateAddedToNumber),
      Marked("«profit»", .noPosition), Marked("close @ «MSFT»", .unknownSeries),
      Marked("close[«-1»]", .invalidLag), Marked("close[«1.5»]", .invalidLag), Marked("close[«close»]", .invalidLag),
      Marked("close[«1e300»]", .invalidLag), Marked("close[«0 / 0»]", .invalidLag),
      Marked("close[«true»]", .invalidLag),
      Marked("«\"a\"»[1]", .wrongKind), Marked("«2012-01-31» + close", .wrongKind),
      Marked("2012 == 2012-01-31 and 2012-01-31 == «\"x\"»", .wrongKind),
    ])
  func places(marked: Marked) throws {
    var names = try names(Self.indicators, values: ["limit": .number(3)])
    names.results["trial"] = ["sharpe_ratio": 1]
    let found = try #require(try diagnostic(of: marked.text, names: names), "\(marked.text) is refused")
    #expect(found.code == marked.code)
    #expect(found.span.map { [$0.start, $0.end] } == [marked.start, marked.end], "\(found)")
    #expect(!found.message.isEmpty && !found.message.hasSuffix("."))
  }

  @Test("A near name is offered")
  func hints() throws {
    #expect(try diagnostic(of: "clse")?.hints == ["did you mean `close`?"])
    #expect(try diagnostic(of: "smaa(3)")?.hints.first?.hasPrefix("did you mean") == true)
    #expect(try diagnostic(of: "close + 2%")?.hints == ["a share of the value is `close * (1 + 2%)`"])
    #expect(try diagnostic(of: "sma(close, perid=3)")?.hints == ["did you mean `period`?"])
  }

  @Test(
    "Fields of the position are used in arithmetic only",
    arguments: [
      "profit[1]", "sma(entry_price, 3)", "profit crosses 2%", "mean_of(equity)", "decay(equity)", "smooth(equity)",
    ])
  func position(text: String) throws {
    let found = try diagnostic(of: text, names: names(Self.indicators)) { $0.knowsPosition = true }
    #expect(found?.code == .noPosition)
  }

  @Test("An indicator of the session does not see the position, but may be given it")
  func positionInIndicators() throws {
    let names = try names(["indicator p = profit", "indicator double(x = close) = 2 * x"])
    #expect(try diagnostic(of: "p", names: names) { $0.knowsPosition = true }?.code == .noPosition)
    #expect(try diagnostic(of: "double(profit)", names: names) { $0.knowsPosition = true } == nil)
  }
}
