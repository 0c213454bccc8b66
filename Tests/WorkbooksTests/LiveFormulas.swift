import FileFormats
import Research
import Testing
import Valuation
import Workbooks

/// A workbook of one or more scenarios, whose input cells a test changes.
struct LiveWorkbook {
  var made: ValuationWorkbook
  var workbook: Workbook

  init(_ assumptions: Assumptions, named name: String = "base", others: [(String, Assumptions)] = []) throws {
    var entries: [ValuationWorkbook.Entry] = []
    for (place, (name, assumptions)) in ([(name, assumptions)] + others).enumerated() {
      let scenario = Scenario(
        id: "00000000-0000-4000-8000-00000000000\(place)", name: name, ticker: "ACME",
        model: .plain(assumptions, inheriting: nil), savedAt: "2026-01-30T12:00:00Z")
      entries.append(.init(scenario, try DiscountedCashFlow.value(assumptions)))
    }
    made = try ValuationWorkbook(company: "ACME", entries)
    workbook = made.workbook
  }

  /// Puts a number or a word into the cell of an assumption; column 0 is the one value, 1 the first year.
  ///
  /// - Parameters:
  ///   - block: the place of the scenario's block from the top; with several scenarios that of the chosen one is first.
  ///   - follows: whether the cell is a formula that follows the scenario's parent, and no input.
  mutating func change(
    _ label: String, _ column: Int = 0, to value: CellValue, block: Int = 0, follows: Bool = false
  ) throws {
    var sheet = try #require(workbook["Assumptions"])
    let rows = sheet.cells.filter { $0.key.column == 1 && $0.value.content == .value(.text(label)) }.map(\.key.row)
    let row = try #require(rows.sorted().dropFirst(block).first)
    let address = CellAddress(row, 2 + column)
    let style = try #require(sheet[address]?.style)
    #expect((style.purpose == .input) != follows, "\(label)")
    sheet[address] = SheetCell(.value(value), style)
    workbook["Assumptions"] = sheet
  }

  /// The value of a share by the formulas.
  var value: Double? {
    var values = WorkbookValues(workbook)
    return values.value(made.valueCell).number
  }
}

/// Whether two numbers agree to a billionth.
func agree(_ left: Double?, _ right: Double) -> Bool {
  guard let left else { return false }
  return abs(left - right) <= 1e-9 * abs(right)
}
