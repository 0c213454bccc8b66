import Accounts
import Bookkeeping
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Reports
import Sessions
import Text
import Workspace

extension Execution {
  mutating func book(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let form = try call.form(of: BookForm.self)
    if form == .transfer { return try bookTransfer(call) }
    let (books, account) = try account(call[.bookedIn], at: call.commandSpan)
    if form == .void { return try bookVoid(call, books, account) }
    if form == .close { return try closeYear(call, account.account) }
    var entry =
      switch form {
      case .buy, .sell, .short, .cover: try trade(form.type, call, account.account)
      case .split: try split(call, account.account)
      default: try money(form.type, call, account.account)
      }
    let place = call.argument(named: "size")?.expressionSpan ?? call.commandSpan
    if form == .sell || form == .cover, entry.stop == nil, entry.goal == nil,
      let held = books.positions(of: entry.account, try levels(of: entry.account, at: place))
        .first(where: { $0.symbol == entry.symbol })
    {
      (entry.stop, entry.goal) = (held.stop, held.goal)
    }
    return try book([entry], call, before: books, at: place)
  }

  /// Closes the tax years up to one.
  private mutating func closeYear(_ call: CommandCall, _ account: Account) throws(Diagnostic) -> any StatementResult {
    let word = try call[.closedYear]
    let year = try taxYear(word)
    let now = account.zone.civilTime(at: environment.moment).date.year
    guard year < now else {
      throw Diagnostic(.outOfRange, "\(year) is not over yet", at: word.span, hints: ["`book close \(now - 1)`"])
    }
    guard year > account.closedYear ?? 0 else {
      throw Diagnostic(.outOfRange, "\(year) is closed already", at: word.span)
    }
    try write(to: account.name, at: word.span) { book throws(BookError) in
      try book.close(through: year, of: account.name)
    }
    let books = try books(at: word.span)
    guard let state = books.state(account.name) else {
      throw Diagnostic(.unknownAccount, "there is no account `\(account.name)`", at: word.span)
    }
    return AccountReport(
      state: state, lines: books.lines(of: account.name),
      notes: ["entries of \(year) and before are refused; `book … reopen \(year)` opens it again"])
  }

  /// A year that was typed.
  mutating func taxYear(_ word: Word) throws(Diagnostic) -> Int {
    guard let year = Int(try text(word)), (1900...9999).contains(year) else {
      throw Diagnostic(.invalidDate, "a year is needed here, such as 2024", at: word.span)
    }
    return year
  }

  /// Books entries, and reports the first.
  private mutating func book(
    _ entries: [Entry], _ call: CommandCall, before: Books, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    let account = entries[0].account
    let reopened = try call[.reopenedYear].map { word throws(Diagnostic) in try taxYear(word) }
    let (numbered, books) = try write(to: account, at: span) { book throws(BookError) in
      if let reopened { for entry in entries { try book.reopen(reopened, of: entry.account) } }
      return try book.book(entries)
    }
    guard let state = books.state(account),
      let line = books.lines(of: account).last(where: { $0.entry.id == numbered[0].id })
    else { throw Diagnostic(.unknownAccount, "there is no account `\(account)`", at: span) }
    let isVoid = numbered[0].type == .void
    return EntryReport(
      line: line, state: state, changes: isVoid ? LedgerChanges(account, before, books).texts : [])
  }

  // MARK: Trades

  private mutating func trade(
    _ type: EntryType, _ call: CommandCall, _ account: Account
  ) throws(Diagnostic) -> Entry {
    let size: Quantity = try positive(try call[.bookedSize], "the size")
    let symbol = try text(try call[.bookedSymbol])
    let (time, isDay) = try ledgerMoment(call[.bookedOn], account)
    let price: Money =
      if let expression = call[.bookedPrice] {
        try decimal(expression, "the price")
      } else {
        try usualPrice(of: symbol, time, isDay: isDay, account, at: try call[.bookedSymbol].span)
      }
    guard price >= .zero else {
      throw Diagnostic(.outOfRange, "a price is not below 0", at: call[.bookedPrice]?.span)
    }
    var fee = Money.zero
    if let expression = call[.bookedFee] { fee = try decimal(expression, "the fee") }
    var own = price
    let rate = try rate(call, account, time)
    if let rate { (own, fee) = (try converted(price, rate, call), try converted(fee, rate, call)) }
    guard
      var entry = Entry.trade(type, size, symbol, at: own, fee: fee, in: account.name, on: time, isDay: isDay)
    else {
      throw Diagnostic(
        .outOfRange, "\(size) at \(price) is beyond the limit of the ledger", at: try call[.bookedSize].span)
    }
    let isLong = type == .buy || type == .cover
    if let expression = call[.bookedStop] { entry.stop = try level(expression, own, below: isLong, "stop") }
    if let expression = call[.bookedTarget] { entry.goal = try level(expression, own, below: !isLong, "target") }
    entry.strategy = try call[.bookedStrategy].map { word throws(Diagnostic) in try text(word) }
    entry.note = try call[.note].map { word throws(Diagnostic) in try text(word) }
    if let rate {
      (entry.currency, entry.rate) = (try call[.currency].map { word throws(Diagnostic) in try text(word) }, rate)
    }
    return entry
  }

  /// A price, or one at a distance in percent from another.
  mutating func level(
    _ expression: Expression, _ price: Money, below: Bool, _ what: String
  ) throws(Diagnostic) -> Money {
    guard case .rate(let rate) = try value(of: expression).value else { return try positive(expression, "the \(what)") }
    guard let part = Money(rate), rate > 0, rate < 1,
      let distance = price.scaled(by: part.units, over: MoneyPlaces.one)
    else { throw Diagnostic(.outOfRange, "the \(what) is between 0% and 100% away", at: expression.span) }
    return below ? price - distance : price + distance
  }

  /// The price at a moment: now of a live series its newest trade, else the last close of a loaded series up to then.
  private func usualPrice(
    of symbol: String, _ time: Timestamp, isDay: Bool, _ account: Account, at span: SourceSpan
  ) throws(Diagnostic) -> Money {
    if time == environment.moment, let price = livePrice(symbol) { return price }
    let hints = ["`book … at PRICE`"]
    guard let bars = session.series[symbol]?.bars else {
      throw Diagnostic(
        .missingArgument, "`\(symbol)` is not loaded, so the price is not known", at: span,
        hints: hints + ["or `load sample \(symbol)`"])
    }
    let date = account.zone.civilTime(at: time).date
    let end = isDay ? bars.zone.timestamp(of: CivilTime(date: date.adding(days: 1))) : time
    let place = bars.times.lastIndex { isDay ? $0 < end : $0 <= end }
    guard let place, let price = Money(bars.close[place]),
      end.milliseconds - bars.times[place].milliseconds < DayPrices.age
    else {
      let last = place.map { ": its last close is of \(bars.label(at: $0))" } ?? ""
      throw Diagnostic(
        .missingArgument, "the price of `\(symbol)` on \(date) is not known\(last)", at: span, hints: hints)
    }
    return price
  }

  // MARK: Currencies

  /// The worth of the currency of a trade; nil for that of the account.
  private mutating func rate(
    _ call: CommandCall, _ account: Account, _ time: Timestamp
  ) throws(Diagnostic) -> Money? {
    guard let word = call[.currency] else {
      if let expression = call[.bookedRate] {
        throw Diagnostic(
          .missingArgument, "a rate is of a currency", at: expression.span, hints: ["`currency EUR rate 1.0842`"])
      }
      return nil
    }
    let currency = try text(word)
    if currency == account.currency { return nil }
    if let expression = call[.bookedRate] { return try positive(expression, "the rate") }
    if let rate = session.rate(of: currency, in: account.currency, at: time) { return rate }
    throw Diagnostic(
      .noRate, "`\(account.name)` is in \(account.currency), and the worth of \(currency) is not known", at: word.span,
      hints: ["`rate 1.0842`, or load \(currency)\(account.currency) with its closes"])
  }

  private func converted(_ amount: Money, _ rate: Money, _ call: CommandCall) throws(Diagnostic) -> Money {
    guard let own = amount.scaled(by: rate.units, over: MoneyPlaces.one) else {
      throw Diagnostic(.outOfRange, "\(amount) at \(rate) is beyond the limit of the ledger", at: call.commandSpan)
    }
    return own
  }

  // MARK: Money, splits

  private mutating func money(
    _ type: EntryType, _ call: CommandCall, _ account: Account
  ) throws(Diagnostic) -> Entry {
    let expression = try call[.bookedAmount]
    var amount: Money = try decimal(expression, "the amount")
    // Interest may be paid.
    guard type == .interest ? amount != .zero : amount > .zero else {
      throw Diagnostic(.outOfRange, "an amount is above 0, not \(amount)", at: expression.span)
    }
    let (time, isDay) = try ledgerMoment(call[.bookedOn], account)
    var entry = Entry(type, in: account.name, at: time, isDay: isDay)
    if type == .dividend {
      entry.symbol = try call[.bookedSymbolIfAny].map { word throws(Diagnostic) in try text(word) }
      if let tax = call[.bookedTax] {
        let withheld: Money = try decimal(tax, "the tax")
        guard withheld >= .zero, withheld <= amount else {
          throw Diagnostic(.outOfRange, "the tax is within the dividend", at: tax.span)
        }
        entry.withheld = withheld
        amount -= withheld
      }
    }
    let rate = try rate(call, account, time)
    if let rate {
      (amount, entry.withheld) = (try converted(amount, rate, call), try converted(entry.withheld, rate, call))
      entry.currency = try call[.currency].map { word throws(Diagnostic) in try text(word) }
      entry.rate = rate
    }
    entry.amount = type == .withdraw || type == .fee ? -amount : amount
    entry.note = try call[.bookedReason].map { word throws(Diagnostic) in try text(word) }
    return entry
  }

  private mutating func split(_ call: CommandCall, _ account: Account) throws(Diagnostic) -> Entry {
    let word = try call[.bookedRatio]
    let parts = try text(word).split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...1_000_000).contains($0) }) else {
      throw Diagnostic(
        .outOfRange, "a split is the new units for the old ones", at: word.span, hints: ["`book split 4:1 AAPL`"])
    }
    let (time, isDay) = try ledgerMoment(call[.bookedOn], account)
    var entry = Entry(.split, in: account.name, at: time, isDay: isDay)
    entry.symbol = try text(try call[.bookedSymbol])
    entry.ratio = .init(parts[0], parts[1])
    entry.note = try call[.note].map { word throws(Diagnostic) in try text(word) }
    return entry
  }

  // MARK: Transfers and reversals

  private mutating func bookTransfer(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (from, to) = (call[.transferredFrom], call[.transferredTo])
    guard from != nil || to != nil else {
      throw Diagnostic(
        .missingArgument, "a transfer is from an account or to one", at: call.commandSpan,
        hints: ["`book transfer 10 BTC from kraken to cold`"])
    }
    let places = try [from, to].map { word throws(Diagnostic) in
      try word.map { word throws(Diagnostic) in try account(word, at: word.span).state.account }
    }
    let books = try books(at: call.commandSpan)
    let expression = try call[.bookedSize]
    let symbol = try call[.bookedSymbolIfAny].map { word throws(Diagnostic) in try text(word) }
    var entries: [Entry] = []
    for (place, account) in places.enumerated() {
      guard let account else { continue }
      let (time, isDay) = try ledgerMoment(call[.bookedOn], account)
      var entry = Entry(.transfer, in: account.name, at: time, isDay: isDay)
      entry.peer = places[1 - place]?.name
      entry.note = try call[.note].map { word throws(Diagnostic) in try text(word) }
      if let symbol {
        let size: Quantity = try positive(expression, "the size")
        (entry.symbol, entry.size) = (symbol, place == 0 ? -size : size)
        if let price = call[.bookedPrice] { entry.price = try decimal(price, "the price") }
      } else {
        let amount: Money = try positive(expression, "the amount")
        entry.amount = place == 0 ? -amount : amount
      }
      entries.append(entry)
    }
    if let first = places[0], let second = places[1] {
      guard first.name != second.name else {
        throw Diagnostic(.outOfRange, "a transfer is between two accounts", at: to?.span ?? call.commandSpan)
      }
      guard symbol != nil || first.currency == second.currency else {
        throw Diagnostic(
          .noRate, "`\(first.name)` is in \(first.currency) and `\(second.name)` in \(second.currency)",
          at: to?.span ?? call.commandSpan, hints: ["book a withdrawal and a deposit"])
      }
    }
    return try book(entries, call, before: books, at: expression.span)
  }

  private mutating func bookVoid(
    _ call: CommandCall, _ books: Books, _ account: Replay.State
  ) throws(Diagnostic) -> any StatementResult {
    let expression = try call[.entryNumber]
    let id = try count(expression)
    let name = account.account.name
    guard let line = books.lines(of: name).first(where: { $0.entry.id == id }) else {
      throw Diagnostic(
        .outOfRange, "`\(name)` has no entry \(id)", at: expression.span, hints: ["`ledger \(name)` lists them"])
    }
    guard !line.isVoid else {
      let what = line.entry.type == .void ? "takes an entry back itself" : "was taken back already"
      throw Diagnostic(.outOfRange, "the entry \(id) \(what)", at: expression.span)
    }
    let note = try call[.bookedReason].map { word throws(Diagnostic) in try text(word) }
    // The other side of a transfer goes with it: it was booked together.
    let pair = line.entry.peer.flatMap { peer in
      books.lines(of: peer).first { other in
        other.entry.peer == name && (other.entry.sequence - line.entry.sequence).magnitude == 1 && !other.isVoid
      }
    }
    let entries = [line.entry, pair?.entry].compactMap { $0 }.map { entry in
      var back = Entry(.void, in: entry.account, at: max(environment.moment, entry.time))
      (back.voids, back.amount, back.symbol, back.note) = (entry.id, -entry.amount, entry.symbol, note)
      return back
    }
    return try book(entries, call, before: books, at: expression.span)
  }
}

extension Argument {
  fileprivate var expressionSpan: SourceSpan? {
    if case .expression(let expression) = self { expression.span } else { nil }
  }
}

/// What a reversal changes beyond the cash: gains, income and fees of years, and holdings.
private struct LedgerChanges {
  let texts: [String]

  init(_ account: String, _ before: Books, _ after: Books) {
    let (old, new) = (Self.sums(account, before), Self.sums(account, after))
    let keys = Set(old.keys).union(new.keys).sorted()
    var texts = keys.filter { old[$0] ?? .zero != new[$0] ?? .zero }.map {
      "\($0) \((new[$0] ?? .zero).rounded(decimals: 2)), \((old[$0] ?? .zero).rounded(decimals: 2)) before"
    }
    let symbols = Set([before, after].flatMap { $0.state(account)?.positions.map(\.symbol) ?? [] }).sorted()
    for symbol in symbols {
      let (was, now) = (before.state(account)?.held(symbol) ?? .zero, after.state(account)?.held(symbol) ?? .zero)
      if was != now { texts.append("\(symbol) \(now) held, \(was) before") }
    }
    self.texts = texts
  }

  /// The sums by what they are and their year: `fees of 2026`.
  private static func sums(_ account: String, _ books: Books) -> [String: Money] {
    guard let state = books.state(account) else { return [:] }
    let zone = state.account.zone
    var sums: [String: Money] = [:]
    func add(_ amount: Money, _ what: String, _ time: Timestamp) {
      sums["\(what) of \(zone.civilTime(at: time).date.year)", default: .zero] += amount
    }
    for closing in state.closings { add(closing.gain, "gains", closing.closed) }
    for line in books.lines(of: account) where !line.isVoid {
      let entry = line.entry
      switch entry.type {
      case .fee: add(-entry.amount, "fees", entry.time)
      case .dividend, .interest, .tax: add(entry.amount, entry.type == .tax ? "tax" : "\(entry.type)s", entry.time)
      default: break
      }
    }
    return sums
  }
}
