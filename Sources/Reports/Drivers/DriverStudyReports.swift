import JSON
import Presentation
import Research
import Text
import Valuation

/// A grid of values of a driver model.
package struct DriverSensitivityReport: ShapedResult {
  package var title: String
  package var work: DriverWork
  package var valuation: DriverValuation
  package var grid: DriverSensitivity

  package init(title: String, work: DriverWork, valuation: DriverValuation, grid: DriverSensitivity) {
    self.title = title
    self.work = work
    self.valuation = valuation
    self.grid = grid
  }

  /// The axis that goes down, then the one that goes across, if there is one.
  private var axes: [(axis: DriverAxis, base: Int?)] {
    if let y = grid.y { return [(y, grid.baseRow), (grid.x, grid.baseColumn)] }
    return [(grid.x, grid.baseColumn)]
  }

  /// The cells, a row for each value of the first axis.
  private var cells: [[DriverSensitivity.Cell]] {
    grid.y == nil ? (grid.cells.first ?? []).map { [$0] } : grid.cells
  }

  package static let shape = ResultShape<DriverSensitivityReport>(
    "sensitivity", SensitivityReport.shape.summary,
    [
      .text("title") { $0.title }, .text("model") { _ in "drivers" }, .text("basis") { $0.valuation.basis.rawValue },
      .list("axes", axisFields) { $0.axes.parts(of: $0) },
      .value("values", [.list]) { grid($0.cells) { .number($0.value) } },
      .value("upside", [.list]) { grid($0.cells) { .number($0.upside) } },
      .value("constrained", [.list]) { grid($0.cells) { .bool($0.isConstrained) } },
      .number("base_value") { $0.valuation.intrinsicValue }, .number("price", .possible) { $0.valuation.price },
      .integer("refused") { $0.cells.joined().count { $0.value == nil } },
    ])

  private static let axisFields: [Field<Part<DriverSensitivityReport, (axis: DriverAxis, base: Int?)>>] = [
    .text("parameter") { $0.whole.parameter($0.thing.axis) }, .truth("shift") { $0.whole.isIndex($0.thing.axis) },
    .numbers("values") { $0.thing.axis.amounts.map($0.whole.number($0.thing.axis)) },
    .integer("base", .possible) { $0.thing.base },
  ]

  private static func grid(
    _ cells: [[DriverSensitivity.Cell]], _ value: (DriverSensitivity.Cell) -> JSONValue
  ) -> JSONValue {
    .array(cells.map { .array($0.map(value)) })
  }

  package var document: Document {
    let down = axes[0]
    let across = axes.count > 1 ? axes[1] : nil
    let headings = across.map { axis in axis.axis.amounts.map { text($0, axis.axis) } } ?? ["value"]
    let price = valuation.upside == nil ? nil : valuation.price
    let joined = Array(cells.joined())
    return Document(StyledText(title)) {
      Table(
        columns: [.text(parameter(down.axis) + (across.map { " \\ \(parameter($0.axis))" } ?? ""), .name)]
          + headings.enumerated().map {
            .number(across != nil && across?.base == $0.offset ? "\($0.element) *" : $0.element, .fixed(2))
          } + (across == nil && price != nil ? [.percent("upside")] : []),
        rows: cells.enumerated().map { index, row in
          [.text(text(down.axis.amounts[index], down.axis) + (down.base == index ? " *" : ""))]
            + row.enumerated().map { column, cell in
              let isBase = down.base == index && (across == nil || across?.base == column)
              let style: Style =
                isBase
                ? .strong : cell.value.flatMap { value in price.map { value >= $0 ? .positive : .negative } } ?? .plain
              return .number(cell.value, .fixed(2), style: style)
            } + (across == nil && price != nil ? [.number(row[0].upside, NumberFormat.percent(2).signed)] : [])
        })
      let isMarked = axes.allSatisfy { $0.base != nil }
      let priceText = price.map { "; the price is \(NumberFormat.fixed(2).text($0))" } ?? ""
      Block.note(
        StyledText("\(isMarked ? "* is the base" : "the base is not in the table"), \(valuation.valueText)\(priceText)")
      )
      if joined.contains(where: { $0.value == nil }) {
        Block.note(StyledText("\(joined.count { $0.value == nil }) cells are refused by the model and stay empty"))
      }
      if joined.contains(where: \.isConstrained) {
        Block.warning(
          StyledText(
            "an automatic constraint acts in \(joined.count { $0.isConstrained }) of \(joined.count) cells [constrained-cells]"
          ))
      }
      for finding in DriverReport.standing(of: work) { Block.warning(finding.styledText) }
    }
  }

  private func isIndex(_ axis: DriverAxis) -> Bool { axis.name == DriverAxis.Variable.revenue.rawValue }
  private func parameter(_ axis: DriverAxis) -> String { isIndex(axis) ? "revenue_index *" : axis.name }
  private func number(_ axis: DriverAxis) -> (Double) -> Double {
    { isIndex(axis) ? 1 + $0 / 100 : $0 }
  }
  private func text(_ amount: Double, _ axis: DriverAxis) -> String {
    isIndex(axis) ? NumberFormat.general.text(1 + amount / 100) : work.model.text(amount, of: axis.name)
  }
}

/// The number of an assumption at which a driver model has a target value.
package struct DriverSolutionReport: ShapedResult {
  package var title: String
  package var work: DriverWork
  package var solution: DriverSolution

  package init(title: String, work: DriverWork, solution: DriverSolution) {
    self.title = title
    self.work = work
    self.solution = solution
  }

  package static let shape = ResultShape<DriverSolutionReport>(
    "solution", SolutionReport.shape.summary,
    [
      .text("parameter") { $0.solution.name }, .truth("shift") { _ in false },
      .number("value", .possible) { $0.solution.number }, .number("target") { $0.solution.target },
      .numbers("roots") { $0.solution.roots }, .truth("unique") { $0.solution.roots.count == 1 },
      .list("range", SolutionReport.rangeFields) { report in
        [report.solution.lowest, report.solution.highest].map { (parameter: $0.number, value: $0.value) }
      },
    ])

  package var document: Document {
    let target = NumberFormat.fixed(2).text(solution.target)
    return Document {
      if let number = solution.number {
        StyledText("\(title): \(solution.name) = \(work.model.text(number, of: solution.name)) gives \(target)")
        if solution.roots.count > 1 {
          let all = solution.roots.map { work.model.text($0, of: solution.name) }.joined(separator: ", ")
          Block.warning(StyledText("not the only answer: \(all)"))
        }
        if let usual = work.model.usualRange(of: solution.name), !usual.contains(number) {
          let ends = [usual.lowerBound, usual.upperBound].map { work.model.text($0, of: solution.name) }
          Block.note(StyledText("usually \(solution.name) is \(ends.joined(separator: ".."))"))
        }
      } else {
        let (low, high) = (solution.lowest, solution.highest)
        Block.warning(
          StyledText(
            "\(title): no \(solution.name) gives \(target); it is \(NumberFormat.fixed(2).text(low.value)) at \(work.model.text(low.number, of: solution.name)) and \(NumberFormat.fixed(2).text(high.value)) at \(work.model.text(high.number, of: solution.name))"
          ))
      }
    }
  }
}

/// The effect of each assumption of a driver model on its own.
package struct DriverTornadoReport: ShapedResult {
  package var title: String
  package var work: DriverWork
  package var valuation: DriverValuation
  package var bars: [DriverTornado.Bar]

  package init(title: String, work: DriverWork, valuation: DriverValuation, bars: [DriverTornado.Bar]) {
    self.title = title
    self.work = work
    self.valuation = valuation
    self.bars = bars
  }

  package static let shape = ResultShape<DriverTornadoReport>(
    "tornado", TornadoReport.shape.summary,
    [
      .text("title") { $0.title }, .text("model") { _ in "drivers" }, .text("basis") { $0.valuation.basis.rawValue },
      .number("base_value") { $0.valuation.intrinsicValue }, .number("price", .possible) { $0.valuation.price },
      .number("swing", .always) { _ in nil }, .list("rows", barFields) { $0.bars.parts(of: $0) },
    ])

  private static let barFields: [Field<Part<DriverTornadoReport, DriverTornado.Bar>>] = [
    .text(.text("assumption", .name), .never) { $0.thing.name },
    .number("low", .possible) { $0.thing.low }.shown(.text("from")) { .text($0.text($0.thing.low)) },
    .number("high", .possible) { $0.thing.high }.shown(.text("to")) { .text($0.text($0.thing.high)) },
    .number(.number("lower", .fixed(2), key: "value_low")) { $0.thing.lowValue },
    .number(.number("higher", .fixed(2), key: "value_high")) { $0.thing.highValue },
    .number(.number("width", .fixed(2))) { $0.thing.swing },
  ]

  package var document: Document {
    let table = Self.barFields.table(of: bars.parts(of: self))
    return Document(StyledText("\(title): \(valuation.valueText), each assumption moved by itself"), mainTable: table) {
      table
      BarChart(
        bars.compactMap { bar in
          guard let low = bar.lowValue, let high = bar.highValue else { return nil }
          return BarChart.Bar(bar.name, from: low, to: high)
        }, format: .fixed(2), reference: valuation.intrinsicValue, referenceLabel: "value")
      Block.note("each moves by a tenth of its usual range to both sides")
      for finding in DriverReport.standing(of: work) { Block.warning(finding.styledText) }
    }
  }
}

extension Part<DriverTornadoReport, DriverTornado.Bar> {
  /// A number of the assumption in its unit.
  fileprivate func text(_ number: Double) -> String { whole.work.model.text(number, of: thing.name) }
}
