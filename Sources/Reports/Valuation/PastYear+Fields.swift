import Research

extension [PastYear] {
  /// The years before a forecast, counted back from the base year, which is 0.
  var numbered: [(year: Int, past: PastYear)] { enumerated().map { ($0 - count + 1, $1) } }
}

extension PastYear {
  /// A year before the forecast in the names that the years of the forecast have; missing figures are null.
  static let fields: [Field<(year: Int, past: PastYear)>] = [
    .integer("year") { $0.year }, .integer("fiscal_year", .possible) { $0.past.number },
    .text("period_end") { "\($0.past.end)" }, .number("revenue") { $0.past[.revenue] },
    .rate("growth", .possible) { $0.past[.growth] }, .rate("margin", .possible) { $0.past[.margin] },
    .number("operating_income", .possible) { $0.past[.operatingIncome] },
    .rate("tax_rate", .possible) { $0.past[.tax] }, .number("tax", .possible) { $0.past.taxOnOperations },
    .number("nopat", .possible) { $0.past.incomeAfterTax },
    .number("depreciation", .possible) { $0.past[.depreciation] }, .number("capex", .possible) { $0.past[.capex] },
    .number("working_capital", .possible) { $0.past[.workingCapital] },
    .number("reinvestment", .possible) { $0.past.reinvestment },
    .number("free_cash_flow", .possible) { $0.past.freeCashFlow },
    .number("net_income", .possible) { $0.past[.netIncome] }, .number("dividends", .possible) { $0.past[.dividends] },
    .rate("payout", .possible) { $0.past[.payout] }, .number("book", .possible) { $0.past[.equity] },
    .rate("return_on_equity", .possible) { $0.past[.roe] },
  ]
}
