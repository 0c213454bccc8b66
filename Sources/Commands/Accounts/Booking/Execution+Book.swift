import Accounts
import Bookkeeping
import Calendar
import Evaluation
import FileFormats
import Language
import Platform
import Sessions
import Text

extension OptionalRole<Word> {
  static var account: Self { Self(.word("account", .account, "ACCOUNT")) }
}

/// The book as statements read and write it.
extension Execution {
  /// The accounts with their entries.
  mutating func books(at span: SourceSpan?) throws(Diagnostic) -> Books {
    do throws(BookError) {
      let books = try state.book.books(environment)
      session.accountNames = books.accounts.map(\.name)
      return books
    } catch { throw diagnostic(error, at: span) }
  }

  /// An account by its name; without one the account in use.
  mutating func account(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> (books: Books, state: Replay.State) {
    let books = try books(at: span)
    let name = try word.map { word throws(Diagnostic) in try text(word) } ?? accountInUse(books)
    guard let name else {
      throw Diagnostic(
        .unknownAccount, "there is no account yet", at: span, hints: ["`account main currency USD` makes one"])
    }
    guard let state = books.state(name) else {
      let names = books.accounts.map(\.name)
      throw Diagnostic(
        .unknownAccount, "there is no account `\(name)`", at: word?.span ?? span,
        hints: [
          Spelling.hint(for: name, in: names)
            ?? (names.isEmpty
              ? "`account \(name) currency USD` makes it" : "accounts: \(names.joined(separator: ", "))")
        ])
    }
    return (books, state)
  }

  /// The account that `account NAME` named last, here or in an earlier run of the program; the only one if there is one.
  mutating func accountInUse(_ books: Books) -> String? {
    if let name = state.account, books.state(name) != nil { return name }
    let rows = try? state.book.rows(environment, "SELECT value FROM state WHERE key = 'account'")
    if let name = rows?.first?.first?.text, books.state(name) != nil { return name }
    return books.accounts.count == 1 ? books.accounts[0].name : nil
  }

  /// Writes to the book as the only writer to an account.
  mutating func write<Value>(
    to account: String?, at span: SourceSpan?, commits: Bool = true,
    _ work: (inout BookTransaction) throws(BookError) -> Value
  ) throws(Diagnostic) -> Value {
    do throws(BookError) {
      return try state.book.write(environment, to: account, at: environment.moment, commits: commits, work)
    } catch { throw diagnostic(error, at: span) }
  }

  /// The error of the book as a diagnostic.
  func diagnostic(_ error: BookError, at span: SourceSpan?) -> Diagnostic {
    switch error {
    case .file(let path, let reason): Diagnostic(.fileError, "the book \(path): \(reason)", at: span)
    case .readOnly: Diagnostic(.fileError, "with `--safe` the book is only read", at: span)
    case .inUse(let account, let writer):
      Diagnostic(
        .accountInUse,
        "another program writes to `\(account)`: process \(writer.pid) on \(writer.host)", at: span,
        hints: ["it can be read meanwhile; end that program, or wait until it wrote nothing for ten minutes"])
    case .ledger(let error): diagnostic(error, at: span)
    case .closedYear(let account, let year):
      Diagnostic(
        .outOfRange, "the tax year \(year) of `\(account)` is closed", at: span,
        hints: ["`book … reopen \(year)` opens it again"])
    case .conflict(let key): Diagnostic(.statementConflict, "the row \(key) was imported with other content", at: span)
    }
  }

  /// The error of an entry as a diagnostic.
  func diagnostic(_ error: LedgerError, at span: SourceSpan?) -> Diagnostic {
    switch error.reason {
    case .moreThanHeld:
      Diagnostic(
        .moreThanHeld, error.message, at: span,
        hints: ["`book short` sells borrowed units; `positions \(error.account)` lists the held ones"])
    case .outOfRange: Diagnostic(.outOfRange, error.message, at: span)
    case .notVoidable: Diagnostic(.outOfRange, error.message, at: span, hints: ["`ledger` lists the entries"])
    }
  }

  // MARK: Values

  /// The typed number to its last digit; of an expression its value.
  mutating func decimal<Places>(
    _ expression: Expression, _ what: String
  ) throws(Diagnostic) -> FixedDecimal<Places> {
    let typed = sources.text(of: expression.span).filter { $0 != "_" }
    if case .literal = expression, let value = FixedDecimal<Places>(typed) { return value }
    switch try value(of: expression).value {
    case .number(let number):
      if let value = FixedDecimal<Places>(number) { return value }
      throw Diagnostic(.outOfRange, "\(what) is beyond the limit of the ledger", at: expression.span)
    case let other:
      throw Diagnostic(
        .wrongKind, "\(what) is a number, and this is \(other.kind.described)", at: expression.span)
    }
  }

  /// A number above zero.
  mutating func positive<Places>(
    _ expression: Expression, _ what: String
  ) throws(Diagnostic) -> FixedDecimal<Places> {
    let value: FixedDecimal<Places> = try decimal(expression, what)
    guard value > .zero else { throw Diagnostic(.outOfRange, "\(what) is above 0, not \(value)", at: expression.span) }
    return value
  }

  /// A moment by the clock of an account; now without one.
  mutating func ledgerMoment(
    _ expression: Expression?, _ account: Account
  ) throws(Diagnostic) -> (time: Timestamp, isDay: Bool) {
    guard let expression else { return (environment.moment, false) }
    let value = try value(of: expression).value
    let range = try dates(expression, zone: account.zone)
    guard range.start <= environment.moment else {
      throw Diagnostic(
        .outOfRange, "the book has what has happened, and this is later than now", at: expression.span)
    }
    switch value {
    case .date(.time), .moment: return (range.start, false)
    default: return (range.start, true)
    }
  }
}
