import Language
import Presentation
import Valuation

extension Command {
  static let scenarios = Command(
    CommandSyntax("scenarios", forms: [CommandSyntax.Form("", [.optional(role: .ticker)])]),
    category: .valuation,
    summary: "Lists the saved valuations.",
    discussion: "A scenario that follows another one shows which, and what it changes of it.", examples: ["scenarios"]
  ) { execution, call throws(Diagnostic) in
    let ticker = try call[.ticker].map { word throws(Diagnostic) in try execution.text(word) }
    let session = execution.session
    let listed = session.scenarios.filter { ticker == nil || $0.ticker == ticker }
    return TableResult(
      table: Table(
        columns: [
          .text("ticker"), .text("scenario", .name), .number("value per share", .fixed(2), key: "value_per_share"),
          .number("price", .fixed(2)), Table.Column.percent("upside").coloredBySign, .text("saved", key: "saved_at"),
          .text("follows"),
        ],
        rows: listed.map { scenario in
          let worth = scenario.worth
          return [
            .text(scenario.ticker), .text(scenario.name), .number(worth.value), .number(worth.price),
            .number(worth.upside), .text(scenario.savedAt), .text(session.parent(of: scenario)?.name ?? ""),
          ]
        }),
      notes: listed.isEmpty
        ? ["`save scenario NAME` saves the model in work"] : listed.compactMap { session.remark(on: $0) },
      details: [
        (
          "scenarios",
          .array(
            listed.map { scenario in
              [
                "id": .string(scenario.id), "name": .string(scenario.name), "ticker": .string(scenario.ticker),
                "parent": .string(session.parent(of: scenario)?.name),
                "changes": .strings(scenario.inheritance?.changes.map(\.text) ?? []), "note": .string(scenario.note),
              ]
            })
        )
      ])
  }

  static let rename = Command(
    CommandSyntax(
      "rename",
      forms: [
        CommandSyntax.Form(
          "scenario", [.keyword("scenario"), .required(.namedScenario), .keyword("to"), .required(.newScenarioName)])
      ], hasResult: false), category: .valuation, summary: "Gives a scenario another name.",
    discussion: "Those that follow it go on doing so.",
    examples: ["rename scenario bull to \"Bull 2026\""], changesSession: true
  ) { execution, call throws(Diagnostic) in
    let word = try call[.namedScenario]
    let newWord = try call[.newScenarioName]
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
    try execution.settle(heirsOf: scenario.id, at: newWord.span)
    return Done(
      action: "rename", message: "\(scenario.name) is now \(name)",
      details: [("from", .string(scenario.name)), ("to", .string(name))])
  }

  static let delete = Command(
    CommandSyntax(
      "delete",
      forms: [
        CommandSyntax.Form(
          "scenario", [.keyword("scenario"), .required(.scenarios)], clauses: [.clause(.flatten)]),
        CommandSyntax.Form("forecast", [.keyword("forecast"), .required(.forecasts)]),
      ],
      hasResult: false),
    category: .valuation, summary: "Deletes saved valuations and forecasts.",
    discussion: """
      A scenario that others follow is kept, unless these are deleted with it, or `flatten` lets them stand alone \
      first, with the same values. `undo` brings all back.
      """, examples: ["delete scenario bear"], changesSession: true
  ) { execution, call throws(Diagnostic) in
    call.form == "forecast" ? try execution.deleteForecasts(call) : try execution.deleteScenarios(call)
  }
}

extension Session {
  /// The scenario that another one follows; nil where it stands alone.
  func parent(of scenario: Scenario) -> Scenario? { scenario.inheritance.flatMap { self.scenario(id: $0.parent) } }

  /// What a scenario changes of the one that it follows, and its note; nil where there is neither.
  fileprivate func remark(on scenario: Scenario) -> String? {
    let parts = [parent(of: scenario).map { _ in following(scenario) }, scenario.note].compactMap { $0 }
    return parts.isEmpty ? nil : "\(scenario.name): \(parts.joined(separator: "; "))"
  }

  /// Which scenario another one follows and what it changes, as one would type it; empty where it stands alone.
  func following(_ scenario: Scenario) -> String {
    guard let inheritance = scenario.inheritance, let parent = self.scenario(id: inheritance.parent) else { return "" }
    return inheritance.changes.isEmpty ? parent.name : "\(parent.name) with \(inheritance.text)"
  }
}

extension Execution {
  /// True where the model in work came from a scenario.
  fileprivate func isInWork(_ scenario: Scenario) -> Bool {
    session.model?.scenario == scenario.name && session.model?.ticker == scenario.ticker
  }

  fileprivate mutating func deleteScenarios(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var deleted: [Scenario] = []
    var spans: [SourceSpan] = []
    for word in try call[.scenarios] {
      deleted.append(try scenario(word))
      spans.append(word.span)
    }
    let ids = Set(deleted.map(\.id))
    var flattened: [String] = []
    for (scenario, span) in zip(deleted, spans) {
      let heirs = session.heirs(of: scenario.id).filter { !ids.contains($0.id) }.map(\.name)
      guard !heirs.isEmpty else { continue }
      guard call.has(.flatten) else {
        let names = heirs.map { "`\($0)`" }.joined(separator: " and ")
        throw Diagnostic(
          "scenario-has-heirs", "\(names) \(heirs.count == 1 ? "follows" : "follow") `\(scenario.name)`", at: span,
          hints: [
            "`delete scenario \(scenario.name) flatten` lets \(heirs.count == 1 ? "it" : "them") stand alone first",
            "`delete scenario \(([scenario.name] + heirs).joined(separator: ", "))` deletes all of them",
          ])
      }
      flattened += heirs
    }
    do {
      try session.flattenHeirs(of: ids)
    } catch {
      throw refused(error, at: call.commandSpan)
    }
    session.scenarios.removeAll { ids.contains($0.id) }
    for scenario in deleted where isInWork(scenario) { session.model?.scenario = nil }
    let rest =
      flattened.isEmpty
      ? "" : "; \(flattened.joined(separator: ", ")) now stand\(flattened.count == 1 ? "s" : "") alone"
    return Done(
      action: "delete", message: "deleted \(deleted.map(\.name).joined(separator: ", "))\(rest)",
      details: [("scenarios", .strings(deleted.map(\.name))), ("flattened", .strings(flattened))])
  }

  /// Saves the model in work under a name; a scenario of that name is replaced and keeps its identity.
  mutating func saveScenario(
    _ word: Word, note: Word?, flatten: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    var model = try modelInWork(at: span)
    let name = try text(word)
    let note = try note.map { word throws(Diagnostic) in try text(word) }
    let worth = try worth(of: model, at: span)
    if flatten {
      do { model.assumptions = try session.writtenOut(model.assumptions, model.inheritance) } catch {
        throw diagnostic(error, [], span)
      }
      model.inheritance = nil
    }
    let (scenario, isNew) = try keep(model, as: name, note: note, at: word.span)
    let parent = scenario.inheritance.flatMap { session.scenario(id: $0.parent) }
    let heirs = session.scenarios.filter { $0.id != scenario.id && session.follows($0.id, scenario.id) }.map(\.name)
    var notes: [String] = []
    if let parent { notes.append("it follows \(session.following(scenario)): a change of \(parent.name) flows on") }
    if !heirs.isEmpty { notes.append("\(heirs.joined(separator: ", ")) \(heirs.count == 1 ? "follows" : "follow") it") }
    return Done(
      action: "save scenario",
      message:
        "saved \(model.ticker) \(name), \(worth.text)\(isNew ? "" : ", replacing the one before")",
      details: [
        ("scenario", .string(name)), ("ticker", .string(model.ticker)), ("id", .string(scenario.id)),
        ("value_per_share", .number(worth.value)), ("replaced", .bool(!isNew)),
        ("parent", .string(parent?.name)), ("heirs", .strings(heirs)), ("note", .string(scenario.note)),
      ], notes: notes)
  }

  /// Keeps a model as a scenario, which is in work then, and lets those that follow it follow the change.
  ///
  /// A model that follows a scenario is kept as its changes. Saved over the scenario that it follows itself, it takes
  /// that one's place, with the changes of both.
  @discardableResult
  mutating func keep(
    _ model: ModelInWork, as name: String, note: String?, at span: SourceSpan
  ) throws(Diagnostic) -> (scenario: Scenario, isNew: Bool) {
    try checkScenarioName(name, at: span)
    let old = session.scenarios.firstIndex { $0.name == name && $0.ticker == model.ticker }
    let before = old.map { session.scenarios[$0] }
    let id = before?.id ?? environment.newIdentifier()
    var assumptions = model.assumptions
    var inheritance = model.inheritance.flatMap { session.scenario(id: $0.parent) == nil ? nil : $0 }
    if let before, let own = inheritance, own.parent == id {
      do { assumptions = try before.assumptions.with(own.changes) } catch { throw diagnostic(error, [], span) }
      inheritance = before.inheritance.map { Inheritance(parent: $0.parent, changes: $0.changes + own.changes) }
      if let inheritance, let parent = session.scenario(id: inheritance.parent) {
        assumptions = (try? parent.bequest.with(inheritance.changes)) ?? assumptions
      }
    } else if let own = inheritance, session.follows(own.parent, id) {
      let parent = session.scenario(id: own.parent)?.name ?? ""
      throw Diagnostic(
        "scenario-cycle", "`\(name)` would follow `\(parent)`, which follows `\(name)`", at: span,
        hints: ["another name, or `save scenario \(name) flatten`, which writes everything out"])
    }
    let now = environment.now()
    let scenario = Scenario(
      id: id, name: name, ticker: model.ticker, assumptions: assumptions, savedAt: now,
      createdAt: before.map { $0.createdAt ?? $0.savedAt }, note: note ?? before?.note, inheritance: inheritance,
      drivers: model.drivers)
    if let old { session.scenarios[old] = scenario } else { session.scenarios.append(scenario) }
    var inWork = model
    inWork.scenario = name
    inWork.isChanged = false
    inWork.assumptions = assumptions
    inWork.inheritance = inheritance
    session.model = inWork
    try settle(heirsOf: id, at: span)
    return (scenario, old == nil)
  }

  /// Lets those that follow a scenario follow its change.
  mutating func settle(heirsOf id: String, at span: SourceSpan) throws(Diagnostic) {
    do { try session.settle(heirsOf: id) } catch { throw refused(error, at: span) }
  }

  /// A change that one of the heirs could not follow.
  func refused(_ refusal: HeirRefusal, at span: SourceSpan) -> Diagnostic {
    let heir = refusal.heir.map { "`\($0)`" } ?? "the valuation in work"
    var hints = refusal.reason.hint.map { [$0] } ?? []
    if let name = refusal.heir {
      hints.append("`load scenario \(name)` and then `save scenario \(name) flatten` lets it stand alone first")
    }
    return Diagnostic(
      "heir-refused", "\(heir) follows `\(refusal.parent)` and would be refused: \(refusal.reason.message.trimmedStop)",
      at: span, hints: hints)
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
    guard !name.contains("@"), name != "now" else {
      throw Diagnostic(
        .nameInUse, name == "now" ? "`now` is the valuation in work" : "`@` is for the company: `\(name)` says both",
        at: span)
    }
  }
}
