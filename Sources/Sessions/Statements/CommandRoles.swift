import Backtesting
import Language
import Reports

// The roles of all commands: a syntax and its handler name the same one. A name that several commands share means the
// same in each; if only the usage differs, the roles differ in their spelling alone.

extension Role<Word> {
  package static var series: Self { .word("series", .series, "NAME") }
  package static var sample: Self { .word("name", .sample, "NAME") }
  package static var reported: Self { .word("name", .name, "NAME") }
  package static var sweep: Self { .word("name", .result, "SWEEP") }
  package static var readyStrategy: Self { .word("name", .readyStrategy, "NAME", "\"FILE.json\"") }
  package static var anyStrategy: Self { .word("name", .anyStrategy, "NAME") }
  package static var sampleCompany: Self { .word("name", .sample, "TICKER") }
  package static var file: Self { .word("file", .file, "FILE") }
  package static var bars: Self {
    .word("file", .file, "FILE", "NAME from FILE …", "SYMBOL from PROVIDER [timeframe TF] [WINDOW] [vintage first]")
  }
  package static var replayed: Self { .word("file", .file, "\"FILE.json\"") }
  package static var script: Self { .word("file", .file, "\"FILE.tas\"") }
  package static var document: Self { .word("file", .file, "FILE.json") }
  package static var figures: Self { .word("file", .file, "FILE.json", "TICKER from sec") }
  package static var newDocument: Self { .word("file", .file, "\"FILE.json\"") }
  package static var namedScenario: Self { .word("name", .scenario, "NAME") }
  package static var newScenario: Self { .word("name", .newName, "NAME") }
  package static var renamedName: Self { .word("name", .name, "A") }
  package static var newNameOfThing: Self { .word("new", .newName, "B") }
  package static var forecast: Self { .word("name", .forecast, "NAME") }
  package static var newForecast: Self { .word("name", .newName, "NAME") }
  package static var universe: Self { .word("name", .universe, "NAME") }
  package static var storedFiles: Self { .word("file", .file, "FILE", "\"FOLDER/*.csv\"") }
  package static var providerName: Self { .word("provider", .provider, "PROVIDER") }
}

extension OptionalRole<Word> {
  package static var memberFile: Self { Self(.file) }
  package static var sessionFile: Self { Self(.word("file", .file, "\"FILE.json\"")) }
  package static var timeframe: Self { Self(.word("timeframe", .timeframe, "TF")) }
  package static var timezone: Self { Self(.word("timezone", .timezone, "\"ZONE\"")) }
  package static var session: Self { Self(.word("session", .any, "HOURS")) }
  package static var market: Self { Self(.word("calendar", .any, "CODE")) }
  package static var stamped: Self { Self(.word("stamped", .any, "open|close")) }
  package static var datesForm: Self { Self(.word("dates", .any, "month-first|day-first|year-first|seconds|…")) }
  package static var decimals: Self { Self(.word("decimals", .any, "comma|point")) }
  package static var repair: Self { Self(.word("repair", .any, "\"NAME, …\"")) }
  package static var sessionHours: Self { Self(.word("session", .any, "regular|extended|HH:MM-HH:MM|all")) }
  package static var actionFile: Self { Self(.word("actions", .file, "FILE")) }
  package static var actionsFrom: Self { Self(.word("by", .file, "FILE")) }
  package static var newSeries: Self { Self(.word("as", .newName, "NAME")) }
  package static var newTicker: Self { Self(.word("as", .newName, "TICKER")) }
  package static var source: Self { Self(.word("from", .file, "FILE")) }
  package static var provider: Self { Self(.word("from", .provider, "PROVIDER")) }
  package static var database: Self { Self(.word("database", .file, "FILE")) }
  package static var table: Self { Self(.word("table", .any, "TABLE")) }
  package static var vintage: Self { Self(.word("vintage", .any, "first")) }
  package static var result: Self { Self(.word("result", .result, "RESULT")) }
  package static var run: Self { Self(.word("of", .result, "RESULT")) }
  package static var tradesOf: Self { Self(.word("trades", .result, "RESULT")) }
  package static var strategyName: Self { Self(.word("name", .anyStrategy, "NAME")) }
  package static var newStrategy: Self { Self(.word("as", .newName, "NAME")) }
  package static var benchmark: Self { Self(.word("against", .series, "SYMBOL")) }
  package static var whySymbol: Self { Self(.word("on", .series, "SYMBOL")) }
  package static var company: Self { Self(.word("company", .symbol, "COMPANY")) }
  package static var ticker: Self { Self(.word("ticker", .symbol, "TICKER")) }
  package static var scenario: Self { Self(.word("scenario", .scenario, "SCENARIO")) }
  package static var solvedScenario: Self { Self(.word("for", .scenario, "SCENARIO")) }
  package static var parentScenario: Self { Self(.word("from", .scenario, "SCENARIO")) }
  package static var forecastScenario: Self { Self(.word("of", .scenario, "SCENARIO")) }
  package static var note: Self { Self(.word("note", .any, "\"TEXT\"")) }
  package static var business: Self { Self(.word("business", .any, "BUSINESS")) }
  package static var convention: Self { Self(.word("like", .any, "\"investor\"")) }
  package static var revertedPart: Self {
    Self(.word("name", .assumption, "drivers | operating | valuation | lens | ASSUMPTION"))
  }
  package static var wordOfEntry: Self { Self(.word("word", .any, "WORD")) }
  package static var group: Self { Self(.word("group", .topic, "GROUP")) }
}

extension Role<[Word]> {
  package static var scenarios: Self { .words("names", .scenario, "NAME, …") }
  package static var forecasts: Self { .words("names", .forecast, "NAME, …") }
  package static var names: Self { .words("names", .name, "NAME, …") }
  package static var members: Self { .words("symbols", .symbol, "SYMBOL, …", "all") }
  package static var scanned: Self { .wordsBeforeColon("symbols", .symbol, "U:") }
  package static var described: Self { .wordsBeforeColon("result", .result, "[RESULT]:") }
}

extension Role<[Word]> {
  /// The names of items of one kind.
  package static func names(of kind: NameKind) -> Self { .words("names", kind.word, "NAME, …") }
}

extension Role<Word> {
  /// The name of a thing of one kind that gets another one.
  package static func renamedName(of kind: NameKind) -> Self { .word("name", kind.word, "A") }
}

extension OptionalRole<[Word]> {
  package static var fileColumns: Self { Self(.words("columns", .any, "date, open, …")) }
  package static var members: Self { Self(.members) }
  package static var keptSymbols: Self { Self(.members) }
  package static var symbols: Self { Self(.words("on", .symbol, "SYMBOLS")) }
  package static var multiples: Self { Self(.words("by", .metric, "ev_ebitda, pe, …")) }
  package static var savedScenarios: Self { Self(.scenarios) }
  package static var savedForecasts: Self { Self(.forecasts) }
  package static var topic: Self { Self(.words("topic", .topic, "TOPIC", "WORD …")) }
}

extension Role<Expression> {
  package static var entryNumber: Self { .expression("number", "N") }
  package static var events: Self { .expression("events", "COND|DATES") }
  package static var tradeNumber: Self { .expression("number", "N") }
  package static var decidingDay: Self { .expression("date", "DATE") }
  package static var explained: Self { .expression("expression", "NAME", "EXPR", "value", "figures.LINE.PERIOD") }
}

extension OptionalRole<Expression> {
  package static var condition: Self { Self(.expression("where", "COND")) }
  package static var top: Self { Self(.expression("top", "N")) }
  package static var listKey: Self { listKey([]) }
  package static var day: Self { Self(.expression("at", "DATE")) }
  package static var dated: Self { Self(.expression("dated", "DATE")) }
  package static var actionDay: Self { Self(.expression("on", "DATE")) }
  package static var droppedDay: Self { Self(.expression("without", "DATE")) }
  package static var split: Self { Self(.expression("split", "N")) }
  package static var dividend: Self { Self(.expression("dividend", "AMOUNT")) }
  package static var published: Self { Self(.expression("published", "DURATION")) }
  package static var measure: Self { Self(.expression("of", "EXPR")) }
  package static var key: Self { Self(.expression("by", "KEY")) }
  package static var seed: Self { Self(.expression("seed", "N")) }
  package static var swing: Self { Self(.expression("swing", "10%")) }
  package static var value: Self { Self(.expression("value", "AMOUNT")) }
  package static var target: Self { Self(.expression("for value", "AMOUNT")) }
}

extension OptionalRole<Expression> {
  /// The ranking: a figure by its name or alias, or an expression of the figures that a row lists.
  package static var metric: Self {
    let names = Metric.all.flatMap { [$0.name] + $0.aliases } + ["years"]
    return Self(.key("by", of: names, "METRIC|EXPR"))
  }
  /// The condition of a list whose items have values of some names.
  package static func condition(on names: [String]) -> Self { Self(.key("where", of: names, "COND")) }
  /// The key of `sort by` of such a list.
  package static func listKey(_ names: [String]) -> Self { Self(.key("sort", of: names, "EXPR")) }
}

extension Role<[NamedExpression]> {
  package static var columns: Self { .columns("columns", "EXPR [as NAME], …") }
  package static var expressions: Self { .columns("columns", "EXPR, …") }
  package static var printed: Self { .values("values", "\"text\", EXPR, …") }
  package static var asserted: Self { .values("values", "EXPR [, \"message\"]") }
}

extension OptionalRole<[NamedExpression]> {
  package static var keys: Self { Self(.columns("by", "KEY[, KEY]")) }
  package static var plotted: Self { Self(.columns("columns", "EXPR, …", "candles …", "SYMBOL …")) }
  package static var plottedBelow: Self { Self(.columns("below", "EXPR, …")) }
  package static var plottedBeside: Self { Self(.columns("beside", "EXPR, …")) }
}

extension Role<Subject> {
  package static var strategy: Self { .subject("strategy", .strategy, "S[(P=V, …)]") }
  package static var searched: Self { .subject("words", .strategy, "\"WORDS\"", "S(P=RANGE, …) N trials") }
  package static var sweptStrategy: Self { .subject("strategy", .strategy, "S(P=RANGE, …)") }
}

extension Role<[Subject]> {
  package static var sweptStrategies: Self { .subjects("strategy", .strategy, "S(P=RANGE, …)[, …]") }
}

extension Role<[Setting]> {
  package static var settings: Self { .settings("settings", "NAME VALUE, …", "NAME = VALUE") }
}

extension OptionalRole<[Setting]> {
  package static var engineSettings: Self { Self(.settings("with", "ENGINE")) }
  package static var runSettings: Self { Self(.settings("with", "SETTINGS")) }
  package static var cycleLimits: Self { Self(.settings("with", "NAME VALUE, …")) }
  package static var templateValues: Self { Self(.settings("values", "horizon 5y, KEY = VALUE, …")) }
}

extension Role<[Axis]> {
  package static var axes: Self { .axes("axes", "ASSUMPTION = RANGE [, ASSUMPTION + RANGE]") }
}

extension Role<[WeightedWord]> {
  package static var compared: Self {
    .weighted("names", .any, "A, B, …", "A 25%, B 50%, C 25%", "A to B", "FORECAST, now")
  }
}

extension OptionalRole<[WeightedWord]> {
  package static var companies: Self { Self(.priced("companies", .symbol, "COMPANY [at PRICE], …")) }
  package static var peers: Self { Self(.priced("peers", .symbol, "PEER [at PRICE], …")) }
}

extension Role<[AssumptionChange]> {
  package static var unknowns: Self {
    .unknowns(
      "unknowns", "ASSUMPTION", "ASSUMPTION + ?", "ASSUMPTION = PATH WITH ?", "ASSUMPTION, ASSUMPTION",
      "ASSUMPTION = RANGE, ASSUMPTION")
  }
}

extension Role<UncertainAssumptions> {
  package static var draws: Self {
    .uncertain(
      "draws", "[N runs] ASSUMPTION ~ DISTRIBUTION, ASSUMPTION + DISTRIBUTION, …", "… , correlation A B 0.4")
  }
}

extension OptionalRole<[Override]> {
  package static var overrides: Self { Self(.overrides("overrides", "NAME=VALUE …")) }
}

extension OptionalRole<ValueRange> {
  package static var after: Self { Self(.range("after", "N|LIST|RANGE")) }
  package static var before: Self { Self(.range("before", "N|LIST|RANGE")) }
}

extension OptionalRole<String> {
  package static var basis: Self {
    Self(.choice("adjusted", ["splits", "nothing"], "splits [and dividends] | nothing"))
  }
  package static var calendarPeriod: Self {
    Self(.choice("by", ["day", "week", "month", "quarter", "year"], "day | week | month | quarter | year"))
  }
  package static var statistic: Self { Self(.choice("of", Summary.names, "STATISTIC")) }
}

extension Flag {
  package static let adjusted = Flag("adjusted")
  package static let andDividends = Flag("and dividends")
  package static let repaired = Flag("repair")
  package static let descending = Flag("desc")
  package static let financial = Flag("financial")
  package static let flatten = Flag("flatten")
  package static let over = Flag("over")
  package static let drop = Flag("drop")
  package static let inOneAccount = Flag("in one account")
  package static let once = Flag("once")
  package static let map = Flag("map")
  package static let indexed = Flag("indexed")
  package static let logarithmic = Flag("log")
  package static let withTrades = Flag("with trades")
  package static let withCharts = Flag("with charts")
  package static let withDraws = Flag("with draws")
  package static let rejected = Flag("rejected")
  package static let forPrice = Flag("for price")
}
