import Accounts
import Calendar
import JSON
import Presentation
import Text

/// What an account earned, by periods, beside another series.
package struct PerformanceReport: ShapedResult {
  /// A period with the return of the other series.
  package struct Period: Sendable {
    package let name: String
    package let result: PeriodResult
    package let benchmark: Double?

    package init(name: String, result: PeriodResult, benchmark: Double?) {
      (self.name, self.result, self.benchmark) = (name, result, benchmark)
    }
  }

  package let account: String
  package let benchmark: String?
  package let periods: [Period]
  package let whole: Period
  package let days: [AccountCurve.Day]
  package let notes: [String]

  package init(
    account: String, benchmark: String?, periods: [Period], whole: Period, days: [AccountCurve.Day], notes: [String]
  ) {
    (self.account, self.benchmark, self.periods) = (account, benchmark, periods)
    (self.whole, self.days, self.notes) = (whole, days, notes)
  }

  package var reasonAgainstReplay: String? { StatementReason.records }
  package var rowCount: Int? { periods.count }

  package static let shape = ResultShape<PerformanceReport>(
    "performance", "What an account earned, by periods: time-weighted and money-weighted.",
    [
      .text("account") { $0.account }, .text("benchmark", .possible) { $0.benchmark },
      .list("periods", fields) { $0.periods }, .object("total", fields) { $0.whole },
      .list("flows", flowFields) { $0.days.filter { $0.flows != .zero } },
    ])

  private static let fields: [Field<Period>] = [
    .text(.text("period"), .never) { $0.name }, .money(.number("begin"), .never) { $0.result.begin },
    .money(.number("flows"), .never) { $0.result.flows }, .money(.number("end"), .never) { $0.result.end },
    .money(Table.Column.number("P&L", key: "pnl").coloredBySign, .never) { $0.result.pnl },
    .rate(Table.Column.percent("TWR", key: "twr").coloredBySign) { $0.result.timeWeighted },
    .rate(Table.Column.percent("IRR", key: "irr").coloredBySign) {
      $0.result.moneyWeighted.isFinite ? $0.result.moneyWeighted : nil
    },
    .rate(Table.Column.percent("benchmark").coloredBySign) { $0.benchmark },
  ]

  private static let flowFields: [Field<AccountCurve.Day>] = [
    .text("date") { "\($0.date)" }, .decimal("amount") { $0.flows },
  ]

  private var table: Table {
    var table = Self.fields.table(of: periods + (periods.count > 1 ? [whole] : []))
    if periods.count > 1 { table.rules = [periods.count] }
    if let benchmark {
      table.columns[7].title = benchmark
    } else {
      table.columns.removeLast()
      for row in table.rows.indices { table.rows[row].removeLast() }
    }
    return table
  }

  package var document: Document {
    Document(mainTable: table) {
      table
      for note in notes { Block.note(StyledText(note)) }
    }
  }
}
