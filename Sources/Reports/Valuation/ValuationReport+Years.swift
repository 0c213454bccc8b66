import Presentation
import Text
import Valuation

extension ValuationResult {
  /// The forecast, a year a row; columns that have no say in the model are left out.
  package var yearTable: Table {
    years.isEmpty && !equityYears.isEmpty ? equityYearTable : operatingYearTable
  }

  /// The forecast tables: of operations, of the shareholders' flows, or of both.
  package var yearTables: [Table] {
    (years.isEmpty ? [] : [operatingYearTable]) + (equityYears.isEmpty ? [] : [equityYearTable])
  }

  private var operatingYearTable: Table {
    var names = ["year", "revenue", "growth", "margin", "operating_income", "tax"]
    if years.contains(where: { $0.nol != 0 || $0.nolUsed != 0 }) { names.append("nol") }
    names += assumptions[.salesToCapital] == nil ? ["depreciation", "capex", "working_capital"] : ["reinvestment"]
    names.append("free_cash_flow")
    if years.contains(where: { $0.returnOnCapital != nil }) { names.append("roic") }
    if Set(years.map(\.discountRate)).count > 1 { names.append("discount_rate") }
    if years.contains(where: { $0.portion != 1 }) { names.append("portion") }
    return Self.yearFields.named(names + ["discount_factor", "present_value"]).table(of: years.parts(of: self))
  }

  /// The forecast of the shareholders' flows, with the columns that the method has.
  private var equityYearTable: Table {
    let years = equityYears
    var columns: [(Table.Column, (EquityYear) -> Cell)] = [
      (.integer("year"), { .integer($0.year) }), (.percent("growth"), { .number($0.growth) }),
    ]
    func add(_ column: Table.Column, _ value: @escaping (EquityYear) -> Double?) {
      if years.contains(where: { value($0) != nil }) { columns.append((column, { .number(value($0)) })) }
    }
    add(.percent(assumptions[.rote] == nil ? "roe" : "rote", key: "return_on_equity"), \.returnOnEquity)
    add(.money("net income", key: "net_income"), \.netIncome)
    add(.percent("payout"), \.payout)
    add(.money("dividends", decimals: 2), \.dividends)
    add(.money("buybacks", decimals: 2), \.buybacks)
    add(.money(assumptions[.rote] == nil ? "book value" : "tangible book", key: "book"), \.book)
    add(.money("interest"), \.interest)
    add(.money("borrowing"), \.borrowing)
    if method != .ddm || years.contains(where: { $0.buybacks != nil }) {
      add(.money(method == .ddm ? "paid out" : method.flowTitle, decimals: 2, key: "flow"), \.flow)
    }
    columns += [
      (.number("factor", .fixed(4), key: "discount_factor"), { .number($0.discountFactor) }),
      (.money("present value", decimals: 2, key: "present_value"), { .number($0.presentValue) }),
    ]
    return Table(columns: columns.map(\.0), rows: years.map { year in columns.map { $0.1(year) } })
  }

  /// The parts of a company, each with its method and its contribution.
  package func partTable(_ sum: SumOfParts) -> Table { SumOfParts.Part.fields.table(of: sum.parts) }

  /// The lines that the company's revenue and operating income are the sums of.
  package var segmentTable: Table {
    let last = horizon
    return Table(
      columns: [
        .text("segment", .name), .money("revenue, base", key: "base_revenue"),
        .money("revenue, year \(last)", key: "last_revenue"), .percent("growth, year 1", key: "first_growth"),
        .percent("margin, year \(last)", key: "last_margin"),
        .percent("of revenue, year \(last)", decimals: 1, key: "last_share"),
      ],
      rows: segments.map { segment in
        [
          .text(segment.name), .number(segment.baseRevenue), .number(segment.revenue.last),
          .number(segment.growth.first),
          .number(segment.margin.last), .number(segment.share.last),
        ]
      })
  }

  /// The way from the sum of the parts to the value of operations.
  package func steps(_ sum: SumOfParts) -> [Property] {
    sum.steps.dropFirst(sum.parts.count).map { item in
      let isTotal = ["sum_of_parts", "enterprise_value"].contains(item.item)
      let name = item.item.replacing("_", with: " ")
      return isTotal ? Property(name, item.value, .compact(2)) : Property("- \(name)", abs(item.value), .compact(2))
    }
  }
}
