import Language
import Shell
import TestSupport
import Testing

@Suite("Scripts in their canonical layout")
struct ScriptLayoutTests {
  private func laidOut(_ text: String) throws -> String { try ScriptLayout.format(Array(text.utf8)) }

  @Test(
    "Blanks, indents and parentheses",
    arguments: [
      ("let   x=3", "let x = 3\n"), ("show close,rsi( 14 )  last 5", "show close, rsi(14) last 5\n"),
      ("backtest s with cash=100k ,commission =0.1%", "backtest s with cash = 100k, commission = 0.1%\n"),
      ("sweep s(n=2..5,m=[1,2]) where n<=m", "sweep s(n = 2..5, m = [1, 2]) where n <= m\n"),
      ("dcf A {revenue=1B,growth=5% to 3%}", "dcf A {revenue = 1B, growth = 5% to 3%}\n"),
      ("use EURUSD=X", "use EURUSD=X\n"), ("let same = \"a,b=c\"", "let same = \"a,b=c\"\n"),
      ("print close ==3 # a,b=c", "print close == 3  # a,b=c\n"),
      ("close>sma(20)and volume>1e6", "close > sma(20) and volume > 1e6\n"),
      ("print (close)+((high-low))/2", "print close + (high - low) / 2\n"),
      ("let x = ((2 + 3))*4 # why", "let x = (2 + 3) * 4  # why\n"),
      ("\n\n# a\n\n\n\nprint 1  \n\n", "# a\n\nprint 1\n"),
      (
        "strategy s{\nenter long when close>open\n  # below\n stop 2%\n}",
        "strategy s{\n    enter long when close > open\n    # below\n    stop 2%\n}\n"
      ),
      (
        "strategy s {\n enter long when close > open\n and volume > 0\n exit after 3 bars }",
        "strategy s {\n    enter long when close > open\n        and volume > 0\n    exit after 3 bars }\n"
      ),
      ("let x = 1 +\n2", "let x = 1 +\n    2\n"), ("print \"a   b # c\"", "print \"a   b # c\"\n"),
      ("", ""), ("# only", "# only\n"), ("load \"my  file.csv\"  as X", "load \"my  file.csv\" as X\n"),
      (
        "for s in SPY,AAPL{\nuse $s\nif close>3{\nprint 1\n}\n}",
        "for s in SPY, AAPL{\n    use $s\n    if close > 3{\n        print 1\n    }\n}\n"
      ),
      ("let n = 1_000*2", "let n = 1_000*2\n"),
      (
        "rsi(14)\n  last 3\nplot close,\n sma(20)\n below rsi(14)",
        "rsi(14)\n    last 3\nplot close,\n    sma(20)\n    below rsi(14)\n"
      ),
      ("\u{FEFF}print 1\r\nprint  2\r\n", "print 1\nprint 2\n"),
    ])
  func layout(text: String, expected: String) throws { #expect(try laidOut(text) == expected) }

  private static let scripts: [String] =
    ([
      "tour", "examples/pairs", "examples/opening_range", "examples/dual_momentum", "examples/donchian_breakout",
      "examples/rsi2_pullback", "parity/rotation", "parity/backtesting_py", "parity/risk_metrics",
      "parity/vectorbt_signals",
    ]).map { "scripts/\($0).tas" }

  @Test("To lay out again changes nothing, and comments stay", arguments: scripts)
  func laws(file: String) throws {
    let text = String(decoding: try FileContents.bytes(PackageFolder.file(file)), as: UTF8.self)
    let once = try laidOut(text)
    #expect(try laidOut(once) == once)
    func comments(_ text: String) -> [Substring] {
      text.split(separator: "\n").compactMap { line in line.firstIndex(of: "#").map { line[$0...] } }
    }
    #expect(comments(once).count == comments(text).count)
  }

  @Test("Statements of random blanks read back the same", arguments: 0..<20)
  func randomBlanks(seed: Int) throws {
    var dice = Dice(UInt64(seed))
    for script in Self.scripts.prefix(3) {
      let text = String(decoding: try FileContents.bytes(PackageFolder.file(script)), as: UTF8.self)
      // Blanks at the beginning and at the end of lines mean nothing.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(repeating: " ", count: Int.random(in: 0..<6, using: &dice)) + line
          + String(repeating: "\t", count: Int.random(in: 0..<2, using: &dice))
      }
      #expect(try laidOut(lines.joined(separator: "\n")) == (try laidOut(text)))
    }
  }

  @Test("A difference names the lines that are others, with those around them")
  func difference() {
    let difference = LineDifference(from: "a\nb\nc\nd\ne\nf\n", to: "a\nb\nc\nd\nE\nf\ng\n")
    #expect(difference.count == 2)
    #expect(
      difference.unified(named: "x.tas")
        == "--- x.tas\n+++ x.tas\n@@ -2,5 +2,6 @@\n b\n c\n d\n-e\n+E\n f\n+g\n")
    #expect(LineDifference(from: "a\n", to: "a\n").unified(named: "x.tas").isEmpty)
  }

  @Test("A script that cannot be read is an error at its place, and is not laid out")
  func unreadable() {
    let error = #expect(throws: Diagnostic.self) { try laidOut("print 1\nprint (2\n") }
    #expect(error?.span?.start == 14)
  }
}
