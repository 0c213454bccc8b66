import FileFormats
import Testing

@Suite("Formulas of a workbook")
struct FormulaTests {
  private let a = Formula.cell("Sheet", 1, 1)
  private let b = Formula.cell("Other sheet", 2, 28)

  @Test("a formula is written with the parentheses that it needs, and no more")
  func text() {
    #expect((a - (a - 1)).text(on: "Sheet") == "A1-(A1-1)")
    #expect((a - a - 1).text(on: "Sheet") == "A1-A1-1")
    #expect(((1 + a) * b).text(on: "Sheet") == "(1+A1)*'Other sheet'!AB2")
    #expect((a / (a * 2)).text(on: "Elsewhere") == "Sheet!A1/(Sheet!A1*2)")
    #expect(Formula.number(-2).power(2).text(on: "Sheet") == "(-2)^2")
    #expect((1 + a).power(-0.5).text(on: "Sheet") == "(1+A1)^(-0.5)")
    #expect(a.given(else: .text("a \"b\"")).text(on: "Sheet") == "IF(A1=\"\",\"a \"\"b\"\"\",A1)")
    #expect(Formula.number(1e-7).text(on: "Sheet") == "1E-07")
    #expect(Formula.number(383_300_000_000).text(on: "Sheet") == "383300000000")
  }

  @Test("values follow the cells, an empty cell counts as 0, and a ring is an error")
  func values() {
    var sheet = Worksheet("Sheet")
    sheet.put(.number(2), 1, 1)
    sheet.put(formula: a * 3 + .cell("Sheet", 9, 9), 1, 2)
    sheet.put(formula: .cell("Sheet", 1, 4), 1, 3)
    sheet.put(formula: .cell("Sheet", 1, 3), 1, 4)
    sheet.put(.text("bull"), 2, 1)
    sheet.put(formula: .call(.match, ["BULL", .range(CellReference("Sheet", 1, 1), CellAddress(2, 1)), 0]), 2, 2)
    sheet.put(formula: .call(.sum, [.range(CellReference("Sheet", 1, 1), CellAddress(2, 2))]), 3, 1)
    sheet.put(formula: .cell("Sheet", 2, 1) + 1, 3, 2)
    sheet.put(formula: 1 / .cell("Sheet", 9, 9), 3, 3)
    sheet.put(formula: .choose(if: .cell("Sheet", 9, 9).isEmpty, 7, else: .notAvailable), 3, 4)
    var values = WorkbookValues(Workbook([sheet]))
    func value(_ row: Int, _ column: Int) -> CellValue { values.value(CellReference("Sheet", row, column)) }
    #expect(value(1, 2) == .number(6))
    #expect(value(1, 3) == .error(.reference))
    #expect(value(2, 2) == .number(2))
    #expect(value(3, 1) == .number(10))
    #expect(value(3, 2) == .error(.value))
    #expect(value(3, 3) == .error(.division))
    #expect(value(3, 4) == .number(7))
  }

  @Test(
    "addresses read and write",
    arguments: [("A1", 1, 1), ("Z9", 9, 26), ("AA10", 10, 27), ("XFD1048576", 1_048_576, 16_384)])
  func addresses(text: String, row: Int, column: Int) {
    #expect(CellAddress(row, column).description == text)
    #expect(CellAddress(text) == CellAddress(row, column))
    for wrong in ["", "A", "7", "A0", "1A", "XFE1", "A1048577", "A99999999999999999999"] {
      #expect(CellAddress(wrong) == nil)
    }
  }
}
