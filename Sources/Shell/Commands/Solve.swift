import Evaluation
import JSON
import Language
import Presentation
import Text
import Valuation

extension Command {
  static let solve = Command(
    CommandSyntax(
      "solve",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .scenario), .required(.unknowns)],
          clauses: [
            .clause(.forPrice),
            .clause("for value", .target),
            .clause("value", .target).spelled(""),
            .clause("for", .solvedScenario),
          ])
      ]),
    category: .valuation, summary: "Finds the assumption at which the value meets the price.",
    discussion: """
      The unknown is one constant for every year, with `+ ?` a shift of the path, or one number of a path such as \
      `to ? by year 5`. The whole possible range is searched and all answers are listed. Of two unknowns the curve is \
      shown: what the second has to be for values of the first.
      """,
    examples: [
      "solve base growth", "solve base growth + ? for value 120", "solve base growth = ? for 3y then to 3%",
      "solve base margin, growth",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.solve(call)
  }
}

/// The assumption at which the value meets a target.
struct SolutionReport: StatementResult {
  var title: String
  var solution: Solution

  var kind: String { "solution" }
  var data: JSONValue {
    [
      "parameter": .string(solution.parameter), "shift": .bool(isShift), "value": .number(solution.value),
      "target": .number(solution.target), "roots": .numbers(solution.roots), "unique": .bool(solution.isUnique),
      "range": [
        ["parameter": .number(solution.lowest.parameter), "value": .number(solution.lowest.value)],
        ["parameter": .number(solution.highest.parameter), "value": .number(solution.highest.value)],
      ],
    ]
  }

  private var isShift: Bool { if case .shift = solution.variation.mode { true } else { false } }

  private func text(_ value: Double) -> String {
    // The search begins next to 0 where 0 itself is not allowed; a reader need not see how near.
    solution.variation.text(abs(value) < 1e-12 ? 0 : value)
  }

  /// `= 5%`, or the shift with its sign: `+ 1pp`, `- 1pp`, `* 1.1`.
  private func equation(_ value: Double) -> String {
    guard case .shift(let how) = solution.variation.mode else { return "= \(text(value))" }
    return how == .add && value < 0 ? "- \(text(-value))" : "\(how.rawValue) \(text(value))"
  }

  var document: Document {
    Document {
      if let value = solution.value {
        StyledText(
          "\(title): \(solution.parameter) \(equation(value)) gives \(NumberFormat.fixed(2).text(solution.target)) a share"
        )
        if !solution.isUnique {
          Block.warning(StyledText("not the only answer: \(solution.roots.map(text).joined(separator: ", "))"))
        }
      } else {
        Block.warning(
          StyledText(
            "\(title): no \(solution.parameter) gives \(NumberFormat.fixed(2).text(solution.target)) a share; it is \(NumberFormat.fixed(2).text(solution.lowest.value)) at \(text(solution.lowest.parameter)) and \(NumberFormat.fixed(2).text(solution.highest.value)) at \(text(solution.highest.parameter))"
          ))
      }
    }
  }
}

/// The values that two assumptions must have together.
struct SolutionCurveReport: StatementResult {
  var title: String
  var curve: SolutionCurve

  var kind: String { "curve" }

  var data: JSONValue {
    [
      "parameters": .strings([curve.first.parameter, curve.second.parameter]), "target": .number(curve.target),
      "curve": .array(
        curve.points.map {
          ["first": .number($0.first), "second": .number($0.second), "roots": .numbers($0.roots)]
        }),
    ]
  }

  var document: Document {
    let target = NumberFormat.fixed(2).text(curve.target)
    return Document(
      StyledText(
        "\(title): the \(curve.second.parameter) that each \(curve.first.parameter) needs for \(target) a share")
    ) {
      Table(
        columns: [.text(curve.first.parameter, .name), .text(curve.second.parameter), .text("", .dim).wrapping],
        rows: curve.points.map { point in
          let others = point.roots.filter { $0 != point.second }.map(curve.second.shortText)
          let remark =
            point.refusal?.message
            ?? (point.second == nil ? "none" : others.isEmpty ? "" : "or \(others.joined(separator: ", "))")
          return [
            .text(curve.first.shortText(point.first)), .text(point.second.map(curve.second.shortText) ?? ""),
            .text(remark),
          ]
        })
    }
  }
}

extension Execution {
  fileprivate mutating func solve(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    if let drivers = try driverSubject(call) { return try solve(call, of: drivers) }
    let unknowns = try call[.unknowns]
    guard let unknown = unknowns.first else {
      throw Diagnostic(.missingArgument, "`solve` needs an assumption", at: call.commandSpan)
    }
    guard unknowns.count <= 2 else {
      throw Diagnostic(
        .axes, "at most two assumptions are solved for together", at: unknowns[2].span,
        hints: ["a third would leave a surface of answers"])
    }
    let (title, assumptions) = try valuationSubject(call)
    let target = try call[.target].map { expression throws(Diagnostic) in
      try number(expression, "the value a share").0
    }
    let variation = try variation(unknown)
    do {
      guard unknowns.count == 2 else {
        return SolutionReport(title: title, solution: try Solution(of: assumptions, for: variation, target: target))
      }
    } catch {
      throw diagnostic(error, unknowns.map(\.place), call.commandSpan)
    }
    let second = try self.variation(unknowns[1])
    do {
      return SolutionCurveReport(
        title: title, curve: try SolutionCurve(of: assumptions, over: variation, for: second, target: target))
    } catch {
      throw diagnostic(error, unknowns.map(\.place), call.commandSpan)
    }
  }

  /// The unknown: a constant, a shift, or a number inside a path.
  private mutating func variation(_ unknown: AssumptionChange) throws(Diagnostic) -> Variation {
    switch unknown.value {
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
      hints: ["`solve growth`, `solve growth + ?`, `solve margin = to ? by year 5`"])
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

extension Variation {
  /// A value of the assumption in its unit, with as many digits as a table needs.
  fileprivate func shortText(_ value: Double) -> String {
    switch (AssumptionDefinition.named(parameter)?.unit, mode) {
    case (.rate, .set), (.rate, .path), (.terminal, .set): NumberFormat.percent(2).text(value)
    default: text(value)
    }
  }
}
