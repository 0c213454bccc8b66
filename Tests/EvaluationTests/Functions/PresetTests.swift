import Evaluation
import Indicators
import Language
import StandardIndicators
import Testing

@Suite("Conventions in expressions")
struct PresetTests {
  private func node(_ text: String, in planner: inout Planner) throws -> NodeID {
    try #require(try planner.plan(expression(text)).node)
  }

  @Test("A call like others is the call with their arguments, and what it gives itself goes first")
  func arguments() throws {
    var planner = Planner(names: Names(), today: today)
    for (short, long) in [
      ("rsi(14, like=\"swing\")", "rsi(14, smoothing=\"simple\", first_bar=\"zero\")"),
      ("rsi(like=\"swing\")", "rsi(close, 14, \"simple\", \"zero\")"),
      ("rsi(9, smoothing=\"wilder\", like=\"swing\")", "rsi(9, first_bar=\"zero\")"),
      ("bbands(10, like=\"swing\").lower", "bbands(10, 2, deviation=\"sample\").lower"),
      ("kc(10, like=\"swing\").upper", "kc(10, 10, 2, \"close\", \"ema\", \"range\", \"first\").upper"),
      ("macd(like=\"service\").macd", "macd(average=\"sma\").macd"),
      ("ema(close, 9, like=\"service\")", "ema(close, 9, seed=\"late\")"),
      ("atr(14, like=\"tradingview\")", "atr(14, first_bar=\"range\")"), ("atr(14, like=\"talib\")", "atr(14)"),
    ] {
      #expect(try node(short, in: &planner) == node(long, in: &planner), "\(short)")
    }
    #expect(planner.warnings.isEmpty)
  }

  @Test("The session's conventions hold for calls that name none, inside of its own indicators too")
  func session() throws {
    var names = try names(["indicator strength(n = 14) = rsi(n)"])
    names.like = Preset.named("swing")
    var planner = Planner(names: names, today: today)
    let simple = try node("rsi(14, smoothing=\"simple\", first_bar=\"zero\", like=\"talib\")", in: &planner)
    #expect(try node("rsi(14)", in: &planner) == simple)
    #expect(try node("strength(14)", in: &planner) == simple)
    #expect(try node("rsi(14, like=\"talib\")", in: &planner) != simple)
    // No warning about indicators that the session's conventions leave alone.
    _ = try planner.plan(expression("adx(14)"))
    #expect(planner.warnings.isEmpty)
  }

  @Test(
    "A name that is not a set of conventions is refused at its place",
    arguments: [
      Marked("rsi(14, like=«\"swng\"»)", .unknownPreset), Marked("rsi(14, like=«3»)", .wrongKind),
      Marked("rsi(14, «lik»=\"swing\")", .unknownArgument), Marked("abs(close, «like»=\"swing\")", .unknownArgument),
      Marked("rsi(14, smoothing=\"wilder\", like=«close»)", .wrongKind),
    ])
  func refusals(marked: Marked) throws {
    let diagnostic = try #require(try diagnostic(of: marked.text))
    #expect(diagnostic.code == marked.code)
    #expect(diagnostic.span?.start == marked.start && diagnostic.span?.end == marked.end, "\(marked.text)")
  }

  @Test("A misspelt set of conventions is reported with the one that was meant")
  func spelling() throws {
    #expect(try diagnostic(of: "rsi(14, like=\"tradingveiw\")")?.hints == ["did you mean `tradingview`?"])
    #expect(
      try diagnostic(of: "rsi(14, like=\"metastock\")")?.hints == ["there are talib, tradingview, swing, service"])
  }

  @Test("Conventions that say nothing of an indicator are a warning")
  func silence() throws {
    let plannable = try Plannable("adx(14, like=\"service\")")
    #expect(plannable.planner.warnings.map(\.code) == [Diagnostic.Code(.notInPreset)])
    #expect(plannable.planner.warnings.first?.severity == .warning)
    #expect(plannable.planner.warnings.first?.hints == ["it covers sma, ema, rsi, macd"])
    #expect(
      try bits(values("adx(14, like=\"service\")", on: randomBars(90, seed: 3)))
        == bits(values("adx(14)", on: randomBars(90, seed: 3))))
  }
}
