import Calendar

/// A company's reported figures period by period, and the growth, margins and returns derived from them.
///
/// Each value keeps the figures it was computed from, and so the tags and filings; a missing value keeps the reason.
///
///     let history = fundamentals.history(.annual, last: 5)
///     for place in history.periods.indices {
///       let cell = history[.margin, place]      // operating income / revenue of the fiscal year
///       print(history.periods[place].name, cell.value ?? .nan, cell.figures.map(\.provenance))
///     }
///     history.values(.growth)                   // oldest first, nil if not known
///     history.mean(of: .margin)                 // the reference for a perpetual margin
///
/// Counts of shares and amounts per share are adjusted to today's shares for every split since. Nothing is scaled:
/// amounts are in ``currency``, rates are fractions.
public struct FigureHistory: Sendable {
  /// The kinds of period; the raw value is the word that is typed.
  public enum Span: String, Sendable, Hashable, CaseIterable {
    /// Fiscal years.
    case annual
    /// Quarters of fiscal years.
    case quarterly
    /// The twelve months up to each quarter's end.
    case trailing = "ltm"
  }

  /// A period with its figures.
  public struct Period: Sendable, Hashable {
    /// `FY2025`, `FY2026Q1`, `LTM 2025-12-27`.
    public var name: String
    /// The number that the period is typed as: `2025`, `2026Q1`, `2025-12-27`.
    public var key: String
    /// The flows of the period and the balances of its last day.
    public var figures: Fundamentals.FiscalYear
    /// The same period a year before; nil if it is not known.
    public var before: Fundamentals.FiscalYear?
    /// The twelve months up to the period's end, which returns are counted over; nil if they are not known.
    public var twelveMonths: Fundamentals.FiscalYear?
    /// The balances a year before the period's end; nil if they are not known.
    public var opening: Fundamentals.FiscalYear?

    /// The first day.
    public var start: CivilDate { figures.start }
    /// The last day.
    public var end: CivilDate { figures.end }
    /// Both in words: `2024-09-29 to 2025-09-27`.
    public var days: String { "\(start) to \(end)" }
  }

  /// The company's name as it files.
  public let company: String
  /// The ticker.
  public let symbol: String
  /// The currency of all amounts.
  public let currency: String
  /// The kind of the periods.
  public let span: Span
  /// The periods, oldest first.
  public let periods: [Period]
  let splits: [Fundamentals.Split]

  /// The value of a line in a period of ``periods``, with all that it is made of.
  public subscript(line: FigureLine, place: Int) -> FigureCell {
    guard periods.indices.contains(place) else {
      return FigureCell(value: nil, formula: line.title, figures: [], reason: "there is no such period")
    }
    return FigureCalculation(period: periods[place], history: self).cell(line)
  }

  /// The values of a line, oldest first; nil if a period has none.
  public func values(_ line: FigureLine) -> [Double?] { periods.indices.map { self[line, $0].value } }

  /// The mean of a line over the periods that have a value; nil if none has.
  ///
  /// It is the plain mean, each period counting alike; `last` takes the newest periods only.
  public func mean(of line: FigureLine, last count: Int? = nil) -> Double? {
    let known = values(line).suffix(count ?? periods.count).compactMap { $0 }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }

  /// The lines that some period has a value of, in the order of a table.
  public var lines: [FigureLine] {
    FigureLine.Section.allCases.flatMap { section in
      FigureLine.allCases.filter { line in
        line.section == section && periods.indices.contains { self[line, $0].value != nil }
      }
    }
  }

  /// The concepts that a reported line was stated under, in the order of time, each with the first of its periods.
  ///
  /// Several mean that the row may hold two bases, such as carrying and face value; lines that follow from others
  /// have none.
  public func concepts(of line: FigureLine) -> [(tags: String, first: String)] {
    guard line.item != nil || line == .debt else { return [] }
    var runs: [(tags: String, first: String)] = []
    for place in periods.indices {
      let cell = self[line, place]
      guard cell.value != nil, !cell.figures.isEmpty, runs.last?.tags != cell.tags else { continue }
      runs.append((cell.tags, periods[place].name))
    }
    return runs
  }

  /// The same history with some of its periods only, in the order of their places.
  public func keeping(_ places: [Int]) -> FigureHistory {
    FigureHistory(
      company: company, symbol: symbol, currency: currency, span: span, periods: places.map { periods[$0] },
      splits: splits)
  }

  /// The index of a period from its typed name: `2025`, `FY2025`, `2026Q1`, `2025-12-27`; nil if there is none.
  public func place(of text: String) -> Int? {
    let key = text.uppercased()
    return periods.firstIndex { $0.key.uppercased() == key || $0.name.uppercased() == key }
  }
}

/// One value of a company's history.
public struct FigureCell: Sendable, Hashable {
  /// The value; nil if the reports do not give it.
  public var value: Double?
  /// How it is computed: `operating income / revenue`.
  public var formula: String
  /// The reported figures that it is made of.
  public var figures: [Fundamentals.Figure]
  /// The reason for a missing value; nil if there is one.
  public var reason: String?

  /// The names of all concepts that it is made of: `LongTermDebtNoncurrent + LongTermDebtCurrent`.
  public var tags: String { figures.map(\.tag).joined(separator: " + ") }
}
