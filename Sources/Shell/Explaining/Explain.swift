import Backtesting
import Columns
import Commands
import Evaluation
import Indicators
import Language
import MarketData
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import StandardIndicators
import Strategies
import Text
import Workspace

extension Command {
  static let explain = Command(
    CommandSyntax(
      "explain",
      forms: [
        CommandSyntax.Form("", [.required(.explained)], clauses: [.clause("at", .day)]),
        CommandSyntax.Form("trade", [.keyword("trade"), .required(.tradeNumber)], clauses: [.clause("of", .run)]),
        CommandSyntax.Form(
          "cell", [.keyword("cell"), .required(.cellRow), .required(.cellColumn)], clauses: [.clause("of", .cellOf)]),
        CommandSyntax.Form(
          "figure", [.keyword("figures"), .required(.figureCell)], clauses: [.clause("of", .company)]
        ).dotted,
      ]), category: .names,
    summary: "Explains how a value is computed.",
    discussion: """
      It shows the definition, what it uses, its warm-up, the bars and the source of the data, and the formula with the \
      numbers of the last bar put in, or of the last bar up to the date after `at`; of data from a file it says which \
      line that bar was read from. `explain trade 3` puts the prices and costs of the third trade into its gain. \
      `explain RESULT.FIELD` shows the statement that a result came from, and what the field is. `explain value` walks \
      from the value of a share in the open valuation to each input and its source, and `explain figures.LINE.PERIOD` \
      shows the tags and filings of a reported figure, `explain working_capital` those of the period that a valuation \
      starts from. `explain trial.sharpe_ratio` has the formula of a statistic of a \
      backtest and the numbers of that run. `explain cell 2 sharpe_ratio` is of a table that was shown: the second row by \
      its number, or by the words of its first column, and the column by its heading; without `of` the table is that of \
      the last result. Cells of `show`, `scan`, `trades`, `equity`, `calendar`, `stats`, `study`, `sweep`, `sensitivity` \
      and `compare` have their formula with the numbers put in, down to the row of the file.
      """,
    examples: [
      "indicator fast = ema(close, 12); explain fast", "explain rsi(14)", "explain close at 2020-03-12",
      "backtest cross; explain cross.sharpe_ratio", "explain trade 1 of cross",
      "show close, rsi(14) last 5; explain cell 5 \"rsi(14)\"", "calendar cross; explain cell 2008 oct",
    ]
  ) { execution, call throws(Diagnostic) in
    if call.form == "figure" {
      return try execution.explainFigure(try call[.figureCell], of: call[.company], at: call.commandSpan)
    }
    if call.form == "trade" { return try execution.explainTrade(call) }
    if call.form == "cell" { return try execution.explainCell(call) }
    return try execution.explain(try call[.explained], at: call[.day])
  }

  static let strategy = Command(
    CommandSyntax("strategy", forms: [CommandSyntax.Form("", [.optional(role: .strategyName)])]),
    category: .strategies,
    summary: "Defines a strategy; alone it lists the strategies, with a name it shows one.",
    definition: "strategy NAME(P = DEFAULT, …) { [LABEL:] CLAUSE … }",
    discussion: .page("strategy"),
    examples: [
      "strategy cross(fast = 12, slow = 26) { golden: enter long when ema(fast) crosses above ema(slow); death: exit long when ema(fast) crosses below ema(slow) }",
      "strategy cross",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.strategies(call, portfolios: false)
  }

  static let portfolio = Command(
    CommandSyntax("portfolio", forms: [CommandSyntax.Form("", [.optional(role: .strategyName)])]),
    category: .strategies,
    summary: "Defines a portfolio: one account over many symbols; alone it lists them, with a name it shows one.",
    definition: "portfolio NAME(P = DEFAULT, …) { on SYMBOLS … }",
    discussion: """
      Clauses: `on SYMBOLS` (symbols and universes), `long when COND` (which may be bought), \
      `short when COND` (which may be sold short), `rank by EXPR [desc|asc]`, \
      `hold 5` (the best 5), `size 20%` (of the equity, each) or `weight EXPR` (parts of all of it; without both, \
      equal parts), `limit 30%` (the most for one symbol), \
      `group by sector hold 2 limit 40%` (the most symbols of a group, and the most of the equity for it; the universe's \
      file names the groups), `rebalance daily|weekly|monthly|quarterly|yearly`, `cash SHV` \
      (the symbol that takes the rest), `let NAME = EXPR`. At the close of the last bar of each period the symbols that have a bar \
      are ranked and weighed by the data known then; at the next open of each, excess units are sold, and with the \
      money the others are bought, the best ranked first. Equal parts are parts of `hold`, so that the money of places \
      that nothing qualifies for stays cash. With `short when` those that it is true of are taken from the other end of the \
      ranking, at most `hold` of them as well; equal parts are then parts of both sides' places, `weight` and `limit` are of \
      the value sold short, and a symbol that would be long and short at once is neither; without `long when` nothing is bought. A symbol without a bar for ten bars of the others has ended, and is sold at \
      its last price.
      """,
    examples: [
      "portfolio rotation(n = 1, look = 126) { on SPY, AAPL; long when close > sma(200); rank by returns(look) desc; hold n; rebalance monthly }; backtest rotation since 2010",
      "portfolio",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.strategies(call, portfolios: true)
  }
}

extension Execution {
  /// Lists strategies or portfolios, or shows one of either.
  fileprivate mutating func strategies(
    _ call: CommandCall, portfolios: Bool
  ) throws(Diagnostic) -> any StatementResult {
    guard let word = call[.strategyName] else {
      let kind = portfolios ? "portfolio" : "strategy"
      return TableResult(
        table: Table(
          columns: [.text(kind, .name), .text("parameters"), .integer(portfolios ? "clauses" : "rules")],
          rows: session.strategies.filter { $0.value.definition.isPortfolio == portfolios }.map { name, strategy in
            let definition = strategy.definition
            let parameters = definition.parameters.map { "\($0.name) = \($0.defaultValue.description)" }
            return [
              .text(name), .text(parameters.joined(separator: ", ")),
              .integer(portfolios ? definition.clauses.count : definition.rules),
            ]
          }))
    }
    return try text(ofStrategy: word)
  }
}

extension Role<Word> {
  fileprivate static var figureCell: Self { .word("cell", .any, ".LINE.PERIOD") }
}

extension Execution {
  fileprivate mutating func explain(
    _ expression: Expression, at day: Expression?
  ) throws(Diagnostic) -> any StatementResult {
    if let day { return try explainComputation(expression, definition(of: expression), at: day) }
    if case .name("value", let span) = expression, session.names["value"] == nil {
      let model = try modelInWork(at: span)
      if let drivers = model.drivers { note(.plainOfDrivers, drivers.asPlain, at: span) }
      return ValuationExplanation(try report(of: model, at: span))
    }
    if case .field(.name(let name, _), let field, _) = expression, session.names[name] == nil,
      let report = session.results[name == "_" && session.lastWithoutName == nil ? session.lastResult ?? name : name]?
        .backtest,
      !ResultCurves.names.contains(field)
    {
      if let metric = Metric.all.first(where: { $0.name == field }) { return report.explanation(of: metric) }
      if let explanation = LuckFigure.named(field).flatMap({ report.explanation(of: $0) }) { return explanation }
    }
    if case .field(.name(let name, _), "efficiency", _) = expression, session.names[name] == nil,
      let walk = session.results[name]?.whole as? WalkForwardReport
    {
      return walk.efficiencyExplanation
    }
    if let explanation = try explanation(ofResult: expression) { return explanation }
    if case .name(let name, let span) = expression, session.names[name] == nil,
      let explanation = try explanation(ofStored: name, at: span)
    {
      return explanation
    }
    return try explainComputation(expression, definition(of: expression), at: nil)
  }

  /// The definition of a name and its users; empty for other expressions.
  private func definition(of expression: Expression) -> [(String, String)] {
    guard case .name(let name, _) = expression, let definition = session.names[name] else { return [] }
    let users = session.users(of: name)
    return [("definition", definition.text)] + (users.isEmpty ? [] : [("used by", users.joined(separator: ", "))])
  }

  /// The bar that is explained: the last one, or the last one up to a date.
  private mutating func bar(
    at day: Expression?, on series: Evaluation.Series
  ) throws(Diagnostic) -> Int? {
    let bars = series.bars
    guard let day else { return bars.isEmpty ? nil : bars.count - 1 }
    let end = bars.firstIndex(notBefore: try dates(day, zone: bars.zone).end)
    guard end > 0 else {
      throw Diagnostic(
        .noBar, "\(series.name) has no bar up to \(sources.text(of: day.span))", at: day.span,
        hints: bars.isEmpty ? [] : ["its first one is `\(bars.label(at: 0))`"])
    }
    return end - 1
  }

  /// The explanation of a result, a strategy or another thing denoted by a name; nil if it is none of these.
  private mutating func explanation(
    ofStored name: String, at span: SourceSpan
  ) throws(Diagnostic) -> (any StatementResult)? {
    if let report = session.results[name]?.backtest {
      let range = report.result.range
      let definition = session.strategies[report.strategy]?.definition
      return Explanation(
        expression: name,
        facts: [
          ("definition", report.text), ("run", report.title),
          (
            "bars",
            "\(report.seriesName), \(report.label(range.lowerBound)) to \(report.label(range.upperBound - 1))"
          ),
          ("assumptions", report.allAssumptionsText),
        ],
        // The series of a portfolio is the clock of its symbols: its rules are read on each of these.
        values: try definition.map { definition throws(Diagnostic) in
          try explainedValues(
            of: definition, on: report.result.symbols.isEmpty ? report.series : session.active?.series, at: span)
        } ?? [])
    }
    if let strategy = session.strategies[name] {
      return Explanation(
        expression: name, facts: [("definition", strategy.text)],
        values: try explainedValues(of: strategy.definition, on: session.active?.series, at: span))
    }
    return isStandardName(name) ? nil : try explanation(ofThing: name, at: span)
  }

  /// The explanation of an expression: its kind, its inputs, its first value, its last value.
  ///
  /// - Parameter known: the facts already known of its name.
  private mutating func explainComputation(
    _ expression: Expression, _ known: [(String, String)], at day: Expression?
  ) throws(Diagnostic) -> Explanation {
    try explainComputation(expression, known) { (execution, series) throws(Diagnostic) in
      try execution.bar(at: day, on: series)
    }
  }

  /// The explanation of what an expression is on a bar of the series in use.
  mutating func explanation(of expression: Expression, on bar: Int) throws(Diagnostic) -> Explanation {
    try explainComputation(expression, definition(of: expression)) { (_, _) throws(Diagnostic) in bar }
  }

  private mutating func explainComputation(
    _ expression: Expression, _ known: [(String, String)],
    bar chosen: (inout Execution, Evaluation.Series) throws(Diagnostic) -> Int?
  ) throws(Diagnostic) -> Explanation {
    var planner = makePlanner()
    let planned = try plan(called(expression), &planner)
    var facts = known + [("kind", planned.described(planner.plan))]
    if let origin = planned.lookAhead {
      let reason = planner.valuationLookAhead[origin]?.message
      facts.append(("hindsight", reason ?? "depends on later bars: no rule may use it"))
    }
    var nodes: [NodeID] = []
    switch planned.content {
    case .node(let node): nodes = [node]
    case .record(let outputs):
      nodes = outputs.map(\.node)
      facts.append(("outputs", outputs.map(\.name).joined(separator: ", ")))
    case .value(let value): facts.append(("value", value.text))
    }
    let used = planner.plan.used(by: nodes)
    for name in used.indicators {
      guard let indicator = Indicator.named(name) else { continue }
      facts.append((name, "\(indicator.fullName): \(indicator.formula.trimmedStop). \(indicator.convention)"))
    }
    if let like = session.settings.like, !used.indicators.isEmpty {
      facts.append(("conventions", "like \(like.name), unless an argument says otherwise"))
    }
    if !used.fields.isEmpty { facts.append(("inputs", used.fields.joined(separator: ", "))) }
    let values = try session.active.map { active throws(Diagnostic) in
      try explainedValues(of: nodes, planner.plan, on: active.series, at: expression.span)
    }
    if let active = session.active, !used.fields.isEmpty || values?.isEmpty == false {
      let bar = try chosen(&self, active.series)
      facts += try factsOfBars(planned, nodes, planner.plan, on: active.series, bar: bar, at: expression.span)
      if let bar {
        facts += numbersPutIn(expression, on: bar)
        facts += try rows(under: nodes, planner.plan, bar, on: active.series)
      }
    } else if let beginning = planner.plan.beginning(ofAll: nodes) {
      facts += BeginningText(beginning: beginning, first: nil, bars: nil, looksAhead: planned.lookAhead != nil).facts
    }
    return Explanation(expression: sources.text(of: expression.span), facts: facts, values: values ?? [])
  }

  /// The rows of the source that a value rests on: that of its bar, and of the earliest one that it looks back to.
  private func rows(
    under nodes: [NodeID], _ plan: Plan, _ bar: Int, on series: Evaluation.Series
  ) throws(Diagnostic) -> [(String, String)] {
    guard plan.readsOwnBars(nodes), nodes.contains(where: { !plan.isScalar($0) }) else { return [] }
    var facts = try sourceRows(of: bar, on: series)
    guard !facts.isEmpty, let beginning = plan.beginning(ofAll: nodes), beginning.warmUp > 0 || beginning.settled != 0
    else { return facts }
    // A recursive computation looks back to the first bar, whose weight soon vanishes.
    guard let reach = beginning.settled else { return facts + [("looks back to", "the first bar")] }
    guard bar - reach >= 0 else { return facts + [("looks back to", "\(series.bars.label(at: 0)), the first bar")] }
    let rest = reach > beginning.warmUp ? "; earlier bars weigh less than a millionth" : ""
    facts.append(("looks back to", series.bars.label(at: bar - reach) + rest))
    facts += try sourceRows(of: bar - reach, on: series, label: "its row")
    return facts
  }

  /// The facts about the bars that an expression is computed on: their source, its first value there and that of a bar.
  private mutating func factsOfBars(
    _ planned: Planned, _ nodes: [NodeID], _ plan: Plan, on series: Evaluation.Series, bar: Int?, at span: SourceSpan
  ) throws(Diagnostic) -> [(String, String)] {
    let bars = series.bars
    var text = "\(series.name), \(NumberText.counted(bars.count, "bar")) of \(bars.timeframe)"
    if !bars.isEmpty { text += ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))" }
    var facts = [("bars", text)]
    if let loaded = session.series[series.name] {
      facts.append(("source", "\(loaded.source.title), hash \(loaded.contentHash)"))
    }
    facts += try otherSeries(of: nodes, plan, on: series, at: span)
    var evaluator = makeEvaluator(plan, on: series)
    do {
      if let beginning = plan.beginning(ofAll: nodes) {
        let columns = try nodes.filter { !plan.isScalar($0) }.map { node throws(EvaluationError) in
          try evaluator.column(node)
        }
        facts +=
          BeginningText(
            beginning: beginning, first: columns.compactMap(\.firstValid).max(), bars: bars,
            looksAhead: planned.lookAhead != nil
          ).facts
      }
      if let node = nodes.first, nodes.count == 1 {
        let column = try evaluator.column(node)
        let value = plan.value(bar.map { column.values[$0] } ?? .nan, kind: planned.kind).shown
        let isLast = bar.map { $0 == bars.count - 1 } ?? true
        facts.append((isLast ? "last value" : "value", isLast ? value : "\(value), on \(bars.label(at: bar ?? 0))"))
      }
    } catch {
      throw diagnostic(error, at: span)
    }
    return facts
  }
}

extension Plan {
  /// The beginning of the latest of some series; nil if none of them is a series.
  fileprivate func beginning(ofAll nodes: [NodeID]) -> Beginning? {
    nodes.filter { !isScalar($0) }.map { beginning(of: $0) }.reduce(nil) { $0?.later($1) ?? $1 }
  }
}

extension Execution {
  /// The expression, and of the bare name of an indicator with parameters its call.
  private func called(_ expression: Expression) -> Expression {
    guard case .name(let name, let span) = expression, case .indicator(let indicator)? = session.names[name]?.meaning,
      indicator.parameters != nil
    else { return expression }
    return .call(name, nameSpan: span, arguments: [], span)
  }

  /// The facts about the series that contexts mean.
  private func otherSeries(
    of nodes: [NodeID], _ plan: Plan, on series: Evaluation.Series, at span: SourceSpan
  ) throws(Diagnostic) -> [(String, String)] {
    var facts: [(String, String)] = []
    do {
      for (context, other) in try plan.otherSeries(of: nodes, on: series, source: session.seriesSource) {
        let bars = other.bars
        var text = "\(other.name), \(NumberText.counted(bars.count, other.publication == nil ? "bar" : "value"))"
        text += " of \(bars.timeframe)"
        if !bars.isEmpty { text += ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))" }
        if let hours = bars.session { text += ", session \(hours)" }
        if let loaded = session.series[other.name], other.name != series.name {
          text += "; \(loaded.publicationText.map { $0 + "; " } ?? "")\(loaded.source.title)"
        }
        facts.append((context, text))
      }
    } catch {
      throw diagnostic(.context(error), at: span)
    }
    return facts
  }
}

extension Planned {
  /// The kind in words: `a series of numbers`.
  fileprivate func described(_ plan: Plan) -> String {
    guard case .node(let node) = content, !plan.isScalar(node) else { return kind.described }
    switch kind {
    case .truth: return "a series of booleans"
    case .rate: return "a series of rates"
    case .date: return "a series of dates"
    case .text: return "a series of strings: \(choices.joined(separator: ", "))"
    default: return "a series of numbers"
    }
  }
}
