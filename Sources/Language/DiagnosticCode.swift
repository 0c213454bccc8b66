import Text

/// The codes of the language, of expressions and of the commands: the stable names of their diagnostics.
///
/// Codes are part of the contract with scripts. The engines below, which know no language, have their own codes, which a
/// diagnostic adopts by name.
public enum DiagnosticCode: CodeRow, DescribedCode {
  // Reading a text.
  case unexpectedToken = "unexpected-token | Something that the grammar does not allow here | let x 3"
  case invalidCharacter = "invalid-character | A character that begins nothing in the language | let a = 3 § 4"
  case invalidUTF8 = "invalid-utf8 | A byte that is not UTF-8 | run \"Fixtures/latin1.tas\""
  case invalidNumber = "invalid-number | A number that cannot be read, or a duration that is not a whole number | .5"
  case unknownSuffix = "unknown-suffix | Letters after a number that are not a unit | 5m3"
  case invalidDate = "invalid-date | A date that is not in the calendar | 2012-02-30"
  case invalidTime = "invalid-time | A time of day that does not exist | 25:00"
  case looksLikeDate = "looks-like-date | A subtraction that looks like a date | 2012-1-5"
  case invalidEscape = """
    invalid-escape | A `\\` in a string before a character that it does not escape | print "a\\qb"
    """
  case unclosedText = "unclosed-text | A string without its closing quote | print \"hello"
  case invalidWord = "invalid-word | A word with `$` that no name follows | load ${a+b}.csv"
  case foreignSpelling = "foreign-spelling | A sign or a word as other languages spell it | close > 1 && close < 2"
  case unclosedBracket = "unclosed-bracket | A bracket that is never closed | max(1, 2"
  case unmatchedBracket = "unmatched-bracket | A closing bracket that closes nothing | max(1, 2))"
  case misplacedBrace = "misplaced-brace | A `{` at the beginning of a statement | { enter long when close > 1 }"
  case nestedTooDeeply = """
    nested-too-deeply | Brackets or operators nested too deeply to be read | \
    ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
    """
  // Statements and commands.
  case unknownCommand = "unknown-command | No command has this name | lod sample SPY"
  case formerCommand = "former-command | A command of an earlier version that is a form of another one now | dial"
  case missingLet = "missing-let | A name before `=` without `let`, `param` or `indicator` | threshold = 30"
  case missingForm = "missing-form | A command that needs one of its forms | save"
  case missingArgument = "missing-argument | A value that a call or a command needs is left out | clamp(close)"
  case unknownClause = "unknown-clause | No clause of this statement begins with this word | show close colour blue"
  case duplicateClause = "duplicate-clause | A clause is given twice | show close where close > 1 where close > 2"
  case windowNeedsDates = "window-needs-dates | A window from or to something that is not a date | show close since 100"
  case dataLookAhead = """
    data-look-ahead | A column of a file, or `cycle(lag=0)`, holds values that became known only later: no replay of \
    the rules can reveal it | \
    backtest leaky since 2020 until 2020-11
    """
  case noBar = "no-bar | A date without a bar, with several, or outside the run, but one bar is needed | why 2020-03-14"
  case yearsCompared = """
    years-compared | `between` compares with two numbers that look like years, and a window may be meant | \
    volume between 1990 and 2010
    """
  case unquotedOutput = "unquoted-output | A file after `to` without quotes | show close to prices.csv"
  case reservedName = "reserved-name | A name that has a meaning of its own in the language | let close = 3"
  case invalidName = """
    invalid-name | A name with characters that no name can have | load dates Fixtures/meetings.csv as "a b"
    """
  case misplacedRange = "misplaced-range | A range in the place of one value | let a = 1..5"
  case misplacedUnknown = "misplaced-unknown | A `?` outside of `solve` | let a = ?"
  // Expressions.
  case chainedComparison = "chained-comparison | A comparison of a comparison, such as `a < b < c` | 1 < 2 < 3"
  case positionalAfterNamed = """
    positional-after-named | An argument without a name after one with a name | sma(period=3, close)
    """
  case duplicateArgument = "duplicate-argument | An argument is given twice | sma(close, period=3, period=4)"
  case duplicateParameter = "duplicate-parameter | A parameter is defined twice | indicator a(n = 1, n = 2) = close * n"
  case tooManyArguments = "too-many-arguments | More arguments or keys than there are places | sma(close, 3, 4)"
  case unknownArgument = """
    unknown-argument | The function, indicator or strategy has no such argument | sma(close, perod=3)
    """
  case unknownFunction = "unknown-function | No function has this name | rsl(14)"
  case unknownName = "unknown-name | Nothing defines this name | close > treshold"
  case unknownField = "unknown-field | The record, the result or the list has no such field | bbands(3).uper"
  case needsField = "needs-field | A record is given, but one of its outputs is needed | close > bbands(3)"
  case wrongKind = "wrong-kind | A value is of another kind than its place needs | close + true"
  case rateAddedToNumber = "rate-added-to-number | A rate is added to a number that is not a rate | close + 2%"
  case unitMismatch = "unit-mismatch | A number in percent is compared with a fraction | roc(1) > 2%"
  case beyondScale = """
    beyond-scale | A comparison that is always or never true: with a number beyond a scale, or with an extreme of a \
    window that holds the bar | \
    willr(3) < 20 last 1
    """
  case unknownText = """
    unknown-text | A series of strings is compared with a string that it never is | \
    show close where stage == "hihg" last 1
    """
  case outOfRange = "out-of-range | A number is out of range | sma(close, 0)"
  case reversedEnds = """
    reversed-ends | The ends of `between` or of `clamp` are in the wrong order, so nothing lies between them | \
    close between 400 and 300
    """
  case numberAsType = """
    number-as-type | A number without a name for a type or a mode, which a word names | stoch(14, 3, 3).k
    """
  case defaultPeriod = """
    default-period | A mean or sum without a count of bars uses its default length, not all bars | mean(close) last 1
    """
  case minutesOnDays = """
    minutes-on-days | A time in minutes, or millions, on bars of a day or longer; months may be meant | \
    show close last 6m
    """
  case noRate = """
    no-rate | No rate makes the amounts or payments worth zero, or a currency's rate is not known | irr([100, 60, 60])
    """
  case severalRates = "several-rates | Several rates make the amounts or payments worth zero | irr([-100, 230, -132])"
  case invalidLag = "invalid-lag | A lag is not a whole number from 0 | close[-1]"
  case unknownPreset = "unknown-preset | There are no conventions of this name | rsi(3, like=\"tradingveiw\")"
  case notInPreset = "not-in-preset | The conventions do not cover this indicator | willr(3, like=\"service\") last 1"
  case lookAheadInRule = """
    hindsight-in-rule | A value that depends on later bars is used for a decision | \
    strategy s { enter long when close > max_of(close) }
    """
  case cycle = "cycle | Names are defined in terms of each other | indicator a = b"
  case ownPast = "own-past | An indicator refers to itself other than by its past | indicator a = a + 1 start 0"
  case neverKnown = "never-known | A value of other bars never becomes known on the bars in use | close @ LATE"
  case noSeries = "no-series | An expression needs bars, but none are loaded | close"
  case noActions = """
    no-actions | Prices cannot be adjusted: no splits or dividends of the series are known | load sample MSFT adjusted
    """
  case noData = "no-data | Nothing is loaded for a symbol | scan two: close"
  case noSession = """
    no-session | The end of a session is needed, but its hours are unknown | show close where last_bar_of_session
    """
  case noPosition = "no-position | A value of the position is used, but there is no position | bars_held"
  // Other series and timeframes.
  case invalidContext = """
    invalid-context | What follows `@` is neither a timeframe nor a symbol, or is given twice | close @ 3
    """
  case lagAfterContext = "lag-after-context | A lag after `@`, which would count other bars | close @ 1d[1]"
  case contextOfPosition = """
    context-of-position | A value of the position, or an indicator's own past, is used on other bars | \
    strategy held { enter long when close > open; exit when (profit @ 1w) > 5% }
    """
  case contextWithoutEffect = "context-without-effect | `@` follows a value that is the same on all bars | 3 @ 1w"
  case cannotResample = """
    cannot-resample | The loaded bars cannot be made into those that are needed | use WEEK timeframe 1h
    """
  case zonesDiffer = """
    zones-differ | Daily bars of two zones, so that the dates of one become known a day later | close @ NEWYORK
    """
  case zoneName = """
    zone-name | A short name of a timezone that is ambiguous, or that is a series here | \
    load Fixtures/week.csv timezone EST as A
    """
  case hiddenKey = """
    hidden-key | A key, a password or a long random part of an address, which is shown and kept as dots | \
    let address = "https://example.com/bars.csv?apikey=KEY1"
    """
  case timeframesDiffer = """
    timeframes-differ | A list of symbols counts bars, and those of some are longer than those of others | \
    scan WEEK, WEEKS: returns(1)
    """
  case adjustedLevel = """
    adjusted-level | A number compared with adjusted prices, whose level differs from the traded one | study close < 20
    """
  case seriesEnded = """
    series-ended | Another symbol's bars end long before those that use it: its values are then missing | \
    close @ OLD since 2011-01-12 until 2011-02-02
    """
  case seriesHole = """
    series-hole | Another series has a gap beside the bars that use it | \
    show close @ SIGNAL since 2020-03-30 until 2020-04-20 last 3
    """
  case notMember = """
    not-member | A symbol does not belong to its universe on the days in question, or the universe has no days | \
    scan M: close at 2018-06-29
    """
  // Strategies.
  case missingSide = "missing-side | An entry without `long` or `short` | strategy s { enter when close > 1 }"
  case duplicateLabel = """
    duplicate-label | Two rules have the same label | \
    strategy s { a: enter long when close > 1; a: exit when close < 1 }
    """
  case reservedLabel = """
    reserved-label | A label that begins a clause itself | strategy s { stop: enter long when close > 1 }
    """
  case noEntry = "no-entry | A strategy without a rule that enters | strategy s { exit when close > 101 }"
  case riskWithoutStop = """
    risk-without-stop | A size by risk without a stop to compute it from | \
    strategy s { enter long when close > 101; size risk 1% }
    """
  case hidesField = """
    hides-field | A parameter has the name of a field of the bars, which is hidden there | \
    strategy dip(low = 30) { enter long when rsi(14) < low; exit when rsi(14) > 70 }
    """
  case constantDistance = """
    constant-distance | A level of a strategy that is one number of money and looks like a rate | \
    strategy s { enter long when close > 101; stop 2 }
    """
  case extremeOfTwo = """
    extreme-of-two | `min` and `max` of a series and a whole number compare the two, and look back over no bars | \
    min(close, 3) last 1
    """
  case sizeTooSmall = """
    size-too-small | A size in money is small: a share of the equity may be meant, or a count | backtest s
    """
  case numberAsRate = """
    number-as-rate | A setting, a parameter or an assumption that is a rate was given as a number without a percent \
    sign | \
    set commission = 0.1
    """
  case noCombinations = """
    no-combinations | A sweep whose condition leaves no combination | sweep s(a=5..6, b=2..3) where a < b
    """
  case tooManyCombinations = """
    too-many-combinations | A statement would make more combinations, cells or rows than `max_cells` allows | \
    sweep s(a=1..1000, b=1..1000, c=1..1000)
    """
  case backtestRefused = """
    backtest-refused | Settings that a backtest cannot run with | backtest hold since 2000 until 2000-12-31
    """
  case periodLongerThanData = """
    period-longer-than-data | An indicator or a rule needs more bars than there are | sma(close, 20) last 1
    """
  // Engines.
  case engineNotWorthIt = """
    engine-not-worth-it | Work that is done here as soon as an engine would be started | \
    sweep cross(fast=5..15) top 2 with engine processes
    """
  case engineFailed = """
    engine-failed | An engine that cannot be started, or whose workers have ended before the work was done | \
    sweep cross(fast=5..15) with engine ray, engine_from 0
    """
  case engineNeedsToken = """
    engine-needs-token | A cluster on another machine that anybody could run code on | \
    sweep cross(fast=5..15) with engine ray "203.0.113.5:6379", engine_from 0
    """
  case dataNotShared = "data-not-shared | The data of a job that its workers do not find"
  case overBudget = "over-budget | Work that takes longer than its budget"
  case shardDiffers = "shard-differs | A part of a job that gave other bytes when it was run again"
  case workerVersion = "worker-version | A worker, or a job, of another build of the program"
  case unknownJob = "unknown-job | No job has this name | resume big"
  // Names, results and settings.
  case seriesInLet = "series-in-let | A `let` or `param` of a series, which only `indicator` can name | let a = close"
  case nameInUse = "name-in-use | A name already means something else | drop n"
  case seriesReplaced = """
    series-replaced | A series that something uses is dropped, or another one has its name now | \
    load Fixtures/unsorted.csv as WEEK
    """
  case severalThings = "several-things | Things of several kinds have this name, and the kind is not said | drop cross"
  case hidesAssumption = """
    hides-assumption | A name of the session is used, and the assumption of that name could be meant | \
    dcf ACME { revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = growth }
    """
  case otherName = """
    other-name | A name that is understood, of a thing that is shown under another one | dcf wacc = 8%, da = 2%
    """
  case namesBoth = """
    names-both | `as NAME` at the end of a list heads its last column and names the result as well | \
    describe close by year as years
    """
  case recognisedFile = """
    recognised-file | `load FILE` found a file of another kind than bars | load Fixtures/holidays.txt as holidays
    """
  case noResult = "no-result | A result is asked for, and the statement has none | trades"
  case noParent = """
    no-parent | A scenario is to follow one that the open model was not started from | save scenario high from base
    """
  case unknownResult = "unknown-result | No result has this name, or it is of another kind | trades cros"
  case unknownStrategy = "unknown-strategy | No strategy has this name | backtest cros"
  case unreadableStrategy = """
    unreadable-strategy | A document that is not a strategy: each fault with its place and what is allowed | \
    load strategy "Fixtures/strategy-damaged.json"
    """
  case strategyNotInDocument = """
    strategy-not-in-document | A rule or clause that the JSON document of a strategy cannot say | \
    strategy wide to "wide.json"
    """
  case unknownSetting = "unknown-setting | No setting has this name | set comission 0.1%"
  case invalidSetting = "invalid-setting | A setting cannot have this value | set cash 0"
  case unknownMetric = "unknown-metric | No metric or multiple has this name | sweep s(n=2..3) by sharp"
  case assertionFailed = """
    assertion-failed | The condition of an `assert` does not hold | assert close > 200, "the price is high"
    """
  case nothingStreams = "nothing-streams | Nothing streams that a statement could wait for | wait for bar"
  case streamTaken = """
    stream-taken | A provider allows one connection, and another program has it | stream SPY from alpaca
    """
  case waitTimeout = """
    wait-timeout | The time of a `wait` passed without what it waited for | wait until last(close) > 1M for 2h
    """
  case sourceChanged = """
    source-changed | A source has changed since the session was saved, or since `undo` kept it | \
    load session "changing.json"
    """
  case nothingToUndo = "nothing-to-undo | No statement is left to undo | undo"
  case nothingToRedo = "nothing-to-redo | No statement was undone | redo"
  case interrupted = "interrupted | The statement was interrupted"
  case unknownAccount = "unknown-account | No account of the book has this name | ledger mian"
  case accountInUse = "account-in-use | Another program writes to the account"
  case moreThanHeld = "more-than-held | More is sold or moved than is held | book sell 5 AAPL at 100 on 2024-01-03"
  case guardRefuses = "guard-refuses | A guardrail of the account refuses an order | buy 1 BTCUSDT stop 4%"
  case needsConfirmation = "needs-confirmation | Live trading is not switched on by a script | mode live"
  case statementRow = """
    statement-row | A row of a statement that is not understood | import "Fixtures/schwab_2023.csv" into main preview
    """
  case statementConflict = """
    statement-conflict | A row of a statement that does not fit what is booked | \
    import "Fixtures/fills-changed.json" into main
    """
  case unknownStatement = """
    unknown-statement | A file that is no statement of a known broker | import "Fixtures/week.csv" into main
    """
  case badRequest = "bad-request | A line of `tas --batch` that is not a request"
  case layoutChanges = """
    layout-changes | A script that `tas fmt` leaves alonebecause its layout would not read back as the same script
    """
  case unusedName = "unused-name | A name that a script defines and never uses"
  case unknownExample = "unknown-example | No example script inside the program has this name | run example pair"
  case unknownStep = "unknown-step | The tutorial has no step of this number | tutorial 12"
  case memoryLimit = "memory-limit | A statement made the program hold more memory than `max_memory` allows"
  // Data.
  case unknownSeries = "unknown-series | Nothing is loaded under this name | use WEAK"
  case differsInCase = "differs-in-case | A name is read as the only one that differs from it in case | use week"
  case unknownSample = "unknown-sample | No sample has this name or this timeframe | load sample SPX"
  case unknownTimeframe = "unknown-timeframe | This is not a timeframe | use WEEK timeframe 7x"
  case unknownSession = """
    unknown-session | These are not hours of a session, or those of this market are not known | use EURUSD session lunch
    """
  case invalidWindow = "invalid-window | A window that this statement does not take | show close last 0"
  case emptyWindow = "empty-window | No bar lies in the window | show close since 2030"
  case noDates = """
    no-dates | A file of dates, or of members with theirs, has none, or has something else | \
    load dates Fixtures/no-dates.txt as BAD
    """
  case splitAdjusted = """
    split-adjusted | Prices are adjusted for a split but the filed figures are not | \
    show close, value(base) as worth, close / value(base) - 1 as premium
    """
  case dividendAdjusted = """
    dividend-adjusted | Prices are adjusted for dividends, but the values beside them are not | \
    show value(base) / close - 1 last 2
    """
  case foreignPrices = """
    foreign-prices | Prices are in another currency than the values beside them | show close, value(dollars) last 2
    """
  case noFigures = "no-figures | No figures of this company are loaded | forecast review \"Q3 view\""
  // Files and scripts.
  case fileError = "file-error | A file cannot be read or written | run \"Fixtures/none.tas\""
  case unknownFormat = "unknown-format | The ending of a file names no format | show close to \"prices.xyz\""
  case sharedAxis = """
    shared-axis | A series is flat on the axis that it shares with a wider one | plot candles, volume last 30
    """
  case rowsWritten = "rows-written | The number of rows that went to standard output | close last 3 to \"-\""
  case replayedNothing = """
    replayed-nothing | Nothing in a saved session can be computed again, so no number was checked | replay "kept.json"
    """
  case replayDiffers = """
    replay-differs | A number of a saved session differs when it is computed again | replay "Fixtures/tampered.json"
    """
  case workbookRefused = """
    workbook-refused | A result, or a part of a model, that has no live formulas in a workbook | \
    sensitivity base discount = 8%..10% step 1% to "grid.xlsx"
    """
  case scenarioLeftOut = """
    scenario-left-out | A scenario that does not fit into the workbook of the chosen one | dcf base to "acme.xlsx"
    """
  case unreadableWorkbook = """
    unreadable-workbook | A workbook that is damaged, or a cell of it that is not understood | \
    import "Fixtures/damaged.xlsx"
    """
  case workbookDisagrees = """
    workbook-disagrees | A workbook whose value does not follow from its inputs because a formula was changed | \
    import "Fixtures/changed.xlsx"
    """
  case unreadableAssumptions = """
    unreadable-assumptions | A file of assumptions with a line that is not an assumption | \
    import "Fixtures/assumptions_header.csv" for ACME
    """
  case noTable = "no-table | A result without a table is written as CSV | print 3 to \"three.csv\""
  case noPicture = "no-picture | A result without a picture is written as one | names to \"names.svg\""
  case noConverter = """
    no-converter | A picture in pixels needs a program that is not on this machine, or that failed | \
    plot close to "close.png"
    """
  case damagedSession = """
    damaged-session | A file is not a session, or its text is damaged | load session "Fixtures/damaged.json"
    """
  case notASession = """
    not-a-session | A session would overwrite a file that is not a session | save session "prices.json"
    """
  case fileInUse = """
    file-in-use | A file that the session has loaded would be overwritten | show close last 1 to "in_use.csv"
    """
  case damagedEntry = """
    damaged-entry | A part of a session's file cannot be read and is left out | \
    load session "Fixtures/damaged_entry.json"
    """
  case sourceMissing = """
    source-missing | The source of a session's series or figures no longer exists | \
    load session "Fixtures/missing_source.json"
    """
  case resultOutdated = """
    result-outdated | Running a kept result again would give other numbers | load session "outdated.json"
    """
  case newerSession = """
    newer-session | A session's file was written by a later version | load session "Fixtures/newer.json"
    """
  case damagedDocument = """
    damaged-document | A file of scenarios or forecasts cannot be read completely | load scenarios "Fixtures/week.csv"
    """
  case runTooDeep = "run-too-deep | Scripts run each other too deeply | run \"Fixtures/endless.tas\""
  case unusedOverride = """
    unused-override | A value for a `param` that no `param` took | run "Fixtures/setup.tas" symbl=QQQ
    """
  // Help.
  case unknownTopic = "unknown-topic | There is no help on this | help zzzz"
  case unknownGroup = "unknown-group | No group of indicators has this name | indicators momentun"
  // Valuations.
  case noModel = "no-model | No valuation is open | dcf"
  case noDrivers = "no-drivers | The open valuation is not a driver model | drivers dial"
  case notForDrivers = """
    not-for-drivers | A driver model does not have or take this | \
    dcf AAPL drivers platform { part cloud { growth = 5% } }
    """
  case plainOfDrivers = """
    plain-of-drivers | Only the plain assumptions of a driver model are used here | \
    simulate 1000 runs discount ~ uniform(8%, 10%)
    """
  case likeInvestor = """
    like-investor | The model repeats the Investor Tool with its defects | \
    dcf ABC drivers subscription { preset consensus } like "investor"
    """
  case unknownScenario = "unknown-scenario | No scenario has this name | load scenario bas"
  case scenarioReplaced = """
    scenario-replaced | A scenario takes the place of one of the same name | dcf bull = base with growth + 2pp
    """
  case scenarioCycle = "scenario-cycle | A scenario would follow itself | dcf base = bull with margin + 1pp"
  case scenarioHasChildren = """
    scenario-has-heirs | A scenario that others follow cannot go without them | drop scenario base
    """
  case scenarioOrphan = """
    scenario-orphan | A scenario follows one that is neither in the file nor in the session | \
    load scenarios "Fixtures/orphan.json"
    """
  case childRefused = "heir-refused | A scenario that follows this one would be refused | save scenario base"
  case unknownForecast = "unknown-forecast | No forecast has this name | forecast review \"Q3 view\""
  case figuresOfToday = """
    figures-of-today | Figures that were typed for a forecast and now come from the filings | \
    dcf ACME with assumptions of old
    """
  case figuresOfThen = """
    figures-of-then | Figures of a forecast that today's filings do not have | dcf ACME with assumptions of old
    """
  case rolledForward = """
    rolled-forward | Fiscal years that have ended since a forecast was made | dcf ACME with assumptions of old
    """
  case forecastRecomputed = """
    forecast-recomputed | A forecast comes to another value today than when it was saved | compare old, bull
    """
  case differentCompanies = """
    different-companies | Values of two companies have no weighted mean, and a gap between them is not split | \
    compare base@ACME to base@OTHER
    """
  case typedFigures = """
    typed-figures | A value over time rests on figures that were typed, and so were known on no day | value(base)
    """
  case valuationRefused = """
    valuation-refused | A valuation in an expression is refused, so its value is missing | show value(base) last 1
    """
  case unknownBase = """
    unknown-base | The filed figures have no such base period | \
    dcf AAPL { base = 2001; growth = 5%; discount = 9%; terminal = 2% }
    """
  case unknownBasis = """
    unknown-basis | A multiple or a share of something that does not exist here | \
    dcf ACME { revenue = 100M; growth = 5% of gdp; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }
    """
  case priceOfAnotherTime = """
    price-of-another-time | The price and the figures are more than a year apart | \
    dcf AAPL { growth = 6% to 3%; discount = 9%; terminal = 2.5% }
    """
  case marginAboveHistory = """
    margin-above-history | The margin lies above that of all years on file | \
    dcf AAPL { growth = 6% to 3%; margin = 40%; discount = 9%; terminal = 2.5% }
    """
  case unexpectedPreset = """
    unexpected-preset | A preset in a model that has none | \
    dcf ACME { preset bull; revenue = 100M; growth = 5%; margin = 20%; discount = 9%; terminal = 2%; shares = 10M }
    """
  case givenTwice = "given-twice | An assumption is given twice | dcf ACME { growth = 3%; growth = 4% }"
  case missingAssumptions = """
    missing-assumptions | An assumption that another one needs is left out | dcf ACME { revenue = 100M }
    """
  case unknownAssumption = "unknown-assumption | No assumption or driver has this name | dcf grwth = 3%"
  case unknownBusinessModel = "unknown-business-model | No business model has this name | drivers plattform"
  case badRange = """
    bad-range | A usual range whose ends are in the wrong order | dcf SHOP drivers { stores = 8% between 20% and -5% }
    """
  case axes = """
    axes | A study of more assumptions at once than it takes | \
    sensitivity growth = 1%..3%, margin = 10%..12%, discount = 8%..9%
    """
  case weightsIncomplete = """
    weights-incomplete | Weights on some scenarios only, or on something that has none | compare base 50%, bull
    """

  /// The code as it is printed in brackets after a message.
  public var name: String { rawValue.name }
}
