import Calendar
import Text

extension FigureHistory {
  /// A part of a sum that the reports no longer state: the sum continues without it.
  public struct Omission: Sendable, Hashable {
    /// The part, such as current securities.
    public var item: Fundamentals.Item
    /// The line that it was a part of, such as cash and securities.
    public var line: FigureLine
    /// The first period without it.
    public var period: String
    /// The value that was stated last, in the currency of the reports.
    public var value: Double

    /// The omission in words, the value in full.
    public var text: String {
      "\(item.title): not stated from \(period) on, \(Wording.amount(value)) before; counts as 0 in \(line.title) and "
        + "derived lines"
    }
  }

  /// The parts of cash and debt that the newest period does not state though one of the four before it has an amount
  /// that counted: each with the first period without it.
  public var omissions: [Omission] {
    let ordered = periods.sorted { $0.end < $1.end }
    guard let newest = ordered.last else { return [] }
    let parts: [(line: FigureLine, items: [Fundamentals.Item])] = [
      (.cash, [.currentSecurities, .nonCurrentSecurities]), (.debt, [.longTermDebt, .shortTermDebt, .financeLeases]),
    ]
    return parts.flatMap { line, items in
      items.compactMap { item in
        guard newest.figures[item] == nil, value(of: line, in: newest) != nil else { return nil }
        let first = ordered.lastIndex { $0.figures[item] != nil }.map { $0 + 1 } ?? 0
        guard first + Self.newPeriods > ordered.count else { return nil }
        let period = ordered[first]
        let before = first > 0 ? ordered[first - 1].figures : period.opening
        guard let before, let value = before[item]?.value else { return nil }
        let whole = line == .cash ? before.cashAndSecurities : before.totalDebt
        guard value.magnitude >= Self.materialShare * (whole ?? 0).magnitude, value != 0 else { return nil }
        return Omission(item: item, line: line, period: period.name, value: value)
      }
    }
  }

  /// All that readers must know of sums which lack a part in some period, in words.
  public var remarks: [String] { omissions.map(\.text) + carried + beginnings + leftOut }

  /// Cash, borrowings and claims that the newest period does not state, and that are of an older balance sheet.
  private var carried: [String] {
    guard let newest = periods.max(by: { $0.end < $1.end }) else { return [] }
    return (FactChains.carriedBalances + [.longTermDebt, .shortTermDebt]).compactMap { item in
      guard let figure = newest.figures[item], figure.periodEnd < newest.end.adding(days: -10) else { return nil }
      return
        "\(item.title): not stated for \(newest.name), \(Wording.amount(figure.value)) of \(figure.periodEnd) counts"
    }
  }

  /// The parts of cash that are a quarter of it or more in the period that begins to state them, and count as 0 before.
  private var beginnings: [String] {
    let ordered = periods.sorted { $0.end < $1.end }
    return [Fundamentals.Item.currentSecurities, .nonCurrentSecurities].compactMap { item -> String? in
      let begins = ordered.indices.dropFirst().last {
        ordered[$0].figures[item] != nil && ordered[$0 - 1].figures[item] == nil
      }
      guard let begins, let value = ordered[begins].figures[item]?.value, value > 0,
        value >= Self.materialBeginning * (ordered[begins].figures.cashAndSecurities ?? 0),
        self.value(of: .cash, in: ordered[begins - 1]) != nil
      else { return nil }
      let (before, name) = (ordered[begins - 1].name, ordered[begins].name)
      return "\(item.title): not stated up to \(before), \(Wording.amount(value)) in \(name); counts as 0 until then "
        + "in \(FigureLine.cash.title) and derived lines"
    }
  }

  /// The parts of a line that periods leave out, as only the year states them.
  private var leftOut: [String] {
    [Fundamentals.Item.depreciation, .workingCapital].flatMap { item -> [String] in
      var found: [(part: String, periods: [String])] = []
      for period in periods.sorted(by: { $0.end < $1.end }) {
        for part in period.figures[item]?.omitted ?? [] {
          if let place = found.firstIndex(where: { $0.part == part.tag }) {
            found[place].periods.append(period.name)
          } else {
            found.append((part.tag, [period.name]))
          }
        }
      }
      return found.map { part, names in
        let rest = names.count > 1 ? " and \(NumberText.counted(names.count - 1, "other period"))" : ""
        return "\(item.title) of \(names[names.count - 1])\(rest) leaves out \(part): the quarters do not state it"
      }
    }
  }

  /// The share of the total from which on a part that begins is missed before.
  private static let materialBeginning = 0.25

  /// The number of the newest periods in which an omission is news.
  private static let newPeriods = 4

  /// The share of a sum from which on a part is missed.
  private static let materialShare = 0.05

  private func value(of line: FigureLine, in period: Period) -> Double? {
    FigureCalculation(period: period, history: self).cell(line).value
  }
}
