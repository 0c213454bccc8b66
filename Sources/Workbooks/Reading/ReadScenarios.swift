import Research
import Spreadsheet
import Valuation

/// The scenarios of a workbook that tas wrote, with the inputs that were changed in it since.
public struct ReadScenarios {
  /// What was changed in one scenario.
  public struct Changed {
    /// The scenario.
    public var scenario: String
    /// The assumptions as they are now, as one would type them.
    public var texts: [String]
  }

  /// The scenarios, changed inputs included; ancestors of those with cells among them.
  public private(set) var scenarios: [Scenario] = []
  /// The changes.
  public private(set) var changed: [Changed] = []
  /// The scenarios whose value in the workbook is another one than that of their inputs: a formula was changed.
  public private(set) var disagreeing: [(scenario: String, inWorkbook: Double, byInputs: Double)] = []

  /// Reads a workbook.
  public init(_ workbook: ReadWorkbook) throws(WorkbookError) {
    let (recorded, written) = try RecordSheet.read(workbook)
    guard let sheet = workbook[AssumptionSheet.name] else {
      throw WorkbookError("the sheet `\(AssumptionSheet.name)` is not in the workbook")
    }
    for scenario in recorded {
      guard let place = written.firstIndex(of: scenario.id) else {
        scenarios.append(scenario)
        continue
      }
      guard let block = CellBlock(of: scenario.name, on: sheet) else {
        throw WorkbookError(
          "\(AssumptionSheet.name): the block `\(AssumptionSheet.title(of: scenario.name))` is missing")
      }
      let changes = try BlockChanges(scenario, block).changes
      let read = try Self.apply(changes, to: scenario)
      scenarios.append(read)
      if !changes.isEmpty {
        changed.append(Changed(scenario: scenario.name, texts: changes.map(\.text)))
      }
      compare(read, place, workbook)
    }
  }

  private static func apply(_ changes: [Assumptions.Change], to scenario: Scenario) throws(WorkbookError) -> Scenario {
    guard !changes.isEmpty else { return scenario }
    guard case .plain(let assumptions, let inheritance) = scenario.model else {
      throw WorkbookError(
        "`\(scenario.name)` is a model of drivers, and \(changes.map(\.text).joined(separator: ", ")) was changed in the "
          + "workbook, which drivers do not follow",
        hint: "change its drivers in tas, or save it as a plain scenario first")
    }
    let changed: Assumptions
    do throws(ValuationError) {
      changed = try assumptions.with(changes)
      _ = try DiscountedCashFlow.value(changed)
    } catch {
      throw WorkbookError(
        "`\(scenario.name)` with what was changed in the workbook: \(error.message)", hint: error.hint)
    }
    var result = scenario
    let descent = inheritance.map { Inheritance(parent: $0.parent, changes: $0.changes + changes) }
    result.model = .plain(changed, inheriting: descent)
    return result
  }

  /// Notes where the workbook shows another value than its inputs give.
  private mutating func compare(_ scenario: Scenario, _ place: Int, _ workbook: ReadWorkbook) {
    guard let sheet = workbook[ScenarioSheet.name], let shown = sheet[ScenarioSheet.valueRow, 2 + place].value.number,
      let value = try? DiscountedCashFlow.valuePerShare(of: scenario.assumptions)
    else { return }
    if abs(shown - value) > 1e-6 * max(abs(value), 1e-9) {
      disagreeing.append((scenario.name, shown, value))
    }
  }
}
