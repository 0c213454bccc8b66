import Language
import Testing

@Suite("Commands of the table")
struct CommandTests {
  @Test("Words keep their characters")
  func words() throws {
    func word(_ text: String) throws -> Word {
      guard case .word(let word)? = try call(text).argument(named: "series") else { throw Unexpected(what: text) }
      return word
    }
    #expect(try word("use EURUSD=X").literal == "EURUSD=X")
    #expect(try word("use BTC-USD timeframe 1d").literal == "BTC-USD")
    #expect(try word("use ^GSPC").literal == "^GSPC")
    #expect(try word("use 700.HK").literal == "700.HK")
    #expect(try word("use last").literal == "last")
    #expect(try word("use ~/a/b.csv").literal == "~/a/b.csv")
    #expect(try word("use \\$x").literal == "$x")
    #expect(try word("use '$x'").literal == "$x")
    #expect(try word("use \"\\$x\"").literal == "$x")
    #expect(try word("use ü").literal == "ü")
    #expect(try word("use \"a b\"").isQuoted)
    let value = try word("use $symbol")
    #expect(value.literal == nil)
    #expect(value.parts == [.value(name: "symbol", SourceSpan(SourceID(0), 4, 11))])
    #expect(
      try word("use \"data/${symbol}.csv\"").parts == [
        .text("data/"), .value(name: "symbol", SourceSpan(SourceID(0), 10, 19)), .text(".csv"),
      ]
    )
    #expect(firstError("use A=3")?.code.name == "unexpected-token")
    #expect(firstError("use A B")?.code.name == "unknown-clause")
  }

  @Test("The form is chosen by its leading keywords")
  func forms() throws {
    #expect(try call("load sample SPY").form == "sample")
    #expect(try call("load sample.csv").form == "file")
    #expect(try call("load \"sample\"").form == "file")
    #expect(try call("load session").form == "session")
    #expect(try call("load session \"x.json\" ").argument(named: "file") != nil)
    #expect(try call("exit").command == "quit")
  }

  @Test("A result's name may be left out before a clause")
  func optionalWords() throws {
    #expect(try call("trades").argument(named: "result") == nil)
    #expect(try call("trades where profit > 0").argument(named: "result") == nil)
    #expect(try call("trades \"where\" where profit > 0").argument(named: "result") != nil)
    #expect(try call("trades trial last 20").argument(named: "result") != nil)
    #expect(try call("trades last 20").argument(named: "result") == nil)
    #expect(try call("trades sort by profit desc").argument(named: "desc") != nil)
    #expect(try call("trades sort by profit").argument(named: "desc") == nil)
    for (text, count) in [("assert a > 3", 1), ("assert a > 3, \"no\"", 2)] {
      guard case .columns(let values)? = try call(text).argument(named: "values") else { throw Unexpected(what: text) }
      #expect(values.count == count)
    }
  }

  @Test("A scenario in front of an assumption is distinguished from the assumption")
  func scenarios() throws {
    for text in [
      "solve growth", "solve growth + ?", "solve growth for price", "solve margin = to ? by year 5",
    ] {
      #expect(try call(text).argument(named: "scenario") == nil, "\(text)")
    }
    for text in [
      "solve base growth", "solve base growth + ?", "solve base growth for value 200", "solve bear-2 growth",
      "solve \"a b\" growth",
    ] {
      #expect(try call(text).argument(named: "scenario") != nil, "\(text)")
    }
    #expect(try call("sensitivity discount = 7%..11%").argument(named: "scenario") == nil)
    #expect(try call("sensitivity base discount = 7%..11%").argument(named: "scenario") != nil)
    guard
      case .axes(let axes)? = try call("sensitivity base discount = 7%..11% step 1%, growth + -2pp..2pp").argument(
        named: "axes")
    else {
      Issue.record("no axes")
      return
    }
    #expect(axes.map(\.name) == ["discount", "growth"])
    #expect(axes.map(\.shift) == [nil, .add])
    guard
      case .unknowns(let changes)? = try call("solve growth = ? for 5y then to 3% for value 200").argument(
        named: "unknowns"),
      let change = changes.first,
      case .path(let path) = change.value
    else {
      Issue.record("no path")
      return
    }
    #expect(path.description == "? for 5y then to 3%")
  }

  @Test("Weights follow their names")
  func weights() throws {
    let statement = try parseOne("compare bear 25%, base 50%, bull to \"x.csv\"")
    guard case .command(let call) = statement.kind, case .weighted(let words)? = call.argument(named: "names") else {
      Issue.record("no weights")
      return
    }
    #expect(words.map(\.word.literal) == ["bear", "base", "bull"])
    #expect(words.map { $0.weight?.description } == ["25%", "50%", nil])
    #expect(statement.output?.literal == "x.csv")
  }

  @Test("Overrides are texts")
  func overrides() throws {
    guard
      case .overrides(let overrides)? = try call("run a.tas n=7 symbol=QQQ t=\"a b\" p=$x d=2012-01-31").argument(
        named: "overrides")
    else {
      Issue.record("no overrides")
      return
    }
    #expect(overrides.map(\.name) == ["n", "symbol", "t", "p", "d"])
    #expect(overrides.map(\.text) == ["7", "QQQ", "a b", "$x", "2012-01-31"])
  }

  @Test("Settings take a literal, a word or parentheses")
  func settings() throws {
    let text =
      "set cash 100k, commission = 0.1%, fill close, x (1 + 2), y -3, z true, d 2012-01-31, w mid-year, s $q"
    guard case .settings(let settings)? = try call(text).argument(named: "settings") else {
      Issue.record("no settings")
      return
    }
    let values = settings.map { Self.text($0.value) }
    #expect(
      values == ["100k", "0.1%", "'close'", "1 + 2", "-3", "true", "2012-01-31", "'mid-year'", "'\"${q}\"'"]
    )
  }

  private static func text(_ value: Setting.Value) -> String {
    switch value {
    case .expression(let expression): "\(expression)"
    case .word(let word): "'\(word)'"
    case .terms(let terms): terms.map(text).joined(separator: " ")
    case .list(let settings): "[\(settings.map { text($0.value) }.joined(separator: ", "))]"
    }
  }

  @Test(
    "A setting may have several numbers and words, up to what begins something else",
    arguments: [
      ("with commission [0, 2bp per trade]", "[0, 2bp 'per' 'trade']"),
      ("with commission 0.005 per share minimum 1 maximum 1% as x", "0.005 'per' 'share' 'minimum' 1 'maximum' 1%"),
      (
        "with commission 0.1% up to 50k then 0.05% plus 1 per trade to \"x.csv\"",
        "0.1% 'up' 'to' 50k 'then' 0.05% 'plus' 1 'per' 'trade'"
      ),
      ("with slippage 10% of range, fill close", "10% 'of' 'range'"),
      ("with slippage (1 + 1) ticks since 2020", "1 + 1 'ticks'"),
      (
        "with contract E6 multiplier 125000 tick 0.00005 margin 2.2k then ES multiplier 50",
        "'E6' 'multiplier' 125000 'tick' 0.00005 'margin' 2.2k 'then' 'ES' 'multiplier' 50"
      ),
      ("with contract E6 none", "'E6' 'none'"),
    ])
  func settingTerms(text: String, expected: String) throws {
    guard case .settings(let settings)? = try call("backtest s \(text)").argument(named: "with") else {
      Issue.record("no settings")
      return
    }
    #expect(settings.first.map { Self.text($0.value) } == expected)
  }

  @Test("Columns may have headings, the statement a name")
  func columns() throws {
    let statement = try parseOne("show close, fast as f where a last 3 as t to \"x.csv\"")
    guard case .command(let call) = statement.kind, case .columns(let columns)? = call.argument(named: "columns") else {
      Issue.record("no columns")
      return
    }
    #expect(columns.map { $0.name?.literal } == [nil, "f"])
    #expect(statement.resultName?.literal == "t")
    #expect(statement.output?.literal == "x.csv")
  }

  @Test("`between` compares in every expression")
  func between() throws {
    guard case .expression(.between, window: nil) = try parseOne("volume between 1000 and 2000").kind else {
      Issue.record("no comparison")
      return
    }
    for line in [
      "show close between 2010 and 2012", "show (close between 10 and 20)", "show f(close between 10 and 20)",
      "trades where profit between 1% and 2%", "assert rsi(14) between 0 and 100",
      "show close where close > 1 and volume between 10 and 20",
    ] {
      #expect(try call(line).argument(named: "window") == nil)
    }
  }

  @Test("A window of an earlier version is read if no comparison is possible")
  func formerWindow() throws {
    let trades = try call("trades between 2010 and 2012")
    #expect(trades.argument(named: "window") != nil)
    #expect(trades.formerCommand == "between")
  }

  @Test("Windows")
  func windows() throws {
    func window(_ text: String) throws -> Window {
      guard case .window(let window, _)? = try call("trades " + text).argument(named: "window") else {
        throw Unexpected(what: text)
      }
      return window
    }
    func texts(_ text: String) throws -> [String?] {
      try texts(of: window(text))
    }
    func texts(of window: Window) -> [String?] {
      switch window {
      case .first(let count): ["first", count.description]
      case .last(let count): ["last", count.description]
      case .range(let since, let until): [since?.description, until?.description]
      case .all: ["all"]
      case .end(let end, of: let range): texts(of: end) + texts(of: range)
      }
    }
    #expect(try texts("first 20") == ["first", "20"])
    #expect(try texts("last 20") == ["last", "20"])
    #expect(try texts("last 6mo") == ["last", "6mo"])
    #expect(try texts("last 20 bars") == ["last", "20 bars"])
    #expect(try texts("last n bars") == ["last", "n"])
    #expect(try texts("since 2012-01 until 2013") == ["2012-01", "2013"])
    #expect(try texts("until 2013 since 2012") == ["2012", "2013"])
    #expect(try texts("since 2012 last 3") == ["last", "3", "2012", nil])
    #expect(try texts("first 3 until 2013 since 2012") == ["first", "3", "2012", "2013"])
    for text in ["last 3 first 3", "all since 2012", "since 2012 since 2013", "since 2012 last 3 until 2013 last 4"] {
      #expect(throws: Diagnostic.self) { try texts(text) }
    }
    #expect(try texts("since 2010 + 1y") == ["2010 + 1y", nil])
    #expect(try texts("since today - 2y") == ["today - 2y", nil])
    #expect(try texts("since d") == ["d", nil])
    #expect(try texts("all") == ["all"])
    #expect(firstError("trades last 3 all")?.code.name == "duplicate-clause")
    #expect(firstError("trades since 2012 since 2013")?.code.name == "duplicate-clause")
    #expect(firstError("trades since 12")?.code.name == "window-needs-dates")
  }
}
