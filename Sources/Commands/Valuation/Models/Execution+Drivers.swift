import Evaluation
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Text
import Valuation
import Workspace

extension Execution {
  /// A driver model that a block begins.
  mutating func begin(
    _ model: ModelInWork, _ business: Word?, _ like: Word?, _ statement: ValuationStatement, _ span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    try value(
      model, try newDrivers(business, like, statement.clauses, company: model.assumptions, span), since: nil, statement,
      span)
  }

  /// A driver model that a statement shows or changes.
  ///
  /// - Parameter before: the model that changes are compared with; nil if nothing changes.
  mutating func value(
    _ model: ModelInWork, _ work: DriverWork, since before: DriverWork?, _ statement: ValuationStatement,
    _ span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    try value(model, DriverClauses(work: work, movesBase: false), since: before, statement, span)
  }

  private mutating func value(
    _ model: ModelInWork, _ clauses: DriverClauses, since before: DriverWork?, _ statement: ValuationStatement,
    _ span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    var (model, state) = (model, clauses)
    try apply(statement.clauses, to: &state)
    let (valuation, plain) = try valued(state.work, of: model.ticker, statement.changes, at: span)
    model.model = .drivers(state.work, plain: plain)
    if before != nil, !statement.clauses.isEmpty { model.isChanged = true }
    var report = DriverReport(
      ticker: model.ticker, scenario: model.scenario, isChanged: model.isChanged, work: state.work,
      valuation: valuation, before: before.map { state.work.comparison(with: $0, model.ticker) },
      presetFindings: state.findings)
    report.isPage = statement.form.isPage || writesResult
    report.past = session.research.pastYears(of: model.ticker, for: plain)
    session.research.model = model
    return report
  }

  /// The driver open model.
  func driversInWork(at span: SourceSpan) throws(Diagnostic) -> (model: ModelInWork, work: DriverWork) {
    let model = try modelInWork(at: span)
    if let work = model.drivers { return (model, work) }
    throw Diagnostic(
      .noDrivers, "the open valuation is not a driver model", at: span,
      hints: ["`dcf \(model.ticker) drivers platform { … }` begins one; `drivers` lists the kinds"])
  }

  /// The valuation of a driver model, and the plain model that says the same.
  package func valued(
    _ work: DriverWork, of ticker: String, _ changes: [AssumptionChange] = [], at span: SourceSpan?
  ) throws(Diagnostic) -> (valuation: DriverValuation, plain: Assumptions) {
    do throws(ValuationError) {
      return (try work.valuation(of: ticker), try work.plainAssumptions())
    } catch {
      throw diagnostic(error, of: work.model, changes, span)
    }
  }

  /// The diagnostic of an engine's refusal, at the assumptions it names, in any of their spellings.
  package func diagnostic(
    _ error: ValuationError, of model: DriverModel, _ changes: [AssumptionChange], _ span: SourceSpan?
  ) -> Diagnostic {
    let about = changes.filter { change in
      let name = model.canonicalName(change.name) ?? AssumptionDefinition.named(change.name)?.name ?? change.name
      return error.assumptions.contains(name)
    }
    var diagnostic = Diagnostic(
      code: Diagnostic.Code(engine: error.code.name), error.message.trimmedStop, at: about.first?.span ?? span,
      hints: error.hint.map { [$0] } ?? [])
    for change in about.dropFirst() { diagnostic = diagnostic.pointing(at: change.span, "and this") }
    return diagnostic
  }

  // MARK: A new model

  /// The driver model that a block begins, before its clauses act.
  private mutating func newDrivers(
    _ business: Word?, _ like: Word?, _ clauses: [ModelClause], company: Assumptions, _ span: SourceSpan
  ) throws(Diagnostic) -> DriverClauses {
    var convention = DriverConvention.standard
    if let like {
      let name = try text(like)
      do { convention = try DriverConvention.find(name) } catch { throw diagnostic(error, [], like.span) }
    }
    var declared: [RevenueDriver] = []
    let model: DriverModel
    if let business {
      let (kind, isFinancial) = try self.business(business)
      model = DriverModel(kind, isFinancial: isFinancial)
    } else {
      declared = try ownDrivers(clauses)
      guard !declared.isEmpty else {
        throw Diagnostic(
          .noDrivers, "no driver is given", at: span,
          hints: [
            "`dcf TICKER drivers { stores = 8% between -5% and 20% }` declares one",
            "`dcf TICKER drivers platform { … }` takes those of a business model; `drivers` lists them",
          ])
      }
      model = DriverModel(drivers: declared)
    }
    var state = DriverClauses(
      work: DriverWork(study: DriverStudy(model), convention: convention, company: company), movesBase: true)
    state.declared = Set(declared.map(\.id))
    return state
  }

  /// The business model that words such as `asset_heavy financial` name.
  package mutating func business(_ word: Word) throws(Diagnostic) -> (business: BusinessModel, isFinancial: Bool) {
    let words = try text(word).split(separator: " ").map(String.init)
    let business: BusinessModel
    do { business = try BusinessModel.find(words.first ?? "") } catch {
      var diagnostic = diagnostic(error, [], word.span)
      if let hint = Spelling.hint(for: words.first ?? "", in: BusinessModel.allCases.map(\.rawValue)) {
        diagnostic.hints = [hint] + diagnostic.hints
      }
      throw diagnostic
    }
    guard words.count > 1 else { return (business, false) }
    guard words.count == 2, words[1] == "financial" else {
      throw Diagnostic(
        .unknownBusinessModel,
        "there is no `\(words.dropFirst().joined(separator: " "))` after \(business.rawValue)",
        at: word.span, hints: ["`financial` may follow `transactional` and `asset_heavy`"])
    }
    guard business.hasFinancialVariant else {
      throw Diagnostic(
        .unknownBusinessModel, "\(business.rawValue) has no drivers of its own for financial companies",
        at: word.span, hints: ["`transactional financial` and `asset_heavy financial` have"])
    }
    return (business, true)
  }

  /// The new drivers that a block declares: each name with no other meaning.
  private mutating func ownDrivers(_ clauses: [ModelClause]) throws(Diagnostic) -> [RevenueDriver] {
    var drivers: [RevenueDriver] = []
    let fields = DriverModel(drivers: [])
    for case .change(let change) in clauses {
      let name = change.name
      guard fields.canonicalName(name) == nil, !DriverModel.isCompanyFigure(name), name != "method",
        !drivers.contains(where: { $0.id == name })
      else { continue }
      let known = fields.names + ["revenue", "shares", "price", "method"]
      if AssumptionDefinition.named(name) != nil {
        throw Diagnostic(
          .unknownAssumption, "a driver cannot be named `\(name)`, which is an assumption of the plain model",
          at: change.nameSpan, hints: ["growth and everything derived from it are set by the drivers"])
      }
      if name.count > 3, let nearest = Spelling.nearest(to: name, in: known),
        Spelling.distance(from: name, to: nearest) == 1
      {
        throw Diagnostic(
          .unknownAssumption, "`\(name)` would be a driver, but looks like `\(nearest)`", at: change.nameSpan,
          hints: [Spelling.hint(offering: [nearest]) + " A driver of your own needs a name of its own"])
      }
      guard RevenueDriver.slug(name.replacing("_", with: " ")) == name else {
        throw Diagnostic(
          .unknownAssumption, "the name of a new driver has lower-case letters, digits and single `_`",
          at: change.nameSpan)
      }
      guard case .path(let path) = change.value, path.basis == nil, path.phases.count == 1,
        path.phases[0].length == nil, path.phases[0].endYear == nil
      else { throw ownDriver(change) }
      drivers.append(try ownDriver(change, path.phases[0].kind))
    }
    return drivers
  }

  private func ownDriver(_ change: AssumptionChange) -> Diagnostic {
    Diagnostic(
      .wrongKind, "the effect of the driver `\(change.name)` on revenue is unclear", at: change.span,
      hints: [
        "`\(change.name) = 8%` grows it, `= 1.15x` multiplies it, `= 75% to 80%` is a level and that of today",
        "`= 120 between 80 and 160` multiplies it by 0.8 at the low end and by 1.2 at the high end",
      ])
  }

  /// A driver as written; without `between` its usual range is that of the business models.
  private mutating func ownDriver(
    _ change: AssumptionChange, _ kind: AssumptionPath.Phase.Kind
  ) throws(Diagnostic) -> RevenueDriver {
    var today: Double?
    var written: Expression
    switch kind {
    case .constant(let expression, metric: nil): written = expression
    case .glide(from: .some(let from), to: let end):
      today = try number(from, "the level of today").0
      written = end
    case .constant, .glide, .list: throw ownDriver(change)
    }
    var range: ClosedRange<Double>?
    if case .between(let subject, let low, let high, _) = written {
      let (least, most) = (try number(low, "the low end").0, try number(high, "the high end").0)
      guard least <= most else {
        throw Diagnostic(.badRange, "a usual range begins with its smaller end", at: low.span.joined(with: high.span))
      }
      range = least...most
      written = subject
    }
    let title = change.name.replacing("_", with: " ")
    func driver(
      _ value: Double, _ usual: ClosedRange<Double>, _ step: Double, _ unit: RevenueDriver.Unit,
      _ effect: RevenueDriver.Effect
    ) -> RevenueDriver {
      RevenueDriver(title, "", value, range ?? usual, step, unit: unit, effect: effect)
    }
    if let multiple = written.multipleNumber, today == nil {
      return driver(multiple, 0.9...1.4, 0.05, .multiple, .multiplier)
    }
    let (value, isRate) = try number(written, "`\(change.name)`")
    if let today {
      guard today > 0 else {
        throw Diagnostic(.wrongKind, "a level of today is above 0", at: change.span)
      }
      return driver(value, today * 0.5...today * 1.5, today / 50, isRate ? .percent : .number, .level(base: today))
    }
    if isRate { return driver(value, -0.1...0.4, 0.01, .percent, .growth) }
    guard let range else { throw ownDriver(change) }
    return driver(value, range, (range.upperBound - range.lowerBound) / 20, .number, .position)
  }
}
