import Accounts
import Bookkeeping
import Calendar
import JSON
import Language
import MarketData
import Presentation
import Reports
import Sessions
import Text

/// The forms of `account`.
private enum AccountForm: String {
  case one = ""
  case drop
}

extension Command {
  package static let account = Command(
    CommandSyntax(
      "account",
      forms: [
        CommandSyntax.Form(
          AccountForm.one, [.optional(role: .newAccount)],
          clauses: [
            .clause("currency", .currency), .clause("cash", .openingCash), .clause("on", .bookedOn),
            .clause("lots", .lotOrder), .clause("zone", .accountZone),
          ]),
        CommandSyntax.Form(AccountForm.drop, [.keyword("drop"), .required(.droppedAccount)]),
      ]),
    category: .accounts, summary: "Makes an account of the book, or takes one up.",
    discussion: """
      The account that was named last is in use: statements without a name mean it. It has one currency, sells its \
      oldest lots first (`lots lifo` the newest, `lots hifo` the dearest), and counts days in its zone, America/Chicago \
      without one. Accounts are in one file, `$XDG_DATA_HOME/tas/book.sqlite`, which no session holds: `undo` and `reset` \
      leave them. `account drop NAME` deletes one with all its entries.
      """,
    examples: [
      "account main currency USD cash 25_000 on 2024-01-02 lots fifo zone \"America/Chicago\"", "account main",
    ]
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: AccountForm.self) {
    case .one: try execution.account(call)
    case .drop: try execution.dropAccount(call)
    }
  }

  package static let accounts = Command(
    CommandSyntax("accounts", forms: [CommandSyntax.Form("", [], clauses: .list(AccountReport.names))]),
    category: .accounts, summary: "Lists the accounts of the book.", examples: ["account main currency USD; accounts"]
  ) { execution, call throws(Diagnostic) in
    let books = try execution.books(at: call.commandSpan)
    let reports = books.accounts.compactMap { account in
      books.state(account.name).map { AccountReport(state: $0, lines: books.lines(of: account.name)) }
    }
    let frame = ItemFrame(one: "an account", many: "accounts", reports, AccountReport.fields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    var table = frame.table(listing)
    if !execution.isForPrograms { table.removeEmpty(["closed"]) }
    return TableResult(
      table: table,
      notes: reports.isEmpty ? ["there is no account yet: `account main currency USD` makes one"] : listing.notes,
      details: listing.details)
  }
}

extension AccountReport {
  fileprivate static let names = fields.names()
}

extension Role<Word> {
  fileprivate static var droppedAccount: Self { .word("account", .account, "NAME") }
}

extension OptionalRole<Word> {
  fileprivate static var newAccount: Self { Self(.word("account", .account, "NAME")) }
  static var currency: Self { Self(.word("currency", .any, "USD")) }
  fileprivate static var accountZone: Self { Self(.word("zone", .timezone, "\"ZONE\"")) }
}

extension OptionalRole<Expression> {
  fileprivate static var openingCash: Self { Self(.expression("cash", "AMOUNT")) }
  static var bookedOn: Self { Self(.expression("on", "DATE")) }
}

extension OptionalRole<String> {
  fileprivate static var lotOrder: Self {
    Self(.choice("lots", LotOrder.allCases.map(\.rawValue), "fifo | lifo | hifo"))
  }
}

extension Execution {
  fileprivate mutating func account(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    guard let word = call[.newAccount] else {
      let (books, account) = try account(nil, at: call.commandSpan)
      return AccountReport(state: account, lines: books.lines(of: account.account.name))
    }
    let name = try text(word)
    guard name.utf8.allSatisfy({ $0 > 32 && $0 != UInt8(ascii: "/") }), !name.isEmpty, name.utf8.count <= 64 else {
      throw Diagnostic(.invalidWord, "a name of an account has no blanks", at: word.span)
    }
    let before = try books(at: word.span)
    let wanted = try terms(call, named: name, before.account(name))
    var notes: [String] = []
    if let known = before.account(name) {
      guard known == wanted, call[.openingCash] == nil || !before.lines(of: name).isEmpty else {
        throw Diagnostic(
          .nameInUse, "the account `\(name)` is there with other terms", at: word.span,
          hints: ["`account \(name)` takes it up as it is", "`account drop \(name)` deletes it"])
      }
      if call[.openingCash] != nil { notes.append("the account is there already: no cash was added") }
      // With `--safe` it is taken up for this run alone.
      _ = try? state.book.write(environment, to: nil, at: environment.moment) { book throws(BookError) in
        try book.use(name)
      }
    } else {
      try make(wanted, call, at: word.span)
    }
    state.account = name
    let (books, account) = try account(word, at: word.span)
    return AccountReport(state: account, lines: books.lines(of: name), notes: notes)
  }

  /// Makes an account, with its first money.
  private mutating func make(_ account: Account, _ call: CommandCall, at span: SourceSpan) throws(Diagnostic) {
    var opening: Entry?
    if let expression = call[.openingCash] {
      let (time, isDay) = try ledgerMoment(call[.bookedOn], account)
      var entry = Entry(.deposit, in: account.name, at: time, isDay: isDay)
      entry.amount = try positive(expression, "the cash")
      opening = entry
    }
    let first = opening
    try write(to: account.name, at: span) { book throws(BookError) in
      try book.add(account)
      try book.use(account.name)
      if let first { try book.insert(book.numbered([first])) }
    }
  }

  private mutating func terms(
    _ call: CommandCall, named name: String, _ known: Account?
  ) throws(Diagnostic) -> Account {
    let usual = try zone("America/Chicago", at: call.commandSpan)
    var account = known ?? Account(name: name, zone: usual)
    if let word = call[.currency] {
      account.currency = try text(word)
      guard account.currency.utf8.count == 3 || account.currency.utf8.count == 4,
        account.currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
      else {
        throw Diagnostic(
          .outOfRange, "a currency is its code, not `\(account.currency)`", at: word.span, hints: ["`currency USD`"])
      }
    }
    if let order = call[.lotOrder].flatMap(LotOrder.init) { account.lots = order }
    if let word = call[.accountZone] { account.zone = try zone(try text(word), at: word.span) }
    return account
  }

  /// A zone by its name.
  func zone(_ name: String, at span: SourceSpan) throws(Diagnostic) -> Zone {
    do { return try ZoneDatabase.zone(named: name) } catch { throw diagnostic(error, at: span) }
  }

  fileprivate mutating func dropAccount(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.droppedAccount]
    let (books, account) = try account(word, at: word.span)
    let name = account.account.name
    let count = books.lines(of: name).count
    try write(to: name, at: word.span) { book throws(BookError) in try book.drop(name) }
    if state.account == name { state.account = nil }
    return Done(
      action: "account drop",
      message: "deleted the account \(name) with \(NumberText.counted(count, "entry", "entries"))",
      details: [("account", .string(name)), ("entries", .integer(count))])
  }
}
