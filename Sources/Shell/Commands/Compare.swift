import Backtesting
import Calendar
import Columns
import Commands
import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Strategies
import Text
import Valuation
import Workspace

/// The forms of `compare`.
private enum CompareForm: String {
  case names = ""
  case series
}

extension Command {
  static let compare = Command(
    CommandSyntax(
      "compare",
      forms: [
        CommandSyntax.Form(CompareForm.names, [.required(.compared)]),
        CommandSyntax.Form(CompareForm.series, [.keyword("series"), .required(.comparedSeries)]),
      ]), category: .valuation, summary: "Puts scenarios, forecasts, backtests, strategies or series side by side.",
    discussion: """
      The names are scenarios and forecasts if all of them are, else results, else strategies, which are run on \
      the series in use; `now` is the open valuation, `base @ MSFT` the scenario of another company. Scenarios may \
      have weights that add up to 100%; their weighted value is shown. The ranges share one axis with the price \
      and the prices of 52 weeks. Below is what moves the value from the first scenario to each other one: the \
      mean of what each assumption adds over all orders of changing them; `A to B` shows that alone. From a forecast \
      to now it is a walk: time, base figures, bridge and shares, opinions. Of backtests come the windows, what differs \
      in costs and other settings, all statistics, and a test of the mean return a day, paired by day, of each against \
      the first: a stationary bootstrap with a fixed seed. `compare series A, B` counts the bars that are equal to the \
      last bit, over the time that both have, and shows the others.
      """,
    examples: [
      "compare bear, base, bull", "compare bear 25%, base 50%, bull 25%", "compare bear to bull",
      "compare \"Q3 view\", now", "compare cross, swing", "compare series SPY, AAPL",
    ]
  ) { execution, call throws(Diagnostic) in
    try call.form(of: CompareForm.self) == .series
      ? execution.compareSeries(try call[.comparedSeries], at: call.commandSpan) : execution.compare(call)
  }
}

extension Execution {
  fileprivate mutating func compare(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let words = try call[.compared]
    var names: [String] = []
    for word in words { names.append(try text(word.word)) }
    let typed = names
    for (word, name) in zip(words, names) {
      // `compare base bull` reads `bull` as the weight of `base`.
      guard case .name(let weight, let span)? = word.weight, session.names[weight] == nil, isKnown(weight) else {
        continue
      }
      throw Diagnostic(
        .weightsIncomplete, "`\(weight)` takes the place of a weight of `\(name)`", at: span,
        hints: ["names have commas between them: `compare \(name), \(weight)`"])
    }
    if names.allSatisfy(isValuation) { return try compareValuations(words, at: call.commandSpan) }
    if let target = words.first(where: \.isTarget) {
      throw Diagnostic(
        .unknownResult, "`\(try text(target.word))` is not a scenario, and only scenarios are compared `to` each other",
        at: target.word.span, hints: ["a file is quoted: `to \"FILE.json\"`"])
    }
    if let weighted = words.first(where: { $0.weight != nil }), names.allSatisfy(isKnown) {
      throw Diagnostic(.weightsIncomplete, "only scenarios have weights", at: weighted.word.span)
    }
    // A list of backtests means its runs.
    names = names.flatMap { (session.results[$0]?.whole as? BacktestList)?.runs.map(\.name) ?? [$0] }
    if names.allSatisfy({ session.results[$0]?.backtest != nil }) {
      let reports = names.compactMap { session.results[$0]?.backtest }
      for report in reports {
        warn(report.findings)
      }
      return comparison(of: reports, names)
    }
    if names.allSatisfy({ session.strategies[$0] != nil }) {
      let series = try activeSeries(at: call.commandSpan)
      var reports: [BacktestReport] = []
      for word in words {
        reports.append(
          try run(
            Subject(name: word.word, span: word.word.span), on: RunGround(series),
            settings: session.settings, range: 0..<series.bars.count, at: call.commandSpan))
      }
      return comparison(of: reports, names)
    }
    names = typed
    let unknown = words.indices.first { !isKnown(names[$0]) }
    let known =
      session.research.scenarios.map(\.name) + session.research.forecasts.map(\.name) + Array(session.results.keys)
      + Array(session.strategies.keys)
    guard let unknown else {
      throw Diagnostic(
        .unknownResult, "these are of different kinds: scenarios, backtests or strategies", at: call.commandSpan)
    }
    let hint = Spelling.hint(for: names[unknown], in: known).map { [$0] } ?? []
    throw Diagnostic(
      .unknownResult, "`\(names[unknown])` is not a scenario, a result or a strategy", at: words[unknown].word.span,
      hints: hint)
  }

  private mutating func comparison(of reports: [BacktestReport], _ names: [String]) -> ComparisonReport {
    var remarked: Set<String> = []
    for report in reports where remarked.insert(report.seriesName).inserted {
      remarkPrices(of: report.series, in: report.result.range, naming: true, isComputed: true)
    }
    var rows: [(String, [JSONValue], [Cell])] = [
      ("symbol", reports.map { .string($0.seriesName) }, reports.map { .text($0.seriesName) }),
      row("timeframe", reports) { "\($0.bars.timeframe)" },
      row("since", reports) { $0.label($0.result.range.lowerBound) },
      row("until", reports) { $0.label($0.result.range.upperBound - 1) },
    ]
    // Only those assumptions of the runs that differ.
    for (index, (name, _)) in (reports.first?.comparedAssumptions ?? []).enumerated() {
      let texts = reports.map { report in
        let all = report.comparedAssumptions
        return all.indices.contains(index) && all[index].0 == name
          ? all[index].1 : all.first { $0.0 == name }?.1 ?? "-"
      }
      if Set(texts).count > 1 { rows.append((name, texts.map { .string($0) }, texts.map { .text(StyledText($0)) })) }
    }
    for metric in Metric.all {
      rows.append(
        (
          metric.name, reports.map { .number(metric.value($0.performance)) },
          reports.map { metric.cell($0.performance) }
        ))
    }
    var comparison = ComparisonReport(columns: names, rows: rows)
    comparison.titles = Dictionary(uniqueKeysWithValues: Metric.all.map { ($0.name, $0.title) })
    comparison.curves = EquityCurves(of: reports, names).picture
    let windows = Set(
      reports.map { "\($0.label($0.result.range.lowerBound)) \($0.label($0.result.range.upperBound - 1))" })
    if windows.count > 1 { comparison.notes.append("the windows differ: only the days that both have are paired") }
    for (other, name) in zip(reports, names).dropFirst() {
      guard let difference = reports[0].difference(to: other, named: (names[0], name)) else {
        comparison.notes.append("from \(names[0]) to \(name): too few returns of the same days to test")
        continue
      }
      comparison.differences.append(difference)
    }
    return comparison
  }

  private func row(
    _ title: String, _ reports: [BacktestReport], _ text: (BacktestReport) -> String
  ) -> (String, [JSONValue], [Cell]) {
    (title, reports.map { .string(text($0)) }, reports.map { .text(text($0)) })
  }

  /// Whether a name is that of anything that can be compared.
  private func isKnown(_ name: String) -> Bool {
    session.results[name] != nil || session.strategies[name] != nil || isValuation(name)
  }

  /// Whether a name is that of a scenario, of a forecast, or `now`.
  private func isValuation(_ name: String) -> Bool {
    if name == "now" { return session.research.model != nil }
    let own = name.split(separator: "@", maxSplits: 1).first.map(String.init) ?? name
    return !session.research.scenarios.named(own).isEmpty
      || session.research.forecasts.contains { $0.name == name }
  }

  /// The valuation of a name in a comparison.
  private mutating func compared(_ word: WeightedWord) throws(Diagnostic) -> ComparedValuation {
    let name = try text(word.word)
    let weight = try word.weight.map { expression throws(Diagnostic) in try number(expression, "a weight").0 }
    if name == "now", let model = session.research.model {
      return ComparedValuation(
        name: "now", ticker: model.ticker, assumptions: model.assumptions,
        result: try valued(model.assumptions, at: word.word.span), weight: weight,
        baseEnd: session.research.baseEnd(of: model.assumptions, model.ticker).map { "\($0)" }, isDated: true,
        drivers: model.drivers)
    }
    if session.research.scenarios.named(name).isEmpty,
      session.research.forecasts.contains(where: { $0.name == name })
    {
      let forecast = try forecast(word.word)
      let result = try valued(forecast.assumptions, at: word.word.span)
      if result.valuePerShare != forecast.outputs.valuePerShare {
        note(
          .forecastRecomputed,
          "`\(name)` was \(NumberFormat.fixed(2).text(forecast.outputs.valuePerShare)) a share by tas \(forecast.version), and is \(NumberFormat.fixed(2).text(result.valuePerShare)) by this version",
          at: word.word.span)
      }
      return ComparedValuation(
        name: name, ticker: forecast.ticker, assumptions: forecast.assumptions, result: result, weight: weight,
        baseEnd: forecast.outputs.baseEnd, isDated: true)
    }
    let scenario = try scenario(word.word)
    return ComparedValuation(
      name: scenario.name, ticker: scenario.ticker, assumptions: scenario.assumptions,
      result: try valued(scenario.assumptions, at: word.word.span), weight: weight,
      baseEnd: session.research.baseEnd(of: scenario.assumptions, scenario.ticker).map { "\($0)" },
      drivers: scenario.drivers)
  }

  /// A valuation in the shares of today, as are all compared; a note reports a split.
  private mutating func inSharesOfToday(
    _ valuation: ComparedValuation, at span: SourceSpan, _ notes: inout [String]
  ) throws(Diagnostic) -> ComparedValuation {
    let splits = session.research.splits(
      since: valuation.assumptions, of: valuation.ticker, baseEnd: valuation.baseEnd.flatMap { CivilDate(iso8601: $0) })
    guard let text = splits.text(was: valuation.result.valuePerShare) else { return valuation }
    var new = valuation
    do { new.assumptions = try valuation.assumptions.afterSplit(splits.factor) } catch {
      throw diagnostic(error, [], span)
    }
    new.result = try valued(new.assumptions, at: span)
    notes.append("\(valuation.name) is \(text)")
    return new
  }

  /// Valuations side by side, with the gaps between them.
  mutating func compareValuations(
    _ words: [WeightedWord], at commandSpan: SourceSpan
  ) throws(Diagnostic) -> ComparisonReport {
    var compared: [ComparedValuation] = []
    var splits: [String] = []
    for word in words { compared.append(try inSharesOfToday(self.compared(word), at: word.word.span, &splits)) }
    if Set(compared.map(\.ticker)).count > 1 {
      try refuseWeights(ofCompanies: compared, words)
      for index in compared.indices { compared[index].name += "@" + compared[index].ticker }
    }
    let comparison: ScenarioComparison
    do {
      comparison = try ScenarioComparison(
        compared.map { ScenarioComparison.Column($0.name, $0.result, weight: $0.weight) })
    } catch {
      let first = words.first?.word.span ?? commandSpan
      throw diagnostic(error, [], words.last.map { first.joined(with: $0.weight?.span ?? $0.word.span) })
    }
    let isGap = words.contains(where: \.isTarget)
    var report = ComparisonReport(
      columns: compared.map(\.name),
      rows: comparison.rows.filter { !isGap || $0.kind == .assumption || $0.item == "value_per_share" }.map { row in
        (row.item, row.values.map { $0.json }, row.values.map { $0.cell(row) })
      }, weightedValue: comparison.weightedValue)
    report.titles = Dictionary(comparison.rows.map { ($0.item, $0.title) }, uniquingKeysWith: { first, _ in first })
    if let value = comparison.weightedValue {
      let upside = comparison.weightedUpside.map { ", upside \(NumberFormat.percent(2).signed.text($0))" } ?? ""
      report.notes = [
        "weighted value \(NumberFormat.fixed(2).text(value))\(upside), spread \(NumberFormat.fixed(2).text(comparison.spread))"
      ]
    }
    for remark in splits + compared.compactMap(\.driverRemark) { report.notes.append(StyledText(remark, .dim)) }
    if !isGap { report.field = footballField(compared) }
    for (other, word) in zip(compared, words).dropFirst() {
      try explainGap(from: compared[0], to: other, at: word.word.span, in: &report)
    }
    return report
  }

  /// Refuses weights of scenarios of more than one company, whose values have no mean that is worth anything.
  private func refuseWeights(
    ofCompanies compared: [ComparedValuation], _ words: [WeightedWord]
  ) throws(Diagnostic) {
    guard let other = compared.indices.first(where: { compared[$0].ticker != compared[0].ticker }),
      words.contains(where: { $0.weight != nil })
    else { return }
    throw Diagnostic(
      .differentCompanies,
      "`\(compared[0].name)` is a scenario of \(compared[0].ticker) and `\(compared[other].name)` of "
        + "\(compared[other].ticker): weights are of the scenarios of one company",
      at: words[other].word.span, hints: ["leave out the weights to see them side by side"])
  }

  /// Adds the attribution or the walk from one valuation to another; a note alone between companies.
  private mutating func explainGap(
    from first: ComparedValuation, to other: ComparedValuation, at span: SourceSpan, in report: inout ComparisonReport
  ) throws(Diagnostic) {
    guard first.ticker == other.ticker else {
      if report.attribution.isEmpty, report.walks.isEmpty {
        note(.differentCompanies, "a gap can be split only within one company", at: span)
      }
      return
    }
    do throws(ValuationError) {
      let isWalk = first.isDated || other.isDated || first.assumptions.baseYear != other.assumptions.baseYear
      if !isWalk, let split = other.drivers.flatMap({ first.drivers?.split(to: $0) }) {
        if !split.parts.isEmpty { report.attribution.append((first.name, other.name, split)) }
        return
      }
      if !isWalk, let split = try Attribution(from: first.assumptions, to: other.assumptions) {
        if !split.parts.isEmpty { report.attribution.append((first.name, other.name, split)) }
        return
      }
      // Other base years, or too much that differs, is listed by groups.
      let walk = try ValuationWalk(
        from: first.assumptions, to: other.assumptions, baseEnds: (first.baseEnd, other.baseEnd))
      report.walks.append(WalkReport(from: first.name, to: other.name, walk: walk))
    } catch {
      note(
        code: Diagnostic.Code(error.code), "the gap to `\(other.name)` is not split: \(error.message.trimmedStop)",
        at: span)
    }
  }
}
