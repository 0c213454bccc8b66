/// Words that other languages and programs use, each with what tas has for it: pandas, Pine Script, SQL, spreadsheets,
/// shells.
///
/// They are hints of errors only: no such word means anything in a statement. Case does not count. At the prompt the
/// commands of other prompts work, see `entry`.
package enum ForeignWords {
  /// The hint for a word at the beginning of a statement.
  static func command(_ word: String) -> String? { commands[word.lowercased()] }

  /// The hint for the name of a call.
  package static func function(_ name: String) -> String? { functions[name.lowercased()] }

  /// The hint for a name used as a value.
  package static func value(_ name: String) -> String? { values[name.lowercased()] }

  /// The hint for an amount with a currency, which is the name of an earlier entry here: `$2`.
  package static func amount(_ name: String) -> String? {
    guard name.hasPrefix("$"), let first = name.dropFirst().utf8.first, Ascii.isDigit(first) else { return nil }
    return "amounts have no currency: `\(name.dropFirst())`; `$1` is the result of the first entry"
  }

  /// The hint for a word after a statement that begins none of its clauses.
  ///
  /// - Parameter clauses: the words that begin one.
  static func clause(_ word: String, besides clauses: [String]) -> String? {
    let word = word.lowercased()
    if let hint = clausesByWord[word] {
      guard hint.needs.isEmpty || hint.needs.contains(where: clauses.contains) else { return nil }
      return hint.text
    }
    if clauses.contains("since"), windows.contains(word) {
      return "a window is `since 2020 until 2021`, `last 6mo` or `last 20`"
    }
    return nil
  }

  /// The hint for a setting that has another name here.
  package static func setting(_ name: String) -> String? { settings[name.lowercased()] }

  /// The hint for the value of a setting.
  package static func value(_ word: String, of setting: String) -> String? {
    setting == "fill" ? fills[word.lowercased()] : nil
  }

  /// The hint for a clause in the braces of a strategy.
  static func strategyClause(_ word: String) -> String? { strategyClauses[word.lowercased()] }

  /// The hint for a call after a dot, which tas does not have: `close.rolling(20)`, `ta.sma(close, 20)`.
  static func method(_ name: String, of base: String?) -> String {
    let module = base?.lowercased() ?? ""
    switch (module, name.lowercased()) {
    case ("strategy", _): return "a strategy is `strategy NAME { enter long when …; exit long when … }`"
    case ("request", _): return "another symbol or timeframe is `close @ SPY`, `close @ 1d`"
    case ("input", _): return "a value to change is `param length = 14`, or a parameter of a strategy"
    default: break
    }
    if modules.contains(module) {
      return function(name) ?? "functions take no prefix: `\(name.lowercased())(…)`"
    }
    return methods[name.lowercased()]
      ?? "values have no methods: a function comes first, as in `sma(close, 20)`; `indicators` lists them"
  }

  private static let modules: Set<String> = ["ta", "talib", "np", "numpy", "math", "pd", "tf", "array", "str"]
  private static let windows: Set<String> = [
    "for", "during", "on", "at", "this", "ytd", "before", "after", "start", "end", "date",
  ]

  private static let commands: [String: String] = {
    var all: [String: String] = [:]
    func add(_ words: String, _ hint: String) { for word in words.split(separator: " ") { all[String(word)] = hint } }
    add("select", "`show close, rsi(14) where close > 5 last 10` lists values bar by bar")
    add("head", "`show close first 5` lists the first bars")
    add("tail", "`show close last 5` lists the last bars")
    add("for", "`for X in SPY, AAPL { print X }` runs statements for each symbol")
    add(
      "from pip conda require using", "nothing is imported: `indicators` lists the functions, `commands` the commands")
    add("desc", "`describe close` summarises, `data` lists the loaded data")
    add("scenario", "`save scenario NAME` keeps the open model, `dcf NAME = base with growth + 2pp` follows another")
    add(
      "var const val float int bool string double auto", "`let x = 5` keeps a value, `indicator x = …` names a series")
    add("def function func fn lambda", "`indicator gap(n = 20) = close - sma(n)` is called as `gap(10)`")
    add("while loop foreach each", "series are computed on all bars at once; `for X in A, B { … }` goes over symbols")
    add("return yield", "the last value of a statement is shown; `let x = …` keeps one")
    add("echo puts println printf console", "`print \"text\", 1 + 1` prints")
    add("buy long", "`strategy NAME { enter long when … }` says when to buy")
    add("sell short", "`strategy NAME { exit long when …; enter short when … }` says when to sell")
    add(
      "optimize optimise gridsearch grid",
      "`sweep S(n = 2..50)` tries all values, `search S(n = 2..50) 200 trials` some")
    add("heatmap heat_map", "`sweep S(a = 1..9, b = 1..9) map` shows one, and `plot RESULT` draws that of a sweep")
    add(
      "monthly yearly annual seasonality",
      "`calendar RESULT` has the returns by month, `calendar RESULT by year` by year")
    add("underwater", "`drawdowns RESULT` lists the falls, and `plot RESULT.drawdown` draws them")
    add("monte mc", "`montecarlo RESULT` reshuffles a backtest")
    add("page", "`page 2 size 50` ends a long list: `trades main page 2`")
    add("export write dump save_csv", "any result is written by `to`: `trades t to \"trades.csv\"`")
    add("timeframe interval", "`use SPY timeframe 1w` resamples, `close @ 1w` looks at weeks from here")
    add("info what how", "`help WORD` explains a command, an indicator or a code")
    add("ls dir", "`data` lists the loaded data, `names` the definitions, `sessions` the saved ones")
    add("source exec execute", "`run \"FILE.tas\"` runs a script")
    add("update delete insert create alter", "`let` defines, `drop` removes, `rename A to B` renames")
    add(
      "try catch", "a statement succeeds completely or changes nothing; `--keep-going` continues after a failure")
    return all
  }()

  private static let functions: [String: String] = {
    var all: [String: String] = [:]
    func add(_ words: String, _ hint: String) { for word in words.split(separator: " ") { all[String(word)] = hint } }
    add("crossover", "write `a crosses above b`")
    add("crossunder", "write `a crosses below b`")
    add("cross crosses", "write `a crosses b`, `a crosses above b` or `a crosses below b`")
    add("bb bollinger bollinger_bands bbands_upper", "write `bbands(20, 2)`, with its `.upper`, `.middle` and `.lower`")
    add("stochastic stochastics", "write `stoch(14, 3, 3).k`")
    add("average avg", "write `mean(close, 20)`, or `mean_of(close)` over all bars")
    add("isnan isna isnull is_na isblank notna notnull", "write `na(x)`, or `not na(x)`")
    add("fillna ifna iferror coalesce", "write `nz(x, 0)`")
    add("len length size rows count_all", "write `count_of(close)`, or `count(close > open, 20)`")
    add("range arange linspace", "write `2..50 step 4` to try values")
    add("shift lag offset", "write `close[1]`, the close one bar ago")
    add("pct_change pctchange", "write `returns(1)`")
    add("diff delta", "write `change(close)`")
    add("rolling expanding", "write `mean(close, 20)`, `stdev(close, 20)`; `cumulative(volume)` is of all earlier bars")
    add("ewm ewma", "write `ema(close, 12)`")
    add("iif ifelse iff where np_where", "write `if(close > open, 1, -1)`")
    add("security request", "write `close @ SPY`, or `close @ 1d` for days")
    add("input", "write `param length = 14`, or a parameter of a strategy")
    add("plotshape plotchar hline fill bgcolor", "write `plot close, sma(20) below rsi(14)`")
    add("read_csv read open_csv importdata googlefinance", "write `load \"prices.csv\" as X`")
    add("vlookup xlookup index match lookup", "write `close @ SPY`; fields of a result are `trial.sharpe_ratio`")
    add("now date datetime timestamp", "write `today`, or a date such as `2020-01-31`; that of a bar is `time`")
    add("concat concatenate tostring format", "`print \"close\", close` puts values side by side")
    add("sumif countif averageif", "write `sum(if(close > open, volume, 0), 20)`, `count(close > open, 20)`")
    add("percentile quartile", "write `quantile(close, 0.9)` over all bars, or `percentrank(close, 20)`")
    add("corr correl_matrix", "write `correlation(close, close @ SPY, 60)`")
    return all
  }()

  private static let values: [String: String] = {
    var all: [String: String] = [:]
    func add(_ words: String, _ hint: String) { for word in words.split(separator: " ") { all[String(word)] = hint } }
    add("null none nil nan na undefined", "`na(x)` is true if a value is missing")
    add("head tail", "`show close first 5` and `show close last 5` list bars")
    add("adj_close adjclose adjusted_close", "`use X adjusted for splits and dividends` adjusts `close` and the others")
    add(
      "yesterday previous prev",
      "`high[1]` is the high of the bar before; on shorter bars `high[1] @ 1d` of the day before")
    add("all", "`show close all` lists all bars, `show open, high, low, close, volume` all columns of a bar")
    add("risk", "the distance to a stop is written again: with `stop 2 * atr(14)`, `target 2 * atr(14)` is 1 R")
    add("price last_price px", "the prices of a bar are `open`, `high`, `low` and `close`")
    add("vol", "the volume of a bar is `volume`")
    add("ls dir pwd cd", "`data` lists the loaded data; paths begin at the folder in which tas was started")
    add("clear cls", "Ctrl-L clears the screen, `reset` empties the session")
    add("version about", "`tas --version` prints it")
    add("bar_index", "`count(true, 1)` is 1 on each bar, and `cumulative(1)` numbers them")
    add("week month_name", "a part of a date is `year`, `month`, `day`, `weekday`, `hour`, `minute`")
    return all
  }()

  private static let clausesByWord: [String: (text: String, needs: [String])] = [
    "limit": ("`top 5` keeps the first rows, `last 5` the last bars", ["top", "last"]),
    "order": ("write `sort by close`", ["sort"]),
    "sort": ("write `sort by close`", ["sort"]),
    "orderby": ("write `sort by close`", ["sort"]),
    "group": ("groups are of `describe`: `describe returns(1) by month`", []),
    "descending": ("write `desc`", ["sort"]), "ascending": ("smallest first is the usual order", ["sort"]),
    "asc": ("smallest first is the usual order", ["sort"]),
    "like": ("strings are compared with `==`", ["where"]),
    "in": ("write `month == 1 or month == 2`; a window is `since 2020 until 2021`", ["where", "since"]),
    "from": ("`close @ SPY` is of another series, and a window is `since 2020 until 2021`", ["since"]),
    "is": ("write `==`, or `na(x)` for a missing value", []),
    "having": ("write `where`", ["where"]), "filter": ("write `where`", ["where"]), "if": ("write `where`", ["where"]),
    "into": ("write `as NAME`", ["as"]), "named": ("write `as NAME`", ["as"]), "called": ("write `as NAME`", ["as"]),
    "maximize": ("write `by sharpe`: the best come first", ["by"]),
    "maximise": ("write `by sharpe`: the best come first", ["by"]),
    "minimize": ("write `by max_drawdown`: the best come first", ["by"]),
    "commission": ("settings follow `with`: `with commission 0.1%, cash 100k`", ["with"]),
    "cash": ("settings follow `with`: `with commission 0.1%, cash 100k`", ["with"]),
    "slippage": ("settings follow `with`: `with slippage 5bp`", ["with"]),
    "fees": ("settings follow `with`: `with commission 0.1%`", ["with"]),
    "pip": ("a pip is part of the price: `slippage 0.0001 points`, of the yen `slippage 0.01 points`", ["with"]),
    "pips": ("a pip is part of the price: `slippage 0.0001 points`, of the yen `slippage 0.01 points`", ["with"]),
    "million": ("write `1M`", []), "billion": ("write `1B`", []), "thousand": ("write `1k`", []),
    "bps": ("write `10bp`", []), "percent": ("write `10%`", []), "usd": ("amounts have no currency: `100k`", []),
    "dollar": ("amounts have no currency: `1 per trade`", []),
    "vs": ("`compare a, b` compares results, `plot a.equity, b.equity` draws both", []),
    "versus": ("`compare a, b` compares results, `plot a.equity, b.equity` draws both", []),
    "reverse": ("a reverse split of one for fifteen is `split 1/15`", ["split"]),
    "special": ("a special dividend is a dividend too: `dividend 2`", ["dividend"]),
    "crossed": ("write `a crosses above b`", []), "cross": ("write `a crosses above b`", []),
    "weekly": ("write `timeframe 1w`", ["timeframe"]), "daily": ("write `timeframe 1d`", ["timeframe"]),
    "monthly": ("write `timeframe 1mo`", ["timeframe"]),
  ]

  private static let settings: [String: String] = {
    var all: [String: String] = [:]
    func add(_ words: String, _ hint: String) { for word in words.split(separator: " ") { all[String(word)] = hint } }
    add("fee fees cost costs commissions brokerage", "write `commission 0.1%`, or `commission 0.005 per share`")
    add("capital balance account equity initial_capital initial_cash start_cash deposit", "write `cash 100k`")
    add("margin", "write `leverage 2` for half of the money; of a contract `contract ES multiplier 50 margin 5k`")
    add("slip slippages impact", "write `slippage 5bp`, or `slippage 1 tick`")
    add("rf riskfree risk_free_rate rfr", "write `risk_free 2%`")
    add("interest interest_rate", "write `cash_rate 2%` for idle cash, `loan_rate 5%` for borrowed money")
    add("borrow borrow_cost short_fee short_rate", "write `borrow_rate 3%`")
    add("multiplier tick tick_size", "write `contract ES multiplier 50 tick 0.25`")
    add("fills execution price trade_on_close", "write `fill open` or `fill close`")
    add("shares fractional lots", "write `units whole` or `units fractional`")
    add("size qty quantity", "the size is a clause of the strategy: `size 50%`")
    add("volume volume_limit participation", "write `max_volume 5%`")
    return all
  }()

  private static let fills: [String: String] = {
    var all: [String: String] = [:]
    func add(_ words: String, _ hint: String) { for word in words.split(separator: " ") { all[String(word)] = hint } }
    add("next next_open nextopen next_bar moo market", "`fill open` fills at the open of the next bar")
    add("moc same same_close this_close at_close", "`fill close` fills at the close that decides")
    add("next_close", "a close that comes later is an order: `enter long at close when …`")
    return all
  }()

  private static let strategyClauses: [String: String] = {
    var all: [String: String] = [:]
    func add(_ words: String, _ hint: String) { for word in words.split(separator: " ") { all[String(word)] = hint } }
    add("buy long entry", "write `enter long when …`")
    add("sell close", "write `exit long when …`, or `enter short when …`")
    add("short", "write `enter short when …`")
    add("cover", "write `exit short when …`")
    add("stop_loss stoploss sl", "write `stop 2%`")
    add("take take_profit takeprofit tp profit", "write `target 5%`")
    add("trailing trailing_stop trail_stop", "write `trail 5%`")
    add("qty quantity shares lot position", "write `size 50%`, `size 100 shares` or `size 10k`")
    add("risk", "write `size risk 1%`")
    add("cooldown cool_down reenter reentry pause delay", "write `wait 5 bars`, or `wait 5 bars after stop`")
    add("breakeven break_even", "write `trail at if(max_profit >= 5%, entry_price, 0.01)`")
    add(
      "max max_positions positions pyramid pyramiding scale",
      "write `allow 3 entries`; symbols are limited by the run: `in one account with positions 3`")
    add("if when", "a rule is `enter long when …` or `exit long when …`")
    add("commission cash slippage leverage", "costs are settings: `backtest S with commission 0.1%, cash 100k`")
    add("on symbol timeframe", "the symbol is said by the run: `backtest S on SPY`")
    return all
  }()

  private static let methods: [String: String] = {
    var all: [String: String] = [:]
    func add(_ words: String, _ hint: String) { for word in words.split(separator: " ") { all[String(word)] = hint } }
    add("rolling", "`mean(x, 20)`, `stdev(x, 20)`, `highest(x, 20)` look back over 20 bars")
    add(
      "mean std sum max min median count quantile var",
      "`mean(x, 20)` looks back over 20 bars, `mean_of(x)` is of all bars")
    add("shift", "`x[1]` is x one bar ago")
    add("pct_change", "`returns(1)` is the change as a fraction")
    add("diff", "`change(x)` is the difference from the bar before")
    add("ewm", "`ema(x, 12)` is the exponential mean")
    add("resample", "`use X timeframe 1w` resamples, `x @ 1w` looks at weeks from here")
    add("corr", "`correlation(x, y, 60)` looks back over 60 bars")
    add("head", "`show close first 5` lists the first bars")
    add("tail", "`show close last 5` lists the last bars")
    add("describe", "`describe close` summarises")
    add("plot", "`plot close` draws")
    add("fillna", "`nz(x, 0)` replaces missing values")
    add("isna isnull", "`na(x)` is true if a value is missing")
    add("cumsum", "`cumulative(x)` adds up")
    add("groupby", "`describe x by month` groups")
    add("to_csv to_excel to_json", "any result is written by `to`: `show close all to \"close.csv\"`")
    add("rank", "`rank(x, 20)` looks back over 20 bars; `scan` and portfolios rank symbols")
    add("cross crossover", "write `a crosses above b`")
    return all
  }()
}
