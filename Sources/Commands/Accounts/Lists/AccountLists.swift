import Accounts
import Bookkeeping
import Calendar
import Evaluation
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Text

extension Command {
  package static let ledger = Command(
    CommandSyntax(
      "ledger",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .account)],
          clauses: .pages + .list(AccountFields.ledger.names()))
      ]), category: .accounts, summary: "Lists the entries of an account with the cash after each.",
    discussion: """
      `where` and `sort by` know id, time, type, symbol, size, price, fee, amount, cash, voids, withheld, note, ratio (of \
      a split), into (the symbol that units become), peer (the other account), strategy, stop, target, currency and rate. To \
      `"FILE.hledger"`, `"FILE.ledger"` or `"FILE.beancount"` it writes the account for those programs, with the lots of each sale.
      """,
    examples: ["ledger main last 10", "ledger where type == \"dividend\" since 2024", "ledger page 1 size 50"]
  ) { execution, call throws(Diagnostic) in
    let (books, account) = try execution.account(call[.account], at: call.commandSpan)
    let zone = account.account.zone
    let lines = books.lines(of: account.account.name).map { AccountFields.LedgerLine($0, in: zone) }
    let frame = ItemFrame(
      one: "an entry", many: "entries", lines, AccountFields.ledger,
      placement: .moments { lines[$0].time.onClock })
    let listing = try execution.listing(of: frame, ListClauses(call), rows: .last(20))
    var table = frame.table(listing)
    table.removeEmpty(["voids", "withheld", "note", "fee", "ratio", "into", "peer"])
    table.keepColumns { !AccountFields.forProgramsInLedger.contains($0) }
    var result = execution.accountTable(table, listing, of: account.account.name, whole: frame.table(listing))
    for program in PlainTextLedger.Program.allCases {
      result.texts[program.rawValue] = { PlainTextLedger.text(of: account.account.name, in: books, for: program) }
    }
    return result
  }

  package static let lots = Command(
    CommandSyntax(
      "lots",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .account), .optional(role: .lotSymbol)],
          clauses: .list(AccountFields.lots.names()))
      ]), category: .accounts, summary: "Lists the lots that an account holds, with their costs.",
    discussion: "A cost has its fees in. Sales take the lots of a symbol in the order that the account has.",
    examples: ["lots main AAPL", "lots"]
  ) { execution, call throws(Diagnostic) in
    var (word, symbolWord) = (call[.account], call[.lotSymbol])
    // One word may be a symbol of the account in use.
    let all = try execution.books(at: call.commandSpan)
    if let only = word, symbolWord == nil, all.state(try execution.text(only)) == nil,
      let name = execution.accountInUse(all), let own = all.state(name),
      own.held(try execution.text(only)) != .zero
    {
      (word, symbolWord) = (nil, only)
    }
    let (_, account) = try execution.account(word, at: call.commandSpan)
    let symbol = try symbolWord.map { word throws(Diagnostic) in try execution.text(word) }
    let lots = (symbol.map { account.lots(of: $0) } ?? account.lots).map {
      AccountFields.HeldLot($0, in: account.account.zone)
    }
    let frame = ItemFrame(
      one: "a lot", many: "lots", lots, AccountFields.lots,
      placement: .moments { LedgerTime(lots[$0].lot.opened, isDay: false, in: account.account.zone).onClock })
    let listing = try execution.listing(of: frame, ListClauses(call))
    return execution.accountTable(frame.table(listing), listing, of: account.account.name)
  }

  package static let gains = Command(
    CommandSyntax(
      "gains",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .account), .optional(role: .gainYear)],
          clauses: [.clause("by", .gainKey)]
            + .list(AccountFields.gains.names()))
      ]), category: .accounts, summary: "Lists what closed lots have gained, for taxes.",
    discussion: """
      A year lists the lots closed in it; `by term` sums up those held for a year at most, and longer. Disallowed is \
      the part of a loss for which the symbol was bought again within 30 days before or after: it is marked by that rule \
      alone, and is no advice. A window of dates applies to the closing.
      """,
    examples: ["gains main 2024 by term", "gains 2024 where gain < 0"]
  ) { execution, call throws(Diagnostic) in
    try execution.gains(call)
  }
}

extension OptionalRole<Word> {
  fileprivate static var lotSymbol: Self { Self(.word("symbol", .symbol, "SYMBOL")) }
  fileprivate static var gainYear: Self { Self(.word("year", .any, "YEAR")) }
}

extension OptionalRole<String> {
  fileprivate static var gainKey: Self { Self(.choice("by", ["term"], "term")) }
}

extension Table {
  /// Leaves the columns that meet a condition on their name.
  mutating func keepColumns(where isKept: (String) -> Bool) {
    keepColumns(columns.indices.filter { isKept(columns[$0].key ?? columns[$0].title) })
  }

  /// Takes out columns of which no row has a value.
  mutating func removeEmpty(_ names: Set<String>) {
    keepColumns(
      columns.indices.filter { place in
        !names.contains(columns[place].key ?? columns[place].title)
          || rows.contains { row in
            guard place < row.count else { return false }
            if case .missing = row[place].content { return false }
            return row[place].content != .text(StyledText(""))
          }
      })
  }

  private mutating func keepColumns(_ places: [Int]) {
    if places.count == columns.count { return }
    columns = places.map { columns[$0] }
    rows = rows.map { row in places.compactMap { $0 < row.count ? row[$0] : nil } }
  }
}

extension Execution {
  /// True if a program or a file gets the result.
  var isForPrograms: Bool { writesResult || listsAllRows || session.look.format?.isForPrograms == true }

  /// A list of an account; programs and files get all columns of it.
  func accountTable(
    _ table: Table, _ listing: Listing, of account: String, whole: Table? = nil, notes: [String] = []
  ) -> TableResult {
    return TableResult(
      table: isForPrograms ? whole ?? table : table, notes: listing.notes(of: account) + notes,
      details: listing.details + [("account", .string(account))])
  }

  fileprivate mutating func gains(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var (word, yearWord) = (call[.account], call[.gainYear])
    if let only = word, yearWord == nil, let literal = only.literal, literal.count == 4, Int(literal) != nil {
      (word, yearWord) = (nil, only)
    }
    let (books, account) = try account(word, at: call.commandSpan)
    let zone = account.account.zone
    let year = try yearWord.map { word throws(Diagnostic) in try taxYear(word) }
    let disallowed = WashSales.disallowed(
      account.closings, in: books.lines(of: account.account.name), zone: zone)
    var clock = ZoneClock(zone)
    var all: [AccountFields.Gain] = []
    if year == nil { all.reserveCapacity(account.closings.count) }
    for (closing, disallowed) in zip(account.closings, disallowed) {
      if let year, clock.civilTime(at: closing.closed).date.year != year { continue }
      all.append(AccountFields.Gain(closing, disallowed: disallowed, in: zone))
    }
    let gains = all
    let frame = ItemFrame(
      one: "a closed lot", many: "closed lots", gains, AccountFields.gains,
      placement: .moments { LedgerTime(gains[$0].closing.closed, isDay: false, in: zone).onClock })
    var clauses = ListClauses(call)
    let isByTerm = call[.gainKey] != nil
    if isByTerm { (clauses.key, clauses.top) = (nil, nil) }
    let listing = try listing(of: frame, clauses, rows: isByTerm ? nil : .last(20))
    let own = frame.items(listing)
    let lost = own.reduce(Money.zero) { $0 + $1.disallowed }
    let note =
      lost == .zero
      ? []
      : [
        "wash sales (30 days either side, same symbol) are marked, not advice: \(lost.rounded(decimals: 2)) disallowed"
      ]
    guard isByTerm else {
      return accountTable(frame.table(listing), listing, of: account.account.name, notes: note)
    }
    let sums = Term.allCases.map { AccountFields.TermSum($0, of: own) }
    return accountTable(
      AccountFields.terms.table(of: sums), listing, of: account.account.name, notes: note)
  }
}
