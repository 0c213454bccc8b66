import Research
import Valuation

extension PageBuilder {
  /// The lines of free cash flow to the firm.
  mutating func firm() {
    operatingIncome()
    let after = AfterForecast(result)
    let losses = result.years.contains { $0.nol != 0 || $0.nolUsed != 0 }
    add("tax", past: { $0.taxOnOperations }, terminal: after?.tax) { $0.tax }
    add("tax rate", .rate, past: { $0[.tax] }, terminal: after?.taxRate) { $0.taxRate }
    if losses { add("losses carried forward") { $0.nol } }
    add("income after tax", past: { $0.incomeAfterTax }, terminal: after?.incomeAfterTax) { $0.nopat }
    reinvestment(after)
    add("free cash flow", isTotal: true, past: { $0.freeCashFlow }, terminal: after?.flow) { $0.freeCashFlow }
    add("return on capital", .rate) { $0.returnOnCapital }
  }

  /// The lines of free cash flow to equity: operations, then those who lend.
  mutating func equityCashFlow() {
    operatingIncome()
    addEquity("- interest") { $0.interest }
    add("- tax") { $0.tax }
    addEquity("net income", past: { $0[.netIncome] }) { $0.netIncome }
    reinvestment(nil)
    addEquity("+ new debt") { $0.borrowing }
    let terminal = result.terminal.isPerpetuity ? result.terminal.flow : nil
    addEquity(result.method.flowTitle, isTotal: true, terminal: terminal) { $0.flow }
    addEquity("debt at the end") { $0.debt }
  }

  /// Revenue and operating income, those of the segments first.
  private mutating func operatingIncome() {
    for segment in result.segments {
      add("\(segment.name): revenue", .money, base: segment.baseRevenue) { segment.revenue.value(at: $0) }
      add("growth", .rate) { segment.growth.value(at: $0) }
      add("\(segment.name): operating income", .money) { segment.operatingIncome.value(at: $0) }
      add("margin", .rate) { segment.margin.value(at: $0) }
    }
    let after = AfterForecast(result)
    add("revenue", isTotal: true, past: { $0[.revenue] }, base: baseRevenue, terminal: after?.revenue) { $0.revenue }
    add("growth", .rate, past: { $0[.growth] }, terminal: after?.growth) { $0.growth }
    add("operating income", past: { $0[.operatingIncome] }, base: baseIncome, terminal: after?.operatingIncome) {
      $0.operatingIncome
    }
    add("margin", .rate, past: { $0[.margin] }, base: baseMargin, terminal: after?.margin) { $0.margin }
  }

  /// The lines of reinvestment in the business.
  private mutating func reinvestment(_ after: AfterForecast?) {
    guard result.assumptions[.salesToCapital] == nil else {
      add("- reinvestment", terminal: after?.reinvestment) { $0.reinvestment }
      return
    }
    let assumptions = result.assumptions
    // An assumption that was not given gets no line of zeros on the page.
    func shown(_ amount: Double, _ name: AssumptionName) -> Double? {
      amount == 0 && assumptions[name]?.source == .default ? nil : amount
    }
    add("+ depreciation", past: { $0[.depreciation] }, terminal: after?.depreciation) {
      shown($0.depreciation, .depreciation)
    }
    add("- capex", past: { $0[.capex] }, terminal: after?.capex) { shown($0.capex, .capex) }
    add("- added working capital", past: { $0[.workingCapital] }, terminal: after?.workingCapital) {
      shown($0.workingCapital, .workingCapital)
    }
  }

  private var baseRevenue: Double? { result.numbers(of: .revenue)?.first }
  private var baseMargin: Double? { result.numbers(of: .baseMargin)?.first }
  private var baseIncome: Double? { baseRevenue.flatMap { revenue in baseMargin.map { $0 * revenue } } }
}

/// The year after the forecast, from which a perpetuity continues.
private struct AfterForecast {
  var revenue: Double
  var growth: Double
  var operatingIncome: Double
  var margin: Double
  var taxRate: Double
  var tax: Double
  var incomeAfterTax: Double
  var depreciation: Double?
  var capex: Double?
  var workingCapital: Double?
  var reinvestment: Double
  var flow: Double

  /// An amount that is not 0: a page has no line of zeros.
  private static func given(_ amount: Double) -> Double? { amount == 0 ? nil : amount }

  /// The year after the forecast of a valuation; nil if no perpetuity follows.
  init?(_ result: ValuationResult) {
    guard case .growth(let rate)? = result.terminal.assumption, result.method == .fcff, let last = result.years.last
    else { return nil }
    growth = rate
    flow = result.terminal.flow
    if let stable = result.terminal.stable {
      revenue = stable.revenue
      operatingIncome = stable.operatingIncome
      margin = stable.margin
      taxRate = stable.taxRate
      tax = stable.operatingIncome - stable.nopat
      incomeAfterTax = stable.nopat
      depreciation = Self.given(stable.depreciation)
      capex = Self.given(stable.capex)
      workingCapital = Self.given(stable.workingCapital)
      reinvestment = stable.reinvestment
    } else {
      // The plain model's year after is its last one, grown.
      let grown = 1 + rate
      revenue = last.revenue * grown
      operatingIncome = last.operatingIncome * grown
      margin = last.margin
      taxRate = last.taxRate
      tax = last.tax * grown
      incomeAfterTax = last.nopat * grown
      depreciation = Self.given(last.depreciation * grown)
      capex = Self.given(last.capex * grown)
      workingCapital = Self.given(last.workingCapital * grown)
      reinvestment = last.reinvestment * grown
    }
  }
}

extension [Double] {
  /// The number at a place; nil after the last one.
  fileprivate func value(at place: Int) -> Double? { place < count ? self[place] : nil }
}
