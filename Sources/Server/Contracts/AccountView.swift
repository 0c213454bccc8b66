import Accounts
import Bookkeeping
import Calendar
import FileFormats
import JSON
import MarketData
import Strategies
import Synchronization

/// The account that is reported, as it is now.
struct AccountView: Sendable {
  let name: String
  let zone: Zone
  let books: Books
  let state: Replay.State

  /// A purchase or a sale.
  struct Execution: Sendable {
    let id: Int
    let symbol: String
    /// buy, sell, short or cover.
    let side: String
    let size: Accounts.Quantity
    let price: Money
    /// What its closings have gained, fees in; zero if it opened.
    let pnl: Money
    let time: Int64
  }

  /// A lot, or a part of one, from its opening to its closing.
  struct RoundTrip: Sendable {
    let id: String
    let symbol: String
    let side: String
    let size: Accounts.Quantity
    let entry: Money
    let opened: Int64
    /// Nil while it is open.
    let closing: Closing?

    /// The time by which it is listed.
    var time: Int64 { closing?.closed.milliseconds ?? opened }
  }

  /// The executions, the newest first.
  var executions: [Execution] {
    books.lines(of: name).reversed().compactMap { line in
      guard !line.isVoid, [.buy, .sell, .short, .cover].contains(line.entry.type), let symbol = line.entry.symbol else {
        return nil
      }
      return Execution(
        id: line.entry.id, symbol: symbol, side: line.entry.type.rawValue, size: line.entry.size.magnitude,
        price: line.entry.price, pnl: line.realized(in: state) ?? .zero, time: line.entry.time.milliseconds)
    }
  }

  /// The round trips of lots, the newest first by their closing, or by their opening if they are open.
  var roundTrips: [RoundTrip] {
    func trip(_ lot: Lot, _ closing: Closing?, _ id: String) -> RoundTrip {
      RoundTrip(
        id: id, symbol: lot.symbol, side: lot.size < .zero ? "short" : "buy", size: lot.size.magnitude,
        entry: lot.price, opened: lot.opened.milliseconds, closing: closing)
    }
    var seen: [String: Int] = [:]
    let closed = state.closings.map { closing in
      let id = "\(closing.lot.entry)-\(closing.entry)"
      seen[id, default: 0] += 1
      return trip(closing.lot, closing, seen[id] == 1 ? id : "\(id)-\(seen[id] ?? 0)")
    }
    let open = state.lots.map { trip($0, nil, "\($0.entry)") }
    return (closed + open).enumerated().sorted { left, right in
      left.element.time == right.element.time ? left.offset > right.offset : left.element.time > right.element.time
    }.map(\.element)
  }
}

/// What an account is worth, as `performance` and `stats` have it.
struct AccountFigures: Sendable {
  /// What was paid in less what was taken out.
  let balance: Double
  /// The worth at the last prices known.
  let equity: Double
  /// The share of closed trades with a gain, 0 to 1; 0 without one.
  let winRate: Double
  let mode: String
  /// True if a strategy trades in it.
  let isRunning: Bool

  /// The gain in money.
  var pnl: Double { equity - balance }
  /// The gain in percent of the balance; 0 without one.
  var percent: Double { balance > 0 ? pnl / balance * 100 : 0 }
}

/// What was found out of the account, for a state of the book and of the session.
final class KnownAccount: Sendable {
  private struct State {
    var mark = ""
    var account: AccountView?
    var figures: AccountFigures?
  }

  private let state = Mutex(State())

  /// The account of a state, found once.
  func account(at mark: String, _ find: () throws(Refusal) -> AccountView) throws(Refusal) -> AccountView {
    if let known = state.withLock({ $0.mark == mark ? $0.account : nil }) { return known }
    let found = try find()
    state.withLock { $0 = State(mark: mark, account: found) }
    return found
  }

  /// The figures of a state, found once.
  func figures(at mark: String, _ find: () throws(Refusal) -> AccountFigures) throws(Refusal) -> AccountFigures {
    if let known = state.withLock({ $0.mark == mark ? $0.figures : nil }) { return known }
    let found = try find()
    state.withLock { if $0.mark == mark { $0.figures = found } }
    return found
  }
}

extension Server {
  /// A text that is another one once the book, the session or the day is.
  var mark: String {
    let rows = try? book.rows(environment, "SELECT value FROM state WHERE key IN ('revision', 'account') ORDER BY key")
    let texts = (rows ?? []).map { $0.first?.text ?? "" }
    return (texts + ["\(desk.generation)", "\(now / 3_600_000)"]).joined(separator: " ")
  }

  /// The account that is reported: the one that is set, else the one in use.
  func account() throws(Refusal) -> AccountView {
    try known.account(at: mark) { () throws(Refusal) in
      let books = try book.checked { book throws(BookError) in try book.books(environment) }
      var named = desk.settings.account
      if named == nil { named = try desk.ask("account").last["name"]?.stringValue }
      guard let named, let account = books.account(named), let state = books.state(named) else {
        throw Refusal(404, "there is no account yet: `account main currency USD` makes one")
      }
      return AccountView(name: named, zone: account.zone, books: books, state: state)
    }
  }

  /// What the account is worth now.
  func figures(of account: AccountView) throws(Refusal) -> AccountFigures {
    try known.figures(at: mark) { () throws(Refusal) in
      let name = Statement.quoted(account.name)
      let answers = try desk.ask("account \(name); runs \(name); stats \(name); performance \(name)")
      let mode = answers.data("account")?["mode"]?.stringValue ?? "paper"
      let tables = answers.records.filter { $0["kind"] == "table" }.map { Rows($0["data"] ?? .null) }
      let isRunning = tables.first?.all.contains { $0.text("state") == "on" } ?? false
      let winRate = tables.last?.all.first { $0.text("statistic") == "win_rate" }?.number("value") ?? 0
      let total = answers.last["total"] ?? .null
      func amount(_ key: String) -> Double { total[key]?.doubleValue ?? 0 }
      return AccountFigures(
        balance: amount("flows") + amount("begin"), equity: amount("end"), winRate: winRate, mode: mode,
        isRunning: isRunning)
    }
  }
}

/// Texts that statements are made of.
enum Statement {
  /// A name or a text in quotes, with everything that has a meaning of its own escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\", "$", "{", "}": quoted += "\\\(character)"
      case _ where character.value < 32: quoted += " "
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\""
  }
}
