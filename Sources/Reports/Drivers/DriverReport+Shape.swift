import JSON
import Presentation
import Research
import Text
import Valuation

extension DriverReport {
  package static let shape = ResultShape<DriverReport>(
    "valuation", ValuationReport.shape.summary,
    [
      .text("ticker") { $0.ticker }, .text("scenario", .possible) { $0.scenario }, .truth("changed") { $0.isChanged },
      .text("model") { _ in "drivers" }, .text("business", .possible) { $0.work.model.business?.rawValue },
      .truth("financial") { $0.work.model.isFinancial }, .text("like") { $0.work.convention.rawValue },
      .text("method") { $0.work.method.rawValue }, .text("basis") { $0.valuation.basis.rawValue },
      .object("lens", InvestmentLens.fields) { $0.work.model.lens },
      .members("drivers") { report in
        report.work.model.drivers.map { ($0.id, RevenueDriver.fields.json(($0, report.work.convention))) }
      },
      .members("assumptions") { report in
        DriverField.allCases.map { ($0.name, assumptionFields.json(Part($0, of: .init(report)))) }
      }, .text("terminal_method") { $0.work.model.terminalMethod.rawValue },
      .members("company") { report in
        report.work.company.all.filter { DriverModel.isCompanyFigure($0.name) }.map { assumption in
          (assumption.name, ["written": .string(assumption.text), "source": .string(assumption.source.name)])
        }
      }, .number("revenue_index") { $0.valuation.revenueIndex }, .rate("flow_margin") { $0.valuation.flowMargin },
      .number("flow_index") { $0.valuation.flowIndex }, .number("value") { $0.valuation.intrinsicValue },
      .number("value_per_share", .possible) {
        $0.valuation.basis == .perShare ? $0.valuation.intrinsicValue : nil
      }, .number("buy_below", .possible) { $0.valuation.buyBelow },
      .number("present_value_of_flows", .possible) { $0.valuation.presentValueOfFlows },
      .number("present_value_of_terminal", .possible) { $0.valuation.presentValueOfTerminal },
      .rate("terminal_share", .possible) { $0.valuation.terminalShare },
      .number("price", .possible) { $0.valuation.price }, .rate("upside", .possible) { $0.valuation.upside },
      .rate("cagr", .possible) { $0.valuation.cagr }, .numbers("revenue_line") { $0.valuation.revenueLine },
      .numbers("value_line", .possible) { $0.valuation.valueLine },
      .object("dial", AggressivenessDial.fields) { AggressivenessDial(of: $0.work.model) },
    ] + plainFields + [
      Field.list("moved", DriverWork.Move.fields()) { $0.before?.moves }.only { $0.before != nil },
      Field.number("value_before") { $0.before?.value }.only { $0.before != nil },
      .list("findings", ValuationFinding.fields) { $0.findings },
    ])

  /// The forecast and the bridge, at the same keys as those of a plain valuation.
  private static let plainFields: [Field<DriverReport>] = [
    .number("enterprise_value", .possible) { $0.valuation.plain?.enterpriseValue },
    .list("bridge", ValuationResult.bridgeFields) { ($0.valuation.plain?.bridge ?? []).map { ($0.item, $0.value) } },
    .number("equity_value", .possible) { $0.valuation.plain?.equityValue },
    .list("past_years", PastYear.fields) { $0.past.numbered },
    .list("years", ValuationResult.yearFields) { $0.valuation.plain.map { $0.years.parts(of: $0) } ?? [] },
  ]

  private static let assumptionFields: [Field<Part<DriverReport, DriverField>>] = [
    .number("value") { $0.whole.work.model[$0.thing] }, .number("counts_as") { $0.whole.valuation.model[$0.thing] },
    .text("section") { $0.thing.section.rawValue }, .number("low") { $0.thing.range.lowerBound },
    .number("high", .possible) { $0.thing == .exitMultiple ? nil : $0.thing.range.upperBound },
    .number("step") { $0.thing.step },
  ]
}

extension InvestmentLens {
  fileprivate static let fields: [Field<InvestmentLens>] = [
    .integer("horizon") { $0.horizonYears }, .text("style") { $0.style.rawValue },
    .text("objective") { $0.objective.rawValue }, .text("summary") { $0.summary },
  ]
}

extension RevenueDriver {
  /// A driver, and the convention by which it counts.
  typealias Counted = (driver: RevenueDriver, convention: DriverConvention)

  static let fields: [Field<Counted>] = [
    .text("title") { $0.driver.title },
    .number("value") { $0.driver.value }.shown(.text("default")) { .text($0.driver.text($0.driver.value)) },
    .text("written") { $0.driver.written },
    .text("unit") { $0.driver.unit.rawValue }, .text("effect") { $0.driver.effectName },
    Field.number("today") { $0.driver.today }.only { $0.driver.today != nil },
    .number("low") { $0.driver.range.lowerBound }.shown(.text("usual")) { .text($0.driver.rangeText) },
    .number("high") { $0.driver.range.upperBound },
    .number("step") { $0.driver.step }.shown(.text("step", .dim)) { .text($0.driver.text($0.driver.step)) },
    .number("multiplier") { $0.driver.multiplier(like: $0.convention) },
    .column(.text("meaning").wrapping) { .text($0.driver.meaning) },
  ]

  /// The level from which it changes; nil for a driver of another effect.
  private var today: Double? { if case .level(let base) = effect { base } else { nil } }
}

extension AggressivenessDial {
  static let fields: [Field<AggressivenessDial>] = [
    .number("score") { $0.score }, .text("label") { $0.label.rawValue }, .number("target") { $0.target },
    .truth("aligned") { $0.isAligned },
    .group(
      "parts",
      [
        .number("revenue") { $0.revenue }, .number("margin") { $0.margin }, .number("discount") { $0.discount },
        .number("terminal") { $0.terminal },
      ]),
  ]
}

extension DriverWork.Move {
  /// A changed assumption with the effect of that change alone.
  ///
  /// - Parameter heading: the words above the value that it had.
  static func fields(heading: String = "base") -> [Field<DriverWork.Move>] {
    [
      .text(.text("section", .dim), .never) { $0.change.section.rawValue },
      .text(.text("assumption", .name), .never) { $0.change.name }, .text("title") { $0.change.title },
      .value("base", [.string, .number]) { $0.change.base.map { .number($0) } ?? .string($0.change.baseText) }
        .shown(.text(heading)) { .text($0.change.baseText) },
      .value("current", [.string, .number]) { $0.change.current.map { .number($0) } ?? .string($0.change.currentText) }
        .shown(.text("now")) { .text($0.change.currentText) },
      .number(Table.Column.number("effect", NumberFormat.fixed(2).signed).coloredBySign) { $0.effect },
    ]
  }
}
