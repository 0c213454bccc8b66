import Accounts
import Bookkeeping
import Calendar
import FileFormats
import Imports
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Text

/// What happened at brokers: it is booked, each activity once, and both sides are compared.
extension Execution {
  /// The milliseconds from a look to the next one.
  private static let pause: Int64 = 60_000
  /// How long a difference has to be there before it halts the account, as fills are told before they are in all lists.
  private static let patience: Int64 = 5_000
  /// How long an order that the broker does not have may be on its way.
  private static let journey: Int64 = 10_000

  /// Books what looks have seen, and begins those that are due.
  mutating func lookAtBrokers() {
    if let name = environment.liveAccount, state.brokers[name] == nil,
      let account = (try? books(at: nil))?.account(name), account.mode == .live
    {
      _ = try? link(name, at: nil)
    }
    guard !state.brokers.isEmpty else { return }
    for seen in state.brokers.takeSeen() {
      do throws(Diagnostic) {
        let look: BrokerLook
        do throws(BrokerError) { look = try seen.result.get() } catch { throw diagnostic(error, at: nil) }
        _ = try settle(look, of: seen.account, judges: false, at: nil)
        tellFailure(nil, of: seen.account)
      } catch {
        state.brokers[seen.account]?.nextLook = environment.clock.now() + 15_000
        tellFailure(error.message, of: seen.account)
      }
    }
    let now = environment.clock.now()
    for name in state.brokers.accounts where state.brokers.isDue(name, at: now) {
      state.brokers[name]?.nextLook = now + Self.pause
      guard let asked = try? unsettled(of: name) else { continue }
      state.brokers.look(at: name, for: asked.clients, since: asked.day)
    }
  }

  /// Tells that a broker cannot be asked, and that it can be again, each once.
  private mutating func tellFailure(_ failure: String?, of name: String) {
    guard let link = state.brokers[name], (link.failure == nil) != (failure == nil) else { return }
    state.brokers[name]?.failure = failure
    let time = environment.clock.now()
    state.lines.append(
      LiveLine(
        .state,
        "[\(clock(time))] \(name): \(failure.map { "\($0); it is asked again" } ?? "\(link.title) answers again")",
        isProblem: failure != nil,
        [("account", .string(name)), ("time", .string(self.time(time))), ("state", .string(failure ?? "live"))]))
  }

  /// Looks at the broker of an account and waits for it; what was booked and how both compare, in words.
  mutating func lookNow(at name: String, judges: Bool, at span: SourceSpan?) throws(Diagnostic) -> String {
    let link = try link(name, at: span)
    let (clients, day) = try unsettled(of: name)
    let look = try asked(span) { () throws(BrokerError) in
      try BrokerLook(at: link.broker, for: clients, since: day)
    }
    let (booked, differences) = try settle(look, of: name, judges: judges, at: span)
    let news = booked == 0 ? "" : "\(NumberText.counted(booked, "entry", "entries")) booked; "
    return news + (differences.isEmpty ? "positions and cash are equal" : Wording.list(differences))
  }

  // MARK: What to ask for

  /// The orders that are not settled, and the day since which activities may be new.
  private mutating func unsettled(of name: String) throws(Diagnostic) -> (clients: [String], day: String?) {
    let lines = try books(at: nil).lines(of: name)
    let booked = BookedOrders(lines)
    let clients = try orders(of: name, at: nil).filter { $0.status.isLive || !booked.isSettled($0) }
      .compactMap(\.client)
    guard try !importedKeys(of: name).isEmpty, let last = lines.last?.entry.time else { return (clients, nil) }
    // Fees and dividends come later than the day that they are of.
    return (clients, "\(Zone.utc.civilTime(at: last).date.adding(days: -7))")
  }

  private func importedKeys(of name: String) throws(Diagnostic) -> Set<String> {
    do throws(BookError) {
      let rows = try state.book.rows(
        environment, "SELECT key FROM imported WHERE account = ? AND key LIKE 'alpaca %'", .text(name))
      return Set(rows.compactMap { $0[0].text })
    } catch { throw diagnostic(error, at: nil) }
  }

  // MARK: Booking

  /// Books what is new in one transaction, and compares the account with the broker's.
  ///
  /// - Parameter judges: true to halt at once on a difference.
  private mutating func settle(
    _ look: BrokerLook, of name: String, judges: Bool, at span: SourceSpan?
  ) throws(Diagnostic) -> (booked: Int, differences: [String]) {
    guard let account = try books(at: span).account(name) else { return (0, []) }
    var step = BrokerStep(account, at: environment.clock.now())
    let strategies = Dictionary(uniqueKeysWithValues: try runs(of: name, at: span).map { ($0.id, $0.strategy) })
    for order in try orders(of: name, at: span) where order.client != nil {
      step.take(order, look, journey: Self.journey)
    }
    let known = try importedKeys(of: name)
    for activity in look.activities where !known.contains("alpaca \(activity.id)") { step.take(activity, strategies) }
    let going = step.notices.compactMap { delivery(of: $0, isOnce: true) }
    var findings: [String] = []
    var booked = 0
    if !step.changed.isEmpty || !step.rows.isEmpty {
      var conflict: StatementConflict?
      let (noted, made) = try write(to: name, at: span) {
        [step] book throws(BookError) -> ([Notice], StatementImport?) in
        let known = try book.imported(into: name)
        let made: StatementImport?
        do throws(StatementConflict) { made = try step.fit(into: book.accounts, book.entries, known: known) } catch {
          conflict = error
          return ([], nil)
        }
        if let made {
          try book.insert(made.entries, made.books)
          try book.keep(made.rows, of: name)
          try book.setLevels(of: made.entries, in: name, made.books)
        }
        for var order in step.changed.values {
          order.entry = order.entry ?? made?.entries.first { $0.note == "order \(order.id)" }?.id
          _ = try book.keep(order)
        }
        return (try book.note(going.map { ($0.notice, $0.way) }), made)
      }
      if let conflict { throw Diagnostic(.statementConflict, conflict.reason, at: span) }
      show(noted, of: going)
      booked = made?.entries.count ?? 0
      findings = made?.findings.map { $0.message } ?? []
    }
    return (booked, try compare(look, name, findings, judges: judges, at: span))
  }

  // MARK: Comparing

  /// Compares an account with the broker's; a difference that stays halts it.
  private mutating func compare(
    _ look: BrokerLook, _ name: String, _ findings: [String], judges: Bool, at span: SourceSpan?
  ) throws(Diagnostic) -> [String] {
    let now = environment.clock.now()
    let books = try books(at: span)
    guard let own = books.state(name), var link = state.brokers[name] else { return [] }
    let lines = books.lines(of: name)
    let booked = BookedOrders(lines)
    let lags = try orders(of: name, at: span).contains { !booked.isSettled($0) }
    var differences = look.differences(
      from: own, rounded: lines.count { $0.entry.amount.units % 10_000_000_000 != 0 }, at: link.broker.name)
    if !differences.isEmpty { differences += findings }
    if let number = try remembered("broker \(name)", at: span), number != look.account.number {
      differences = ["the key is of account \(look.account.number), and the entries are of \(number)"]
    }
    let text = Wording.list(differences)
    link.lagsSince = lags ? link.lagsSince ?? now : nil
    link.nextLook = now + Self.pause
    if differences.isEmpty {
      link.difference = nil
      if lags { link.nextLook = now + 1000 }
    } else if link.difference?.text != text {
      link.difference = (text, now)
    }
    let isLate = link.lagsSince.map { now - $0 > 60_000 } ?? true
    let halts = !differences.isEmpty && isLate && (judges || now - (link.difference?.since ?? now) >= Self.patience)
    if !differences.isEmpty, !halts { link.nextLook = now + 1000 }
    state.brokers[name] = link
    var watched = try watched(books, own, at: span, time: Timestamp(milliseconds: now))
    if halts, watched.marks.halt == nil {
      (watched.marks.halt, watched.marks.haltedAt) = (.broker, Timestamp(milliseconds: now))
      let notice = Notice(
        .guard_, key: "guard \(name) halt \(now)", name, "halted: \(text)", at: now,
        payload: ["account": .string(name), "halt": "broker", "differences": .array(differences.map { .string($0) })])
      let going = [delivery(of: notice, isOnce: true)].compactMap(\.self)
      let noted = try write(to: name, at: span) { [marks = watched.marks] book throws(BookError) -> [Notice] in
        try book.keep(marks, of: name)
        return try book.note(going.map { ($0.notice, $0.way) })
      }
      show(noted, of: going)
    } else {
      try mark(name, Timestamp(milliseconds: now), at: now)
    }
    if try guards(of: name, at: span).marks?.halt != nil { _ = try cancelEntriesAtBroker(of: name, at: span) }
    return differences
  }
}

/// The units that the ledger has of each order.
private struct BookedOrders {
  private var sizes: [String: Quantity] = [:]

  init(_ lines: [Books.Line]) {
    for line in lines where !line.isVoid {
      if let note = line.entry.note, note.hasPrefix("order ") { sizes[note, default: .zero] += line.entry.size }
    }
  }

  /// True if all fills that the broker tells of an order are booked.
  func isSettled(_ order: PlacedOrder) -> Bool {
    guard order.client != nil, let filled = order.filled, filled > .zero else { return true }
    guard sizes["order \(order.id)"] ?? .zero >= filled else { return false }
    return order.status != .closed || sizes["order \(order.id) \(order.reason ?? "")"] != nil
  }
}

/// What a look tells that the book does not have yet.
private struct BrokerStep {
  let account: Account
  let now: Int64
  /// The orders that changed, or of which there are new fills, by their numbers.
  private(set) var changed: [Int: PlacedOrder] = [:]
  /// The new activities as rows of a statement.
  private(set) var rows: [JSONValue] = []
  private(set) var notices: [Notice] = []
  /// The orders by the broker's ids, with the word of a level that is meant.
  private var orders: [String: (order: PlacedOrder, level: String?)] = [:]

  init(_ account: Account, at now: Int64) { (self.account, self.now) = (account, now) }

  /// Takes what is told of an order.
  mutating func take(_ known: PlacedOrder, _ look: BrokerLook, journey: Int64) {
    var order = known
    if let there = look.orders.first(where: { $0.client == known.client }) {
      order.take(there)
      for leg in there.legs { orders[leg.id] = (order, leg.isStop ? "stop" : "target") }
    } else if order.status == .sending, look.missing.contains(order.client ?? ""),
      now - order.made.milliseconds > journey
    {
      (order.status, order.reason) = (.rejected, "it did not reach the broker")
    }
    if let id = order.broker { orders[id] = (order, nil) }
    guard order != known else { return }
    changed[order.id] = order
    if order.status != known.status, [.cancelled, .expired, .rejected].contains(order.status) {
      tell(
        .order, order, "order \(order.account) \(order.id) \(order.status.rawValue)",
        "\(order.status.rawValue)"
          + (order.reason.map { ", \($0)" } ?? ""))
    }
  }

  /// Takes an activity that is not booked.
  mutating func take(_ activity: BrokerActivity, _ strategies: [Int: String]) {
    var members = activity.fields.map { JSONValue.Member($0.name, .string($0.value)) }
    func value(_ name: String) -> String { activity.fields.first { $0.name == name }?.value ?? "" }
    if let id = activity.order {
      let text = "\(value("side").replacing("_", with: " ")) \(value("qty")) at \(value("price"))"
      if let (order, level) = orders[id] {
        changed[order.id] = order
        func add(_ name: String, _ text: String?) {
          if let text { members.append(JSONValue.Member(name, .string(text))) }
        }
        add("note", "order \(order.id)" + (level.map { " \($0)" } ?? ""))
        add("strategy", order.run.flatMap { strategies[$0] })
        if order.opens, level == nil {
          add("stop", order.stop.flatMap { Money($0) }.map { "\($0)" })
          add("goal", order.goal.flatMap { Money($0) }.map { "\($0)" })
        }
        tell(
          level == nil ? .trade : .stop, order, "fill \(account.name) \(activity.id)",
          text + (level.map { ", its \($0)" } ?? ""))
      } else {
        notices.append(
          Notice(
            .trade, key: "fill \(account.name) \(activity.id)", value("symbol"), "\(text), not ordered here", at: now,
            payload: ["account": .string(account.name), "symbol": .string(value("symbol"))]))
      }
    }
    rows.append(.object(members))
  }

  private mutating func tell(_ topic: Notice.Topic, _ order: PlacedOrder, _ key: String, _ text: String) {
    notices.append(
      Notice(topic, key: key, "\(order.symbol) order \(order.id)", text, at: now, payload: .object(order.details)))
  }

  /// The entries of the new activities.
  func fit(into accounts: [Account], _ booked: [Entry], known: [String: String]) throws(StatementConflict)
    -> StatementImport?
  {
    guard !rows.isEmpty, let statement = BrokerStatement(Array(JSONValue.array(rows).write().utf8), as: "alpaca") else {
      return nil
    }
    return try StatementImport(
      statement.reading(for: account) { _, _ in nil }, into: accounts, booked, known: known)
  }
}
