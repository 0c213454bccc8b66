/// The numbers that a forecast of operations is computed from, each a double or eight of them.
protocol ForecastSource {
  associatedtype Number: ForecastNumber
  associatedtype Terms: FirmTerms

  /// The years of the forecast.
  var horizon: Int { get }
  /// Whether cash flows count as received in the middle of their year.
  var isMidYear: Bool { get }
  /// The kind of the terminal; its number is that of the field.
  var terminal: TerminalAssumption { get }
  var terms: Terms { get }
  /// Whether a failure is assumed in any lane.
  var mayFail: Bool { get }

  /// The number of a row in the year with the index `year`, from 0.
  subscript(row: ForecastTable.Row, year: Int) -> Number { get }
  /// A number that does not differ from year to year.
  subscript(field: ForecastField) -> Number { get }
}

extension ForecastSource {
  /// The number of a row in the last year.
  @inline(__always)
  func last(_ row: ForecastTable.Row) -> Number { self[row, horizon - 1] }

  /// Growth of revenue in the years after the forecast: forever, else that of the last year.
  @inline(__always)
  var growthAfter: Number {
    if case .growth = terminal { self[.terminal] } else { last(.growth) }
  }

  /// Growth of revenue in a year of the forecast or after it.
  @inline(__always)
  func growth(_ year: Int) -> Number { year < horizon ? self[.growth, year] : growthAfter }

  /// The capital in the business at the start; missing if it is not known.
  @inline(__always)
  var openingCapital: Number {
    self[.investedCapital].given(else: self[.book] + self[.debt] - self[.cash]) + Number(repeating: terms.addedCapital)
  }
}

/// The numbers of one model.
struct ModelSource<Terms: FirmTerms>: ForecastSource {
  let years: ForecastTable.Years
  let isMidYear: Bool
  let terminal: TerminalAssumption
  let terms: Terms
  let revenue: Double
  let shares: Double
  let cash: Double
  let debt: Double

  @inline(__always)
  init(_ model: ResolvedModel, _ years: ForecastTable.Years, _ terms: Terms) {
    self.years = years
    self.terms = terms
    isMidYear = model.isMidYear
    terminal = model.terminal
    revenue = model.revenue
    shares = model.shares
    cash = model.cash
    debt = model.debt
  }

  @inline(__always)
  var horizon: Int { years.horizon }
  @inline(__always)
  var mayFail: Bool { terms[.failure] != 0 }

  @inline(__always)
  subscript(row: ForecastTable.Row, year: Int) -> Double { years[row, year] }

  @inline(__always)
  subscript(field: ForecastField) -> Double {
    switch field {
    case .revenue: revenue
    case .shares: shares
    case .cash: cash
    case .debt: debt
    case .terminal: terminal.number
    default: terms[field]
    }
  }
}
