import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import Presentation
import Reports
import Sessions
import Text

extension Command {
  package static let calendar = Command(
    CommandSyntax(
      "calendar",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .result)],
          clauses: [.clause("by", .calendarPeriod), .clause("zone", .calendarZone)] + .list(PeriodReturn.fields.names())
        )
      ]), category: .strategies, summary: "Shows the returns of a backtest by month and year, or lists them by period.",
    discussion: """
      Alone it is a table with a row for each year, a column for each month and the return of the year. `by day`, `by \
      week`, `by month`, `by quarter` and `by year` list each period with its return, the money gained and the trades \
      closed; there `where` and `sort by` know date, return, gain and trades. A return is of the equity at the last \
      close of the period before, of the first one of the cash: all of them compound to the total return.

      Of an account it is the P&L of closed trades by the day of their closing, in its zone or that of `zone`: days \
      without any are absent, and there are trading_day, pnl, pnl_percent (of the cost), trades and win_rate.
      """,
    examples: ["backtest cross; calendar", "calendar by month where return < -5%", "calendar by year sort by return"]
  ) { execution, call throws(Diagnostic) in
    try execution.calendar(call)
  }
}

extension Execution {
  /// The calendar of an account or of a backtest.
  package mutating func calendar(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let clauses = ListClauses(call)
    if call[.calendarPeriod] == nil,
      let span = clauses.condition?.span ?? clauses.key?.span ?? clauses.window?.span ?? clauses.top?.span
    {
      throw Diagnostic(
        .missingForm, "name the periods: the table of months and years takes no clauses", at: span,
        hints: ["`calendar by month` lists the months"])
    }
    if let account = try listedAccount(call) { return try calendar(call, account) }
    let report = try listedBacktest(call)
    guard let word = call[.calendarPeriod], let unit = PeriodFrame.units[word] else {
      var result = TableResult(
        title: report.title, table: report.monthTable,
        notes: [
          "\(report.label(report.result.range.lowerBound)) to \(report.label(report.result.range.upperBound - 1)): the first and the last month may be incomplete"
        ], of: .months(report))
      result.isGrid = true
      result.drawn = report.calendarPicture
      return result
    }
    let frame = report.frame(ofPeriods: unit, named: word)
    let listing = try listing(of: frame, clauses, rows: unit == .day ? .last(10) : nil)
    return TableResult(
      table: frame.table(listing), notes: listing.notes(of: report.name), details: listing.details(of: report.name),
      of: .periods(report, frame.items(listing).map(\.thing)))
  }
}

/// The periods by which returns are listed.
private enum PeriodFrame {
  static let units: [String: Timeframe.Unit] = [
    "day": .day, "week": .week, "month": .month, "quarter": .quarter, "year": .year,
  ]
}

extension PeriodReturn {
  /// The values of a period.
  fileprivate static let fields: [Field<Part<Zone, PeriodReturn>>] = [
    .date(.date("date"), label: { "\($0.thing.start)" }, start),
    .rate(Table.Column.percent("return").coloredBySign) { $0.thing.returnRate },
    .number(Table.Column.number("gain", .fixed(2)).coloredBySign) { $0.thing.gain },
    .integer(.integer("trades")) { $0.thing.trades },
  ]

  /// The first moment of a period in the zone of the bars.
  @Sendable fileprivate static func start(_ period: Part<Zone, PeriodReturn>) -> Timestamp {
    period.whole.timestamp(of: CivilTime(date: period.thing.start))
  }
}

extension BacktestReport {
  /// The returns by period as a frame.
  fileprivate func frame(ofPeriods unit: Timeframe.Unit, named word: String) -> ItemFrame<Part<Zone, PeriodReturn>> {
    let items = result.returns(by: unit, of: bars).parts(of: bars.zone)
    return ItemFrame(
      one: "a \(word)", many: "\(word)s", items,
      PeriodReturn.fields + Field.parts(in: bars.zone, of: PeriodReturn.start),
      series: series, placement: .moments { PeriodReturn.start(items[$0]) })
  }
}
