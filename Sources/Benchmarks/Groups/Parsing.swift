import JSON
import Language
import Presentation
import Sessions
import Shell

/// The speed of reading a long script, without running it.
enum Parsing {
  private static let block = """
    # One strategy after another, as a generator would write it.
    let threshold = 30
    indicator gap(n = 20) = close / sma(close, n) - 1
    show close, sma(close, 20) as average, rsi(14) where rsi(14) < threshold and close > sma(200) last 5
    plot candles, ema(12), ema(26) below rsi(14) last 6mo
    strategy swing(period = 20, width = 2, oversold = 30) {
      let bands = bbands(close, period, width, deviation="sample")
      dip: enter long when close < bands.lower and rsi(14) < oversold
      rip: exit long when close > bands.upper
      stop 5%
      size 50%
    }
    backtest swing(period = 30) since 2010-01-01 with cash 100k, commission 0.1%, slippage 5bp as trial
    if(close > high[1], 1, if(close < low[1], -1, 0)) * (high - low) / 2 last 3

    """
  private static let statementsInBlock = 7

  static func measure(_ workplace: Workplace) throws {
    let blocks = workplace.size.scriptBlocks
    let text = Array(String(repeating: block, count: blocks).utf8)
    let syntaxes = CommandTable.syntaxes
    var sources = SourceMap()
    let source = sources.add(name: "long.tas", bytes: text)
    let count = blocks * statementsInBlock
    let runs = try workplace.runs {
      var parser = Parser(source: source, bytes: text, commands: syntaxes)
      var found = 0
      while try parser.next() != nil { found += 1 }
      guard found == count else { throw Workplace.Failure(description: "\(found) statements, not \(count)") }
    }
    let details: [(String, JSONValue)] = [("statements", .integer(count)), ("bytes", .integer(text.count))]
    workplace.report(
      Measurement(
        name: "parse.statements", unit: .statementsPerSecond, runs: runs, count: Double(count), details: details))
    workplace.report(
      Measurement(
        name: "parse.text", unit: .megabytesPerSecond, runs: runs, count: Double(text.count) / 1e6, details: details))
    // A script of small statements shows the cost of one statement apart from its work.
    let lines = workplace.size.statements
    let script = String(repeating: "let threshold = 30\n", count: lines)
    var session = try workplace.session()
    let executions = try workplace.runs { try session.run(script) }
    workplace.report(
      Measurement(
        name: "parse.execution", unit: .statementsPerSecond, runs: executions, count: Double(lines),
        details: [("statements", .integer(lines)), ("statement", "let threshold = 30")]))
  }
}
