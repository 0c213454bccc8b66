import Evaluation
import Language
import Platform
import Reports
import Research
import Sessions
import Strategies
import Valuation
import Work
import Workspace

extension Command {
  package static let sensitivity = Command(
    CommandSyntax(
      "sensitivity", forms: [CommandSyntax.Form("", [.optional(role: .scenario), .required(.axes)])]),
    category: .valuation, summary: "Values a grid of assumptions: one axis or two.",
    discussion: """
      `=` sets the assumption in every year, `+` moves its path. Each cell is a full valuation; cells that the \
      model refuses are missing. The base is marked, and added if it is off the steps.
      """,
    examples: ["sensitivity base discount = 7%..11% step 1%, growth + -2pp..2pp step 1pp"]
  ) { execution, call throws(Diagnostic) in
    try execution.sensitivity(call)
  }
}

extension Execution {
  /// The scenario that a statement names first, else the open model.
  ///
  /// Warns if its value is so far from the price that a unit must be wrong: a study of it is equally wrong.
  mutating func valuationSubject(_ call: CommandCall) throws(Diagnostic) -> (
    title: String, assumptions: Assumptions
  ) {
    let subject = try namedSubject(call)
    let result = session.research.valuation(of: subject.assumptions)
    if let far = result?.findings.first(where: { $0.code == .farFromPrice && $0.severity == .strong }) {
      warnings.append(
        Diagnostic(code: Diagnostic.Code(far.code), far.message, at: call.commandSpan, severity: .warning))
    }
    return subject
  }

  private mutating func namedSubject(_ call: CommandCall) throws(Diagnostic) -> (
    title: String, assumptions: Assumptions
  ) {
    if let word = call[.scenario] ?? call[.solvedScenario] {
      let scenario = try scenario(word)
      if let drivers = scenario.drivers { note(.plainOfDrivers, drivers.asPlain, at: word.span) }
      return ("\(scenario.ticker) \(scenario.name)", scenario.assumptions)
    }
    let model = try modelInWork(at: call.commandSpan)
    if let drivers = model.drivers { note(.plainOfDrivers, drivers.asPlain, at: call.commandSpan) }
    return (model.scenario == nil ? "\(model.ticker) open model" : model.title, model.assumptions)
  }

  /// The company of a study's subject, and its scenario; nil for an open model that is of none.
  mutating func companyOfSubject(_ call: CommandCall) throws(Diagnostic) -> (ticker: String, scenario: String?) {
    if let word = call[.scenario] ?? call[.solvedScenario] {
      let scenario = try scenario(word)
      return (scenario.ticker, scenario.name)
    }
    let model = try modelInWork(at: call.commandSpan)
    return (model.ticker, model.scenario)
  }

  fileprivate mutating func sensitivity(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    if let drivers = try driverSubject(call) { return try sensitivity(call, of: drivers) }
    let (title, assumptions) = try valuationSubject(call)
    let typed = try call[.axes]
    var axes: [Sensitivity.Axis] = []
    for axis in typed {
      let variation = variation(axis.name, shift: axis.shift, sample: axis.values, in: assumptions)
      axes.append(Sensitivity.Axis(variation, try values(of: axis.values, for: axis.name, shift: axis.shift)))
    }
    try checkSize(axes.reduce(1) { $0 * Double($1.values.count) }, "cells", at: call.commandSpan)
    let monitor = environment.monitor
    let sensitivity: Sensitivity
    do {
      sensitivity = try Sensitivity(
        of: assumptions, axes: axes, mostCells: session.settings.maxCells, keepsPart: true
      ) { monitor.isStopped }
    } catch {
      if error.code == .interrupted { throw diagnostic(.interrupted, at: nil) }
      let place = typed.first { error.assumptions.contains($0.name) } ?? typed.first
      throw diagnostic(error, [], place?.nameSpan ?? call.commandSpan)
    }
    try keepPart(
      sensitivity.values.count, of: sensitivity.requestedRows, "rows", "the others were not valued",
      at: call.commandSpan
    )
    return SensitivityReport(title: title, sensitivity: sensitivity)
  }

  /// The values of a range that are tried for an assumption, in its unit.
  mutating func values(
    of range: ValueRange, for name: String, shift: BinaryOperator?
  ) throws(Diagnostic) -> [Double] {
    let (values, isRate) = try numbers(range)
    if !range.isMultiple {
      let sign = shift.flatMap { Assumption.Shift.Operator(rawValue: $0.rawValue) }
      try checkUnit(of: values, isRate: isRate, moving: sign, isTried: true, name, at: range.span)
    }
    return values
  }

  /// The variation of an axis: the constant, the path by a shift, or the multiple of the terminal value.
  private func variation(
    _ name: String, shift: BinaryOperator?, sample: ValueRange, in assumptions: Assumptions
  ) -> Variation {
    if let shift, let how = Assumption.Shift.Operator(rawValue: shift.rawValue) { return Variation(name, .shift(how)) }
    return sample.isMultiple ? Variation(name, .multiple(of: assumptions.terminalMetric)) : Variation(name)
  }
}

extension ValueRange {
  /// True for a range of multiples: `10x..20x`.
  package var isMultiple: Bool {
    switch self {
    case .single(let expression): expression.isMultipleLiteral
    case .list(let elements, _): elements.first?.isMultipleLiteral == true
    case .steps(let from, _, _, _): from.isMultipleLiteral
    }
  }
}

extension Expression {
  var isMultipleLiteral: Bool {
    if case .literal(.number(let number), _) = self { number.suffix == .multiple } else { false }
  }
}

extension Assumptions {
  /// The figure of a bare multiple: that of the model's own multiple, else free cash flow.
  var terminalMetric: TerminalAssumption.Metric {
    if case .terminal(.multiple(_, of: let metric)) = self["terminal"]?.value { metric } else { .freeCashFlow }
  }
}
