import FileFormats
import Research
import Valuation

/// A company's scenarios as a workbook with live formulas.
///
/// Its formulas are computed once when it is made, and compared with the engine's values: a workbook that would differ
/// is refused.
public struct ValuationWorkbook {
  /// A scenario that is written.
  public struct Entry {
    /// The scenario.
    public var scenario: Scenario
    /// Its valuation.
    public var result: ValuationResult

    /// Makes an entry.
    public init(_ scenario: Scenario, _ result: ValuationResult) {
      self.scenario = scenario
      self.result = result
    }
  }

  /// The sheets.
  public private(set) var workbook = Workbook()
  /// The cell of the chosen scenario's value of a share.
  public let valueCell: CellReference
  /// The scenarios that were left out, each with its reason.
  public let leftOut: [(name: String, reason: String)]
  /// The names of the scenarios that are written, the chosen one first.
  public let names: [String]
  private var values: WorkbookValues

  /// The largest part by which a formula's value may differ from the engine's.
  static let tolerance = 1e-9

  /// Writes scenarios of one company, the first of which is chosen at the beginning.
  ///
  /// - Throws: an error that names the feature of the first scenario that has no formulas. Other scenarios of another
  ///   model or horizon are left out.
  ///
  /// - Parameters:
  ///   - ancestors: scenarios that the others inherit from, which are kept with them if they are not written.
  ///   - figures: the company's reported figures by period; `nil` if there are none.
  public init(
    company: String, _ entries: [Entry], ancestors: [Scenario] = [], figures: FigureHistory? = nil
  ) throws(WorkbookError) {
    guard let first = entries.first else { throw WorkbookError("there is no scenario to write") }
    let horizon = first.result.horizon
    var selection = try Selection(entries, first: first)
    let written = selection.written
    leftOut = selection.leftOut
    names = written.map(\.scenario.name)
    var drivers = try DriverSheet(company: company, written.map(\.scenario))
    selection.link(drivers)
    let (model, inputs) = (selection.model, selection.inputs)
    let assumptions = AssumptionSheet(
      company: company, inputs, parents: selection.parents, choice: ScenarioSheet.choice)

    var forecast = LineSheet("Forecast", horizon: horizon)
    forecast.title("\(company): forecast", purpose: .title)
    let active = ModelInputs(block: assumptions.active, horizon: horizon)
    let finish = model.write(active, forecast: &forecast)
    var value = LineSheet("Value", horizon: horizon)
    value.title("\(company): value", purpose: .title)
    let result = finish(&value)
    Self.writePrice(result.valuePerShare, active, into: &value)
    guard case .cell(let cell) = result.valuePerShare else { throw WorkbookError("the value has no cell") }
    valueCell = cell

    var workings = LineSheet("Workings", horizon: horizon)
    let scenarios = ScenarioSheet(
      company: company, written, inputs, assumptions, model, active: result, workings: &workings)
    let sensitivity = SensitivitySheet(
      company: company, model, active, base: result.valuePerShare, workings: &workings)
    workbook.sheets = [
      assumptions.sheet, Self.withLooks(forecast), Self.withLooks(value), scenarios.sheet, sensitivity.sheet,
      Self.withLooks(workings),
    ]
    if let figures, !figures.periods.isEmpty { workbook.sheets.insert(FigureSheet(figures).sheet, at: 1) }
    let prices = drivers?.finish(scenarios.values) ?? []
    if let drivers { workbook.sheets.insert(drivers.sheet, at: 0) }
    values = WorkbookValues(workbook)
    markUnread(
      [.cell(valueCell)] + scenarios.values + prices + (active.has(.price) ? [active.cell(.price)] : []))
    workbook.sheets.append(try Self.record(of: written, ancestors: ancestors))
    values = WorkbookValues(workbook)
    try check(result.valuePerShare, first)
    for (entry, cell) in zip(written, scenarios.values) { try check(cell, entry) }
  }

  /// The scenarios that are written, with the model that serves all of them.
  private struct Selection {
    var model: ModelLines
    var inputs: [ScenarioInputs]
    var written: [Entry]
    var leftOut: [(name: String, reason: String)] = []

    /// Takes the first scenario, and each other one that fits its model and its horizon.
    init(_ entries: [Entry], first: Entry) throws(WorkbookError) {
      model = try ModelLines(first.result)
      inputs = [try ValuationWorkbook.inputs(of: first)]
      written = [first]
      for entry in entries.dropFirst() {
        do {
          model = try ValuationWorkbook.join(model, with: entry, horizon: first.result.horizon)
          inputs.append(try ValuationWorkbook.inputs(of: entry))
          written.append(entry)
        } catch {
          leftOut.append((entry.scenario.name, error.message))
        }
      }
    }

    /// The place of the scenario that each one follows, if that is written too.
    var parents: [Int?] {
      written.map { entry in
        entry.scenario.inheritance.flatMap { own in written.firstIndex { $0.scenario.id == own.parent } }
      }
    }

    /// Links inputs to the sheet of drivers, and the rows of parts to each other.
    mutating func link(_ drivers: DriverSheet?) {
      for (place, links) in drivers?.links ?? [:] { inputs[place].follow(links) }
      let partRows = Set(inputs.flatMap { $0.cells.keys.filter { $0.part != nil } })
      for index in inputs.indices { inputs[index].follow(partRows) }
    }
  }

  /// The sheet from which the scenarios are read back.
  private static func record(of written: [Entry], ancestors: [Scenario]) throws(WorkbookError) -> Worksheet {
    do throws(ValuationError) {
      let ids = written.map(\.scenario.id)
      return try RecordSheet.sheet(
        written: written.map(\.scenario), ancestors: ancestors.filter { !ids.contains($0.id) })
    } catch {
      throw WorkbookError(error.message, hint: error.hint)
    }
  }

  private static func inputs(of entry: Entry) throws(WorkbookError) -> ScenarioInputs {
    if let work = entry.scenario.drivers { try DriverSheet.check(work) }
    var inputs = try ScenarioInputs(
      name: entry.scenario.name, given: entry.scenario.assumptions, result: entry.result)
    let changes = entry.scenario.inheritance?.changes ?? []
    let isShift = { (change: Assumptions.Change) in if case .shift = change { true } else { false } }
    inputs.moved = Set(changes.filter(isShift).compactMap(\.name)).subtracting(
      changes.filter { !isShift($0) }.compactMap(\.name))
    return inputs
  }

  /// The model that serves one more scenario.
  private static func join(_ model: ModelLines, with entry: Entry, horizon: Int) throws(WorkbookError) -> ModelLines {
    guard let joined = model.joined(with: try ModelLines(entry.result)) else {
      throw WorkbookError("it is another model, or its parts are valued in another way")
    }
    guard entry.result.horizon == horizon else {
      throw WorkbookError("its horizon is \(entry.result.horizon) years, and a workbook has one of \(horizon)")
    }
    return joined
  }

  private static func writePrice(_ value: Formula, _ inputs: ModelInputs, into sheet: inout LineSheet) {
    guard inputs.has(.price) else { return }
    let price = inputs.cell(.price)
    sheet.item("price", price, .decimal)
    // Far above the price it is a mistake of units, as the valuation says.
    let upside = Formula.choose(if: (value / price).isAbove(11), "", else: value / price - 1)
    sheet.item("upside", .choose(if: price.isEmpty, "", else: upside), .percent)
  }

  private static func withLooks(_ lines: LineSheet) -> Worksheet {
    var sheet = lines.sheet
    sheet.widths[1] = 40
    for column in 0...(lines.horizon + 1) { sheet.widths[LineSheet.firstColumn + column] = 18 }
    sheet.scrollingFrom = CellAddress(2, 2)
    return sheet
  }

  /// Refuses a workbook whose formulas give another value than the engine.
  private mutating func check(_ cell: Formula, _ entry: Entry) throws(WorkbookError) {
    let wanted = entry.result.valuePerShare
    let found = values.value(of: cell)
    guard let number = found.number, abs(number - wanted) <= Self.tolerance * max(abs(wanted), 1e-300) else {
      let text = found.number.map { "\($0)" } ?? "no number"
      throw WorkbookError(
        "the formulas for `\(entry.scenario.name)` give \(text) but the valuation gives \(wanted): "
          + "the workbook was not written",
        hint: "this is a fault of tas; `.csv` and `.json` have the full result")
    }
  }

  /// Takes the looks of an input from cells that no value rests on.
  private mutating func markUnread(_ values: [Formula]) {
    let read = workbook.precedents(of: values)
    for name in [AssumptionSheet.name, DriverSheet.name] {
      guard var sheet = workbook[name] else { continue }
      for (address, cell) in sheet.cells where cell.style.purpose == .input {
        guard !read.contains(CellReference(sheet.name, address.row, address.column)) else { continue }
        sheet[address] = SheetCell(cell.content, cell.style.with(.remark))
      }
      workbook[name] = sheet
    }
  }

  /// The bytes of the file.
  public mutating func bytes() -> [UInt8] { WorkbookWriter.bytes(workbook, &values) }

  /// The value of a cell, as the formulas give it.
  public mutating func value(_ cell: CellReference) -> CellValue { values.value(cell) }
}
