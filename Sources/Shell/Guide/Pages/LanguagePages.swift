extension LanguagePage {
  /// Values and the operations on them.
  static let values: [LanguagePage] = [
    LanguagePage(
      name: "expressions", aliases: ["expression", "series", "kinds"],
      summary: "An expression computes a value; alone it is a statement that shows it.",
      paragraphs: [
        """
        The unit of computation is a series: arithmetic, comparisons and logic work bar by bar, and one value is used on every bar of a \
        series. The bars have `open high low close volume`, `hl2 hlc3 ohlc4`, `time`, `clock`, `year \
        month day weekday hour minute`, and mean the series in use.
        """,
        """
        A call has parentheses, positional arguments first: `bbands(close, period=20, width=2).upper`. The \
        leading series may all be left out: `rsi(14)` is `rsi(close, 14)`. An indicator with several outputs gives them by \
        name, `macd().signal`.
        """,
        "Values are numbers, rates, booleans, strings, dates, durations, lists, and series of them; kinds are checked before anything runs.",
      ],
      examples: ["close > sma(close, 50)", "show high - low as range, bbands(20, 2).upper last 3"]),
    LanguagePage(
      name: "operators", aliases: ["operator", "precedence", "crosses", "comparison"],
      summary:
        "From loosest to tightest: or, and, not, comparisons, + -, * /, unary -, ^, then calls, fields, [lag], @.",
      paragraphs: [
        """
        Comparisons are `< <= > >= == !=`, `between A and B` with both ends included, `crosses above`, `crosses below` \
        and `crosses`; they do not chain. `a crosses above b` is true if a is above b and was not one bar before.
        """,
        """
        `^` groups to the right and is tighter than a sign: `-2^2` is -4. There is no modulo operator: `mod(a, b)`. \
        `=` defines and never compares: `==` does.
        """,
      ],
      examples: [
        "ema(12) crosses above ema(26)", "close between 390 and 400 and not (volume > 1e8)", "print -2^2, 2^-1",
      ]),
    LanguagePage(
      name: "rates", aliases: ["percent", "%", "bp", "pp"],
      summary: "`2%` is the rate 0.02, `5bp` 0.0005, and `3pp` 0.03 as a shift in percentage points.",
      paragraphs: [
        """
        A rate keeps its kind through `-`, `+ -` with rates, `min max abs clamp if` of rates; everything else is a plain \
        number. A rate is not added to a number: `close * (1 + 2%)`. `returns(1)` is a fraction and compares with rates; \
        `roc` and `rsi` are in percent, so comparing them with `30%` is a warning.
        """
      ],
      examples: ["let threshold = 2%", "count_of(returns(1) > 2%)"]),
    LanguagePage(
      name: "missing", aliases: ["missing values", "nan", "warm-up"],
      summary: "A value that is not defined is missing: before an indicator has its bars, after a division by zero.",
      paragraphs: [
        """
        Arithmetic with a missing value is missing, and so is a comparison. `and` and `or` are missing unless the other \
        side decides. When a boolean is used, listed or printed, missing counts as false, so a rule does not fire \
        in the warm-up, nor does its `not`.
        """,
        "`na(x)` tests for it, `nz(x, y)` replaces it, `fixnan(x)` carries the last known value forward.",
      ],
      examples: ["count_of(na(sma(200)))", "show nz(sma(200), close) first 2"]),
    LanguagePage(
      name: "paths", aliases: ["path", "by year", "phases"],
      summary: "An assumption of a valuation may differ by year: a value, a glide, a list, joined by `then`.",
      paragraphs: [
        """
        `6%` is every year, `6% for 5y` the first five, `10% to 4%` goes in equal steps, `to 4%` glides from the year \
        before, `[8%, 7%, 6%]` lists each year. `then` begins the next phase, and the last value holds to the end.
        """,
        "`growth + 3pp` and `capex * 1.1` move every year of the path; a single value replaces the path.",
      ],
      examples: [
        "dcf ACME { revenue = 100M; growth = 10% for 2y then to 4%; margin = [20%, 21%, 22%, 22%, 22%]; shares = 10M; discount = 9%; terminal = 2% }"
      ]),
  ]

  /// Time: lags, other bars, windows and durations.
  static let time: [LanguagePage] = [
    LanguagePage(
      name: "lag", aliases: ["lags", "[n]", "past", "own past"],
      summary: "`x[n]` is x n bars ago; a later bar cannot be written.",
      paragraphs: [
        """
        n is a whole number from 0 that is constant, or a duration: `close[1d]` is the last value known a \
        day earlier. `ref(x, n)` is the same. An indicator with `start` may refer to its own past, as `trend[1]`.
        """
      ],
      examples: ["close / close[5] - 1", "indicator streak = if(close > close[1], streak[1] + 1, 0) start 0"]),
    LanguagePage(
      name: "contexts", aliases: ["@", "context", "other symbols", "other timeframes"],
      summary:
        "`x @ 1w`, `x @ MSFT` and `x @ MSFT @ 1w` compute x on other bars and show it on these, with the values known then.",
      paragraphs: [
        """
        Names in x keep their definitions and are computed on the other bars. A bar of a longer timeframe is seen when it \
        has closed, another symbol's bar when it closes then or earlier, and the last known value is carried forward; `fresh(x @ C)` \
        is missing instead. A point of an economic series is known after its publication lag.
        """,
        "Fields and lags come before `@`: `close[1] @ 1w`; the value seen one bar ago is `(close @ 1w)[1]`.",
      ],
      examples: ["sma(10) @ 1w last 3", "close / (close @ 1w) - 1 last 1"]),
    LanguagePage(
      name: "across", aliases: ["cross-section", "universes"],
      summary: "`f(x, across=U)` looks at all symbols of a universe on the same bar: mean, rank, zscore and others.",
      paragraphs: [
        """
        `universe U = SPY, AAPL` names the symbols, `all` means everything that is loaded. `rank(x, across=U)` is the \
        place of the series in use among them; `mean(x, across=U)` is one value for all. Of a universe with dates only \
        the members on the day of each bar count.
        """
      ],
      examples: ["load sample AAPL; universe pair = SPY, AAPL; rank(returns(20), across=pair) last 1"]),
    LanguagePage(
      name: "windows", aliases: ["window", "since", "until", "lists", "where", "sort by", "top"],
      summary: "A window selects the bars of a statement or the rows of a list.",
      paragraphs: [
        """
        `last 20` and `first 20` count rows, `last 20 bars` and `last 6mo` reach back from the end, `since 2012`, `until \
        2012-06` and both together take dates, `since 2012 last 20` the last of these, `all` takes everything. \
        Both ends are included.
        """,
        """
        Every list takes the same clauses, applied in this order: `where COND`, the window, `sort by EXPR [desc]`, `top \
        N`; they know the list's columns by the keys of its JSON. A line below gives the number of rows shown and in total, and a list \
        that goes to a file has all rows.
        """,
      ],
      examples: ["show close since 2021-03 until 2021-03-05", "show close, returns(1) as move sort by move desc top 3"]),
    LanguagePage(
      name: "durations", aliases: ["duration", "dates", "times", "bars"],
      summary: "`30s 15m 4h 10d 2w 6mo 1q 2y` are calendar time, and `200 bars` are bars.",
      paragraphs: [
        """
        A function of a number of bars also takes a duration: the window then holds the bars later than the \
        bar's time less the duration. Case matters: `10m` is ten minutes, `10M` ten million, `10mo` ten months.
        """,
        """
        Dates are `2012-01-31`, `2012-01` for the month, `2012` for the year if a date is expected, \
        `2012-01-31T14:30`, and `today`; `14:30` is a time of day. Put spaces around `-` to subtract.
        """,
      ],
      examples: ["sma(close, 90d) last 1", "print 2012-01-31 + 2w, 2012-01-31 < 2012-02"]),
  ]

  /// The pages on look-ahead in rules, and on scripts.
  static let rules: [LanguagePage] = [
    LanguagePage(
      name: "hindsight", aliases: ["look-ahead", "lookahead"],
      summary: "A value that depends on later bars may be shown and studied, but no rule may use it.",
      paragraphs: [
        """
        The functions over the full range (`mean_of`, `quantile`, `last`), `ahead(n)` and the fields of results look at \
        later bars. In a strategy, a scan, a size, or an argument of a backtest they give the error `hindsight-in-rule`, \
        which points at both places. `mean(x, n)` looks back over n bars, `cumulative(x)` over all earlier ones.
        """
      ],
      examples: ["count_of(close > mean_of(close))", "study rsi(14) < 30 after [1, 5]"]),
    LanguagePage(
      name: "scripts", aliases: ["script", "statements", "comments"],
      summary: "A script is statements in a file, run by `tas file.tas NAME=VALUE` or `run \"file.tas\"`.",
      paragraphs: [
        """
        A newline or `;` ends a statement; `#` begins a comment. Inside brackets, after an operator or a comma, and after \
        `\\` a statement continues on the next line, also if the next line is indented and begins with one of its \
        clauses. Scripts, standard input, `-c` and entries of the prompt stop at the first failing statement, \
        as later ones may depend on it: the prompt shows the part that did not run, and `--keep-going` continues.
        """,
        """
        `param NAME = DEFAULT` may be set from outside, `assert COND, "message"` tests, `print` writes values. \
        `--format json` prints one object a statement, `to "FILE"` writes a result by its ending: .csv, .json, .md.
        """,
      ],
      examples: ["param symbol = \"SPY\"", "assert close > 0, \"prices are positive\""]),
    LanguagePage(
      name: "naming", aliases: ["results", "fields"],
      summary: "Names hold values, indicators, strategies, results, scenarios and series; `names` lists them.",
      paragraphs: [
        """
        `let` keeps a value, `indicator` a series that is recomputed for the series in use. A result is kept by `as \
        NAME` at the end of its statement, else under its strategy's name; after a column, `show close, sma(5) as mean`, \
        that heads the column too. `trial.sharpe_ratio` and `trial.symbol` are its fields, and its bare name \
        shows it again.
        """,
        """
        `_`, or `last`, is the last result of any kind: alone it is shown again, `_.value_per_share` is a field of it, \
        and if it was a single value `_ * 2` computes with it. `print`, messages, explanations and help are not results. `$3` \
        shows the result of the third entry of `history`, as long as it is kept.
        """,
        "`drop [KIND] NAME` and `rename [KIND] A to B` need the kind if several things have the name.",
      ],
      examples: ["let threshold = 30; show rsi(14) where rsi(14) < threshold last 2"]),
  ]
}
