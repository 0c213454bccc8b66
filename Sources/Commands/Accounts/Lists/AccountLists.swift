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
      `where` and `sort by` know id, time, type, symbol, size, price, fee, amount, cash, voids, withheld and note. To \
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
    table.removeEmpty(["voids", "withheld", "note", "fee"])
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
  /// Takes out columns of which no row has a value.
  mutating func removeEmpty(_ names: Set<String>) {
    for place in columns.indices.reversed() where names.contains(columns[place].key ?? columns[place].title) {
      let isEmpty = rows.allSatisfy { row in
        guard place < row.count else { return true }
        if case .missing = row[place].content { return true }
        return row[place].content == .text(StyledText(""))
      }
      guard isEmpty else { continue }
      columns.remove(at: place)
      for row in rows.indices where place < rows[row].count { rows[row].remove(at: place) }
    }
  }
}

extension Execution {
  /// A list of an account; programs and files get all columns of it.
  func accountTable(
    _ table: Table, _ listing: Listing, of account: String, whole: Table? = nil, notes: [String] = []
  ) -> TableResult {
    let isForPrograms = writesResult || listsAllRows || session.look.format?.isForPrograms == true
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
    var year: Int?
    if let yearWord {
      year = Int(try text(yearWord))
      guard let year, (1900...9999).contains(year) else {
        throw Diagnostic(.invalidDate, "a year is needed here", at: yearWord.span, hints: ["`gains main 2024`"])
      }
    }
    let purchases = books.lines(of: account.account.name).lazy.filter { !$0.isVoid }.map(\.entry)
    let disallowed = WashSales.disallowed(account.closings, purchases: Array(purchases), in: zone)
    let all = zip(account.closings, disallowed).map { AccountFields.Gain($0, disallowed: $1, in: zone) }
      .filter { gain in year.map { zone.civilTime(at: gain.closing.closed).date.year == $0 } ?? true }
    let frame = ItemFrame(
      one: "a closed lot", many: "closed lots", all, AccountFields.gains,
      placement: .moments { LedgerTime(all[$0].closing.closed, isDay: false, in: zone).onClock })
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
