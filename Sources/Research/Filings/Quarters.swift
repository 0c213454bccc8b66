import Calendar

extension Fundamentals {
  /// The figures of an item by quarter, oldest first.
  ///
  /// A quarter that no report states by itself is the difference of two year-to-date figures: the fourth is the year
  /// less nine months, of amounts per share in the shares of today. Quarters available neither way are left out, and
  /// so are balances.
  public func quarters(_ item: Item) -> [Figure] {
    guard !item.isBalance else { return [] }
    return yearsAndNext.flatMap { year in
      let ends = chooser.quarterEnds(of: year)
      return (1...4).compactMap { quarterFigure(item, $0, of: year, ending: ends) }
    }
  }

  /// The fiscal years with the one that has begun since.
  var yearsAndNext: [FiscalYear] {
    let next = years.last.map { year in
      FiscalYear(year: year.year + 1, start: year.end.adding(days: 1), end: year.end.adding(days: 365))
    }
    return years + [next].compactMap { $0 }
  }

  /// The last day of a quarter of a fiscal year; nil if nothing is stated of it.
  ///
  /// - Parameter ends: the last days of the first three quarters, as far as they are known by themselves.
  func quarterEnd(_ number: Int, of year: FiscalYear, ending ends: [CivilDate?]) -> CivilDate? {
    if number == 4 { return years.contains { $0.year == year.year } ? year.end : nil }
    if let end = ends[number - 1] { return end }
    let items = [Item.revenue, .netIncome, .operatingIncome]
    return items.lazy.compactMap { self.chooser.flow($0, self.quarter(number, of: year, ends))?.periodEnd }.first
  }

  /// A flow of a quarter: as stated, or as the difference of two year-to-date figures.
  ///
  /// - Parameter ends: the last days of the first three quarters, as far as they are known by themselves.
  func quarterFigure(_ item: Item, _ number: Int, of year: FiscalYear, ending ends: [CivilDate?]) -> Figure? {
    let window = toDate(number, of: year, ends)
    let sum = chooser.flow(item, window)
    let stated =
      sum.flatMap { chooser.flow(item, .quarter(ending: $0.periodEnd)) }
      ?? (number == 4 ? nil : chooser.flow(item, quarter(number, of: year, ends)))
    if let stated { return stated }
    guard number > 1, FactChains.splitting(of: item) != .count,
      let parts = chooser.matching(item, [window, toDate(number - 1, of: year, ends)]),
      // Two concepts may not hold the same, and all that they differ by would be the quarter's.
      parts[0].tag == parts[1].tag
    else { return nil }
    guard FactChains.splitting(of: item) == .perShare else { return difference(parts[0], parts[1]) }
    var figure = difference(inSharesOfToday(parts[0]), inSharesOfToday(parts[1]))
    // Amounts per share are stated in cents; their difference is no more exact.
    figure.value = (figure.value * 1e9).rounded() / 1e9
    // A year of dividends below nine months of it is a slip of the filing: of one quarter, as a rule.
    return item == .dividendPerShare && figure.value < 0 ? nil : figure
  }

  /// An amount per share in the shares of today: the year may be restated for a split, and nine months of it not.
  private func inSharesOfToday(_ figure: Figure) -> Figure {
    var figure = figure
    figure.value /= Split.factor(splits, after: figure.filed)
    return figure
  }

  private func toDate(_ number: Int, of year: FiscalYear, _ ends: [CivilDate?]) -> FactWindow {
    if number == 4 { return .year(ending: year.end) }
    let days = ends[number - 1].map { $0.daysSince1970 - year.start.daysSince1970 + 1 }
    return .toDate(from: year.start, days: days ?? 91 * number)
  }

  private func quarter(_ number: Int, of year: FiscalYear, _ ends: [CivilDate?]) -> FactWindow {
    let before = number > 1 ? ends[number - 2]?.adding(days: 1) : year.start
    let start = before ?? year.start.adding(days: 91 * (number - 1))
    let days = ends[number - 1].map { $0.daysSince1970 - start.daysSince1970 + 1 }
    return .toDate(from: start, days: days ?? 91)
  }

  private func difference(_ sum: Figure, _ before: Figure) -> Figure {
    var taken = before
    taken.value = -before.value
    let newest = sum.filed >= before.filed ? sum : before
    var figure = Figure(
      value: sum.value - before.value, tag: sum.tag, periodStart: before.periodEnd.adding(days: 1),
      periodEnd: sum.periodEnd, filed: newest.filed, accession: newest.accession, parts: [sum, taken])
    figure.omitted = sum.omitted
    return figure
  }
}
