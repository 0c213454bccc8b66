import FileFormats
import LibC
import Platform
import Research
import Testing
import Valuation
import Workbooks

/// LibreOffice on this machine, without a window.
enum LibreOffice {
  /// Whether it is installed.
  static let isThere = system("command -v soffice >/dev/null 2>&1") == 0

  /// The setting that computes every formula when a file is opened, and trusts no value stored beside one.
  private static let alwaysComputes = """
    <?xml version="1.0" encoding="UTF-8"?>
    <oor:items xmlns:oor="http://openoffice.org/2001/registry">
    <item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">\
    <value>0</value></prop></item></oor:items>
    """

  /// Opens workbooks, computes them again and saves them: the files written by it.
  static func saved(_ workbooks: [[UInt8]]) throws -> [[UInt8]] {
    let folder = "/tmp/tas-libreoffice.\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
    let files = DiskFiles()
    files.makeFolder("\(folder)/in")
    files.makeFolder("\(folder)/out")
    files.makeFolder("\(folder)/profile/user")
    try files.write(Array(alwaysComputes.utf8), to: "\(folder)/profile/user/registrymodifications.xcu", [])
    defer { system("rm -rf '\(folder)'") }
    for (index, bytes) in workbooks.enumerated() { try files.write(bytes, to: "\(folder)/in/\(index).xlsx", []) }
    let command =
      "soffice -env:UserInstallation=file://\(folder)/profile --headless --convert-to xlsx --outdir '\(folder)/out' "
      + "'\(folder)/in/'*.xlsx >/dev/null 2>&1"
    try #require(system(command) == 0, "soffice failed")
    return try workbooks.indices.map { try files.read("\(folder)/out/\($0).xlsx") }
  }
}

@Suite(
  "Workbooks in LibreOffice",
  .enabled(if: LibreOffice.isThere, "LibreOffice is not installed: `apt-get install libreoffice-calc`"), .serialized)
struct LibreOfficeTests {
  /// A change of an input cell, and the same change of the assumptions.
  private struct Case {
    var model: String
    var label: String
    var column = 0
    var value: CellValue
    var change: Assumptions.Change
  }

  private static let cases: [Case] = [
    Case(
      model: "plain", label: "growth", column: 1, value: .number(0.08),
      change: .set(Assumption(.growth, .glide(0.08, to: 0.03)))),
    Case(model: "plain", label: "margin", column: 1, value: .number(0.24), change: .number("margin", 0.24)),
    Case(model: "plain", label: "discount", column: 1, value: .number(0.08), change: .number("discount", 0.08)),
    Case(
      model: "plain", label: "terminal", value: .number(0.025), change: .set(Assumption(terminal: .growth(0.025)))),
    Case(model: "plain", label: "cash", value: .number(77e6), change: .number("cash", 77e6)),
    Case(model: "plain", label: "shares", value: .number(9e6), change: .number("shares", 9e6)),
    Case(
      model: "plain", label: "discounting", value: .text("mid-year"),
      change: .set(Assumption(.discounting, word: "mid-year"))),
    Case(model: "sales to capital", label: "nol", value: .number(1e9), change: .number("nol", 1e9)),
    Case(model: "sales to capital", label: "failure", value: .number(0.2), change: .number("failure", 0.2)),
    Case(model: "a lag", label: "reinvestment_lag", value: .number(1), change: .number("reinvestment_lag", 1)),
    Case(model: "a built rate", label: "equity_premium", value: .number(0.06), change: .number("equity_premium", 0.06)),
    Case(
      model: "a built rate", label: "rating", value: .text("B"), change: .set(Assumption(.rating, word: "B"))),
    Case(
      model: "dates", label: "date", value: .number(46_200),
      change: .set(Assumption(.date, word: "2026-06-27"))),
    Case(model: "a stable year", label: "terminal_roic", value: .number(0.2), change: .number("terminal_roic", 0.2)),
    Case(
      model: "options", label: "options, 1", column: 1, value: .number(2),
      change: .set(
        Assumption(options: [.init(count: 1e6, strike: 2), .init(count: 8e5, strike: 5), .init(count: 5e5, strike: 12)])
      )),
    Case(model: "claims", label: "fx", value: .number(30), change: .number("fx", 30)),
  ]

  @Test("every model is computed to the value of the engine, and a changed cell to that of the change")
  func computed() throws {
    var files: [[UInt8]] = []
    var wanted: [(name: String, value: Double, cell: CellReference)] = []
    let models = try WorkbookTests.models.mapValues { try Assumptions($0) }.merging(PartsTests.models()) { $1 }
    for (name, assumptions) in models.sorted(by: { $0.key < $1.key }) {
      var workbook = try LiveWorkbook(assumptions)
      files.append(workbook.made.bytes())
      wanted.append((name, try DiscountedCashFlow.valuePerShare(of: assumptions), workbook.made.valueCell))
    }
    for item in Self.cases {
      let assumptions = try Assumptions(try #require(WorkbookTests.models[item.model]))
      var workbook = try LiveWorkbook(assumptions)
      try workbook.change(item.label, item.column, to: item.value)
      // The values beside the formulas are those before the change: only computing gives the new one.
      var stale = WorkbookValues(workbook.made.workbook)
      files.append(WorkbookWriter.bytes(workbook.workbook, &stale))
      let changed = try assumptions.with([item.change])
      wanted.append(
        ("\(item.model), \(item.label)", try DiscountedCashFlow.valuePerShare(of: changed), workbook.made.valueCell))
    }
    let saved = try LibreOffice.saved(files)
    for (bytes, (name, value, cell)) in zip(saved, wanted) {
      let sheet = try #require(try WorkbookReader.workbook(bytes)[cell.sheet])
      #expect(agree(sheet[cell.address.row, cell.address.column].value.number, value), "\(name)")
    }
  }

  @Test("a workbook that it saved reads back into the scenario, with the cell that was changed")
  func readBack() throws {
    var files: [[UInt8]] = []
    for item in Self.cases {
      var workbook = try LiveWorkbook(try Assumptions(try #require(WorkbookTests.models[item.model])))
      try workbook.change(item.label, item.column, to: item.value)
      var stale = WorkbookValues(workbook.made.workbook)
      files.append(WorkbookWriter.bytes(workbook.workbook, &stale))
    }
    for (bytes, item) in zip(try LibreOffice.saved(files), Self.cases) {
      let read = try ReadScenarios(try WorkbookReader.workbook(bytes))
      let scenario = try #require(read.scenarios.first)
      let changed = try Assumptions(try #require(WorkbookTests.models[item.model])).with([item.change])
      #expect(
        agree(
          try DiscountedCashFlow.valuePerShare(of: scenario.assumptions),
          try DiscountedCashFlow.valuePerShare(of: changed)), "\(item.model), \(item.label)")
      #expect(read.changed.first?.texts.count == 1, "\(item.model), \(item.label): \(read.changed)")
      #expect(read.disagreeing.isEmpty)
    }
  }
}
