import FileFormats
import Research
import Testing
import Valuation
import Workbooks

@Suite("Workbooks of drivers")
struct DriverWorkbookTests {
  /// A workbook of one driver model, whose input cells a test changes.
  struct Driven {
    var made: ValuationWorkbook
    var workbook: Workbook
    let work: DriverWork

    init(_ work: DriverWork) throws {
      self.work = work
      let plain = try work.plainAssumptions()
      let scenario = Scenario(
        id: "00000000-0000-4000-8000-000000000001", name: "base", ticker: "ACME", model: .drivers(work, plain: plain),
        savedAt: "2026-01-30T12:00:00Z")
      made = try ValuationWorkbook(company: "ACME", [.init(scenario, try DiscountedCashFlow.value(plain))])
      workbook = made.workbook
    }

    /// Puts a number into the cell of a driver or a field, or into that of its level of today.
    mutating func change(_ label: String, _ column: DriverSheet.Column = .value, to number: Double) throws {
      var sheet = try #require(workbook[DriverSheet.name])
      let row = try #require(
        sheet.cells.first { $0.key.column == 1 && $0.value.content == .value(.text(label)) }?.key.row)
      let address = CellAddress(row, column.rawValue)
      let style = try #require(sheet[address]?.style)
      #expect(style.purpose == .input, "\(label)")
      sheet[address] = SheetCell(.value(.number(number)), style)
      workbook[DriverSheet.name] = sheet
    }

    /// The value of a share by the formulas.
    var value: Double? {
      var values = WorkbookValues(workbook)
      return values.value(made.valueCell).number
    }

    /// The cells as a program that computes and saves them leaves them.
    func read() throws -> ReadWorkbook {
      var values = WorkbookValues(workbook)
      return try WorkbookReader.workbook(WorkbookWriter.bytes(workbook, &values))
    }
  }

  static let company: [Assumption] = [
    Assumption(.revenue, 100e6), Assumption(.shares, 10e6), Assumption(.cash, 30e6), Assumption(.debt, 12e6),
    Assumption(.price, 20),
  ]

  /// A model of each business, as money of a company.
  static func models() throws -> [String: DriverWork] {
    var models: [String: DriverWork] = [:]
    for business in BusinessModel.allCases {
      models[business.rawValue] = DriverWork(
        study: DriverStudy(DriverModel(business)), company: try Assumptions(company))
    }
    var index = DriverWork(study: DriverStudy(DriverModel(.platform)))
    models["an index"] = index
    index.study.current = try index.model.setting("terminal", .multiple(14))
    models["an exit multiple"] = index
    index.study.current = try DriverModel(.platform).setting("margin", .number(0.7)).setting("terminal", .number(0.088))
    models["constraints"] = index
    return models
  }

  /// A cell that is changed, and the same change of the model.
  struct Change {
    var model: String
    var label: String
    var column = DriverSheet.Column.value
    var number: Double
    var setting: DriverModel.Setting
  }

  static let changes = [
    Change(model: "platform", label: "active_users", number: 0.25, setting: .number(0.25)),
    Change(model: "platform", label: "network_effects", number: 1.3, setting: .number(1.3)),
    Change(model: "platform", label: "margin", number: 0.27, setting: .number(0.27)),
    Change(model: "platform", label: "margin", number: 0.6, setting: .number(0.6)),
    Change(model: "platform", label: "gross_margin", number: 0.2, setting: .number(0.2)),
    Change(model: "platform", label: "tax", number: 0.25, setting: .number(0.25)),
    Change(model: "platform", label: "discount", number: 0.1, setting: .number(0.1)),
    Change(model: "platform", label: "terminal", number: 0.089, setting: .number(0.089)),
    Change(model: "subscription", label: "net_revenue_retention", number: 0.97, setting: .number(0.97)),
    Change(
      model: "asset_heavy", label: "capacity_utilization", column: .today, number: 0.7,
      setting: .level(0.8, from: 0.7)),
    Change(model: "an exit multiple", label: "exit_multiple", number: 9, setting: .multiple(9)),
    Change(model: "constraints", label: "discount", number: 0.12, setting: .number(0.12)),
  ]

  /// The model of a change after it.
  static func changed(_ change: Change) throws -> DriverWork {
    var work = try #require(try models()[change.model])
    var setting = change.setting
    // A level of today changes beside the level that the model has.
    if case .level(_, let base) = setting, let level = work.model.driver(named: change.label) {
      setting = .level(level.value, from: base)
    }
    work.study.current = try work.model.setting(change.label, setting)
    return work
  }

  @Test("the formulas give the engine's value, and a changed cell that of the changed model")
  func values() throws {
    for (name, work) in try Self.models() {
      #expect(try agree(Driven(work).value, work.valuation(of: "ACME").intrinsicValue), "\(name)")
    }
    for change in Self.changes {
      var driven = try Driven(try #require(try Self.models()[change.model]))
      let before = driven.value
      try driven.change(change.label, change.column, to: change.number)
      let wanted = try Self.changed(change).valuation(of: "ACME").intrinsicValue
      #expect(agree(driven.value, wanted), "\(change.model), \(change.label)")
      #expect(driven.value != before, "\(change.model), \(change.label)")
    }
  }

  @Test("what was not touched is as it was, and a changed driver is read back")
  func readBack() throws {
    for (name, work) in try Self.models() {
      let read = try ReadScenarios(try Driven(work).read())
      #expect(read.changed.isEmpty && read.disagreeing.isEmpty, "\(name)")
      #expect(read.scenarios.first?.drivers == work, "\(name)")
    }
    for change in Self.changes {
      var driven = try Driven(try #require(try Self.models()[change.model]))
      try driven.change(change.label, change.column, to: change.number)
      let read = try ReadScenarios(try driven.read())
      #expect(read.changed.first?.texts.count == 1 && read.disagreeing.isEmpty, "\(change.model), \(change.label)")
      #expect(
        try read.scenarios.first?.drivers?.model == Self.changed(change).model, "\(change.model), \(change.label)")
    }
  }

  @Test("a figure of the company is read back; what drivers do not follow is refused by name")
  func assumptions() throws {
    let work = try #require(try Self.models()["platform"])
    func changed(_ label: String, _ column: Int, to number: Double) throws -> ReadScenarios {
      var driven = try Driven(work)
      var sheet = try #require(driven.workbook[AssumptionSheet.name])
      let row = try #require(
        sheet.cells.first { $0.key.column == 1 && $0.value.content == .value(.text(label)) }?.key.row)
      sheet.put(.number(number), row, 2 + column)
      driven.workbook[AssumptionSheet.name] = sheet
      return try ReadScenarios(try driven.read())
    }
    let read = try changed("cash", 0, to: 50e6)
    #expect(read.scenarios.first?.drivers?.company[.cash]?.text == "50M")
    #expect(read.changed.map(\.texts) == [["cash = 50M"]] && read.disagreeing.isEmpty)
    do {
      _ = try changed("depreciation", 1, to: 0.02)
      Issue.record("it was read")
    } catch let error as WorkbookError {
      #expect(error.message.contains("depreciation = 2%") && error.hint?.contains("Drivers") == true)
    }
  }

  @Test("a model by other rules is refused with a hint")
  func refused() throws {
    var work = try #require(try Self.models()["platform"])
    work.convention = .investor
    #expect(throws: WorkbookError.self) { try Driven(work) }
    work.convention = .standard
    work.method = .approximation
    #expect(throws: WorkbookError.self) { try Driven(work) }
  }

  @Test(
    "LibreOffice computes drivers to the value of the engine",
    .enabled(if: LibreOffice.isThere, "LibreOffice is not installed: `apt-get install libreoffice-calc`"))
  func libreOffice() throws {
    var files: [[UInt8]] = []
    var wanted: [(name: String, value: Double, cell: CellReference)] = []
    for (name, work) in try Self.models().sorted(by: { $0.key < $1.key }) {
      var driven = try Driven(work)
      files.append(driven.made.bytes())
      wanted.append((name, try work.valuation(of: "ACME").intrinsicValue, driven.made.valueCell))
    }
    for change in Self.changes {
      var driven = try Driven(try #require(try Self.models()[change.model]))
      try driven.change(change.label, change.column, to: change.number)
      // The values beside the formulas are those before the change: only computing gives the new one.
      var stale = WorkbookValues(driven.made.workbook)
      files.append(WorkbookWriter.bytes(driven.workbook, &stale))
      let value = try Self.changed(change).valuation(of: "ACME").intrinsicValue
      wanted.append(("\(change.model), \(change.label)", value, driven.made.valueCell))
    }
    for (bytes, (name, value, cell)) in zip(try LibreOffice.saved(files), wanted) {
      let sheet = try #require(try WorkbookReader.workbook(bytes)[cell.sheet])
      #expect(agree(sheet[cell.address.row, cell.address.column].value.number, value), "\(name)")
    }
  }
}
