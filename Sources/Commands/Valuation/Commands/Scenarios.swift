import JSON
import Language
import Platform
import Presentation
import Reports
import Research
import Sessions
import Text
import Valuation

extension Command {
  package static let scenarios = Command(
    CommandSyntax(
      "scenarios",
      forms: [CommandSyntax.Form("", [.optional(role: .ticker)], clauses: .list(ListedScenario.fields.names()))]),
    category: .valuation,
    summary: "Lists the saved valuations.",
    discussion: """
      A scenario that follows another one shows which, and what it changes of it. `where` and `sort by` know ticker, \
      scenario, value_per_share, price, upside, saved_at and follows; a window of dates applies to the day of saving. A file \
      also has the model of each, so that `load scenarios "FILE.csv"` restores them exactly.
      """,
    examples: [
      "scenarios", "scenarios where upside > 20% sort by upside desc", "scenarios to \"scenarios.csv\"",
    ]
  ) { execution, call throws(Diagnostic) in
    let ticker = try call[.ticker].map { word throws(Diagnostic) in try execution.text(word) }
    let research = execution.session.research
    let frame = research.scenarioFrame(of: ticker)
    let listing = try execution.listing(of: frame, ListClauses(call))
    let listed = frame.items(listing).map(\.scenario)
    var result = TableResult(
      table: frame.table(listing),
      notes: listing.notes
        + (frame.count == 0
          ? ["`save scenario NAME` saves the open model"] : listed.compactMap { research.remark(on: $0) }),
      details: listing.details + [
        (
          "scenarios",
          .array(
            listed.map { scenario in
              [
                "id": .string(scenario.id), "name": .string(scenario.name), "ticker": .string(scenario.ticker),
                "parent": .string(research.parent(of: scenario)?.name),
                "changes": .strings(scenario.inheritance?.texts ?? []), "note": .string(scenario.note),
              ]
            })
        )
      ])
    result.models = { listed.compactMap { try? ScenarioFile.json($0) } }
    return result
  }
}

extension CompanyResearch {
  /// The changes of a scenario to its parent, and its note; nil if there is neither.
  fileprivate func remark(on scenario: Scenario) -> String? {
    let parts = [parent(of: scenario).map { _ in following(scenario) }, scenario.note].compactMap { $0 }
    return parts.isEmpty ? nil : "\(scenario.name): \(parts.joined(separator: "; "))"
  }

  /// The parent of a scenario with its changes, as it would be typed; empty without a parent.
  package func following(_ scenario: Scenario) -> String {
    guard let inheritance = scenario.inheritance, let parent = parent(of: scenario) else { return "" }
    return inheritance.changes.isEmpty ? parent.name : "\(parent.name) with \(inheritance.text)"
  }
}

extension Execution {
  /// Saves the open model under a name; a scenario of that name is replaced and keeps its identity.
  ///
  /// It is a snapshot, which follows nothing, unless a parent is named: then it is saved as its changes of that one.
  package mutating func saveScenario(
    _ word: Word, from parentWord: Word?, note: Word?, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    var model = try modelInWork(at: span)
    let name = try text(word)
    let note = try note.map { word throws(Diagnostic) in try text(word) }
    let worth = try worth(of: model, at: span)
    if let parentWord {
      try checkParent(of: model, savedAs: name, is: parentWord)
    } else if model.inheritance != nil {
      do { model.model = .plain(try session.research.detachedAssumptions(of: model.model), inheriting: nil) } catch {
        throw diagnostic(error, [], span)
      }
    }
    let former = session.research.scenarios.named(name, of: model.ticker)
      .flatMap { session.research.parent(of: $0) }
    let (scenario, isNew) = try save(model, as: name, note: note, at: word.span)
    let parent = session.research.parent(of: scenario)
    let children = session.research.descendants(of: scenario.id).map(\.name)
    var notes: [String] = []
    if let parent {
      notes.append("it follows \(session.research.following(scenario)): a change of \(parent.name) changes it")
    } else if let former {
      notes.append(
        "standalone scenario: it followed \(former.name) before; `save scenario \(name) from \(former.name)` keeps that"
      )
    } else {
      notes.append("standalone scenario (no parent)")
    }
    if !children.isEmpty {
      notes.append("\(children.joined(separator: ", ")) \(Wording.plural(children.count, "follows", "follow")) it")
    }
    return Done(
      action: "save scenario",
      message:
        "saved \(model.ticker) \(name), \(worth.text)\(isNew ? "" : ", replacing the one before")",
      details: [
        ("scenario", .string(name)), ("ticker", .string(model.ticker)), ("id", .string(scenario.id)),
        ("value_per_share", .number(worth.value)), ("replaced", .bool(!isNew)),
        ("parent", .string(parent?.name)), ("heirs", .strings(children)), ("note", .string(scenario.note)),
      ], notes: notes)
  }

  /// Checks that the open model was begun with a scenario, as it can follow no other.
  ///
  /// A model started from the scenario that it replaces still follows the parent of that one.
  private mutating func checkParent(
    of model: ModelInWork, savedAs name: String, is word: Word
  ) throws(Diagnostic) {
    let parent = try scenario(word)
    let begun = model.inheritance.flatMap { session.research.scenario(id: $0.parent) }
    if begun?.id == parent.id { return }
    let replaced = begun.flatMap { $0.name == name ? session.research.parent(of: $0) : nil }
    if replaced?.id == parent.id { return }
    throw Diagnostic(
      .noParent, "the open model was not started from `\(parent.name)`", at: word.span,
      hints: [
        (replaced ?? begun).map { "it was started from `\($0.name)`: `from \($0.name)`" }
          ?? "start from it: `dcf NAME = \(parent.name) with growth + 1pp`"
      ])
  }

  /// Saves a model as a scenario, which is then open.
  package mutating func save(
    _ model: ModelInWork, as name: String, note: String?, at span: SourceSpan
  ) throws(Diagnostic) -> (scenario: Scenario, isNew: Bool) {
    let now = environment.now()
    let id = session.research.newScenarioIdentifier(model, named: name)
    do {
      return try session.research.save(model, as: name, note: note, id: id, at: now)
    } catch {
      throw diagnostic(error, at: span)
    }
  }

  /// Brings a saved valuation back as the open model.
  package mutating func loadScenario(_ word: Word, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let scenario = try scenario(word)
    let model = ModelInWork(scenario)
    session.research.model = model
    if let report = try driverReport(of: scenario, at: span) { return report }
    return try report(of: model, at: span)
  }
}
