import Calendar
import Valuation

/// The split of a valuation's assumptions into those that hold on all bars and those of the filings that each bar
/// knows.
struct IntrinsicValueTerms {
  /// The company and its assumptions.
  let company: ValuedCompany
  /// The company's figures that were typed, in the order of the table.
  let typed: [String]
  /// The day from whose end on typed figures are known; nil if no assumption says so.
  let knownSince: CivilDate?
  /// The assumption that says so.
  private let knownBy: AssumptionName?
  /// The figures over time; nil if the valuation takes nothing from the company's reports.
  let filed: FiledFigures?

  /// A yearly report is filed within this time.
  private static let reportingDays = 90

  init(_ company: ValuedCompany, _ figures: Fundamentals?) {
    // Amounts by year are those of the base year of today; on the bars of other years their rates hold.
    var company = company
    if let rates = try? company.assumptions.withRatesForAmounts() { company.assumptions = rates }
    self.company = company
    let all = company.assumptions.all
    let base = Self.word(company.assumptions[.base]).flatMap { Fundamentals.Base($0) } ?? .latestTwelveMonths
    let filed = all.contains { $0.isFiled } ? figures.map { FiledFigures($0, base: base, company.assumptions) } : nil
    self.filed = filed
    // Without the reports their figures count as typed.
    typed = all.filter { $0.isCompanyFigure && !($0.isFiled && filed?.names.contains($0.name) == true) }.map(\.name)
    if let date = Self.day(company.assumptions[.date]) {
      (knownSince, knownBy) = (date, .date)
    } else if !typed.isEmpty, let end = Self.day(company.assumptions[.baseEnd]) {
      (knownSince, knownBy) = (end.adding(days: Self.reportingDays), .baseEnd)
    } else {
      (knownSince, knownBy) = (nil, nil)
    }
  }

  /// True if figures come from the company's reports.
  var followsFilings: Bool { filed != nil }

  /// The reason why bars have look-ahead to later knowledge; nil if they have none.
  var lookAhead: IntrinsicValueHistory.LookAhead? {
    if let computed = computedFromLaterBars {
      return IntrinsicValueHistory.LookAhead(
        message: "\(company.title) rests on \(computed), which uses later bars, so rules cannot use it (look-ahead)",
        hints: ["type the number that was known at the time, or let the reports give the assumption"], holdsNow: true)
    }
    guard knownSince == nil, !typed.isEmpty || !followsFilings else { return nil }
    return IntrinsicValueHistory.LookAhead(
      message: "\(company.title) rests on typed figures, known today, so rules cannot use it on earlier bars",
      hints: [
        "`date = 2024-02-01, base_end = 2023-12-31` among its assumptions set the date from which they are known",
        "figures that are left out come from `load fundamentals`, as of each filing",
      ])
  }

  /// The assumptions whose values were computed from later bars, in words; nil if there are none.
  private var computedFromLaterBars: String? {
    let names = company.assumptions.flat.filter(\.looksAhead).map { "`\($0.name)`" }
    if !names.isEmpty { return names.joined(separator: ", ") }
    return company.driversLookAhead ? "drivers" : nil
  }

  /// The names of all assumptions that were not taken from the reports.
  var stated: Set<String> { Set(company.assumptions.all.filter { !$0.isFiled }.map(\.name)) }

  /// The remark on typed figures.
  var typedText: String {
    let figures =
      "\(company.title) rests on typed figures" + (typed.isEmpty ? "" : " (\(typed.joined(separator: ", ")))")
    guard let knownSince else { return "\(figures): known today, used on all bars" }
    return knownBy == .date
      ? "\(figures), known since `date`, \(knownSince): missing before"
      : "\(figures), known \(Self.reportingDays) days after `base_end`, on \(knownSince): missing before"
  }

  /// The assumptions with the figures that were known on a day.
  func assumptions(_ then: FiledFigures.Entry, on day: CivilDate, price: Double) -> Assumptions {
    var changes: [Assumptions.Change] = []
    for assumption in company.assumptions.all where assumption.isFiled {
      // A margin that was not given is the reported one, at that time.
      let reported =
        assumption.name == AssumptionName.margin.rawValue ? AssumptionName.baseMargin.rawValue : assumption.name
      guard filed?.names.contains(reported) == true else { continue }
      if let known = then[reported] {
        changes.append(
          .set(
            Assumption(
              assumption.name, known.value, written: known.written, source: known.source, shifts: assumption.shifts,
              basis: known.basis)))
      } else {
        changes.append(.remove(assumption.name))
      }
    }
    // A figure that only older reports state.
    for known in then.figures.known
    where company.assumptions[known.name] == nil && filed?.entries.last?[known.name] == nil {
      changes.append(.set(known))
    }
    changes.append(
      price > 0
        ? .set(Assumption(.price, price, source: .fundamentals(detail: "close of the first bar after \(day)")))
        : .remove(AssumptionName.price.rawValue))
    // The unit of the shares is known here; a split that was typed was for today's.
    changes.append(.remove(AssumptionName.split.rawValue))
    if let date = Self.day(company.assumptions[.date]) {
      changes.append(.set(Assumption(.date, word: "\(day)", source: day == date ? .typed : .default)))
    }
    var result = (try? company.assumptions.with(changes)) ?? company.assumptions
    result.baseYear = then.figures.baseYear
    return result
  }

  private static func word(_ assumption: Assumption?) -> String? {
    if case .word(let word)? = assumption?.value { word } else { nil }
  }

  /// The day that an assumption names.
  private static func day(_ assumption: Assumption?) -> CivilDate? {
    guard let assumption, !assumption.isFiled else { return nil }
    return word(assumption).flatMap { CivilDate(iso8601: $0) }
  }
}
