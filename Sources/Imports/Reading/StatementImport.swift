import Accounts
import Calendar

/// What a statement changes in an account: new entries, known rows and findings, with each row in one of these.
package struct StatementImport: Sendable {
  /// A balance of the file that ours differs from.
  package struct Difference: Sendable, Hashable {
    package let line: Int
    package let own: Money
    package let stated: Money
  }

  /// The entries to book, in the order of their moments.
  package private(set) var entries: [Entry] = []
  /// The rows that make them, with the keys that later imports know them by.
  package private(set) var rows: [(key: String, content: String)] = []
  /// The number of rows that make entries, or are parts of them.
  package private(set) var new = 0
  /// The number of rows that were imported before.
  package private(set) var known = 0
  /// The rows that are not understood, or do not fit.
  package private(set) var findings: [StatementReader.Finding] = []
  /// The accounts with the new entries.
  package let books: Books
  /// The cash after the last row for which the file has a balance, with that; nil if it has none.
  package private(set) var cash: (own: Money, stated: Money)?
  /// The rows from which on the balances differ by another amount than before.
  package private(set) var differences: [Difference] = []
  /// The positions at the end that differ from those of the file, in words.
  package private(set) var positions: [String] = []

  /// Fits what a reader found into the accounts.
  ///
  /// - Parameters:
  ///   - accounts: the accounts of the book, with their entries in the order of booking.
  ///   - known: the contents of the rows that were imported before, by their keys.
  /// - Throws: a conflict if a known row has other content, or a booked entry no longer fits.
  package init(
    _ reader: StatementReader, into accounts: [Account], _ booked: [Entry], known: [String: String],
    isStopped: () -> Bool = { false }
  ) throws(StatementConflict) {
    let keys = RowKeys(reader)
    var states = reader.rows.map { _ in RowState.none }
    for finding in reader.findings { states[finding.row] = .finding }
    for (place, own) in keys.keys.enumerated() {
      guard let known = own.lazy.compactMap({ known[$0] }).first else { continue }
      states[place] = .known
      guard known != RowKeys.otherTable, known != keys.contents[place], own.count == 1 else { continue }
      throw StatementConflict(
        line: reader.rows[place].line, reason: "the row was imported with other content, and what is booked stays")
    }
    // Newest rows come first in most files.
    var drafts = reader.drafts.sorted { ($0.rows.first ?? 0) < ($1.rows.first ?? 0) }
    if reader.isFalling { drafts.reverse() }
    for draft in drafts where draft.rows.contains(where: { states[$0] == .known }) {
      for row in draft.rows { states[row] = .known }
    }
    drafts.removeAll { draft in draft.rows.contains { states[$0] == .known } }
    let order = drafts.indices.sorted { left, right in
      let (a, b) = (drafts[left].entries[0].time, drafts[right].entries[0].time)
      return a == b ? left < right : a < b
    }
    var fit = StatementFit(order.map { drafts[$0] }, into: accounts, booked)
    try fit.run(isStopped)
    findings = reader.findings.filter { states[$0.row] == .finding }
    for draft in fit.drafts {
      for row in draft.draft.rows { states[row] = draft.refusal == nil ? .new : .finding }
      guard let refusal = draft.refusal else { continue }
      findings += draft.draft.rows.map { row in
        .init(row: row, line: reader.rows[row].line, code: refusal.code, message: refusal.message)
      }
    }
    entries = fit.accepted
    do throws(LedgerError) { books = try Books(accounts, booked + entries) } catch {
      throw StatementConflict(error)
    }
    var count = 0
    // Damaged rows may name the same row of another table.
    var taken: Set<String> = []
    for (place, state) in states.enumerated() {
      if state == .known { count += 1 }
      guard state == .new else { continue }
      new += 1
      for (number, key) in keys.keys[place].enumerated() where taken.insert(key).inserted {
        rows.append((key, number == 0 ? keys.contents[place] : RowKeys.otherTable))
      }
    }
    self.known = count
    findings.sort { ($0.line, $0.row) < ($1.line, $1.row) }
    compareBalances(reader)
    comparePositions(reader)
  }

  private enum RowState { case none, known, new, finding }

  // MARK: Balances

  private mutating func compareBalances(_ reader: StatementReader) {
    let zone = reader.account.zone
    var times: [Int: (time: Timestamp, isDay: Bool)] = [:]
    for draft in reader.drafts {
      for row in draft.rows { times[row] = (draft.entries[0].time, draft.entries[0].isDay) }
    }
    var balances = reader.balances.compactMap { balance in times[balance.row].map { (balance, $0) } }
    if reader.isFalling { balances.reverse() }
    let lines = books.lines(of: reader.account.name)
    var next = 0
    var own = Money.zero
    var before = Money.zero
    for (place, (balance, moment)) in balances.enumerated() {
      // Of rows of one time the last has the balance after all of them.
      if place + 1 < balances.count, balances[place + 1].1.time == moment.time { continue }
      var end = moment.time
      if moment.isDay { end = zone.timestamp(of: CivilTime(date: zone.civilTime(at: end).date.adding(days: 1))) }
      while next < lines.count, moment.isDay ? lines[next].entry.time < end : lines[next].entry.time <= end {
        own = lines[next].cash
        next += 1
      }
      cash = (own, balance.cash)
      if own - balance.cash != before {
        before = own - balance.cash
        differences.append(Difference(line: reader.rows[balance.row].line, own: own, stated: balance.cash))
      }
    }
  }

  private mutating func comparePositions(_ reader: StatementReader) {
    guard let state = books.state(reader.account.name) else { return }
    for stated in reader.positions {
      let held = state.held(stated.symbol)
      let cost = state.lots(of: stated.symbol).reduce(Money.zero) { $0 + $1.cost }
      if held != stated.size {
        positions.append("\(stated.symbol): \(held) here, the file says \(stated.size)")
      } else if let own = stated.cost, (cost - own).magnitude > Money(units: 10_000_000_000) {
        positions.append(
          "\(stated.symbol): a cost of \(cost.rounded(decimals: 2)) here, the file says \(own.rounded(decimals: 2))")
      }
    }
  }
}

/// The reason why a statement changes nothing at all.
package struct StatementConflict: Error, Sendable, Hashable {
  /// The line of the file; zero if what is booked is at fault.
  package var line: Int
  package var reason: String

  init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }

  init(_ error: LedgerError) {
    self.init(
      line: 0,
      reason: "entry \(error.entry) of `\(error.account)` would no longer fit after its rows: \(error.message)")
  }
}

/// The keys of rows: the broker's own, else what they book, with an ordinal among equal ones of the file.
private struct RowKeys {
  /// The content of a key that another table has of the same thing.
  static let otherTable = "*"

  private(set) var keys: [[String]] = []
  /// What the rows book, in short.
  private(set) var contents: [String]

  init(_ reader: StatementReader) {
    contents = reader.rows.map { _ in "" }
    for draft in reader.drafts {
      var text = ""
      for entry in draft.entries { text += Self.text(entry) }
      let isConverted = draft.entries.contains { $0.rate != nil }
      for (number, row) in draft.rows.enumerated() {
        contents[row] += "\(number)|\(text)" + (isConverted ? reader.rows[row].content : "")
      }
    }
    contents = contents.map(Self.hash)
    var counts: [String: Int] = [:]
    for (place, own) in reader.keys.enumerated() {
      let first = reader.name + " " + (own.first ?? contents[place])
      let ordinal = counts[first, default: 0]
      counts[first] = ordinal + 1
      keys.append([ordinal == 0 ? first : "\(first) \(ordinal + 1)"] + own.dropFirst().map { "\(reader.name) \($0)" })
    }
  }

  private static func text(_ entry: Entry) -> String {
    // The worth of a currency may be another one in the next import.
    let money = entry.rate == nil ? "\(entry.price)|\(entry.amount)" : entry.currency ?? ""
    return
      "\(entry.type)|\(entry.time.milliseconds)|\(entry.symbol ?? "")|\(entry.size)|\(money)|\(entry.target ?? "");"
  }

  /// Two hashes of 64 bits, by Fowler, Noll and Vo.
  private static func hash(_ text: String) -> String {
    var (first, second): (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x9e37_79b9_7f4a_7c15)
    for byte in text.utf8 {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second ^ UInt64(byte)) &* 0x1_0000_0001_b3b3
    }
    return String(first, radix: 36) + String(second, radix: 36)
  }
}

/// The trial of drafts after the booked entries: which of them fit.
private struct StatementFit {
  typealias Tried = (draft: StatementReader.Draft, refusal: (code: String, message: String)?)

  private(set) var drafts: [Tried]
  private let accounts: [Account]
  private let booked: [Entry]

  init(_ drafts: [StatementReader.Draft], into accounts: [Account], _ booked: [Entry]) {
    (self.accounts, self.booked) = (accounts, booked)
    self.drafts = drafts.map { ($0, nil) }
  }

  /// The entries that fit.
  var accepted: [Entry] {
    var sequence = booked.last?.sequence ?? 0
    var last: [String: Int] = [:]
    for entry in booked { last[entry.account] = max(last[entry.account] ?? 0, entry.id) }
    return drafts.lazy.filter { $0.refusal == nil }.flatMap(\.draft.entries).map { entry in
      var entry = entry
      sequence += 1
      last[entry.account, default: 0] += 1
      (entry.sequence, entry.id) = (sequence, last[entry.account] ?? 1)
      return entry
    }
  }

  /// Tries all; if a later part of a draft does not fit, again without that draft.
  mutating func run(_ isStopped: () -> Bool) throws(StatementConflict) {
    while try !tryAll(), !isStopped() {}
  }

  /// - Returns: false if a draft of which a part was taken in turned out not to fit.
  private mutating func tryAll() throws(StatementConflict) -> Bool {
    var owners: [Int: (draft: Int, part: Int)] = [:]
    var candidates: [Entry] = []
    let base = booked.last?.sequence ?? 0
    for (place, tried) in drafts.enumerated() where tried.refusal == nil {
      for (part, entry) in tried.draft.entries.enumerated() {
        var entry = entry
        entry.sequence = base + candidates.count + 1
        // Its number is not known yet, and no void means it.
        entry.id = -entry.sequence
        owners[entry.sequence] = (place, part)
        candidates.append(entry)
      }
    }
    var replay = Replay(accounts, voids: booked)
    var isWhole = true
    for var entry in EntryOrder.sorted(booked + candidates) {
      guard let owner = owners[entry.sequence] else {
        do throws(LedgerError) { try replay.apply(entry) } catch { throw StatementConflict(error) }
        continue
      }
      guard drafts[owner.draft].refusal == nil else { continue }
      if let year = closedYear(of: entry) {
        drafts[owner.draft].refusal = (
          "out-of-range", "the tax year \(year) is closed: `reopen \(year)` opens it again"
        )
        if owner.part > 0 { isWhole = false }
        continue
      }
      if let taken = drafts[owner.draft].draft.taken, let symbol = entry.symbol,
        let other = replay.state(entry.account)?.namesake(of: symbol, taken)
      {
        entry.symbol = other
        drafts[owner.draft].draft.entries[owner.part].symbol = other
      }
      do throws(LedgerError) { try replay.apply(entry) } catch {
        let code = if case .moreThanHeld = error.reason { "more-than-held" } else { "out-of-range" }
        drafts[owner.draft].refusal = (code, "\(entry.type) \(entry.symbol ?? ""): \(error.message)")
        if owner.part > 0 { isWhole = false }
      }
    }
    return isWhole
  }

  /// The year of an entry if it is closed.
  private func closedYear(of entry: Entry) -> Int? {
    guard let account = accounts.first(where: { $0.name == entry.account }), let closed = account.closedYear else {
      return nil
    }
    let year = account.zone.civilTime(at: entry.time).date.year
    return year <= closed ? year : nil
  }
}

extension Replay.State {
  /// The symbol under which units are held that a row names by their CUSIP: the only one with as many; nil if the name is
  /// held itself, or none is the only one.
  fileprivate func namesake(of symbol: String, _ size: Quantity) -> String? {
    guard held(symbol) == .zero, symbol.utf8.count == 9, symbol.utf8.contains(where: { (48...57).contains($0) }) else {
      return nil
    }
    let candidates = positions.filter { $0.size == size }
    return candidates.count == 1 ? candidates[0].symbol : nil
  }
}
