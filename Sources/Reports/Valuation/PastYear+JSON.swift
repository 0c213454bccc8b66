import JSON
import Research

extension [PastYear] {
  /// The years before a forecast as programs read them, counted back from the base year, which is 0.
  package var json: JSONValue { .array(enumerated().map { $1.json(year: $0 - count + 1) }) }
}

extension PastYear {
  /// A year before the forecast in the names that the years of the forecast have; missing figures are null.
  fileprivate func json(year: Int) -> JSONValue {
    [
      "year": .integer(year), "fiscal_year": number.map { .integer($0) } ?? .null, "period_end": .string("\(end)"),
      "revenue": .number(self[.revenue]), "growth": .number(self[.growth]), "margin": .number(self[.margin]),
      "operating_income": .number(self[.operatingIncome]), "tax_rate": .number(self[.tax]),
      "tax": .number(taxOnOperations), "nopat": .number(incomeAfterTax),
      "depreciation": .number(self[.depreciation]), "capex": .number(self[.capex]),
      "working_capital": .number(self[.workingCapital]), "reinvestment": .number(reinvestment),
      "free_cash_flow": .number(freeCashFlow), "net_income": .number(self[.netIncome]),
      "dividends": .number(self[.dividends]), "payout": .number(self[.payout]), "book": .number(self[.equity]),
      "return_on_equity": .number(self[.roe]),
    ]
  }
}
