import Calendar

extension Fundamentals {
  /// The company's figures by period, oldest first.
  ///
  /// - Parameters:
  ///   - span: fiscal years, quarters, or the twelve months to each quarter's end.
  ///   - first: the fiscal year to begin with; nil begins with the first that was filed.
  ///   - count: the newest periods only; nil takes all.
  public func history(_ span: FigureHistory.Span, since first: Int? = nil, last count: Int? = nil) -> FigureHistory {
    var periods =
      switch span {
      case .annual: annualPeriods
      case .quarterly: quarterPeriods.map(\.quarter)
      case .trailing: trailingPeriods
      }
    if let first { periods.removeAll { $0.figures.year < first } }
    return FigureHistory(
      company: company, symbol: symbol, currency: currency, span: span, periods: periods.suffix(count ?? periods.count),
      splits: splits)
  }

  /// The fiscal years up to a period that a valuation starts from, oldest first, and after them the period itself if it
  /// is the latest twelve months.
  ///
  /// Lines of the period that come from the fiscal year are left out of it: they are of other months.
  ///
  /// - Parameters:
  ///   - period: the period.
  ///   - count: the most fiscal years.
  public func history(to period: BasePeriod, last count: Int) -> FigureHistory {
    var periods = Array(annualPeriods.filter { $0.end <= period.end }.suffix(count))
    if period.isTrailing {
      var figures = period.figures
      for item in period.withoutTrailing { figures[item] = nil }
      periods.append(
        FigureHistory.Period(
          name: "LTM \(period.end)", key: "\(period.end)", figures: figures, before: period.previous,
          twelveMonths: figures, opening: openingBalances(of: period)))
    }
    return FigureHistory(
      company: company, symbol: symbol, currency: currency, span: .annual, periods: periods, splits: splits)
  }

  private var annualPeriods: [FigureHistory.Period] {
    years.indices.map { place in
      let year = years[place]
      let before = place > 0 && year.follows(years[place - 1]) ? years[place - 1] : nil
      return FigureHistory.Period(
        name: "FY\(year.year)", key: "\(year.year)", figures: year, before: before, twelveMonths: year,
        opening: before ?? balances(near: year.start.adding(days: -1)))
    }
  }

  private var trailingPeriods: [FigureHistory.Period] {
    let quarters = quarterPeriods
    return quarters.indices.compactMap { place in
      let quarter = quarters[place].quarter
      guard let figures = quarter.twelveMonths else { return nil }
      return FigureHistory.Period(
        name: "LTM \(figures.end)", key: "\(figures.end)", figures: figures,
        before: before(quarters, place)?.twelveMonths, twelveMonths: figures, opening: quarter.opening)
    }
  }

  private typealias NumberedQuarter = (number: Int, quarter: FigureHistory.Period)

  private func before(_ quarters: [NumberedQuarter], _ place: Int) -> FigureHistory.Period? {
    let (number, quarter) = quarters[place]
    return quarters[..<place].last { $0.number == number && $0.quarter.figures.year == quarter.figures.year - 1 }?
      .quarter
  }

  private var quarterPeriods: [NumberedQuarter] {
    var result: [NumberedQuarter] = []
    for (place, year) in yearsAndNext.enumerated() {
      let ends = chooser.quarterEnds(of: year)
      for number in 1...4 {
        guard let end = quarterEnd(number, of: year, ending: ends) else { continue }
        let start = result.last.map { $0.quarter.end.adding(days: 1) } ?? year.start
        let isNext = number > 1 || place > 0
        var figures = FiscalYear(
          year: year.year,
          start: isNext && end.daysSince1970 - start.daysSince1970 < 125 ? start : end.adding(days: -90), end: end)
        for item in Item.allCases where !item.isBalance {
          figures[item] = quarterFigure(item, number, of: year, ending: ends)
        }
        takeBalances(of: end, into: &figures)
        let months = number == 4 ? (years.indices.contains(place) ? years[place] : nil) : twelveMonths(to: end, place)
        let period = FigureHistory.Period(
          name: "FY\(year.year)Q\(number)", key: "\(year.year)Q\(number)", figures: figures, before: nil,
          twelveMonths: months, opening: balances(near: end.adding(days: -365)))
        result.append((number, period))
        result[result.count - 1].quarter.before = before(result, result.count - 1)?.figures
      }
    }
    return result
  }

  /// The twelve months that end with a quarter of the year of a place in `yearsAndNext`.
  private func twelveMonths(to end: CivilDate, _ place: Int) -> FiscalYear? {
    guard place > 0, years.indices.contains(place - 1) else { return nil }
    let year = years[place - 1]
    var figures = FiscalYear(year: year.year + 1, start: year.start, end: end)
    for item in Item.allCases where !item.isBalance {
      figures[item] = chooser.trailing(item, year: year, through: end, splits: splits)
    }
    takeBalances(of: end, into: &figures)
    let start = Item.allCases.lazy.compactMap { item in
      figures[item].flatMap { $0.parts.isEmpty || item.isBalance ? nil : $0.periodStart }
    }.first
    guard let start else { return nil }
    figures.start = start
    return figures
  }

  /// The balance sheet of about a day; nil if none is within ten days of it.
  func balances(near day: CivilDate) -> FiscalYear? {
    let days = [chooser.sheetDay(near: day)] + (0...10).flatMap { [day.adding(days: -$0), day.adding(days: $0)] }
    let stated = days.first { date in
      [Item.equity, .assets, .cash].contains { self.chooser.balance($0, date) != nil }
    }
    guard let stated else { return nil }
    var figures = FiscalYear(year: stated.year, start: stated, end: stated)
    takeBalances(of: stated, into: &figures)
    return figures
  }
}
