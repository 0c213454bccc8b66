import Language
import Testing

@Suite("The thirty lines of the design")
struct ThirtyLinesTests {
  /// The statements that can be read, with how many there are in each.
  @Test(
    "Lines that can be read",
    arguments: [
      ("let a = -2^2 # -4", 1),
      ("let b = 1500 - 20", 1),
      ("print 10M, 10m, 5bp, 15x", 1),
      ("close @ MSFT - close", 1),
      ("close @ BRK.B ; close @ ^GSPC ; close @ EURUSD=X ; close @ \"BTC-USD\"", 4),
      ("close[1] @ 1d ; (close @ 1d)[1]", 2),
      ("show last(close) ; show close last 10 ; show (close between 10 and 20) last 10", 3),
      ("show close between 2010 and 2012", 1),
      ("assert rsi(14)[5] between 0 and 100 and close[5] > 0", 1),
      ("let size = 3 ; let data = 4 ; print data ; data", 4),
      ("let last = 3 ; print last, last(close)", 2),
      (
        "strategy s(stop = 2%, target = 6%) { enter long when close > ema(20) ; stop stop ; target target }",
        1
      ),
      (
        "strategy t { size: exit long when close < ema(9)\n  up: enter long when close > ema(9)\n"
          + "      and volume > sma(volume, 20) }", 1
      ),
      ("backtest s as one with cash 100k, commission 0.1%, finalize on on GOOG, MSFT since 2010", 1),
      ("sweep s(stop = 1%..3% step 0.5%) by sharpe top 5", 1),
      ("dcf growth=10% to 4%, margin = 32% to \"x.csv\"", 1),
      (
        "dcf X { revenue = 1B, shares = 1M ; growth = [8%, 7%,\n   6%]\nterminal = 15x ebitda\n"
          + "discounting = mid-year }", 1
      ),
      ("load data/goog.csv as GOOG ; load \"a b.csv\" as AB ; load sample $symbol", 3),
      ("count(not (rsi(14) > 30), 20)", 1),
      ("close + 2%", 1),
      ("close > mean_of(close)", 1),
    ]
  )
  func readable(text: String, count: Int) throws {
    #expect(try parse(text).count == count)
  }

  @Test(
    "Lines with an error, each with an offer",
    arguments: [
      ("let b = 1500-20", "invalid-date"),
      ("close @ 1d[1]", "lag-after-context"),
      ("a < b < c", "chained-comparison"),
      ("x = 3", "missing-let"),
      ("50 %", "foreign-spelling"),
      (".5", "invalid-number"),
      ("2.", "invalid-number"),
      ("f(x=1, 2)", "positional-after-named"),
    ]
  )
  func errors(text: String, code: String) {
    let error = firstError(text)
    #expect(error?.code.name == code)
    #expect(error?.hints.isEmpty == false)
  }

  @Test("Soft keywords are names where no keyword is asked for")
  func softKeywords() throws {
    let definition = try strategy(
      "strategy s(stop = 2%, target = 6%) { enter long when close > ema(20) ; stop stop ; target target }"
    )
    #expect(
      definition.clauses.map { "\($0)" } == [
        "enter long when close > ema(20)", "stop stop", "target target",
      ]
    )
    let labelled = try strategy(
      "strategy t { size: exit long when close < ema(9)\n up: enter long when close > ema(9)\n and volume > 3 }"
    )
    #expect(labelled.clauses.map(\.label) == ["size", "up"])
    #expect("\(labelled.clauses[1].kind)" == "enter long when close > ema(9) and volume > 3")
  }

  @Test("Clauses come in any order and keep their places")
  func clauses() throws {
    let statement = try parseOne(
      "backtest s as one with cash 100k, commission 0.1%, finalize on on GOOG, MSFT since 2010"
    )
    #expect(statement.resultName?.literal == "one")
    guard case .command(let call) = statement.kind, case .settings(let settings)? = call.argument(named: "with"),
      case .words(let symbols)? = call.argument(named: "on"),
      case .window(let window, _)? = call.argument(named: "window"),
      case .range(let since?, nil) = window
    else {
      Issue.record("another call")
      return
    }
    #expect(settings.map(\.name) == ["cash", "commission", "finalize"])
    if case .word(let word) = settings[2].value {
      #expect(word.literal == "on")
    } else {
      Issue.record("no word")
    }
    #expect(symbols.map(\.literal) == ["GOOG", "MSFT"])
    #expect(since.description == "2010")
    guard case .literal(.date(.year(2010)), _) = since else {
      Issue.record("no year")
      return
    }
  }

  @Test("A glide and an output are distinguished by the quotes")
  func glides() throws {
    let statement = try parseOne("dcf growth=10% to 4%, margin = 32% to \"x.csv\"")
    #expect(statement.output?.literal == "x.csv")
    guard case .valuation(let valuation) = statement.kind else {
      Issue.record("no valuation")
      return
    }
    #expect(valuation.changes.map(\.description) == ["growth = 10% to 4%", "margin = 32%"])
  }

  @Test("A block ends its changes at newlines, semicolons and commas")
  func blocks() throws {
    let model = try valuation(
      "dcf X { revenue = 1B, shares = 1M ; growth = [8%, 7%,\n   6%]\nterminal = 15x ebitda\n"
        + "discounting = mid-year }"
    )
    #expect(
      model.changes.map(\.description) == [
        "revenue = 1B", "shares = 1M", "growth = [8%, 7%, 6%]", "terminal = 15x ebitda",
        "discounting = mid-year",
      ]
    )
    guard case .word(let word) = model.changes[4].value else {
      Issue.record("mid-year is not a word")
      return
    }
    #expect(word.literal == "mid-year")
  }

  @Test("Five steps of a sweep are read as written")
  func ranges() throws {
    guard
      case .subjects(let subjects)? = try call("sweep s(stop = 1%..3% step 0.5%) by sharpe top 5").argument(
        named: "strategy"),
      case .steps(let from, let to, let step?, _) = subjects[0].parameters[0].values
    else {
      Issue.record("no range")
      return
    }
    #expect([from, to, step].map(\.description) == ["1%", "3%", "0.5%"])
  }
}
