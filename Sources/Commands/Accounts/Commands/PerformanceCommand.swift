import Accounts
import Calendar
import Evaluation
import Language
import OrderedCollections
import Reports
import Sessions
import Workspace

extension Command {
  package static let performance = Command(
    CommandSyntax(
      "performance",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .account)],
          clauses: [.clause("by", .calendarPeriod), .clause("against", .benchmark), .window])
      ]), category: .accounts, summary: "Shows what an account earned, by periods.",
    discussion: """
      Flows are deposits, withdrawals and transfers; they count from the start of their day. TWR compounds the \
      returns of the days, and does not depend on the flows; IRR is the rate at which the money at the beginning and the flows grow \
      to the worth at the end. Both are of the period, and for a year only if it is longer than one. A holding is \
      worth the closes of loaded series, else the price of its last trade.
      """,
    examples: ["performance main since 2024 by quarter against SPY", "performance"]
  ) { execution, call throws(Diagnostic) in
    try execution.performance(call)
  }
}

extension Execution {
  fileprivate mutating func performance(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (books, state) = try account(call[.account], at: call.commandSpan)
    let whole = try curve(books, state, at: call.commandSpan)
    let benchmark = try call[.benchmark].map { word throws(Diagnostic) in try loadedSeries(word) }
    let prices = DayPrices(session.series.mapValues(\.bars))
    let (first, last) = try days(call.window, state.account)
    let curve = whole.within(first, last)
    guard let all = PeriodResult.whole(of: curve) else {
      throw Diagnostic(
        .emptyWindow, "`\(state.account.name)` has no days in this window", at: call.window?.span ?? call.commandSpan)
    }
    let units = ["day": Timeframe.day, "week": .week, "month": .month, "quarter": .quarter, "year": .year]
    let unit = call[.calendarPeriod].flatMap { units[$0] }
    func start(_ date: CivilDate) -> CivilDate {
      unit.map { $0.periodStart(containing: CivilTime(date: date)).date } ?? curve.days[0].date
    }
    func period(_ result: PeriodResult, _ name: String) -> PerformanceReport.Period {
      let other = benchmark.flatMap { series -> Double? in
        guard let begin = prices.price(of: series.name, on: result.first.adding(days: -1)),
          let end = prices.price(of: series.name, on: result.last), begin > .zero
        else { return nil }
        return end.double / begin.double - 1
      }
      return .init(name: name, result: result, benchmark: other)
    }
    let periods = PeriodResult.periods(of: curve, start: start).map { result in
      period(result, Self.periodName(start(result.first), call[.calendarPeriod]))
    }
    return PerformanceReport(
      account: state.account.name, benchmark: benchmark?.name, periods: periods, whole: period(all, "total"),
      days: curve.days,
      notes: ["flows count from the day's start; not annualised under a year"]
        + priceNotes(try heldPositions(state, at: call.commandSpan)))
  }

  private static func periodName(_ start: CivilDate, _ unit: String?) -> String {
    let month = start.month < 10 ? "0\(start.month)" : "\(start.month)"
    switch unit {
    case "year": return "\(start.year)"
    case "quarter": return "\(start.year)-Q\((start.month - 1) / 3 + 1)"
    case "month": return "\(start.year)-\(month)"
    case nil: return "total"
    default: return "\(start)"
    }
  }

  /// The first and the last day of a window of dates.
  private mutating func days(
    _ window: (window: Window, span: SourceSpan)?, _ account: Account
  ) throws(Diagnostic) -> (CivilDate?, CivilDate?) {
    guard let window else { return (nil, nil) }
    guard case .range(let since, let until) = window.window else {
      if case .all = window.window { return (nil, nil) }
      throw Diagnostic(.invalidWindow, "a window of dates is needed here", at: window.span, hints: ["`since 2024`"])
    }
    let first = try since.map { date throws(Diagnostic) in
      account.zone.civilTime(at: try dates(date, zone: account.zone).start).date
    }
    let last = try until.map { date throws(Diagnostic) in
      account.zone.civilTime(at: try dates(date, zone: account.zone).end).date.adding(days: -1)
    }
    return (first, last)
  }
}
