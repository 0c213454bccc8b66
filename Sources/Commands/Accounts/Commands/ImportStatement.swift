import Accounts
import Bookkeeping
import Calendar
import Columns
import Imports
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Sessions
import Text
import Workspace

extension OptionalRole<Word> {
  static var importAccount: Self { Self(.word("into", .account, "ACCOUNT")) }
}

extension OptionalRole<String> {
  static var statementDialect: Self {
    Self(.choice("as", StatementDialect.names, StatementDialect.names.joined(separator: " | ")))
  }
}

extension Flag {
  static let preview = Flag("preview")
}

extension Execution {
  /// Books the rows of a statement in one transaction, or tells what it would book.
  mutating func importStatement(_ call: CommandCall, into word: Word) throws(Diagnostic) -> any StatementResult {
    let file = try call[.importedFile]
    let path = try text(file)
    let (_, account) = try account(word, at: word.span)
    let bytes: [UInt8]
    do { bytes = try environment.files.read(path) } catch { throw diagnostic(error, at: file.span) }
    try checkIsText(bytes, of: path, at: file.span)
    guard let statement = BrokerStatement(bytes, as: call[.statementDialect]) else {
      let names = StatementDialect.names.joined(separator: ", ")
      throw Diagnostic(
        .unknownStatement, "\(path) is no statement that is known by its columns", at: file.span,
        hints: ["known are \(names); a table needs the columns date, type, symbol, size, price, fee, amount"])
    }
    try checkInterruption()
    let reader = try reading(statement, account.account, call)
    let name = account.account.name
    let isPreview = call.has(.preview)
    let reopened = try call[.reopenedYear].map { word throws(Diagnostic) in try taxYear(word) }
    var failure: StatementConflict?
    let isStopped = isStopped
    let result = try write(to: isPreview ? nil : name, at: file.span, commits: !isPreview) {
      book throws(BookError) -> StatementImport? in
      if let reopened { try book.reopen(reopened, of: name) }
      let known = try book.imported(into: name)
      let made: StatementImport
      do throws(StatementConflict) {
        made = try StatementImport(reader, into: book.accounts, book.entries, known: known, isStopped: isStopped)
      } catch {
        failure = error
        return nil
      }
      if !isPreview, !isStopped() {
        try book.insert(made.entries, made.books)
        try book.keep(made.rows, of: name)
      }
      return made
    }
    try checkInterruption()
    guard let result else {
      let place = failure.map { $0.line > 0 ? "\(path):\($0.line): " : "\(path): " } ?? ""
      throw Diagnostic(
        .statementConflict, "\(place)\(failure?.reason ?? "")", at: file.span,
        hints: ["nothing was booked; `ledger \(name)` lists what is, and `book void N` takes an entry back"])
    }
    return ImportReport(
      file: path, account: name, dialect: statement.dialect, result: result, isPreview: isPreview)
  }

  /// The rows as entries; currencies are worth the typed rate, or the closes of loaded series.
  private mutating func reading(
    _ statement: BrokerStatement, _ account: Account, _ call: CommandCall
  ) throws(Diagnostic) -> StatementReader {
    var rate: Money?
    if let expression = call[.bookedRate] { rate = try positive(expression, "the rate") }
    let typed = rate
    let execution = CurrencySeries(session, own: account.currency)
    return statement.reading(for: account) { currency, time in typed ?? execution.rate(of: currency, at: time) }
  }
}

/// The loaded series of currencies.
private struct CurrencySeries: Sendable {
  private let session: Session
  private let own: String

  init(_ session: Session, own: String) { (self.session, self.own) = (session, own) }

  func rate(of currency: String, at time: Timestamp) -> Money? { session.rate(of: currency, in: own, at: time) }
}

extension Session {
  /// The close of a loaded series of two currencies, the last one up to a moment unless it is too old.
  func rate(of currency: String, in own: String, at time: Timestamp) -> Money? {
    for name in ["\(currency)\(own)", "\(currency)\(own)=X"] {
      guard let bars = series[name]?.bars else { continue }
      if let bar = bars.times.lastIndex(where: { $0 <= time }),
        time.milliseconds - bars.times[bar].milliseconds < DayPrices.age, let rate = Money(bars.close[bar]),
        rate > .zero
      {
        return rate
      }
    }
    return nil
  }
}
