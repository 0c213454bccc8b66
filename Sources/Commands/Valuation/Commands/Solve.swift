import Evaluation
import Language
import Reports
import Sessions
import Valuation

extension Command {
  package static let solve = Command(
    CommandSyntax(
      "solve",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario), .required(.unknowns)],
          clauses: [
            .clause(.forPrice),
            .clause("for value", .target).asAlternative,
            .clause("value", .target).asAlternative.spelled(""),
            .clause("for", .solvedScenario).spelled(""),
          ])
      ]),
    category: .valuation, summary: "Finds the assumption at which the value meets the price.",
    discussion: """
      The unknown is one constant for every year, with `+ ?` a shift of the path (`= (6% to 3%) + ?` of another \
      one), or one number of a path such as `to ? by year 5`. The full possible range is searched and all answers are listed. Of two unknowns the curve is \
      shown: what the second must be for values of the first, those around the present one unless a range is given.
      """,
    examples: [
      "solve base growth", "solve base growth + ? for value 120", "solve base growth = ? for 3y then to 3%",
      "solve base margin, growth", "solve base margin = 25%..40%, growth",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.solve(call)
  }
}

extension Execution {
  fileprivate mutating func solve(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    if let drivers = try driverSubject(call) { return try solve(call, of: drivers) }
    let typed = try call[.unknowns]
    var unknowns = typed
    guard !unknowns.isEmpty else {
      throw Diagnostic(.missingArgument, "`solve` needs an assumption", at: call.commandSpan)
    }
    guard unknowns.count <= 2 else {
      throw Diagnostic(
        .axes, "at most two assumptions are solved for together", at: unknowns[2].span,
        hints: ["a third would give a surface of answers"])
    }
    var (title, assumptions) = try valuationSubject(call)
    for index in unknowns.indices { unknowns[index] = try taking(&assumptions, pathOf: unknowns[index]) }
    let unknown = unknowns[0]
    let target = try target(call)
    if unknowns.count == 1, case .tried(let values, _) = unknown.value {
      throw Diagnostic(
        .axes, "a range needs a second unknown, which is solved for at each value", at: values.span,
        hints: ["`solve \(unknown.name) = 25%..40%, growth`", "`sensitivity \(unknown.name) = …` shows the value"])
    }
    let variation = try variation(unknown)
    let (ticker, scenario) = try companyOfSubject(call)
    do {
      guard unknowns.count == 2 else {
        var report = SolutionReport(
          title: title, ticker: ticker, scenario: scenario,
          solution: try Solution(of: assumptions, for: variation, target: target))
        if unknown != typed[0] { report.path = movedPath(of: typed[0]) }
        return report
      }
    } catch {
      throw diagnostic(error, unknowns.map(\.place), call.commandSpan)
    }
    if case .tried(let values, _) = unknowns[1].value {
      throw Diagnostic(
        .axes, "the second unknown is solved for, and the first one tried", at: values.span,
        hints: ["`solve \(unknowns[1].name) = …, \(unknown.name)`"])
    }
    let second = try self.variation(unknowns[1])
    var values: [Double]?
    if case .tried(let range, let isShift) = unknown.value {
      values = try self.values(of: range, for: unknown.name, shift: isShift ? .add : nil)
    }
    do {
      return SolutionCurveReport(
        title: title,
        curve: try SolutionCurve(of: assumptions, over: variation, values: values, for: second, target: target))
    } catch {
      throw diagnostic(error, unknowns.map(\.place), call.commandSpan)
    }
  }

  /// The value a share that is looked for, an amount of money; nil for the price.
  mutating func target(_ call: CommandCall) throws(Diagnostic) -> Double? {
    guard let expression = call[.target] else { return nil }
    let (amount, isRate) = try number(expression, "the value a share")
    if isRate {
      throw Diagnostic(
        .wrongKind, "the value a share is an amount, but this is a rate", at: expression.span,
        hints: ["of the price it is `for value 120% * 172.5`"])
    }
    return amount
  }

  /// The path of `growth = (6% to 3%) + ?` as typed, in its parentheses.
  private func movedPath(of unknown: AssumptionChange) -> String {
    let text = sources.text(of: unknown.span)
    let path = text.drop { $0 != "=" }.dropFirst().drop { $0 == " " }
    let end = path.lastIndex(of: ")").map(path.index(after:)) ?? path.endIndex
    return String(path[..<end])
  }

  /// The unknown of `growth = (6% to 3%) + ?`, with the path made one of the assumptions and its shift the unknown;
  /// others unchanged.
  private mutating func taking(
    _ assumptions: inout Assumptions, pathOf unknown: AssumptionChange
  ) throws(Diagnostic) -> AssumptionChange {
    guard case .shifted(let path, let shifts) = unknown.value, unknown.year == nil else { return unknown }
    func isUnknown(_ shift: AssumptionChange.Shift) -> Bool {
      if case .literal(.unknown, _) = shift.amount { true } else { false }
    }
    guard let last = shifts.last, isUnknown(last), shifts.count(where: isUnknown) == 1, path.unknowns == 0 else {
      throw Diagnostic(
        .wrongKind, "in a moved path only the last amount can be the unknown", at: unknown.span,
        hints: ["`solve \(unknown.name) = (6% to 3%) + ?`, or without moving it `solve \(unknown.name) = ? to 3%`"])
    }
    var typed = unknown
    typed.value = shifts.count == 1 ? .path(path) : .shifted(path, by: Array(shifts.dropLast()))
    let changes = try changes([.change(typed)])
    do throws(ValuationError) { assumptions = try assumptions.with(changes) } catch {
      throw diagnostic(error, [unknown.place], unknown.span)
    }
    typed.value = .shift(last.sign, last.amount)
    return typed
  }

  /// The unknown: a constant, a shift, or a number inside a path.
  private mutating func variation(_ unknown: AssumptionChange) throws(Diagnostic) -> Variation {
    switch unknown.value {
    case .tried(_, let isShift): return isShift ? Variation(unknown.name, .shift(.add)) : Variation(unknown.name)
    case .shift(let binary, .literal(.unknown, _)):
      if let how = Assumption.Shift.Operator(rawValue: binary.rawValue) { return Variation(unknown.name, .shift(how)) }
    case .path(let path) where unknown.year == nil:
      if path.phases.count == 1, path.basis == nil, path.phases[0].length == nil, path.phases[0].endYear == nil,
        case .constant(.literal(.unknown, _), _) = path.phases[0].kind
      {
        return Variation(unknown.name)
      }
      if path.unknowns == 1 {
        return Variation(unknown.name, .path(try assumption(unknown.name, path)))
      }
    default: break
    }
    throw Diagnostic(
      .wrongKind, "one `?` marks the unknown", at: unknown.span,
      hints: ["`solve growth`, `solve growth + ?`, `solve growth = (6% to 3%) + ?`, `solve margin = to ? by year 5`"])
  }
}

extension AssumptionPath {
  /// The number of its values that are `?`.
  fileprivate var unknowns: Int {
    phases.reduce(0) { count, phase in
      let values: [Expression] =
        switch phase.kind {
        case .constant(let value, _): [value]
        case .glide(let from, let to): [from, to].compactMap { $0 }
        case .list(let values): values
        }
      return count + values.count { if case .literal(.unknown, _) = $0 { true } else { false } }
    }
  }
}
