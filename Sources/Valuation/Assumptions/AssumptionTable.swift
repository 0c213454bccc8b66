import Text

extension AssumptionDefinition {
  /// All assumptions, in the order in which they are shown: those of the plain model first.
  public static let all: [AssumptionDefinition] =
    plain + operations + stages + costOfCapital + claims + equity + parts + descriptions

  /// The assumptions of the plain model.
  static let plain: [AssumptionDefinition] = [
    AssumptionDefinition(
      .price,
      unit: .perShare,
      hard: .positive,
      meaning: "Price of one share today; upside is measured from it"
    ),
    AssumptionDefinition(
      .shares,
      aliases: ["diluted_shares"],
      unit: .count,
      isRequired: true,
      hard: .positive,
      swing: 0.02,
      swingIsRelative: true,
      meaning: "Shares outstanding today"
    ),
    AssumptionDefinition(
      .revenue,
      aliases: ["sales", "base_revenue"],
      unit: .money,
      isRequired: true,
      hard: .positive,
      swing: 0.05,
      swingIsRelative: true,
      meaning: "Revenue of the base year, the year before the forecast"
    ),
    AssumptionDefinition(
      .growth,
      aliases: ["revenue_growth"],
      unit: .rate,
      isPath: true,
      isRequired: true,
      plausible: Bounds(-0.20, 0.40),
      hard: Bounds(-0.90, 3),
      swing: 0.01,
      meaning: "Growth of revenue from the year before"
    ),
    AssumptionDefinition(
      .margin,
      aliases: ["operating_margin", "ebit_margin", "operating_income"],
      unit: .rate,
      isPath: true,
      isRequired: true,
      plausible: Bounds(-0.50, 0.45),
      hard: Bounds(-5, 1),
      swing: 0.02,
      meaning: "Operating margin: EBIT, after depreciation and stock compensation, as a share of revenue"
    ),
    AssumptionDefinition(
      .baseMargin,
      unit: .rate,
      plausible: Bounds(-0.50, 0.45),
      hard: Bounds(-5, 1),
      meaning: "Operating margin of the base year, the start of a margin path that begins with `to`"
    ),
    AssumptionDefinition(
      .tax,
      aliases: ["tax_rate"],
      unit: .rate,
      isPath: true,
      defaultValue: 0.21,
      plausible: Bounds(0.10, 0.35),
      hard: Bounds(0, 0.60),
      swing: 0.03,
      meaning: "Tax on operating income, as if there were no debt; a loss pays none"
    ),
    AssumptionDefinition(
      .capex,
      aliases: ["capital_expenditure"],
      unit: .rate,
      isPath: true,
      defaultValue: 0,
      plausible: Bounds(0, 0.25),
      hard: Bounds(0, 3),
      swing: 0.01,
      meaning: "Capital expenditure as a share of revenue; gross, and net if depreciation is not given"
    ),
    AssumptionDefinition(
      .depreciation,
      aliases: ["da"],
      unit: .rate,
      isPath: true,
      defaultValue: 0,
      plausible: Bounds(0, 0.20),
      hard: Bounds(0, 1),
      swing: 0.01,
      meaning: "Depreciation and amortisation inside EBIT, as a share of revenue"
    ),
    AssumptionDefinition(
      .workingCapital,
      aliases: ["nwc", "nwc_change"],
      unit: .rate,
      isPath: true,
      defaultValue: 0,
      plausible: Bounds(-0.05, 0.10),
      hard: Bounds(-1, 1),
      swing: 0.005,
      meaning: "Increase in net working capital, without cash and debt, as a share of revenue"
    ),
    AssumptionDefinition(
      .discount,
      aliases: ["wacc", "cost_of_capital", "discount_rate"],
      unit: .rate,
      isPath: true,
      isRequired: true,
      plausible: Bounds(0.05, 0.15),
      hard: Bounds(0, 0.60),
      swing: 0.01,
      meaning: "Cost of capital: the rate at which cash flows are discounted"
    ),
    AssumptionDefinition(
      .terminal,
      aliases: ["terminal_growth", "exit_multiple"],
      unit: .terminal,
      isRequired: true,
      plausible: Bounds(0, 0.04),
      hard: Bounds(-0.10, .infinity),
      swing: 0.005,
      meaning: "Terminal value: perpetual growth, or a multiple of the last year"
    ),
    AssumptionDefinition(
      .horizon,
      unit: .years,
      defaultValue: 5,
      plausible: Bounds(3, 15),
      hard: Bounds(1, 50),
      meaning: "Years of explicit forecast"
    ),
    AssumptionDefinition(
      .discounting,
      unit: .word,
      words: ["year-end", "mid-year"],
      meaning: "When in its year a cash flow counts as received"
    ),
    AssumptionDefinition(
      .cash,
      unit: .money,
      defaultValue: 0,
      hard: .notNegative,
      meaning: "Cash and marketable securities, added to the value of operations"
    ),
    AssumptionDefinition(
      .debt,
      unit: .money,
      defaultValue: 0,
      hard: .notNegative,
      meaning: "All borrowings, taken from the value of operations"
    ),
  ]

  /// The names of the assumptions that a plain model cannot do without, in the order of the table.
  static let required = all.filter(\.isRequired).map(\.key)

  /// The names of the assumptions that take their default if they are not given, in the order of the table.
  static let filled = all.filter(\.isFilled).map(\.key)

  /// The possible range of a terminal multiple, which has other numbers than terminal growth.
  static let possibleMultiple = Bounds.positive

  /// The usual range of a terminal multiple and the step that moves it: a price over book value is near 1.
  static func terminalMultiple(of metric: TerminalAssumption.Metric) -> (plausible: Bounds, swing: Double) {
    switch metric {
    case .book, .tangibleBook: (Bounds(0.3, 4), 0.1)
    case .freeCashFlow, .ebitda, .ebit, .revenue, .earnings, .dividends: (Bounds(4, 30), 1)
    }
  }

  /// The assumption called `name`, by its name or one of its aliases; `nil` if there is none.
  ///
  /// Prefixed with the name of a part, as in `aero.margin`, it is the definition of the name after the dot.
  public static func named(_ name: String) -> AssumptionDefinition? {
    if let key = key(of: name) { return key.definition }
    let dotted = DottedName(name)
    return dotted.part == nil ? nil : key(of: dotted.name)?.definition
  }

  /// `name` without aliases: `aero.margin` for `aero.ebit_margin`; `nil` if there is no such assumption.
  public static func canonical(_ name: String) -> String? {
    named(name).map { DottedName(part: DottedName(name).part, name: $0.name).text }
  }

  /// The assumption called `name`, or an error that suggests similar names.
  ///
  /// - Throws: `unknown-assumption`.
  public static func find(_ name: String) throws(ValuationError) -> AssumptionDefinition {
    if let found = named(name) { return found }
    let dotted = DottedName(name)
    if dotted.part != nil, !dotted.name.contains(".") { return try find(dotted.name) }
    let beginning = name.utf8.count < 2 ? [] : all.map(\.name).filter { $0.hasPrefix(name) }
    let known = all.flatMap { [$0.name] + $0.aliases }
    let near = beginning.isEmpty ? Spelling.nearest(to: name, in: known).map { [$0] } ?? [] : Array(beginning.prefix(4))
    throw ValuationError(
      code: .unknownAssumption,
      message: "there is no assumption called `\(name)`",
      assumptions: [name],
      hint: near.isEmpty
        ? "the assumptions are \(Wording.list(plain.map(\.name)))"
        : Spelling.hint(offering: near)
    )
  }

  /// The assumption with a name or an alias, without a part; `nil` if there is none.
  static func key(of name: String) -> AssumptionName? { keys[name] }

  private static let keys: [String: AssumptionName] = {
    var keys: [String: AssumptionName] = [:]
    for definition in all {
      for name in [definition.name] + definition.aliases { keys[name] = definition.key }
    }
    return keys
  }()
}
