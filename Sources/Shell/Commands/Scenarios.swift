import Language
import Presentation
import Valuation

extension Command {
  static let scenarios = Command(
    CommandSyntax("scenarios", forms: [CommandSyntax.Form("", [.optional(.word("ticker", .symbol))])]),
    category: .valuation,
    summary: "Lists the saved valuations.", usage: ["scenarios [TICKER]"], examples: ["scenarios"]
  ) { execution, call throws(Diagnostic) in
    let ticker = try call.word("ticker").map { word throws(Diagnostic) in try execution.text(word) }
    let listed = execution.session.scenarios.filter { ticker == nil || $0.ticker == ticker }
    return TableResult(
      table: Table(
        columns: [
          .text("ticker"), .text("scenario", .name), .number("value per share", .fixed(2), key: "value_per_share"),
          .number("price", .fixed(2)), Table.Column.percent("upside").coloredBySign, .text("saved", key: "saved_at"),
        ],
        rows: listed.map { scenario in
          let worth = scenario.worth
          return [
            .text(scenario.ticker), .text(scenario.name), .number(worth.value), .number(worth.price),
            .number(worth.upside), .text(scenario.savedAt),
          ]
        }), notes: listed.isEmpty ? ["`save scenario NAME` saves the model in work"] : [])
  }

  static let rename = Command(
    CommandSyntax(
      "rename",
      forms: [
        CommandSyntax.Form(
          "scenario", [.keyword("scenario"), .word("name", .scenario), .keyword("to"), .word("new", .newName)])
      ], hasResult: false), category: .valuation, summary: "Gives a scenario another name.",
    usage: ["rename scenario NAME to NEW"], examples: ["rename scenario bull to \"Bull 2026\""], changesSession: true
  ) { execution, call throws(Diagnostic) in
    guard let word = call.word("name"), let newWord = call.word("new") else { return nil }
    let scenario = try execution.scenario(word)
    let name = try execution.text(newWord)
    if execution.session.scenarios.contains(where: { $0.name == name && $0.ticker == scenario.ticker }) {
      throw Diagnostic(.nameInUse, "\(scenario.ticker) has a scenario `\(name)` already", at: newWord.span)
    }
    try execution.checkScenarioName(name, at: newWord.span)
    for index in execution.session.scenarios.indices where execution.session.scenarios[index].id == scenario.id {
      execution.session.scenarios[index].name = name
    }
    if execution.isInWork(scenario) { execution.session.model?.scenario = name }
    return Done(
      action: "rename", message: "\(scenario.name) is now \(name)",
      details: [("from", .string(scenario.name)), ("to", .string(name))])
  }

  static let delete = Command(
    CommandSyntax(
      "delete", forms: [CommandSyntax.Form("scenario", [.keyword("scenario"), .words("names", .scenario)])],
      hasResult: false),
    category: .valuation, summary: "Deletes saved valuations.", usage: ["delete scenario NAME, …"],
    discussion: "`undo` brings them back.", examples: ["delete scenario bear"], changesSession: true
  ) { execution, call throws(Diagnostic) in
    var deleted: [String] = []
    for word in call.words("names") {
      let scenario = try execution.scenario(word)
      execution.session.scenarios.removeAll { $0.id == scenario.id }
      if execution.isInWork(scenario) { execution.session.model?.scenario = nil }
      deleted.append(scenario.name)
    }
    return Done(
      action: "delete", message: "deleted \(deleted.joined(separator: ", "))",
      details: [("scenarios", .strings(deleted))])
  }
}

extension Execution {
  /// True where the model in work came from a scenario.
  fileprivate func isInWork(_ scenario: Scenario) -> Bool {
    session.model?.scenario == scenario.name && session.model?.ticker == scenario.ticker
  }

  /// Saves the model in work under a name; a scenario of that name is replaced and keeps its identity.
  mutating func saveScenario(_ word: Word, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    var model = try modelInWork(at: span)
    let name = try text(word)
    try checkScenarioName(name, at: word.span)
    let worth = try worth(of: model, at: span)
    let (scenario, isNew) = try keep(model, as: name, note: nil, at: word.span)
    model.scenario = name
    model.isChanged = false
    session.model = model
    return Done(
      action: "save scenario",
      message:
        "saved \(model.ticker) \(name), \(worth.text)\(isNew ? "" : ", replacing the one before")",
      details: [
        ("scenario", .string(name)), ("ticker", .string(model.ticker)), ("id", .string(scenario.id)),
        ("value_per_share", .number(worth.value)), ("replaced", .bool(!isNew)),
      ])
  }

  /// Keeps a model as a scenario, and lets those that follow it follow the change.
  @discardableResult
  mutating func keep(
    _ model: ModelInWork, as name: String, note: String?, at span: SourceSpan
  ) throws(Diagnostic) -> (scenario: Scenario, isNew: Bool) {
    try checkScenarioName(name, at: span)
    let old = session.scenarios.firstIndex { $0.name == name && $0.ticker == model.ticker }
    let id = old.map { session.scenarios[$0].id } ?? environment.newIdentifier()
    let scenario = Scenario(
      id: id, name: name, ticker: model.ticker, assumptions: model.assumptions, savedAt: environment.now(), note: note,
      inheritance: model.inheritance, drivers: model.drivers)
    if let old { session.scenarios[old] = scenario } else { session.scenarios.append(scenario) }
    return (scenario, old == nil)
  }

  /// Brings a saved valuation back as the model in work.
  mutating func loadScenario(_ word: Word, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let scenario = try scenario(word)
    session.model = ModelInWork(
      ticker: scenario.ticker, scenario: scenario.name, assumptions: scenario.assumptions,
      inheritance: scenario.inheritance)
    session.model?.drivers = scenario.drivers
    if let report = try driverReport(of: scenario, at: span) { return report }
    return ValuationReport(
      ticker: scenario.ticker, scenario: scenario.name, isChanged: false,
      result: try valued(scenario.assumptions, at: span), before: nil)
  }

  /// A scenario may not be called like an assumption: `dcf growth = …` would be ambiguous.
  func checkScenarioName(_ name: String, at span: SourceSpan) throws(Diagnostic) {
    // `base` is the usual name of a scenario, and `dcf base = fy` is told from it by its `=`.
    guard AssumptionDefinition.named(name) == nil || name == "base", !name.isEmpty else {
      throw Diagnostic(.nameInUse, "a scenario may not be called like an assumption", at: span)
    }
  }
}
