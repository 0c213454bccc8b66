import Calendar

/// The figures that a company has filed: each with the filing that states it first, and again if it was changed.
///
/// A value that a later filing merely repeats is not kept, so a figure's filing is the one that made it known, and
/// a ledger cut at a day is that of the filings up to that day.
struct FactLedger: Sendable, Hashable {
  struct Filing: Sendable, Hashable {
    var accession: String
    var form: String
    var filed: CivilDate

    /// True for the report of a full year.
    var isAnnual: Bool { form.hasPrefix("10-K") || form.hasPrefix("20-F") || form.hasPrefix("40-F") }
  }

  struct Fact: Sendable, Hashable {
    /// The first day in days since 1970; `FactLedger.noStart` if the value is a balance.
    var start: Int32
    /// The last day, or the day of the balance, in days since 1970.
    var end: Int32
    /// The number of the filing in `filings`.
    var filing: Int32
    var value: Double
  }

  static let noStart = Int32.min

  /// The filings that state figures, in the order of their days and accession numbers.
  var filings: [Filing] = []
  /// The facts of each concept by its number, ordered by end, start and filing.
  var facts: [[Fact]] = Array(repeating: [], count: FactConcept.all.count)

  /// The filings up to a day, and their facts.
  func cut(filedBy day: CivilDate) -> FactLedger {
    let count = filings.prefix { $0.filed <= day }.count
    guard count < filings.count else { return self }
    var result = self
    result.filings = Array(filings[..<count])
    for concept in facts.indices { result.facts[concept] = facts[concept].filter { $0.filing < count } }
    return result
  }

  /// The last day for which a concept has a fact.
  func newestEnd(_ concept: FactConcept) -> Int32? { facts[concept.number].last?.end }

  /// Whether a concept of a name was ever stated.
  func states(_ name: String) -> Bool { FactConcept.named(name).map { !facts[$0.number].isEmpty } ?? false }

  /// The facts of a concept that end within a span of days since 1970.
  func facts(_ concept: FactConcept, endingIn span: ClosedRange<Int32>) -> ArraySlice<Fact> {
    let facts = facts[concept.number]
    let first = firstFact(of: concept, notBefore: span.lowerBound)
    return facts[first...].prefix { $0.end <= span.upperBound }
  }

  /// The place of a concept's first fact that ends on a day or later.
  private func firstFact(of concept: FactConcept, notBefore day: Int32) -> Int {
    let facts = facts[concept.number]
    var (low, high) = (0, facts.count)
    while low < high {
      let middle = (low + high) / 2
      if facts[middle].end < day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The newest statement of a concept for a window.
  func fact(_ concept: FactConcept, _ window: FactWindow) -> Fact? {
    let facts = facts[concept.number]
    var low = firstFact(of: concept, notBefore: window.ends.lowerBound)
    var best: Fact?
    while low < facts.count, facts[low].end <= window.ends.upperBound {
      let fact = facts[low]
      if window.starts.contains(fact.start), best.map({ fact.filing >= $0.filing }) ?? true { best = fact }
      low += 1
    }
    return best
  }
}

/// The span of days that a figure is wanted for, with the slack that years of 52 and 53 weeks need.
struct FactWindow: Sendable, Hashable {
  var starts: ClosedRange<Int32>
  var ends: ClosedRange<Int32>

  /// The full year that ends on a day.
  static func year(ending end: CivilDate) -> FactWindow {
    let end = Int32(end.daysSince1970)
    return FactWindow(starts: end - 380...end - 350, ends: end...end)
  }

  /// The quarter that ends on a day.
  static func quarter(ending end: CivilDate) -> FactWindow {
    let end = Int32(end.daysSince1970)
    return FactWindow(starts: end - 120...end - 75, ends: end...end)
  }

  /// The part of a fiscal year from about its start of about `days` days.
  static func toDate(from start: CivilDate, days: Int) -> FactWindow {
    let start = Int32(start.daysSince1970)
    let end = start + Int32(days) - 1
    return FactWindow(starts: start - 10...start + 10, ends: end - 10...end + 10)
  }

  /// The balance of a day.
  static func balance(_ day: CivilDate) -> FactWindow {
    let day = Int32(day.daysSince1970)
    return FactWindow(starts: FactLedger.noStart...FactLedger.noStart, ends: day...day)
  }
}
