import Calendar
import Language
import Platform
import Shell
import TestSupport
import Testing

@Suite("The check of a script without running it")
struct ScriptCheckTests {
  private func check(_ text: String) -> ScriptCheck {
    ScriptCheck(Array(text.utf8), named: "test.tas", environment: environment)
  }

  private var environment: Environment {
    Environment(
      today: .init(daysSince1970: 19_000), now: { "2022-01-08T12:00:00Z" }, stateDirectory: "/nowhere",
      files: DiskFiles())
  }

  private func codes(_ text: String) -> [String] { check(text).diagnostics.map(\.code.name) }

  @Test(
    "Mistakes are found",
    arguments: [
      ("load sample SPY\nshow clsoe", ["unknown-name"]), ("let x = close\nprint x", ["series-in-let"]),
      ("close + \"a\"", ["wrong-kind"]),
      ("print (1", ["unclosed-bracket"]),
      ("indicator gap(n = 3) = close - sma(n)", ["unused-name"]), ("let x = 3\nprint 4", ["unused-name"]),
      ("strategy s { enter long when clsoe > 3; exit after 3 bars }\nbacktest s", ["unknown-name"]),
      ("strategy s { enter long when close > mean_of(close); exit after 3 bars }", ["hindsight-in-rule"]),
      ("backtest nothing", ["unknown-strategy"]),
      ("strategy s(n = 3) { enter long when rsi(n) > 3; exit after 3 bars }\nbacktest s(m = 4)", ["unknown-argument"]),
      ("load sample SPX", ["unknown-sample"]), ("frobnicate 3", ["unknown-command"]),
      ("for symbol in SPY, AAPL { use $symbol; show clsoe }", ["unknown-name"]),
      ("print nothing\nfrobnicate 3\nprint other", ["unknown-name", "unknown-command", "unknown-name"]),
    ])
  func mistakes(text: String, expected: [String]) { #expect(codes(text) == expected, "\(check(text).diagnostics)") }

  @Test("Every mistake is reported with its place, and the check continues after it")
  func places() {
    let check = check("show clsoe\nprint opne\n")
    #expect(check.diagnostics.compactMap { $0.span?.start } == [5, 17])
    #expect(!check.hasSucceeded)
  }

  @Test(
    "Nothing is said of what only running can tell",
    arguments: [
      "load \"data.csv\" as X\nuse X\nclose @ OTHER", "run \"setup.tas\"\nprint from_setup", "load session\nprint kept",
      "dcf ACME { revenue = 1M; shares = 1 }\nsave scenario base\nvalue(base)", "let x = last(close)\nprint x + 1",
      "strategy s { enter long when close > 3; exit after 3 bars }\nbacktest s as trial\nprint trial.sharpe_ratio",
      "load strategy cross_sma\nprint 1", "param n = 3",
    ])
  func silence(text: String) { #expect(codes(text) == []) }

  @Test(
    "The scripts of the package have no error",
    arguments: [
      "tour", "examples/pairs", "examples/opening_range", "examples/dual_momentum",
      "examples/donchian_breakout", "examples/rsi2_pullback", "parity/rotation", "parity/backtesting_py",
    ])
  func scripts(name: String) throws {
    let text = String(
      decoding: try FileContents.bytes(PackageFolder.file("scripts/\(name).tas")), as: UTF8.self)
    #expect(check(text).diagnostics.filter { $0.severity == .error } == [])
  }
}
