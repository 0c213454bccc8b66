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
    var changes: [Assumptions.Change] = []
    switch statement.form {
    case .show: model = try modelInWork(at: span)
    case .new(let word):
      changes = try self.changes(statement.clauses)
      model = try newModel(try text(word), changes, statement.places, at: span)
    case .from(let word): model = ModelInWork(following: try scenario(word))
    case .inherit(let name, let parent):
      heir = try text(name)
      model = ModelInWork(following: try scenario(parent))
    case .change: model = try modelInWork(at: span)
    case .drivers: throw Diagnostic(.notForDrivers, "a driver model has a valuation of its own", at: span)
    case .opinions(let ticker, let source):
      let figures = try newModel(try text(ticker))
      changes = try self.changes(statement.clauses)
      model = try opinions(of: source, on: figures, changes)
    }
    let before = statement.form.isNew ? nil : model
    if !statement.form.evaluatesFirst { changes = try self.changes(statement.clauses) }
    do {
      if !statement.form.isNew, changes.contains(where: \.choosesBase) { model = try withFigures(model, changes) }
      model.assumptions = try model.assumptions.with(changes)
      model.inheritance?.changes += changes
      if !changes.isEmpty, !statement.form.isNew { model.isChanged = true }
    } catch {
      throw diagnostic(error, statement.places, span)
    }
    var report = try report(of: model, statement.places, at: span)
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
    of model: ModelInWork, _ places: [AssumptionPlace] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> ValuationReport {
    let result = try valued(model.assumptions, places, at: span)
    var report = ValuationReport(
      ticker: model.ticker, scenario: model.scenario, isChanged: model.isChanged, result: result)
    do { report.companyFindings = try findings(on: model, result) } catch { throw diagnostic(error, places, span) }
    return report
  }

  /// The valuation of assumptions; what the model refuses points at the assumptions it is about.
  func valued(
    _ assumptions: Assumptions, _ places: [AssumptionPlace] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> ValuationResult {
    do { return try DiscountedCashFlow.value(assumptions) } catch { throw diagnostic(error, places, span) }
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
  func diagnostic(_ error: ValuationError, _ places: [AssumptionPlace], _ span: SourceSpan?) -> Diagnostic {
    var about = places.filter { place in
      error.assumptions.contains(place.name)
        || AssumptionDefinition.canonical(place.name).map { error.assumptions.contains($0) } == true
    }
    if about.isEmpty {
      // What the engine says of a part without naming it.
      about = places.filter { place in
        AssumptionDefinition.named(place.name).map { error.assumptions.contains($0.name) } == true
      }
    }
    var diagnostic = Diagnostic(
      Diagnostic.Code(error.code), error.message.trimmedStop, at: about.first?.span ?? span,
      hints: error.hint.map { [$0] } ?? [])
    for place in about.dropFirst() { diagnostic = diagnostic.pointing(at: place.span, "and this") }
    return diagnostic
  }
}

/// Where a statement says something of an assumption, or of a part.
struct AssumptionPlace {
  /// The name; that of a part's assumption has the part's in front.
  var name: String
  /// The place.
  var span: SourceSpan
}

extension AssumptionChange {
  /// Where it stands.
  var place: AssumptionPlace { AssumptionPlace(name: name, span: span) }
}

extension ValuationStatement {
  /// Where each assumption, each part and each `allow` stands, in the order written.
  fileprivate var places: [AssumptionPlace] {
    var places: [AssumptionPlace] = []
    for clause in clauses {
      switch clause {
      case .change(let change): places.append(change.place)
      case .part(let part):
        places.append(AssumptionPlace(name: part.name, span: part.nameSpan))
        for change in part.changes {
          places.append(AssumptionPlace(name: "\(part.name).\(change.name)", span: change.span))
        }
      case .allow(let code): places.append(AssumptionPlace(name: "allow", span: code.span))
      case .preset: break
      }
    }
    return places
  }
}

extension ValuationStatement.Form {
  /// Whether the clauses decide which model it begins with.
  fileprivate var evaluatesFirst: Bool {
    switch self {
    case .new, .opinions: true
    case .show, .drivers, .change, .from, .inherit: false
    }
  }

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
