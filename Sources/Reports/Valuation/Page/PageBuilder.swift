import Research
import Valuation

/// Puts the lines of a page together, line by line.
struct PageBuilder {
  let result: ValuationResult
  let columns: [PageYear]
  private(set) var lines: [PageLine] = []

  init(result: ValuationResult, columns: [PageYear]) {
    self.result = result
    self.columns = columns
  }

  /// Adds the lines of the model.
  mutating func build() {
    switch result.method {
    case .fcff: firm()
    case .fcfe: equityCashFlow()
    case .ddm, .residualIncome: bookAndDividends()
    }
    discounting()
  }

  /// Adds a line of the forecast of operations; one without a value in any column is left out.
  mutating func add(
    _ title: String, _ kind: PageLine.Kind = .money, isTotal: Bool = false, past: (PastYear) -> Double? = { _ in nil },
    base: Double? = nil, terminal: Double? = nil, _ value: (ForecastYear) -> Double?
  ) {
    let years = result.years
    add(title, kind, isTotal: isTotal, past: past, base: base, terminal: terminal) { index in
      index < years.count ? value(years[index]) : nil
    }
  }

  /// Adds a line of the forecast of the shareholders' flows.
  mutating func addEquity(
    _ title: String, _ kind: PageLine.Kind = .money, isTotal: Bool = false, past: (PastYear) -> Double? = { _ in nil },
    terminal: Double? = nil, _ value: (EquityYear) -> Double?
  ) {
    let years = result.equityYears
    add(title, kind, isTotal: isTotal, past: past, base: nil, terminal: terminal) { index in
      index < years.count ? value(years[index]) : nil
    }
  }

  /// Adds a line; `value` is that of a year of the forecast, from 0.
  mutating func add(
    _ title: String, _ kind: PageLine.Kind, isTotal: Bool = false, hasRule: Bool = false,
    past: (PastYear) -> Double? = { _ in nil }, base: Double? = nil, terminal: Double? = nil,
    year value: (Int) -> Double?
  ) {
    let values = columns.map { column -> Double? in
      switch column {
      case .past(let year): past(year)
      case .base: base
      case .forecast(let year): value(year - 1)
      case .terminal: terminal
      }
    }
    guard values.contains(where: { $0?.isFinite ?? false }) else { return }
    lines.append(PageLine(title: title, kind: kind, isTotal: isTotal, hasRule: hasRule, values: values))
  }

  /// The lines of rates and factors, of the terminal value, and of their present values.
  private mutating func discounting() {
    let equity = result.equityYears
    let years = result.years
    let isOfEquity = result.method.isOfEquity
    let rates = isOfEquity ? equity.map(\.costOfEquity) : years.map(\.discountRate)
    let factors = isOfEquity ? equity.map(\.discountFactor) : years.map(\.discountFactor)
    let values = isOfEquity ? equity.map(\.presentValue) : years.map(\.presentValue)
    let terminal = result.terminal
    let name = isOfEquity ? "cost of equity" : "discount rate"
    let lasting = terminal.isPerpetuity ? terminal.discountRate : nil
    add(name, .rate, terminal: lasting) { $0 < rates.count ? rates[$0] : nil }
    if years.contains(where: { $0.portion != 1 }) {
      add("part of the year", .plain) { $0 < years.count ? years[$0].portion : nil }
    }
    let factor = terminal.value != 0 ? terminal.presentValue / terminal.value : nil
    add("discount factor", .factor, terminal: factor) { $0 < factors.count ? factors[$0] : nil }
    add("terminal value", .money, terminal: terminal.value) { _ in nil }
    add("present value", .money, isTotal: true, hasRule: true, terminal: terminal.presentValue) {
      $0 < values.count ? values[$0] : nil
    }
  }
}

extension TerminalValue {
  /// Whether it keeps growing, and is not a multiple.
  var isPerpetuity: Bool { if case .growth? = assumption { true } else { false } }
}
