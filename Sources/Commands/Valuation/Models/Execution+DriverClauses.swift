import Evaluation
import Language
import Research
import Sessions
import Text
import Valuation
import Workspace

/// The state of a driver model while clauses are applied, with their findings.
struct DriverClauses {
  package var work: DriverWork
  /// The findings of presets.
  package var findings: [ValuationFinding] = []
  /// True while clauses also change the base: in the block that begins a model, up to bear or bull.
  var movesBase: Bool
  /// The place if each assumption was given, by its canonical name.
  package var spans: [String: SourceSpan] = [:]
  /// The new drivers that the block declares, by name.
  package var declared: Set<String> = []
}

extension Execution {
  /// Applies clauses to a driver model, one after the other.
  mutating func apply(_ clauses: [ModelClause], to state: inout DriverClauses) throws(Diagnostic) {
    for clause in clauses {
      switch clause {
      case .change(let change): try apply(change, to: &state)
      case .part(let part):
        throw Diagnostic(
          .notForDrivers, "a driver model has no parts", at: part.nameSpan,
          hints: ["`dcf TICKER { part \(part.name) { … } }` values a company in parts"])
      case .allow(let word):
        let code = try text(word)
        do { state.work.company = try state.work.company.with([.allow(code)]) } catch {
          throw diagnostic(error, [], word.span)
        }
      case .preset(let word, let isRelative):
        let preset: DriverPreset
        let name = try text(word)
        do { preset = try DriverPreset.find(name) } catch { throw diagnostic(error, [], word.span) }
        if isRelative, preset == .consensus {
          throw Diagnostic(
            .wrongKind, "consensus is the middle of each range, not relative to a base", at: word.span,
            hints: ["`preset consensus`, `preset bear relative`"])
        }
        let convention = state.work.convention
        state.findings += state.work.study.apply(preset, by: isRelative ? .relative : .absolute, like: convention)
        if preset == .bear || preset == .bull { state.movesBase = false }
      }
    }
  }

  private mutating func apply(_ change: AssumptionChange, to state: inout DriverClauses) throws(Diagnostic) {
    let name = change.name
    let canonical = state.work.model.canonicalName(name) ?? name
    if let year = change.year {
      throw Diagnostic(
        .wrongKind, "`\(name)` is one number for the entire horizon of a driver model", at: year.span)
    }
    var isShift = false
    if case .shift = change.value { isShift = true }
    if !isShift {
      if let first = state.spans[canonical] {
        throw Diagnostic(.givenTwice, "\(canonical) is given twice", at: change.span)
          .pointing(at: first, "first here")
      }
      state.spans[canonical] = change.span
    }
    if state.declared.contains(name) { return }
    if name == "method" { return try applyMethod(change, to: &state) }
    if state.work.model.canonicalName(name) == nil, DriverModel.isCompanyFigure(name) {
      let changes = try changes([.change(change)])
      do { state.work.company = try state.work.company.with(changes) } catch {
        throw diagnostic(error, [change.place], change.span)
      }
      return
    }
    if let reason = change.reason {
      throw Diagnostic(
        .notForDrivers, "reasons are kept with the assumptions of plain models", at: reason.span,
        hints: ["`save scenario NAME note \"…\"` keeps a note on the scenario"])
    }
    let act: Act
    lookedAhead = false
    if case .shift(let binary, let expression) = change.value,
      let how = Assumption.Shift.Operator(rawValue: binary.rawValue)
    {
      act = .shift(Assumption.Shift(how, try number(expression, "`\(name)`").0))
    } else {
      act = .set(try setting(of: change, in: state.work.model))
    }
    if lookedAhead { state.work.looksAhead = true }
    do throws(ValuationError) {
      let study = state.work.study
      state.work.study = DriverStudy(
        base: state.movesBase ? try act.applied(to: study.base, name) : study.base,
        current: try act.applied(to: study.current, name))
    } catch {
      throw refusal(error, of: change, in: state.work.model)
    }
  }

  /// The effect of a clause on one assumption.
  private enum Act {
    case set(DriverModel.Setting)
    case shift(Assumption.Shift)

    func applied(to model: DriverModel, _ name: String) throws(ValuationError) -> DriverModel {
      switch self {
      case .set(let setting): try model.setting(name, setting)
      case .shift(let shift): try model.shifting(name, by: shift)
      }
    }
  }

  /// The diagnostic of a refusal of one assumption, at its place, with a hint for names of the plain model.
  private func refusal(_ error: ValuationError, of change: AssumptionChange, in model: DriverModel) -> Diagnostic {
    let name = change.name
    guard error.code == .unknownAssumption else {
      return Diagnostic(
        code: Diagnostic.Code(engine: error.code.name), error.message.trimmedStop, at: change.span,
        hints: error.hint.map { [$0] } ?? [])
    }
    var hints = error.hint.map { [$0] } ?? []
    if let hint = Spelling.hint(for: name, in: model.names) {
      hints = [hint]
    } else if AssumptionDefinition.named(name)?.key == .growth {
      hints.append("growth follows from the drivers; `dcf TICKER { growth = … }` sets it directly")
    }
    return Diagnostic(
      code: Diagnostic.Code(engine: error.code.name), error.message.trimmedStop, at: change.nameSpan, hints: hints)
  }

  private mutating func applyMethod(_ change: AssumptionChange, to state: inout DriverClauses) throws(Diagnostic) {
    let words = DriverMethod.allCases.map(\.rawValue)
    guard let word = try word(of: change), let method = DriverMethod(rawValue: word) else {
      throw Diagnostic(.wrongKind, "method is \(words.joined(separator: " or "))", at: change.span)
    }
    state.work.method = method
  }

  /// A bare word after `=`; nil for anything else.
  private mutating func word(of change: AssumptionChange) throws(Diagnostic) -> String? {
    switch change.value {
    case .word(let word): return try text(word)
    case .path(let path):
      guard path.phases.count == 1, case .constant(.name(let word, _), metric: nil) = path.phases[0].kind else {
        return nil
      }
      return word
    case .shift, .shifted, .grants, .priced, .tried: return nil
    }
  }

  /// The value after the `=` of an assumption of the driver model.
  private mutating func setting(
    of change: AssumptionChange, in model: DriverModel
  ) throws(Diagnostic) -> DriverModel.Setting {
    let name = change.name
    if ["style", "objective"].contains(name) {
      // A name of the session is never meant here: these are words of the lens.
      return .word(try word(of: change) ?? "")
    }
    switch change.value {
    case .word(let word): return .word(try text(word))
    case .shift, .shifted, .grants, .priced, .tried:
      throw Diagnostic(.wrongKind, "`\(name)` is one number in a driver model", at: change.span)
    case .path(let path):
      guard path.basis == nil, path.phases.count == 1, path.phases[0].length == nil, path.phases[0].endYear == nil
      else { throw onePhase(name, path.span) }
      switch path.phases[0].kind {
      case .list: throw onePhase(name, path.span)
      case .glide(from: nil, to: let end):
        guard model.driver(named: name)?.isLevel == true else { throw onePhase(name, path.span) }
        return .number(try number(end, "`\(name)`").0)
      case .glide(from: .some(let today), to: let end):
        let from = try number(today, "the level of today").0
        return .level(try number(end, "`\(name)`").0, from: from)
      case .constant(let expression, let metric):
        if let metric, try text(metric) != TerminalAssumption.Metric.freeCashFlow.rawValue {
          throw Diagnostic(
            .wrongKind, "a driver model ends with a multiple of free cash flow", at: metric.span,
            hints: ["write `\(name) = 15x`"])
        }
        return try setting(expression, name)
      }
    }
  }

  private func onePhase(_ name: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongKind, "`\(name)` is one number for the entire horizon of a driver model", at: span,
      hints: ["`capacity_utilization = 75% to 80%` is a level and the level of today that it is measured from"])
  }

  private mutating func setting(_ expression: Expression, _ name: String) throws(Diagnostic) -> DriverModel.Setting {
    if case .between = expression {
      throw Diagnostic(
        .wrongKind, "the usual range of `\(name)` is given; values outside it are reported but count as given",
        at: expression.span, hints: ["`dcf TICKER drivers { NAME = 8% between -5% and 20% }` declares a driver"])
    }
    if let multiple = expression.multipleNumber { return .multiple(multiple) }
    switch try value(of: expression).value {
    case .duration(let duration) where name == "horizon":
      guard duration.unit == .years else {
        throw Diagnostic(.wrongKind, "a horizon is a whole number of years", at: expression.span, hints: ["write `5y`"])
      }
      return .number(Double(duration.count))
    case .text(let word): return .word(word)
    case .number(let number), .rate(let number): return .number(number)
    case let other:
      throw Diagnostic(.wrongKind, "`\(name)` is a number, but this is \(other.kind.described)", at: expression.span)
    }
  }
}

extension Expression {
  /// The number of `15x`; nil for anything else.
  var multipleNumber: Double? {
    guard case .literal(.number(let number), _) = self, number.suffix == .multiple else { return nil }
    return number.value
  }
}
