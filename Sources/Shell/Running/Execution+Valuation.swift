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
    var model: ModelInWork
    switch statement.form {
    case .show: model = try modelInWork(at: span)
    case .new(let word):
      let ticker = try text(word)
      model = try newModel(ticker)
    case .from(let word):
      let scenario = try scenario(word)
      model = ModelInWork(
        ticker: scenario.ticker, scenario: scenario.name,
        assumptions: scenario.assumptions.with(source: .scenario(scenario.name)))
    case .change: model = try modelInWork(at: span)
    }
    let before = statement.form.isNew ? nil : model
    let changes = try self.changes(statement.changes)
    do {
      model.assumptions = try model.assumptions.with(changes)
      if !changes.isEmpty, !statement.form.isNew { model.isChanged = true }
    } catch {
      throw diagnostic(error, statement.changes, span)
    }
    let result = try valued(model.assumptions, statement.changes, at: span)
    let report = ValuationReport(
      ticker: model.ticker, scenario: model.scenario, isChanged: model.isChanged,
      result: result, before: changes.isEmpty ? nil : before.flatMap { try? DiscountedCashFlow.value($0.assumptions) })
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

  /// What is known of a company before anything is typed: its figures and its last price.
  private func newModel(_ ticker: String) throws(Diagnostic) -> ModelInWork {
    var known: [Assumption] = []
    var baseYear: [String: Double] = [:]
    if let fundamentals = session.fundamentals[ticker] { (known, baseYear) = fundamentals.assumptions }
    if let loaded = session.series[ticker], !loaded.isMacro,
      let price = loaded.bars.close.values.last(where: { !$0.isNaN })
    {
      let day = loaded.bars.civilTime(at: loaded.bars.count - 1).date
      known.append(
        Assumption("price", price, source: .fundamentals(detail: "last close of \(ticker), \(day)")))
    }
    do {
      return ModelInWork(ticker: ticker, scenario: nil, assumptions: try Assumptions(known, baseYear: baseYear))
    } catch {
      throw diagnostic(error, [], nil)
    }
  }

  /// The valuation of assumptions; what the model refuses points at the assumptions it is about.
  func valued(
    _ assumptions: Assumptions, _ changes: [AssumptionChange] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> ValuationResult {
    do { return try DiscountedCashFlow.value(assumptions) } catch { throw diagnostic(error, changes, span) }
  }

  /// The scenario of a name: of the company in work first, else the only one.
  mutating func scenario(_ word: Word) throws(Diagnostic) -> Scenario {
    let name = try text(word)
    let named = session.scenarios.filter { $0.name == name }
    if let own = named.first(where: { $0.ticker == session.model?.ticker }) ?? (named.count == 1 ? named.first : nil) {
      return own
    }
    if named.count > 1 {
      throw Diagnostic(
        .unknownScenario, "`\(name)` is a scenario of \(named.map(\.ticker).joined(separator: " and "))", at: word.span,
        hints: ["`dcf TICKER { … }` says which company is in work"])
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

  /// The changes of a statement as the engine knows them.
  mutating func changes(_ changes: [AssumptionChange]) throws(Diagnostic) -> [Assumptions.Change] {
    var result: [Assumptions.Change] = []
    var set: [String: SourceSpan] = [:]
    for change in changes {
      if !change.value.isShift {
        let name = AssumptionDefinition.named(change.name)?.name ?? change.name
        if let first = set[name] {
          throw Diagnostic("given-twice", "\(name) is given twice", at: change.span).pointing(at: first, "first here")
        }
        set[name] = change.span
      }
      switch change.value {
      case .word(let word):
        result.append(.set(Assumption(change.name, word: try text(word), written: sources.text(of: word.span))))
      case .shift(let binary, let expression):
        let (amount, _) = try number(expression, "`\(change.name)`")
        guard let shift = Assumption.Shift.Operator(rawValue: binary.rawValue) else { continue }
        let written = "\(binary.rawValue) \(sources.text(of: expression.span))"
        result.append(.shift(change.name, Assumption.Shift(shift, amount, written: written)))
      case .path(let path): result.append(.set(try assumption(change.name, path)))
      }
    }
    return result
  }

  private mutating func assumption(_ name: String, _ path: AssumptionPath) throws(Diagnostic) -> Assumption {
    let written = sources.text(of: path.span)
    if path.phases.count == 1, let phase = path.phases.first, phase.length == nil, phase.endYear == nil,
      case .constant(let expression, let metric) = phase.kind
    {
      return try single(name, expression, metric, written)
    }
    var phases: [YearPath.Phase] = []
    for phase in path.phases { phases.append(try self.phase(phase, of: name)) }
    return Assumption(name, YearPath(phases), written: written)
  }

  /// An assumption with one value: a number, a multiple, a duration in years, a word.
  private mutating func single(
    _ name: String, _ expression: Expression, _ metric: Word?, _ written: String
  ) throws(Diagnostic) -> Assumption {
    if case .literal(.number(let number), _) = expression, number.suffix == .multiple {
      var of = TerminalAssumption.Metric.freeCashFlow
      if let metric {
        let word = try text(metric)
        guard let known = TerminalAssumption.Metric(named: word) else {
          let all = TerminalAssumption.Metric.allCases.map(\.rawValue)
          throw Diagnostic(
            "unknown-metric", "there is no multiple of `\(word)`", at: metric.span,
            hints: ["a multiple is of \(all.joined(separator: ", ")); alone it is of free cash flow"])
        }
        of = known
      }
      return Assumption(terminal: .multiple(number.value, of: of), written: written)
    }
    if case .name("hold", _) = expression, session.names["hold"] == nil {
      throw Diagnostic(.wrongKind, "`hold` follows `then`", at: expression.span)
    }
    let value = try self.value(of: expression).value
    switch value {
    case .number(let number), .rate(let number): return Assumption(name, number, written: written)
    case .duration(let duration):
      guard duration.unit == .years else {
        throw Diagnostic(.wrongKind, "`\(name)` is in whole years", at: expression.span, hints: ["write `5y`"])
      }
      return Assumption(name, Double(duration.count), written: written)
    case .text(let word): return Assumption(name, word: word, written: written)
    case .list(let values):
      return Assumption(name, YearPath.list(values.compactMap(\.number)), written: written)
    default:
      throw Diagnostic(.wrongKind, "`\(name)` is a number, and this is \(value.kind.described)", at: expression.span)
    }
  }

  private mutating func phase(
    _ phase: AssumptionPath.Phase, of name: String
  ) throws(Diagnostic) -> YearPath.Phase {
    var length: YearPath.Length?
    if let expression = phase.length {
      guard case .duration(let duration) = try value(of: expression).value, duration.unit == .years else {
        throw Diagnostic(.wrongKind, "a phase lasts whole years", at: expression.span, hints: ["write `for 5y`"])
      }
      length = .years(duration.count)
    } else if let expression = phase.endYear {
      length = .byYear(try count(expression))
    }
    switch phase.kind {
    case .constant(.name("hold", _), _): return YearPath.Phase(.hold, length)
    case .constant(let expression, _): return YearPath.Phase(.constant(try number(expression, "`\(name)`").0), length)
    case .glide(let from, let to):
      let start = try from.map { expression throws(Diagnostic) in try number(expression, "`\(name)`").0 }
      return YearPath.Phase(.glide(from: start, to: try number(to, "`\(name)`").0), length)
    case .list(let elements):
      var values: [Double] = []
      for element in elements { values.append(try number(element, "`\(name)`").0) }
      return YearPath.Phase(.list(values), length)
    }
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

extension AssumptionChange.Value {
  /// True where it moves what is there: `growth + 3pp`.
  fileprivate var isShift: Bool { if case .shift = self { true } else { false } }
}

extension ValuationStatement.Form {
  fileprivate var isNew: Bool {
    switch self {
    case .new, .show: true
    case .change, .from: false
    }
  }
}
