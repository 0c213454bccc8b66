import Calendar

extension FactChooser {
  /// The last day of the newest period that continues a fiscal year and is shorter than one.
  func interimEnd(after year: Fundamentals.FiscalYear) -> CivilDate? {
    let start = Int32(year.end.daysSince1970) + 1
    var newest: Int32?
    for item in [Fundamentals.Item.revenue, .operatingIncome, .netIncome] {
      for concept in ranked[item.place] ?? [] {
        for fact in ledger.facts[concept.number].reversed() {
          guard fact.end > start + 60 else { break }
          if abs(Int64(fact.start) - Int64(start)) <= 10, fact.end - fact.start < 300 {
            newest = max(newest ?? fact.end, fact.end)
            break
          }
        }
      }
    }
    return newest.map { CivilDate(daysSince1970: Int($0)) }
  }

  /// The day of the newest balance sheet: two of assets, equity and cash are of it.
  ///
  /// One of them alone may be of a day without a balance sheet, such as that of an acquisition.
  func newestBalanceSheet() -> CivilDate? {
    var lines: [Int32: Int] = [:]
    for item in [Fundamentals.Item.assets, .equity, .cash] {
      var days: Set<Int32> = []
      for concept in ranked[item.place] ?? [] {
        for fact in ledger.facts[concept.number].suffix(12) where fact.start == FactLedger.noStart {
          days.insert(fact.end)
        }
      }
      for day in days { lines[day, default: 0] += 1 }
    }
    let days = lines.filter { $0.value > 1 }.keys.max() ?? lines.keys.max()
    return days.map { sheetDay(near: CivilDate(daysSince1970: Int($0))) }
  }

  /// The last days of the first three quarters of a fiscal year, as its reports have them; nil if nothing is stated.
  ///
  /// Quarters have 12, 13, 16 or 17 weeks: a quarter is identified by facts counted from the year's start, and else by
  /// the quarter before it.
  func quarterEnds(of year: Fundamentals.FiscalYear) -> [CivilDate?] {
    let start = Int32(year.start.daysSince1970)
    var votes: [[Int32: Int]] = [[:], [:], [:]]
    var quarters: [(start: Int32, end: Int32)] = []
    for item in [Fundamentals.Item.revenue, .netIncome, .operatingIncome] {
      for concept in ranked[item.place] ?? [] {
        for fact in ledger.facts(concept, endingIn: start + 70...start + 320) where fact.start != FactLedger.noStart {
          let days = fact.end - fact.start + 1
          let lengths: [ClosedRange<Int32>] = [75...125, 155...215, 240...305]
          if abs(fact.start - start) <= 10, let place = lengths.firstIndex(where: { $0.contains(days) }) {
            votes[place][fact.end, default: 0] += 1
          } else if lengths[0].contains(days) {
            quarters.append((fact.start, fact.end))
          }
        }
      }
    }
    var ends = votes.map { votes in votes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
    for place in 1...2 where ends[place] == nil {
      guard let before = ends[place - 1] else { continue }
      ends[place] = quarters.first { abs($0.start - before - 1) <= 10 }?.end
    }
    return ends.map { $0.map { CivilDate(daysSince1970: Int($0)) } }
  }

  /// The figure of the twelve months that end with a period after a fiscal year: the year, plus the year to
  /// date, less the same part of the year before.
  ///
  /// Averages of shares are those of the latest quarter. A part of the line that only the year states is left out, and
  /// `omitted` names it. Nil if the quarters do not state the line at all.
  func trailing(
    _ item: Fundamentals.Item, year: Fundamentals.FiscalYear, through end: CivilDate,
    splits: [Fundamentals.Split] = []
  ) -> Fundamentals.Figure? {
    let splitting = FactChains.splitting(of: item)
    if splitting == .count { return flow(item, .quarter(ending: end)) }
    let first = year.end.adding(days: 1)
    let days = end.daysSince1970 - first.daysSince1970 + 1
    let windows = [
      FactWindow.year(ending: year.end), .toDate(from: first, days: days), .toDate(from: year.start, days: days),
    ]
    guard var parts = matching(item, windows) else { return nil }
    if splitting == .perShare {
      for place in parts.indices {
        parts[place].value /= Fundamentals.Split.factor(splits, after: parts[place].filed)
      }
    }
    parts[2].value = -parts[2].value
    let newest = parts.max { ($0.filed, $0.accession) < ($1.filed, $1.accession) } ?? parts[0]
    var value = parts[0].value + parts[1].value + parts[2].value
    // Amounts per share are stated in cents; their sum is no more exact.
    if splitting == .perShare { value = (value * 1e6).rounded() / 1e6 }
    var figure = Fundamentals.Figure(
      value: value,
      tag: parts[1].tag == parts[0].tag ? parts[0].tag : parts[0].tag + ", " + parts[1].tag,
      periodStart: parts[2].periodEnd.adding(days: 1), periodEnd: parts[1].periodEnd,
      filed: newest.filed, accession: newest.accession, parts: parts)
    figure.omitted = parts[0].omitted
    return figure
  }

  /// An item in several windows, the widest first, by concepts that all of them state.
  ///
  /// If the widest has a part that another lacks, that part is left out of all. If none is in common, each window has
  /// its own concepts, but those of the shorter ones must be the same: their difference is taken.
  func matching(_ item: Fundamentals.Item, _ windows: [FactWindow]) -> [Fundamentals.Figure]? {
    if item == .operatingIncome || item == .capex {
      // They may be put together of several figures: a difference is one of the same figures.
      let each = windows.compactMap { flow(item, $0) }
      let same = each.dropFirst().allSatisfy { $0.tag == each[0].tag }
      if each.count == windows.count, same { return each }
    }
    if item != .operatingIncome || !isOfProperty, let concepts = ranked[item.place] {
      for concept in concepts {
        let facts = windows.compactMap { ledger.fact(concept, $0) }
        if facts.count == windows.count { return facts.map { figure($0, concept) } }
      }
    }
    let each = windows.compactMap { flow(item, $0) }
    let sums = sums(of: item)
    guard !sums.isEmpty else { return each.count == windows.count ? each : nil }
    if each.count == windows.count, each.allSatisfy({ $0.tag == each[0].tag }) { return each }
    if let common = common(sums, windows, whole: flow(item, windows[0])) { return common }
    let isComparable = each.count == windows.count && each.dropFirst(2).allSatisfy { $0.tag == each[1].tag }
    return isComparable && item == .depreciation ? each : nil
  }

  /// The sum that all windows state, of several the one that holds most of the widest window's figure.
  private func common(
    _ sums: [FactSum], _ windows: [FactWindow], whole: Fundamentals.Figure?
  ) -> [Fundamentals.Figure]? {
    guard let whole else { return nil }
    var best: [Fundamentals.Figure]?
    for sum in sums {
      let figures = windows.compactMap { sum.figure($0, self) }
      // A sum above the total counts something twice.
      guard figures.count == windows.count, figures[0].value <= whole.value * 1.001 || sum.hasSigns else { continue }
      if best.map({ !sum.hasSigns && figures[0].value > $0[0].value }) ?? true { best = figures }
    }
    guard var best else { return nil }
    let used = Set((best[0].parts.isEmpty ? [best[0]] : best[0].parts).map(\.tag))
    best[0].omitted = (whole.parts.isEmpty ? [whole] : whole.parts).filter { !used.contains($0.tag) }
    return best
  }
}
