import Language
import OrderedCollections
import Reports
import Research
import Sessions
import Text
import Valuation
import Workspace

extension Execution {
  /// `dcf` in its forms: shows, begins, changes the open model.
  package mutating func value(
    _ statement: ValuationStatement, _ span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    var model: ModelInWork
    let changes: [Assumptions.Change]
    switch statement.form {
    case .scenario(let word):
      if writesResult { return try written(word, at: span) }
      if let report = try shown(word, at: span) { return report }
      return try value(ValuationStatement(form: .show, clauses: []), span)
    case .full(let word?): return try page(of: try scenario(word), at: span)
    case .drivers(let ticker, let business, let like):
      return try begin(try newModel(try text(ticker)), business, like, statement, span)
    case .show, .full, .change:
      model = try modelInWork(at: span)
      if let work = model.drivers {
        return try value(model, work, since: statement.clauses.isEmpty ? nil : work, statement, span)
      }
      changes = try self.changes(statement.clauses)
    case .new(let word):
      let ticker = try text(word)
      changes = try self.changes(statement.clauses)
      model = try newModel(ticker, changes, statement.places, at: span)
    case .from(let word):
      let scenario = try scenario(word)
      model = ModelInWork(childOf: scenario)
      if var work = scenario.drivers {
        let before = work
        // Drift is measured from the scenario from here on.
        work.study = DriverStudy(work.model)
        return try value(model, work, since: before, statement, span)
      }
      changes = try self.changes(statement.clauses)
    case .inherit(_, let word):
      let scenario = try scenario(word)
      if scenario.drivers != nil {
        throw Diagnostic(
          .notForDrivers, "a driver model cannot be a parent", at: word.span,
          hints: ["`dcf \(word.literal ?? "SCENARIO") with …`, then `save scenario NAME` saves a model of its own"])
      }
      model = ModelInWork(childOf: scenario)
      changes = try self.changes(statement.clauses)
    case .forecastAssumptions(let ticker, let source):
      let today = try newModel(try text(ticker))
      changes = try self.changes(statement.clauses)
      model = try carried(from: source, to: today, changes)
    }
    let before = statement.form.isNew ? nil : model
    do {
      if !statement.form.isNew, changes.contains(where: \.choosesBase) {
        model = try session.research.withFigures(model, changes)
      }
      try model.apply(changes)
      if !changes.isEmpty, !statement.form.isNew { model.isChanged = true }
    } catch {
      throw diagnostic(error, statement.places, span)
    }
    var report = try report(of: model, statement.places, at: span)
    if !changes.isEmpty, let before, let value = session.research.valuation(of: before.assumptions) {
      report.movement = ValuationMovement(from: value, before.assumptions, to: report.result, model.assumptions)
    }
    // A valuation written to a file is always the full page, even if a terminal would show less.
    report.isPage = statement.form.isPage || writesResult
    if case .inherit(let word, _) = statement.form {
      let name = try text(word)
      let (scenario, isNew) = try save(model, as: name, note: nil, at: word.span)
      if !isNew { note(.scenarioReplaced, "`\(name)` replaces the scenario of that name", at: word.span) }
      model = ModelInWork(scenario)
    }
    report.scenario = model.scenario
    report.isChanged = model.isChanged
    session.research.model = model
    return report
  }

  /// The valuation of a scenario; nil if the word names the company of the open model.
  private mutating func shown(_ word: Word, at span: SourceSpan) throws(Diagnostic) -> (any StatementResult)? {
    let name = try text(word)
    let known = try? session.research.scenario(named: name)
    guard known != nil || session.research.model?.ticker != name else { return nil }
    if known == nil, let assumption = AssumptionDefinition.named(name) {
      throw Diagnostic(
        .unknownScenario, "`\(name)` is an assumption, not a scenario", at: word.span,
        hints: [
          "`dcf \(name) = …` changes it, and `help \(assumption.name)` says what it takes",
          "`save scenario \(name)` keeps the open model as a scenario of that name",
        ])
    }
    if known == nil, session.research.fundamentals[name] != nil {
      throw Diagnostic(
        .unknownScenario, "`\(name)` is a company, but no valuation of it is open", at: word.span,
        hints: ["`dcf \(name) { growth = …, discount = …, terminal = … }` starts one from its figures"])
    }
    let scenario = try scenario(word)
    if var report = try driverReport(of: scenario, at: span) {
      report.pageStatement = "dcf full \(word)"
      return report
    }
    var report = try report(of: ModelInWork(scenario), at: span)
    report.pageStatement = "dcf full \(word)"
    return report
  }

  /// The open model.
  package func modelInWork(at span: SourceSpan) throws(Diagnostic) -> ModelInWork {
    guard let model = session.research.model else { throw diagnostic(.noModel, at: span) }
    return model
  }

  /// The valuation of a model, as shown.
  package func report(
    of model: ModelInWork, _ places: [AssumptionPlace] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> ValuationReport {
    let day = lastDay(of: model.ticker)
    // Figures that cannot support the model are reported before its missing assumptions.
    let figures: FundamentalsAssumptions?
    do {
      figures = try session.research.checkFigures(of: model, priceDay: day)
    } catch {
      throw diagnostic(error, places, span)
    }
    let result = try valued(model.assumptions, places, at: span)
    let findings = session.research.findings(on: model, result, with: figures, priceDay: day)
    var report = ValuationReport(
      ticker: model.ticker, scenario: model.scenario, isChanged: model.isChanged, result: result,
      of: model.assumptions, companyFindings: findings)
    report.past = session.research.pastYears(of: model.ticker, for: model.assumptions)
    return report
  }

  /// A scenario as a page; the open model is unchanged.
  package func page(of scenario: Scenario, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    if var report = try driverReport(of: scenario, at: span) {
      report.isPage = true
      return report
    }
    var report = try report(of: ModelInWork(scenario), at: span)
    report.isPage = true
    return report
  }

  /// The valuation of assumptions; a refusal points at the assumptions it names.
  package func valued(
    _ assumptions: Assumptions, _ places: [AssumptionPlace] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> ValuationResult {
    do throws(ValuationError) {
      if let mistake = assumptions.unitMistake { throw mistake }
      return try DiscountedCashFlow.value(assumptions)
    } catch {
      throw diagnostic(error, places, span)
    }
  }

  /// The scenario of a name; see `CompanyResearch`.
  package mutating func scenario(_ word: Word) throws(Diagnostic) -> Scenario {
    let name = try text(word)
    do { return try session.research.scenario(named: name) } catch { throw diagnostic(error, at: word.span) }
  }

  /// The diagnostic of an engine's refusal, at the assumptions it names if they were typed here.
  package func diagnostic(_ error: ValuationError, _ places: [AssumptionPlace], _ span: SourceSpan?) -> Diagnostic {
    var about = places.filter { place in
      error.assumptions.contains(place.name)
        || AssumptionDefinition.canonical(place.name).map { error.assumptions.contains($0) } == true
    }
    if about.isEmpty {
      // The engine may name an assumption of a part without the part.
      about = places.filter { place in
        AssumptionDefinition.named(place.name).map { error.assumptions.contains($0.name) } == true
      }
    }
    var diagnostic = Diagnostic(
      code: Diagnostic.Code(error.code), error.message.trimmedStop, at: about.first?.span ?? span,
      hints: error.hint.map { [$0] } ?? [])
    diagnostic.assumptions = error.assumptions
    for place in about.dropFirst() { diagnostic = diagnostic.pointing(at: place.span, "and this") }
    return diagnostic
  }
}

/// The place if a statement changes an assumption or a part.
package struct AssumptionPlace {
  /// The name; prefixed with the part's for an assumption of a part.
  package var name: String
  /// The place.
  package var span: SourceSpan
}

extension AssumptionChange {
  /// Its place in the text.
  package var place: AssumptionPlace { AssumptionPlace(name: givenName, span: span) }
}

extension ValuationStatement {
  /// The places of each assumption, each part and each `allow`, in the order written.
  fileprivate var places: [AssumptionPlace] {
    var places: [AssumptionPlace] = []
    for clause in clauses {
      switch clause {
      case .change(let change): places.append(change.place)
      case .part(let part):
        places.append(AssumptionPlace(name: part.name, span: part.nameSpan))
        for change in part.changes {
          places.append(AssumptionPlace(name: "\(part.name).\(change.givenName)", span: change.span))
        }
      case .allow(let code): places.append(AssumptionPlace(name: "allow", span: code.span))
      case .preset: break
      }
    }
    return places
  }
}

extension ValuationStatement.Form {
  /// Whether the model does not continue an open one.
  fileprivate var isNew: Bool {
    switch self {
    case .new, .show, .full, .scenario, .drivers: true
    case .change, .from, .inherit, .forecastAssumptions: false
    }
  }

  /// Whether the full model is shown: on request, or if the model is new.
  package var isPage: Bool {
    switch self {
    case .full, .new, .drivers, .scenario: true
    case .show, .change, .from, .inherit, .forecastAssumptions: false
    }
  }
}

extension Assumptions.Change {
  /// Whether it asks for another base period.
  fileprivate var choosesBase: Bool {
    if case .set(let assumption) = self { assumption.key == .base } else { false }
  }
}
