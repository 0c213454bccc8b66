import Calendar

extension Fundamentals {
  /// The figures of an item by quarter, oldest first.
  ///
  /// A quarter that no report states by itself is what the year to date gained by it: the fourth is the year
  /// less nine months. Quarters that can be had neither way are left out, and so are balances.
  public func quarters(_ item: Item) -> [Figure] {
    guard !item.isBalance else { return [] }
    var result: [Figure] = []
    let next = years.last.map { FiscalYear(year: $0.year + 1, start: $0.end.adding(days: 1), end: $0.end) }
    for year in years + [next].compactMap({ $0 }) {
      var before: Figure?
      for number in 1...4 {
        let sum =
          number == 4
          ? chooser.flow(item, .year(ending: year.end))
          : chooser.flow(item, .toDate(from: year.start, days: 91 * number))
        let stated =
          sum.flatMap { chooser.flow(item, .quarter(ending: $0.periodEnd)) }
          ?? (number == 4 ? nil : chooser.flow(item, quarter(number, of: year)))
        if let stated {
          result.append(stated)
        } else if let sum, let before, FactChains.splitting(of: item) != .count {
          result.append(difference(sum, before))
        }
        before = sum
      }
    }
    return result
  }

  private func quarter(_ number: Int, of year: FiscalYear) -> FactWindow {
    .toDate(from: year.start.adding(days: 91 * (number - 1)), days: 91)
  }

  private func difference(_ sum: Figure, _ before: Figure) -> Figure {
    var taken = before
    taken.value = -before.value
    let newest = sum.filed >= before.filed ? sum : before
    return Figure(
      value: sum.value - before.value, tag: sum.tag, periodStart: before.periodEnd.adding(days: 1),
      periodEnd: sum.periodEnd, filed: newest.filed, accession: newest.accession, parts: [sum, taken])
  }
}
