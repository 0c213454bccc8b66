import Accounts
import Language
import Presentation
import Reports
import Sessions
import Text

/// An account as `report` and `plot` show it.
extension Execution {
  /// An account by its name alone; nil if none has it.
  package mutating func accountReport(_ name: String, at span: SourceSpan) throws(Diagnostic) -> AccountReport? {
    let books = try books(at: span)
    return books.state(name).map { AccountReport(state: $0, lines: books.lines(of: name)) }
  }

  /// The drawing of an account's equity; nil if no account has the name.
  package mutating func accountPicture(_ name: String, at span: SourceSpan) throws(Diagnostic) -> DrawnResult? {
    let books = try books(at: span)
    guard let state = books.state(name) else { return nil }
    let days = EquityDay.days(of: try curve(books, state, at: span))
    guard let picture = EquityDay.picture(days, title: "account \(name)") else { return nil }
    var result = TableResult(table: EquityDay.fields.table(of: days))
    result.drawn = picture
    return DrawnResult(of: result)
  }

  /// The report of an account; nil if no account has the name.
  package mutating func accountStory(_ word: Word, named name: String) throws(Diagnostic) -> ReportResult? {
    let books = try books(at: word.span)
    guard let state = books.state(name) else { return nil }
    let lines = books.lines(of: name)
    let curve = try curve(books, state, at: word.span)
    let days = EquityDay.days(of: curve)
    let trades = trades(books, state)
    let held = try heldPositions(state, at: word.span)
    let closed = trades.filter { !$0.isOpen }
    let gains = zip(
      state.closings,
      WashSales.disallowed(state.closings, in: lines, zone: state.account.zone)
    )
    .map { AccountFields.Gain($0, disallowed: $1, in: state.account.zone) }
    let figures = AccountStatistic.fields.table(of: AccountStatistic.all(lines, state))
    let names = [
      "symbol", "entry_date", "exit_date", "side", "size", "entry_price", "exit_price", "pnl", "return", "outcome",
    ]
    var sections = [
      ReportResult.Section("Figures", [.table(figures)]),
      .init("Positions", held.isEmpty ? [] : [.table(AccountFields.positions.table(of: held))]),
      .init("Equity", EquityDay.picture(days, title: "").map { $0.parts.map { .figure($0) } } ?? []),
      .init(
        "Gains by term",
        gains.isEmpty ? [] : [.table(AccountFields.terms.table(of: Term.allCases.map { .init($0, of: gains) }))]),
      .init(
        "Trades", closed.isEmpty ? [] : [.table(AccountTrade.fields.named(names).table(of: Array(closed.prefix(100))))]),
    ]
    if closed.count > 100 {
      sections[4].blocks.append(.note("the newest 100 of \(closed.count); `trades \(name)` lists all"))
    }
    return ReportResult(
      title: "Account \(name)", opening: AccountReport(state: state, lines: lines).document.blocks, sections: sections)
  }
}
