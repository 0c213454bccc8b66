import FileFormats
import Research
import Valuation

/// The scenarios of a workbook that tas wrote, with the inputs that were changed in it since.
public struct ReadScenarios {
  /// The changes made in one scenario.
  public struct Changed {
    /// The scenario.
    public var scenario: String
    /// The assumptions as they are now, as typed.
    public var texts: [String]
  }

  /// The scenarios, changed inputs included; ancestors of those with cells among them.
  public private(set) var scenarios: [Scenario] = []
  /// The changes.
  public private(set) var changed: [Changed] = []
  /// The scenarios whose value in the workbook is another one than that of their inputs: a formula was changed.
  public private(set) var disagreeing: [(scenario: String, inWorkbook: Double, byInputs: Double)] = []

  /// True for a workbook that was written here, with scenarios.
  public static func isLikely(_ workbook: ReadWorkbook) -> Bool { workbook[RecordSheet.name] != nil }

  /// Reads a workbook.
  public init(_ workbook: ReadWorkbook) throws(WorkbookError) {
    let (recorded, written) = try RecordSheet.read(workbook)
    guard let sheet = workbook[AssumptionSheet.name] else {
      throw WorkbookError("the sheet `\(AssumptionSheet.name)` is not in the workbook")
    }
    var known: [String: Scenario] = [:]
    for var scenario in Self.parentsFirst(recorded) {
      // The workbook's formulas carried a parent's changes on to its children.
      if case .plain(_, let descent?) = scenario.model, let parent = known[descent.parent],
        let inherited = try? parent.inheritedAssumptions.with(descent.changes)
      {
        scenario.model = .plain(inherited, inheriting: descent)
      }
      if let place = written.firstIndex(of: scenario.id) { scenario = try read(scenario, place, sheet, workbook) }
      known[scenario.id] = scenario
    }
    scenarios = recorded.compactMap { known[$0.id] }
  }

  /// One scenario with the changes of its cells.
  private mutating func read(
    _ scenario: Scenario, _ place: Int, _ sheet: ReadWorkbook.Sheet, _ workbook: ReadWorkbook
  ) throws(WorkbookError) -> Scenario {
    guard let block = CellBlock(of: scenario.name, on: sheet) else {
      throw WorkbookError(
        "\(AssumptionSheet.name): the block `\(AssumptionSheet.title(of: scenario.name))` is missing")
    }
    let (driven, texts) = try Self.withDrivers(scenario, workbook)
    let changes = try BlockChanges(driven, block).changes
    let read = try Self.apply(changes, to: driven)
    if !texts.isEmpty || !changes.isEmpty {
      changed.append(Changed(scenario: scenario.name, texts: texts + changes.map(\.text)))
    }
    compare(read, place, workbook)
    return read
  }

  /// A scenario with the changes of its drivers, and these as typed.
  private static func withDrivers(
    _ scenario: Scenario, _ workbook: ReadWorkbook
  ) throws(WorkbookError) -> (Scenario, [String]) {
    guard let work = scenario.drivers else { return (scenario, []) }
    let changes = try DriverChanges(work.model, of: scenario.name, workbook)
    guard !changes.texts.isEmpty else { return (scenario, []) }
    var changed = work
    changed.study.current = changes.model
    return (try Self.scenario(scenario, with: changed), changes.texts)
  }

  /// A scenario with other drivers, or with other figures of its company.
  private static func scenario(_ scenario: Scenario, with work: DriverWork) throws(WorkbookError) -> Scenario {
    var result = scenario
    do throws(ValuationError) {
      result.model = .drivers(work, plain: try work.plainAssumptions())
      _ = try DiscountedCashFlow.value(result.assumptions)
    } catch {
      throw WorkbookError(
        "`\(scenario.name)` with the changes of the workbook: \(error.message)", hint: error.hint)
    }
    return result
  }

  /// The scenarios in an order in which each comes after the one that it inherits from.
  private static func parentsFirst(_ scenarios: [Scenario]) -> [Scenario] {
    var rest = scenarios
    var ordered: [Scenario] = []
    while !rest.isEmpty {
      let open = Set(rest.map(\.id))
      let ready = rest.filter { scenario in scenario.inheritance.map { !open.contains($0.parent) } ?? true }
      // A ring has no first one; the session refuses it.
      ordered += ready.isEmpty ? rest : ready
      let done = Set(ordered.map(\.id))
      rest.removeAll { done.contains($0.id) }
    }
    return ordered
  }

  private static func apply(_ changes: [Assumptions.Change], to scenario: Scenario) throws(WorkbookError) -> Scenario {
    guard !changes.isEmpty else { return scenario }
    if var work = scenario.drivers {
      let others = changes.filter { !($0.name.map(DriverModel.isCompanyFigure) ?? false) }
      guard others.isEmpty else {
        throw WorkbookError(
          "`\(scenario.name)` is a model of drivers, and \(others.map(\.text).joined(separator: ", ")) was changed on the "
            + "sheet of assumptions, which a driver model does not use",
          hint: "its inputs are on the sheet `\(DriverSheet.name)`")
      }
      do throws(ValuationError) { work.company = try work.company.with(changes) } catch {
        throw WorkbookError(
          "`\(scenario.name)` with the changes of the workbook: \(error.message)", hint: error.hint)
      }
      return try Self.scenario(scenario, with: work)
    }
    guard case .plain(let assumptions, let inheritance) = scenario.model else { return scenario }
    let changed: Assumptions
    do throws(ValuationError) {
      changed = try assumptions.with(changes)
      _ = try DiscountedCashFlow.value(changed)
    } catch {
      throw WorkbookError(
        "`\(scenario.name)` with the changes of the workbook: \(error.message)", hint: error.hint)
    }
    var result = scenario
    let descent = inheritance.map { Inheritance(parent: $0.parent, changes: $0.changes + changes) }
    result.model = .plain(changed, inheriting: descent)
    return result
  }

  /// Notes if the workbook shows another value than its inputs give.
  private mutating func compare(_ scenario: Scenario, _ place: Int, _ workbook: ReadWorkbook) {
    guard let sheet = workbook[ScenarioSheet.name], let shown = sheet[ScenarioSheet.valueRow, 2 + place].value.number,
      let value = try? DiscountedCashFlow.valuePerShare(of: scenario.assumptions)
    else { return }
    if abs(shown - value) > 1e-6 * max(abs(value), 1e-9) {
      disagreeing.append((scenario.name, shown, value))
    }
  }
}
