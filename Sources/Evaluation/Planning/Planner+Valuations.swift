import Language

/// `value(base)`: the worth of a share by valuations.
extension Planner {
  /// Plans `value(SCENARIO)`, of the company that the bars are of; without an argument the open model.
  ///
  /// Bars see a valuation as known at their close. Without a series in use it is one number.
  mutating func plan(valuation arguments: [CallArgument], _ span: SourceSpan) throws(Diagnostic) -> Planned {
    try plan(valuation: ValuationName(scenario: try scenario(arguments)), span)
  }

  /// Plans `value(SCENARIO) @ COMPANY` for a company that has valuations and no bars; nil for everything else.
  mutating func planValuation(
    _ operand: Expression, in contexts: [Context]
  ) throws(Diagnostic) -> Planned? {
    guard case .call(let name, _, let arguments, let span) = operand, BarFunction.named(name)?.isValuation == true,
      names.meanings[name] == nil, contexts.count == 1, case .symbol(let company, _) = contexts[0]
    else { return nil }
    if let series, series.name == company { return nil }
    do throws(ContextError) {
      _ = try source.series(named: company)
      return nil
    } catch {
      let valuation = ValuationName(scenario: try scenario(arguments), company: company)
      // An unknown name is reported as a symbol that is not loaded.
      do throws(ValuationAbsence) { try source.check(valuation) } catch { return nil }
      return try plan(valuation: valuation, span)
    }
  }

  private mutating func plan(valuation name: ValuationName, _ span: SourceSpan) throws(Diagnostic) -> Planned {
    let key = ValuationName(scenario: name.scenario)
    if valuationSpans[key] == nil { valuationSpans[key] = span }
    do throws(ValuationAbsence) {
      if let series {
        let steps = try source.valuation(name, seenFrom: series)
        let node = add(.valuation(name))
        let first = steps.firstBar(on: series)
        plan.note(warmUp: first, settled: first, of: node)
        note(steps.remarks, at: span)
        let looksAhead = steps.lookAhead.map { $0.holdsNow || !decidesNow } ?? false
        if looksAhead { valuationLookAhead[span] = steps.lookAhead }
        return Planned(kind: .number, content: .node(node), lookAhead: looksAhead ? span : nil)
      }
      // A value of today, which the bars of a series that is loaded later must not know.
      if isWithoutSeries { return planned(.number(try source.currentValue(name)), lookAhead: decidesNow ? nil : span) }
      try source.check(name)
      return Planned(kind: .number, content: .node(add(.valuation(name))))
    } catch {
      if error.isOfOthers, toleratesAbsence, let series {
        absentValuations.append(AbsentValuation(name: key, company: name.company ?? series.name, span: span))
        return Planned(kind: .number, content: .node(add(.valuation(name))))
      }
      throw Diagnostic(code: error.code, error.message, at: span, hints: error.hints)
    }
  }

  /// Keeps the notes of a history of values.
  public mutating func note(_ remarks: [IntrinsicValues.Remark], at span: SourceSpan?) {
    for remark in remarks
    where !warnings.contains(where: { $0.code == remark.code && $0.message == remark.message }) {
      note(Diagnostic(remark.code, remark.message, at: span, severity: remark.isWarning ? .warning : .note))
    }
  }

  /// A company that was met without a valuation that others have.
  public struct AbsentValuation: Sendable {
    /// The valuation.
    public var name: ValuationName
    /// The company.
    public var company: String
    /// The place where the valuation is named.
    public var span: SourceSpan
  }

  /// Notes which companies lack the valuations of others, each valuation once.
  public mutating func noteAbsent(_ absent: some Sequence<AbsentValuation>) {
    var reported: [ValuationName] = []
    for valuation in absent where !reported.contains(valuation.name) {
      reported.append(valuation.name)
      var companies: [String] = []
      for other in absent where other.name == valuation.name && !companies.contains(other.company) {
        companies.append(other.company)
      }
      let what = valuation.name.scenario.map { "there is no scenario `\($0)` of" } ?? "the open model is not of"
      note(
        Diagnostic(
          .unknownScenario, "\(what) \(companies.joined(separator: ", ")): missing there", at: valuation.span,
          severity: .note))
    }
  }

  /// The scenario that the argument names: a word or a string, never the value of a name.
  private mutating func scenario(_ arguments: [CallArgument]) throws(Diagnostic) -> String? {
    let signature = BarFunction.named("value")?.signature ?? ""
    guard let argument = arguments.first else { return nil }
    if arguments.count > 1 {
      throw Diagnostic(
        .tooManyArguments, "`value` takes 1 argument", at: arguments[1].value.span, hints: [signature])
    }
    if let name = argument.name, name != "scenario" {
      throw Diagnostic(
        .unknownArgument, "`value` has no parameter `\(name)`", at: argument.nameSpan ?? argument.value.span,
        hints: [signature])
    }
    switch argument.value {
    case .name(let name, _): return name
    case .literal(.text(let name), _): return name
    case .literal(.template, _):
      if case .value(.text(let name)) = try plan(argument.value).content { return name }
    default: break
    }
    throw Diagnostic(
      .wrongKind, "`value` takes the name of a scenario", at: argument.value.span,
      hints: ["`value(base)`, `value(\"Bull 2026\")`; `value()` is the open model"])
  }
}

extension Plan {
  /// A valuation that a plan uses, on the series where it is looked at.
  public struct UsedValuation: Sendable {
    /// Its name.
    public var name: ValuationName
    /// The contexts that lead to the series, as typed; empty on the series itself.
    public var context: String
    /// The series whose bars see it.
    public var series: Series
    /// The steps that they see.
    public var steps: IntrinsicValues
  }

  /// The valuations that some nodes use on a series, each once.
  public func valuations(
    of roots: [NodeID], on series: Series, source: any SeriesSource
  ) throws(EvaluationError) -> [UsedValuation] {
    var found: [UsedValuation] = []
    var seen: Set<NodeID> = []
    var stack = Array(roots.reversed())
    while let id = stack.popLast() {
      guard seen.insert(id).inserted else { continue }
      switch self[id] {
      case .valuation(let name):
        do throws(ValuationAbsence) {
          let steps = try source.valuation(name, seenFrom: series)
          found.append(UsedValuation(name: name, context: "", series: series, steps: steps))
        } catch { throw .valuation(error) }
      case .joined(let inner, let context, _):
        guard reachable(from: [inner]).contains(where: { if case .valuation = self[$0] { true } else { false } })
        else { continue }
        let other: Series
        do throws(ContextError) { other = try source.series(in: context, seenFrom: series) } catch {
          throw .context(error)
        }
        for var valuation in try valuations(of: [inner], on: other, source: source) {
          valuation.context += (valuation.context.isEmpty ? "" : " ") + context.description
          found.append(valuation)
        }
      default: stack += operands(of: id).reversed()
      }
    }
    var each: [UsedValuation] = []
    for valuation in found
    where !each.contains(where: { $0.name == valuation.name && $0.context == valuation.context }) {
      each.append(valuation)
    }
    return each
  }
}
