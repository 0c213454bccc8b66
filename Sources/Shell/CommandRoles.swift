import Backtesting
import Language
import Reports
import Sessions

// The roles of all commands: a syntax and its handler name the same one. A name that several commands share means the
// same in each; where only the usage differs, the roles differ in their spelling alone.

extension Role<Word> {
  static var series: Self { .word("series", .series, "NAME") }
  static var sample: Self { .word("name", .sample, "NAME") }
  static var reported: Self { .word("name", .name, "NAME") }
  static var sweep: Self { .word("name", .result, "SWEEP") }
  static var readyStrategy: Self { .word("name", .readyStrategy, "NAME", "\"FILE.json\"") }
  static var anyStrategy: Self { .word("name", .anyStrategy, "NAME") }
  static var sampleCompany: Self { .word("name", .sample, "TICKER") }
  static var file: Self { .word("file", .file, "FILE") }
  static var bars: Self {
    .word("file", .file, "FILE", "NAME from FILE …", "SYMBOL from PROVIDER [timeframe TF] [WINDOW] [vintage first]")
  }
  static var replayed: Self { .word("file", .file, "\"FILE.json\"") }
  static var script: Self { .word("file", .file, "\"FILE.tas\"") }
  static var document: Self { .word("file", .file, "FILE.json") }
  static var figures: Self { .word("file", .file, "FILE.json", "TICKER from sec") }
  static var newDocument: Self { .word("file", .file, "\"FILE.json\"") }
  static var namedScenario: Self { .word("name", .scenario, "NAME") }
  static var newScenario: Self { .word("name", .newName, "NAME") }
  static var renamedName: Self { .word("name", .name, "A") }
  static var newNameOfThing: Self { .word("new", .newName, "B") }
  static var forecast: Self { .word("name", .forecast, "NAME") }
  static var newForecast: Self { .word("name", .newName, "NAME") }
  static var universe: Self { .word("name", .universe, "NAME") }
  static var storedFiles: Self { .word("file", .file, "FILE", "\"FOLDER/*.csv\"") }
  static var providerName: Self { .word("provider", .provider, "PROVIDER") }
}

extension OptionalRole<Word> {
  static var memberFile: Self { Self(.file) }
  static var sessionFile: Self { Self(.word("file", .file, "\"FILE.json\"")) }
  static var timeframe: Self { Self(.word("timeframe", .timeframe, "TF")) }
  static var timezone: Self { Self(.word("timezone", .timezone, "\"ZONE\"")) }
  static var session: Self { Self(.word("session", .any, "HOURS")) }
  static var market: Self { Self(.word("calendar", .any, "CODE")) }
  static var repair: Self { Self(.word("repair", .any, "\"NAME, …\"")) }
  static var sessionHours: Self { Self(.word("session", .any, "regular|extended|HH:MM-HH:MM|all")) }
  static var actionFile: Self { Self(.word("actions", .file, "FILE")) }
  static var actionsFrom: Self { Self(.word("by", .file, "FILE")) }
  static var newSeries: Self { Self(.word("as", .newName, "NAME")) }
  static var newTicker: Self { Self(.word("as", .newName, "TICKER")) }
  static var source: Self { Self(.word("from", .file, "FILE")) }
  static var provider: Self { Self(.word("from", .provider, "PROVIDER")) }
  static var database: Self { Self(.word("database", .file, "FILE")) }
  static var table: Self { Self(.word("table", .any, "TABLE")) }
  static var vintage: Self { Self(.word("vintage", .any, "first")) }
  static var result: Self { Self(.word("result", .result, "RESULT")) }
  static var run: Self { Self(.word("of", .result, "RESULT")) }
  static var tradesOf: Self { Self(.word("trades", .result, "RESULT")) }
  static var strategyName: Self { Self(.word("name", .anyStrategy, "NAME")) }
  static var newStrategy: Self { Self(.word("as", .newName, "NAME")) }
  static var benchmark: Self { Self(.word("against", .series, "SYMBOL")) }
  static var whySymbol: Self { Self(.word("on", .series, "SYMBOL")) }
  static var company: Self { Self(.word("company", .symbol, "COMPANY")) }
  static var ticker: Self { Self(.word("ticker", .symbol, "TICKER")) }
  static var scenario: Self { Self(.word("scenario", .scenario, "SCENARIO")) }
  static var solvedScenario: Self { Self(.word("for", .scenario, "SCENARIO")) }
  static var parentScenario: Self { Self(.word("from", .scenario, "SCENARIO")) }
  static var forecastScenario: Self { Self(.word("of", .scenario, "SCENARIO")) }
  static var note: Self { Self(.word("note", .any, "\"TEXT\"")) }
  static var business: Self { Self(.word("business", .any, "BUSINESS")) }
  static var convention: Self { Self(.word("like", .any, "\"investor\"")) }
  static var revertedPart: Self {
    Self(.word("name", .assumption, "drivers | operating | valuation | lens | ASSUMPTION"))
  }
  static var wordOfEntry: Self { Self(.word("word", .any, "WORD")) }
  static var group: Self { Self(.word("group", .topic, "GROUP")) }
}

extension Role<[Word]> {
  static var scenarios: Self { .words("names", .scenario, "NAME, …") }
  static var forecasts: Self { .words("names", .forecast, "NAME, …") }
  static var names: Self { .words("names", .name, "NAME, …") }
  static var members: Self { .words("symbols", .symbol, "SYMBOL, …", "all") }
  static var scanned: Self { .wordsBeforeColon("symbols", .symbol, "U:") }
  static var described: Self { .wordsBeforeColon("result", .result, "[RESULT]:") }
}

extension Role<[Word]> {
  /// The names of things of one kind.
  static func names(of kind: NameKind) -> Self { .words("names", kind.word, "NAME, …") }
}

extension Role<Word> {
  /// The name of a thing of one kind that gets another one.
  static func renamedName(of kind: NameKind) -> Self { .word("name", kind.word, "A") }
}

extension OptionalRole<[Word]> {
  static var members: Self { Self(.members) }
  static var keptSymbols: Self { Self(.members) }
  static var symbols: Self { Self(.words("on", .symbol, "SYMBOLS")) }
  static var multiples: Self { Self(.words("by", .metric, "ev_ebitda, pe, …")) }
  static var savedScenarios: Self { Self(.scenarios) }
  static var savedForecasts: Self { Self(.forecasts) }
  static var topic: Self { Self(.words("topic", .topic, "TOPIC", "WORD …")) }
}

extension Role<Expression> {
  static var entryNumber: Self { .expression("number", "N") }
  static var events: Self { .expression("events", "COND|DATES") }
  static var tradeNumber: Self { .expression("number", "N") }
  static var decidingDay: Self { .expression("date", "DATE") }
  static var explained: Self { .expression("expression", "NAME", "EXPR", "value", "figures.LINE.PERIOD") }
}

extension OptionalRole<Expression> {
  static var condition: Self { Self(.expression("where", "COND")) }
  static var top: Self { Self(.expression("top", "N")) }
  static var listKey: Self { listKey([]) }
  static var day: Self { Self(.expression("at", "DATE")) }
  static var dated: Self { Self(.expression("dated", "DATE")) }
  static var actionDay: Self { Self(.expression("on", "DATE")) }
  static var droppedDay: Self { Self(.expression("without", "DATE")) }
  static var split: Self { Self(.expression("split", "N")) }
  static var dividend: Self { Self(.expression("dividend", "AMOUNT")) }
  static var published: Self { Self(.expression("published", "DURATION")) }
  static var measure: Self { Self(.expression("of", "EXPR")) }
  static var key: Self { Self(.expression("by", "KEY")) }
  static var seed: Self { Self(.expression("seed", "N")) }
  static var swing: Self { Self(.expression("swing", "10%")) }
  static var value: Self { Self(.expression("value", "AMOUNT")) }
  static var target: Self { Self(.expression("for value", "AMOUNT")) }
}

extension OptionalRole<Expression> {
  /// The ranking: a figure by its name or alias, or an expression of the figures that a row lists.
  static var metric: Self {
    let names = Metric.all.flatMap { [$0.name] + $0.aliases } + ["years"]
    return Self(.key("by", of: names, "METRIC|EXPR"))
  }
  /// The condition of a list whose things have values of some names.
  static func condition(on names: [String]) -> Self { Self(.key("where", of: names, "COND")) }
  /// The key of `sort by` of such a list.
  static func listKey(_ names: [String]) -> Self { Self(.key("sort", of: names, "EXPR")) }
}

extension Role<[NamedExpression]> {
  static var columns: Self { .columns("columns", "EXPR [as NAME], …") }
  static var expressions: Self { .columns("columns", "EXPR, …") }
  static var plotted: Self { .columns("columns", "EXPR, …", "candles …") }
  static var printed: Self { .values("values", "\"text\", EXPR, …") }
  static var asserted: Self { .values("values", "EXPR [, \"message\"]") }
}

extension OptionalRole<[NamedExpression]> {
  static var keys: Self { Self(.columns("by", "KEY[, KEY]")) }
  static var plottedBelow: Self { Self(.columns("below", "EXPR, …")) }
  static var plottedBeside: Self { Self(.columns("beside", "EXPR, …")) }
}

extension Role<Subject> {
  static var strategy: Self { .subject("strategy", .strategy, "S[(P=V, …)]") }
  static var searched: Self { .subject("words", .strategy, "\"WORDS\"", "S(P=RANGE, …) N trials") }
  static var sweptStrategy: Self { .subject("strategy", .strategy, "S(P=RANGE, …)") }
}

extension Role<[Subject]> {
  static var sweptStrategies: Self { .subjects("strategy", .strategy, "S(P=RANGE, …)[, …]") }
}

extension Role<[Setting]> {
  static var settings: Self { .settings("settings", "NAME VALUE, …", "NAME = VALUE") }
}

extension OptionalRole<[Setting]> {
  static var runSettings: Self { Self(.settings("with", "SETTINGS")) }
  static var cycleLimits: Self { Self(.settings("with", "NAME VALUE, …")) }
  static var templateValues: Self { Self(.settings("values", "horizon 5y, KEY = VALUE, …")) }
}

extension Role<[Axis]> {
  static var axes: Self { .axes("axes", "ASSUMPTION = RANGE [, ASSUMPTION + RANGE]") }
}

extension Role<[WeightedWord]> {
  static var compared: Self {
    .weighted("names", .any, "A, B, …", "A 25%, B 50%, C 25%", "A to B", "FORECAST, now")
  }
}

extension OptionalRole<[WeightedWord]> {
  static var companies: Self { Self(.priced("companies", .symbol, "COMPANY [at PRICE], …")) }
  static var peers: Self { Self(.priced("peers", .symbol, "PEER [at PRICE], …")) }
}

extension Role<[AssumptionChange]> {
  static var unknowns: Self {
    .unknowns(
      "unknowns", "ASSUMPTION", "ASSUMPTION + ?", "ASSUMPTION = PATH WITH ?", "ASSUMPTION, ASSUMPTION",
      "ASSUMPTION = RANGE, ASSUMPTION")
  }
}

extension Role<UncertainAssumptions> {
  static var draws: Self {
    .uncertain(
      "draws", "[N runs] ASSUMPTION ~ DISTRIBUTION, ASSUMPTION + DISTRIBUTION, …", "… , correlation A B 0.4")
  }
}

extension OptionalRole<[Override]> {
  static var overrides: Self { Self(.overrides("overrides", "NAME=VALUE …")) }
}

extension OptionalRole<ValueRange> {
  static var after: Self { Self(.range("after", "N|LIST|RANGE")) }
  static var before: Self { Self(.range("before", "N|LIST|RANGE")) }
}

extension OptionalRole<String> {
  static var basis: Self { Self(.choice("adjusted", ["splits", "nothing"], "splits [and dividends] | nothing")) }
  static var calendarPeriod: Self {
    Self(.choice("by", ["day", "week", "month", "quarter", "year"], "day | week | month | quarter | year"))
  }
  static var statistic: Self { Self(.choice("of", Summary.names, "STATISTIC")) }
}

extension Flag {
  static let adjusted = Flag("adjusted")
  static let andDividends = Flag("and dividends")
  static let repaired = Flag("repair")
  static let descending = Flag("desc")
  static let financial = Flag("financial")
  static let flatten = Flag("flatten")
  static let over = Flag("over")
  static let drop = Flag("drop")
  static let inOneAccount = Flag("in one account")
  static let once = Flag("once")
  static let map = Flag("map")
  static let indexed = Flag("indexed")
  static let logarithmic = Flag("log")
  static let withTrades = Flag("with trades")
  static let withCharts = Flag("with charts")
  static let withDraws = Flag("with draws")
  static let rejected = Flag("rejected")
  static let forPrice = Flag("for price")
}
