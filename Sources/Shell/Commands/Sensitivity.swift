import Evaluation
import JSON
import Language
import Presentation
import Research
import Text
import Valuation

extension Command {
  static let sensitivity = Command(
    CommandSyntax(
      "sensitivity", forms: [CommandSyntax.Form("", [.optional(role: .scenario), .required(.axes)])]),
    category: .valuation, summary: "Values a grid of assumptions: one axis or two.",
    discussion: """
      `=` sets the assumption in every year, `+` moves its path. Each cell is a full valuation; cells that the \
      model refuses are missing. The base is marked, and added where it is off the steps.
      """,
    examples: ["sensitivity base discount = 7%..11% step 1%, growth + -2pp..2pp step 1pp"]
  ) { execution, call throws(Diagnostic) in
    try execution.sensitivity(call)
  }
}

/// A grid of values per share.
struct SensitivityReport: StatementResult {
  var title: String
  var sensitivity: Sensitivity

  var kind: String { "sensitivity" }
  var data: JSONValue {
    [
      "title": .string(title),
      "axes": .array(
        sensitivity.axes.map {
          [
            "parameter": .string($0.parameter), "shift": .bool($0.isShift), "values": .numbers($0.values),
            "base": .integer($0.base),
          ]
        }),
      "values": .array(sensitivity.values.map { .numbers($0) }),
      "base_value": .number(sensitivity.base.valuePerShare), "price": .number(sensitivity.base.price),
      "refused": .integer(sensitivity.refusedCount),
    ]
  }

  var document: Document {
    let rows = sensitivity.axes[0]
    let columns = sensitivity.axes.count > 1 ? sensitivity.axes[1] : nil
    let price = sensitivity.base.price
    let headings = columns.map { axis in axis.values.indices.map { axis.text($0) } } ?? ["value per share"]
    return Document(StyledText(title)) {
      Table(
        columns: [.text(rows.label + (columns.map { " \\ \($0.label)" } ?? ""), .name)]
          + headings.enumerated().map {
            .number(columns?.base == $0.offset ? "\($0.element) *" : $0.element, .fixed(2))
          },
        rows: sensitivity.values.enumerated().map { index, values in
          [.text(rows.text(index) + (rows.base == index ? " *" : ""))]
            + values.enumerated().map { place, value in
              let isBase = rows.base == index && (columns == nil || columns?.base == place)
              let style: Style = isBase ? .strong : price.map { value >= $0 ? .positive : .negative } ?? .plain
              return .number(value, format(value, price), style: style)
            }
        })
      Block.note("\("*") is the base, \(sensitivity.base.valuePerShare, .fixed(2)) a share\(priceRemark)")
      if sensitivity.refusedCount > 0 {
        Block.note("\(sensitivity.refusedCount, .integer) cells are refused by the model and stay empty")
      }
    }
  }

  private var priceRemark: String {
    sensitivity.base.price.map { "; ▴ reaches the price of \(NumberFormat.fixed(2).text($0))" } ?? ""
  }

  /// A value, marked where it reaches the price, so that a page without colours shows it as well.
  private func format(_ value: Double, _ price: Double?) -> NumberFormat {
    guard let price else { return .fixed(2) }
    return .fixed(2).suffixed(value >= price ? " ▴" : "  ")
  }
}

extension Variation {
  /// A value of the assumption in its unit.
  func text(_ value: Double) -> String {
    let unit = AssumptionDefinition.named(parameter)?.unit
    if case .multiple = mode { return "\(NumberText.plain(value))x" }
    if unit == .rate || unit == .terminal {
      if case .shift(.add) = mode { return "\(NumberFormat.general.text(value * 100))pp" }
      if case .shift(.subtract) = mode { return "\(NumberFormat.general.text(value * 100))pp" }
      switch mode {
      case .set, .path: return "\(NumberFormat.general.text(value * 100))%"
      case .shift, .multiple: break
      }
    }
    return unit == .money || unit == .count ? NumberFormat.compact(2).text(value) : NumberFormat.general.text(value)
  }
}

extension Sensitivity.Axis {
  fileprivate var isShift: Bool { if case .shift = variation.mode { true } else { false } }
  fileprivate var label: String {
    if case .shift(let how) = variation.mode { return "\(parameter) \(how.rawValue)" }
    return parameter
  }
  fileprivate func text(_ index: Int) -> String { variation.text(values[index]) }
}

extension Execution {
  /// The scenario that a statement names first, else the model in work.
  mutating func valuationSubject(_ call: CommandCall) throws(Diagnostic) -> (title: String, assumptions: Assumptions) {
    if let word = call[.scenario] ?? call[.solvedScenario] {
      let scenario = try scenario(word)
      if let drivers = scenario.drivers { note(.plainOfDrivers, drivers.asPlain, at: word.span) }
      return ("\(scenario.ticker) \(scenario.name)", scenario.assumptions)
    }
    let model = try modelInWork(at: call.commandSpan)
    if let drivers = model.drivers { note(.plainOfDrivers, drivers.asPlain, at: call.commandSpan) }
    return (model.scenario == nil ? "\(model.ticker) model in work" : model.title, model.assumptions)
  }

  fileprivate mutating func sensitivity(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    if let drivers = try driverSubject(call) { return try sensitivity(call, of: drivers) }
    let (title, assumptions) = try valuationSubject(call)
    let typed = try call[.axes]
    var axes: [Sensitivity.Axis] = []
    for axis in typed {
      let variation = variation(axis.name, shift: axis.shift, sample: axis.values, in: assumptions)
      axes.append(Sensitivity.Axis(variation, try numbers(axis.values).values))
    }
    do {
      return SensitivityReport(title: title, sensitivity: try Sensitivity(of: assumptions, axes: axes))
    } catch {
      let place = typed.first { error.assumptions.contains($0.name) } ?? typed.first
      throw diagnostic(error, [], place?.nameSpan ?? call.commandSpan)
    }
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
  var isMultiple: Bool {
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
