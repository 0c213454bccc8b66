import FileFormats
import MarketData
import Research
import TestSupport
import Testing
import Valuation
import Workbooks

@Suite("The figures in a workbook")
struct FigureSheetTests {
  @Test("each number stands with its tag and filing, and nothing of the sheet is read back")
  func figures() throws {
    let history = try #require(Sample.named("AAPL", kind: .fundamentals)).loadFundamentals().history(
      .annual, since: 2021)
    let assumptions = try Assumptions(WorkbookTests.plain)
    let scenario = Scenario(
      id: "00000000-0000-4000-8000-000000000001", name: "base", ticker: "AAPL",
      model: .plain(assumptions, inheriting: nil), savedAt: "2026-01-30T12:00:00Z")
    var made = try ValuationWorkbook(
      company: "AAPL", [.init(scenario, try DiscountedCashFlow.value(assumptions))], figures: history)
    let read = try WorkbookReader.workbook(made.bytes())
    let sheet = try #require(read["Figures"])
    let labels = (1...sheet.lastRow).map { sheet[$0, 1].value.text ?? "" }
    let revenue = labels.indices.filter { labels[$0] == FigureLine.revenue.title }.map { $0 + 1 }
    try #require(revenue.count == 2)
    #expect((2...6).map { sheet[revenue[0], $0].value.number } == history.values(.revenue))
    #expect(sheet[4, 6].value.text == "FY2025")
    #expect(
      sheet[revenue[1], 6].value.text
        == "RevenueFromContractWithCustomerExcludingAssessedTax 2024-09-29..2025-09-27, filed 2025-10-31, "
        + "0000320193-25-000079")
    let roic = try #require(labels.lastIndex(of: FigureLine.roic.title)) + 1
    #expect(sheet[roic, 6].value.text?.contains("OperatingIncomeLoss") == true)
    // A year without a number says why.
    #expect(sheet[roic, 2].value.text?.hasPrefix("missing: ") == (history[.roic, 0].value == nil))
    #expect(try ReadScenarios(read).changed.isEmpty)
  }
}
