import Columns
import Language
import Text

/// The stage of the economic cycle as a series of strings.
extension Planner {
  /// Plans `cycle` and `cycle(lag=0, inflation=4)`: the stage that was known at each close.
  mutating func plan(cycle arguments: [CallArgument], at span: SourceSpan) throws(Diagnostic) -> Planned {
    var parameters = CycleParameters()
    for argument in arguments { try take(argument, into: &parameters) }
    if parameters.looksAhead {
      note(
        Diagnostic(
          .dataLookAhead,
          "`cycle(lag=0)` takes each figure from the first day that it describes, weeks before it was published",
          at: span, hints: ["`cycle` knows it from its publication on"], severity: .warning))
    }
    let close = Expression.name("close", span)
    let stage = try plan(close, in: [.symbol("\(parameters)", span)], span)
    var result = planned(.number(.nan))
    for known in CycleStage.allCases.reversed() {
      let number = planned(.number(Double(known.number)))
      let text = planned(.text(known.rawValue))
      let name = coded(text)
      let isStage = try combine(.equal, [stage, number], kind: .truth)
      result = try choice(.select, [isStage], [name, result])
    }
    return result
  }

  /// Takes a named parameter, which is one number.
  private mutating func take(_ argument: CallArgument, into parameters: inout CycleParameters) throws(Diagnostic) {
    let names = CycleParameters.all.map(\.name)
    guard let name = argument.name else {
      throw Diagnostic(
        .unknownArgument, "the parameters of `cycle` are named", at: argument.value.span,
        hints: ["`cycle(lag=0)`; they are \(names.joined(separator: ", "))"])
    }
    let value = try plan(argument.value)
    guard let node = value.node, let number = plan.constantValue(node) else {
      throw Diagnostic(
        .wrongKind, "`\(name)` must be a constant number", at: argument.value.span)
    }
    if let refusal = CycleParameters.refusal(of: name, number) {
      let isKnown = names.contains(name)
      let hint = Spelling.hint(for: name, in: names) ?? "its parameters: \(names.joined(separator: ", "))"
      throw Diagnostic(
        isKnown ? .outOfRange : .unknownArgument, refusal, at: argument.value.span, hints: isKnown ? [] : [hint])
    }
    parameters[name] = number
  }
}
