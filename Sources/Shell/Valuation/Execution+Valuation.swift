import Columns
import Evaluation
import Language
import OrderedCollections
import Presentation
import Valuation

extension Execution {
  /// `dcf` in its forms: shows, begins, changes the model in work.
  mutating func value(
    _ statement: ValuationStatement, _ span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    if let report = try valueByDrivers(statement, span) { return report }
    var model: ModelInWork
    var heir: String?
    switch statement.form {
    case .show: model = try modelInWork(at: span)
    case .new(let word): model = try newModel(try text(word), self.changes(statement.clauses))
    case .from(let word): model = ModelInWork(following: try scenario(word))
    case .inherit(let name, let parent):
      heir = try text(name)
      model = ModelInWork(following: try scenario(parent))
    case .change: model = try modelInWork(at: span)
    case .drivers: throw Diagnostic(.notForDrivers, "a driver model has a valuation of its own", at: span)
    case .opinions(let ticker, let source):
      model = try opinions(of: source, on: try newModel(try text(ticker)), try self.changes(statement.clauses))
    }
    let before = statement.form.isNew ? nil : model
    let changes = try self.changes(statement.clauses)
    do {
      if !statement.form.isNew, changes.contains(where: \.choosesBase) { model = try withFigures(model, changes) }
      model.assumptions = try model.assumptions.with(changes)
      model.inheritance?.changes += changes
      if !changes.isEmpty, !statement.form.isNew { model.isChanged = true }
    } catch {
      throw diagnostic(error, statement.changes, span)
    }
    var report = try report(of: model, statement.changes, at: span)
    if !changes.isEmpty { report.before = before.flatMap { try? DiscountedCashFlow.value($0.assumptions) } }
    if case .inherit(let word, _) = statement.form, let heir {
      let (scenario, isNew) = try keep(model, as: heir, note: nil, at: word.span)
      if !isNew { note("scenario-replaced", "`\(heir)` replaces the scenario of that name", at: word.span) }
      model.scenario = heir
      model.isChanged = false
      model.assumptions = scenario.assumptions
      model.inheritance = scenario.inheritance
    }
    report.scenario = model.scenario
    report.isChanged = model.isChanged
    session.model = model
    let name = try resultName.map { word throws(Diagnostic) in try text(word) } ?? "valuation"
    session.results[name] = NamedResult(name: name, kind: "valuation", fields: report.data.numbers, backtest: nil)
    session.lastResult = name
    return report
  }

  /// The model in work.
  func modelInWork(at span: SourceSpan) throws(Diagnostic) -> ModelInWork {
    if let model = session.model { return model }
    throw Diagnostic(
      "no-model", "there is no valuation in work", at: span,
      hints: ["`dcf TICKER { … }` begins one", "`dcf SCENARIO with …` or `load scenario NAME` takes a saved one"])
  }

  /// The valuation of a model, as it is shown.
  func report(
    of model: ModelInWork, _ changes: [AssumptionChange] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> ValuationReport {
    let result = try valued(model.assumptions, changes, at: span)
    var report = ValuationReport(
      ticker: model.ticker, scenario: model.scenario, isChanged: model.isChanged, result: result)
    do { report.companyFindings = try findings(on: model, result) } catch { throw diagnostic(error, changes, span) }
    return report
  }

  /// The valuation of assumptions; what the model refuses points at the assumptions it is about.
  func valued(
    _ assumptions: Assumptions, _ changes: [AssumptionChange] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> ValuationResult {
    do { return try DiscountedCashFlow.value(assumptions) } catch { throw diagnostic(error, changes, span) }
  }

  /// The scenario of a name: of the company in work first, else the only one.
  mutating func scenario(_ word: Word) throws(Diagnostic) -> Scenario {
    let full = try text(word)
    let parts = full.split(separator: "@", maxSplits: 1).map(String.init)
    let (name, company) = parts.count == 2 ? (parts[0], parts[1]) : (full, nil)
    let named = session.scenarios.filter { $0.name == name && (company == nil || $0.ticker == company) }
    if let own = named.first(where: { $0.ticker == session.model?.ticker }) ?? (named.count == 1 ? named.first : nil) {
      return own
    }
    if named.count > 1 {
      throw Diagnostic(
        .unknownScenario, "`\(name)` is a scenario of \(named.map(\.ticker).joined(separator: " and "))", at: word.span,
        hints: ["`\(name)@\(named[0].ticker)` says of which company"])
    }
    let known = session.scenarios.map(\.name)
    let hint = Spelling.nearest(to: name, in: known).map { "did you mean `\($0)`?" }
    throw Diagnostic(
      .unknownScenario, "there is no scenario `\(name)`", at: word.span,
      hints: [
        hint
          ?? (known.isEmpty
            ? "`save scenario \(name)` saves the model in work" : "the scenarios: \(known.joined(separator: ", "))")
      ])
  }

  /// What the engine refuses, at the assumption it is about where that one was typed here.
  func diagnostic(_ error: ValuationError, _ changes: [AssumptionChange], _ span: SourceSpan?) -> Diagnostic {
    let about = changes.filter { change in
      error.assumptions.contains(change.name)
        || AssumptionDefinition.named(change.name).map { error.assumptions.contains($0.name) } == true
    }
    var diagnostic = Diagnostic(
      Diagnostic.Code(error.code), error.message.trimmedStop, at: about.first?.span ?? span,
      hints: error.hint.map { [$0] } ?? [])
    for change in about.dropFirst() { diagnostic = diagnostic.pointing(at: change.span, "and this") }
    return diagnostic
  }
}

extension ValuationStatement.Form {
  fileprivate var isNew: Bool {
    switch self {
    case .new, .show, .drivers: true
    case .change, .from, .inherit, .opinions: false
    }
  }
}

extension Assumptions.Change {
  /// Whether it asks for another base period.
  fileprivate var choosesBase: Bool {
    if case .set(let assumption) = self { assumption.name == "base" } else { false }
  }
}
