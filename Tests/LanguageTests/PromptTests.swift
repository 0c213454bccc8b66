import Language
import Sessions
import Shell
import Testing

@Suite("What the prompt asks the parser")
struct PromptTests {
  @Test(
    "Complete texts",
    arguments: [
      "", "close", "let a = 1", "rsi(14)\n", "load data/", "use ^GSPC", "x = 3",
      "strategy s { stop 2% }",
      "print 'a' # it's", "print \"abc", "print 'abc", "print max(\"abc, 1)", "a < b < c", "strategy s", "# (",
      "close )", "load data/x-",
    ]
  )
  func complete(text: String) {
    #expect(Parser.isComplete(text, commands: CommandTable.syntaxes))
  }

  @Test(
    "Texts that wait for another line",
    arguments: [
      "rsi(", "rsi(14,", "strategy s {", "strategy s {\n stop 2%", "let a =", "let a = 1 +", "close and",
      "not",
      "close crosses", "close crosses above", "show close,", "a \\", "dcf X {", "dcf X { note \"a (",
      "dcf growth = 1%,", "let a = [1, 2", "foo bar (",
      "close @",
      "backtest s on A,", "x between 2010 and",
    ]
  )
  func incomplete(text: String) {
    #expect(!Parser.isComplete(text, commands: CommandTable.syntaxes))
  }

  private func expectations(_ text: String) -> Expectations {
    Parser.expectations(in: text, commands: CommandTable.syntaxes)
  }

  @Test("A statement begins with a command or an expression")
  func start() {
    for text in ["", "sho", "close\n", "a; ", "let a = 1\n  pl"] {
      #expect(expectations(text).isStatementStart)
      #expect(expectations(text).isExpression)
    }
    #expect(expectations("let a = 1\n  pl").start == 12)
  }

  @Test("Words have their kinds")
  func words() {
    #expect(expectations("use ").words == [.series])
    #expect(expectations("use S").start == 4)
    #expect(expectations("load sample ").words == [.sample])
    let load = expectations("load ")
    #expect(load.words == [.file])
    #expect(load.keywords.prefix(4) == ["sample", "session", "scenario", "scenarios"])
    let path = expectations("load data/go")
    #expect(path.words == [.file])
    #expect(path.start == 5)
    let quoted = expectations("load \"data/a b")
    #expect(quoted.words == [.file])
    #expect(quoted.isQuoted)
    #expect(quoted.start == 6)
    #expect(expectations("backtest ").words == [.strategy])
    #expect(expectations("backtest s on ").words == [.symbol])
    #expect(expectations("backtest s on A, ").words == [.symbol])
    #expect(expectations("trades ").words == [.result])
    #expect(expectations("trades ").keywords.contains("where"))
    #expect(expectations("trades sort by ").columns.contains("pnl"))
    #expect(expectations("close @ ").words == [.timeframe, .symbol])
    #expect(expectations("set ").words == [.setting])
    #expect(expectations("set fill ").setting == "fill")
    #expect(expectations("backtest s with cash 1k, fill ").setting == "fill")
    #expect(expectations("help rs").words == [.topic])
  }

  @Test("Clauses are offered once the subject stands")
  func clauses() {
    let show = expectations("show close ")
    #expect(show.keywords.contains("where"))
    #expect(show.keywords.contains("last"))
    #expect(expectations("trades ").keywords.contains("sort by"))
    #expect(show.keywords.contains("crosses above"))
    #expect(!show.isExpression)
    #expect(expectations("show close so").start == 11)
    #expect(expectations("show close wh").keywords.contains("where"))
    #expect(expectations("use SPY ").keywords == ["timeframe", "session", "adjusted for"])
    #expect(expectations("save ").keywords == ["session", "scenario", "forecast", "scenarios", "forecasts"])
    #expect(expectations("describe close of ").keywords.prefix(2) == ["count", "mean"])
    #expect(expectations("trades r sort ").keywords.contains("by"))
  }

  @Test("Operands, fields and arguments are distinguished")
  func operands() {
    #expect(expectations("show ").isExpression)
    #expect(expectations("show close + r").isExpression)
    #expect(expectations("show close+r").start == 11)
    #expect(expectations("let a = ").isExpression)
    #expect(expectations("bbands(20, 2).").fieldBase == "bbands")
    #expect(expectations("bbands(20, 2).up").fieldBase == "bbands")
    #expect(expectations("bbands(20, 2).up").start == 14)
    #expect(expectations("show trial.").fieldBase == "trial")
    #expect(expectations("(a + b).").fieldBase == "")
    let call = expectations("show bbands(close, ")
    #expect(call.call == Expectations.Call(function: "bbands", argument: 1, literals: [false]))
    #expect(call.isExpression)
    #expect(
      expectations("rsi(14, smoothing=").call
        == Expectations.Call(function: "rsi", argument: 1, argumentName: "smoothing")
    )
    #expect(expectations("f(g(1), h(").call?.function == "h")
    #expect(expectations("backtest cross(fa").call == Expectations.Call(function: "cross", argument: 0))
  }

  @Test("Strategies and valuations offer their clauses")
  func blocks() {
    #expect(expectations("strategy s {\n  ").keywords.contains("enter"))
    #expect(expectations("strategy s {\n  enter ").keywords == ["long", "short"])
    #expect(expectations("strategy s {\n  enter long ").keywords.contains("when"))
    #expect(expectations("strategy s {\n  enter long when ").isExpression)
    #expect(expectations("strategy s { a: ex").keywords.contains("exit"))
    #expect(expectations("dcf X {\n gro").words.contains(.assumption))
    #expect(expectations("dcf base ").keywords.contains("with"))
    #expect(expectations("dcf base with ").words == [.assumption])
    #expect(expectations("dcf growth = 3% ").keywords.contains("then"))
    #expect(expectations("solve ").words.contains(.scenario))
    #expect(expectations("solve ").words.contains(.assumption))
    #expect(expectations("sensitivity base ").words.contains(.assumption))
  }

  @Test("There is nothing in a comment or after an error")
  func nothing() {
    #expect(expectations("close # com").isEmpty)
    #expect(expectations("close ) ").isEmpty)
  }
}
