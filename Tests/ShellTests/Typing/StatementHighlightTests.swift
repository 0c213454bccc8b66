import Calendar
import Language
import Platform
import Sessions
import Shell
import Testing
import Typing

@Suite("Colours")
struct StatementHighlightTests {
  private func session(_ statements: String) -> Session {
    let environment = Environment(today: CivilDate(daysSince1970: 20_000), now: { "" }, stateDirectory: "/nowhere")
    var interpreter = Interpreter(environment: environment)
    _ = interpreter.runScript(statements, named: "test", keepGoing: false) { event, _ in
      if case .failure(let diagnostic, _, _) = event { Issue.record("\(diagnostic.message)") }
    }
    return interpreter.session
  }

  /// Each part as `text:meaning`, signs and brackets left out.
  private func parts(_ text: String, after statements: String = "") -> [String] {
    let bytes = Array(text.utf8)
    return StatementHighlight(session: session(statements)).parts(of: text).compactMap { part in
      if part.meaning == .sign || part.meaning == .bracket { return nil }
      return "\(String(decoding: bytes[part.start..<part.end], as: UTF8.self)):\(part.meaning)"
    }
  }

  @Test("Commands, words of the language, names, functions and literals have their meaning")
  func statement() {
    #expect(
      parts("show close, rsi(14) where rsi(14) < 2.5% since 2020-01-02 # why") == [
        "show:command", "close:name", "rsi:function", "14:number", "where:keyword", "rsi:function", "14:number",
        "2.5%:number", "since:keyword", "2020-01-02:number", "# why:comment",
      ])
    #expect(parts("print \"a\" + nope + 1") == ["print:command", "\"a\":text", "nope:unknown", "1:number"])
    #expect(parts("plot candles below close") == ["plot:command", "candles:name", "below:keyword", "close:name"])
    #expect(parts("print candles + 1") == ["print:command", "candles:unknown", "1:number"])
    #expect(parts("load sample SPY") == ["load:command", "sample:keyword", "SPY:name"])
    #expect(
      parts("load sample NOPE as x") == ["load:command", "sample:keyword", "NOPE:unknown", "as:keyword", "x:name"])
    #expect(parts("set comission = 3 ") == ["set:command", "comission:unknown", "3:number"])
  }

  @Test("Names of the session and of the current definition are known, a word at the end is not judged yet")
  func names() {
    #expect(parts("print limit + 1", after: "let limit = 3") == ["print:command", "limit:name", "1:number"])
    #expect(parts("print lim") == ["print:command", "lim:name"])
    #expect(parts("print lim + 1").contains("lim:unknown"))
    #expect(parts("indicator gap(n = 20) = close - sma(n) ").contains("n:name"))
    #expect(
      !parts("strategy s(fast = 3) { let x = ema(fast); enter long when x > entry_price }").contains {
        $0.hasSuffix("unknown")
      })
  }

  @Test("A list's own values are known behind `where`")
  func lists() {
    #expect(parts("trades where pnl > 0 sort by profit desc").filter { $0.hasSuffix("unknown") }.isEmpty)
    #expect(parts("trades where pnll > 0").contains("pnll:unknown"))
  }

  @Test("Text that does not parse has the meaning that its characters tell")
  func errors() {
    #expect(parts("show ) 12 \"x\"").contains("12:number"))
    #expect(parts("nonsense here 3") == ["nonsense:unknown", "3:number"])
    #expect(parts("print 1; print 2\nprint 3").filter { $0 == "print:command" }.count == 3)
  }

  @Test("Any text has parts in order that do not overlap")
  func order() {
    let text = "sweep cross(fast=2..50) where \"a fast < slow by ⟂ sharpe; dcf A { growth = 3%; x: y } @ 1d é.b) | \\ x"
    for end in text.indices {
      var last = 0
      for part in StatementHighlight(session: Session()).parts(of: String(text[..<end])) {
        #expect(part.start >= last && part.end > part.start)
        last = part.end
      }
      #expect(last <= text[..<end].utf8.count)
    }
  }
}
