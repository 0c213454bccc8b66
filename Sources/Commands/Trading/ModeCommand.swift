import Accounts
import Bookkeeping
import Calendar
import FileFormats
import JSON
import Language
import MarketData
import Platform
import Presentation
import Reports
import Sessions
import Sourcing
import Text

/// What is said before the first live order, and on the page `help disclaimer`.
package enum Disclaimers {
  /// The five of them.
  package static let texts = [
    "tas is for education and research: what it computes is information, not a recommendation to buy or sell.",
    """
    It gives no financial, legal or tax advice, and does not know your situation. Lots, gains and wash sales are marked \
    by rules of thumb, and are no tax return.
    """,
    "Past performance, measured or simulated, does not tell what comes.",
    "Trading can lose money, with borrowed money more than was put in: risk only what you can afford to lose.",
    "Ask an adviser who is licensed where you live before you decide.",
  ]
}

extension Command {
  package static let mode = Command(
    CommandSyntax(
      "mode",
      forms: [CommandSyntax.Form("", [.required(.tradingMode), .optional(role: .account)])]),
    category: .accounts, summary: "Says where the orders of an account go: `paper` or `live`.",
    discussion: """
      Paper orders fill by the rules of backtests, and no money moves. Live orders go to Alpaca, for the account of the \
      key (`key alpaca`, or APCA_API_KEY_ID with APCA_API_SECRET_KEY); a key that begins with PK is of Alpaca's paper \
      money. `mode live` is confirmed at the prompt by typing the account's name, once in each run of the program, and each order is \
      shown and asked for; in a script both need `tas --live NAME`. The guardrails always apply.

      What happened at Alpaca is booked at once and each minute, each activity once: fills, dividends, fees, money \
      that comes and goes. Positions and cash are compared then: if they differ, the account is halted and a notice \
      names what differs. A stop or a target of an order rests at Alpaca. `halt` cancels the entries that rest there and takes \
      no other; `mode paper` does so too, and ends the runs.
      """,
    examples: ["mode paper"]
  ) { execution, call throws(Diagnostic) in try execution.mode(call) }
}

extension Role<String> {
  static var tradingMode: Self { .choice("mode", TradingMode.allCases.map(\.rawValue), "paper|live") }
}

extension Execution {
  mutating func mode(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (_, account) = try account(call[.account], at: call.commandSpan)
    return try call[.tradingMode] == TradingMode.paper.rawValue
      ? paperMode(account.account, call) : liveMode(account, call)
  }

  private mutating func paperMode(_ account: Account, _ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let name = account.name
    var notes: [String] = []
    if account.mode == .live {
      notes = try leaveBroker(name, at: call.commandSpan)
      try write(to: name, at: call.commandSpan) { book throws(BookError) in try book.set(.paper, of: name) }
    }
    return Done(
      action: "mode", message: StyledText("`\(name)` trades on paper: no order leaves this machine"),
      details: [("account", .string(name)), ("mode", "paper")], notes: notes)
  }

  /// Cancels the entries that rest at a broker and ends the runs; the remarks on what is left there.
  private mutating func leaveBroker(_ name: String, at span: SourceSpan) throws(Diagnostic) -> [String] {
    var notes: [String] = []
    for var run in try runs(of: name, at: span) where run.ended == nil {
      run.ended = Timestamp(milliseconds: state.live.now)
      try write(to: name, at: span) { [run] book throws(BookError) in _ = try book.keep(run) }
      state.traders.removeAll { $0.run == run.id }
      notes.append("\(run.strategy) on \(run.series) trades no longer")
    }
    let (cancelled, failures) = try cancelEntriesAtBroker(of: name, at: span)
    if cancelled > 0 { notes.append("\(NumberText.counted(cancelled, "order")) cancelled") }
    state.brokers[name] = nil
    let left = try atBroker(of: name, at: span)
    if !left.isEmpty {
      notes.append(
        "\(NumberText.counted(left.count, "order")) may still fill at the broker; `mode live` books what did")
    }
    return notes + failures
  }

  // MARK: Live

  private mutating func liveMode(_ account: Replay.State, _ call: CommandCall) throws(Diagnostic) -> any StatementResult
  {
    let span = call.commandSpan
    let name = account.account.name
    let isCalled = environment.liveAccount == name
    guard isCalled || asks != nil && runDepth == 0 else {
      throw Diagnostic(
        .needsConfirmation, "a script does not switch to live trading", at: span,
        hints: ["type `mode live` at the prompt, or call `tas --live \(name) …`"])
    }
    try refusePaperWork(account.account, at: span)
    let (broker, isPaper) = try alpaca(at: span)
    let link = BrokerDesk.Link(to: broker, isPaper: isPaper, isArmed: true)
    let title = link.title
    let there = try asked(span) { () throws(BrokerError) in try broker.account() }
    try check(there, account.account, title, at: span)
    let isFirst = try remembered("disclaimers", at: span) == nil
    if !isCalled {
      let warning = isFirst ? Disclaimers.texts.map { "  \($0)\n" }.joined() : ""
      let answer = asks?(
        warning
          + "`\(name)` would trade at \(title), account \(there.number) with \(there.cash.rounded(decimals: 2)) \(there.currency) in cash.\n"
          + "Type the account's name to go on: ")
      guard answer?.trimmed == name else {
        throw Diagnostic(
          .needsConfirmation, "`\(name)` was not typed: it goes on as before", at: span,
          hints: ["`mode live`, then the account's name"])
      }
    }
    try write(to: name, at: span) { book throws(BookError) in
      try book.set(.live, of: name)
      let now = "\(book.now.milliseconds)"
      if isFirst { try book.run("INSERT OR REPLACE INTO state VALUES('disclaimers', ?)", .text(now)) }
      try book.run("INSERT OR REPLACE INTO state VALUES(?, ?)", .text("broker \(name)"), .text(there.number))
    }
    state.brokers[name] = link
    let told = try lookNow(at: name, judges: true, at: span)
    return Done(
      action: "mode", message: StyledText("`\(name)` trades live at \(title), account \(there.number): \(told)"),
      details: [("account", .string(name)), ("mode", "live"), ("broker", .string(there.number))],
      notes: isFirst && isCalled ? Disclaimers.texts : [])
  }

  /// Refuses an account with orders or runs on paper: the broker knows nothing of what they did.
  private func refusePaperWork(_ account: Account, at span: SourceSpan) throws(Diagnostic) {
    guard account.mode == .paper else { return }
    let waiting = try orders(of: account.name, at: span).filter { $0.client == nil && $0.status.isLive }
    let trading = try runs(of: account.name, at: span).filter { $0.ended == nil }
    guard !waiting.isEmpty || !trading.isEmpty else { return }
    let first = waiting.first.map { "`cancel \($0.id) in \(account.name)`" }
    let run = trading.first.map { "`run \($0.strategy) on \($0.series) in \(account.name) off`" }
    throw Diagnostic(
      .nameInUse,
      "`\(account.name)` trades on paper: \(NumberText.counted(waiting.count, "order")), \(NumberText.counted(trading.count, "run"))",
      at: span, hints: [first, run, "`account live currency USD` makes another account"].compactMap(\.self))
  }

  private func check(
    _ there: BrokerAccount, _ own: Account, _ title: String, at span: SourceSpan
  ) throws(Diagnostic) {
    func refuse(_ message: String, _ hint: String) -> Diagnostic {
      diagnostic(MarketDataError(.requestRefused, file: "alpaca", message: message, hint: hint), at: span)
    }
    if let blocked = there.blocked { throw refuse("\(title): \(blocked)", "Alpaca's pages say why") }
    guard there.currency == own.currency else {
      throw refuse(
        "`\(own.name)` is in \(own.currency), the account at \(title) in \(there.currency)",
        "`account live currency \(there.currency)` makes one in it")
    }
    if let known = try remembered("broker \(own.name)", at: span), known != there.number {
      throw refuse(
        "`\(own.name)` has the entries of account \(known), and the key is of \(there.number)",
        "`account other currency \(there.currency)` makes an account for it")
    }
  }

  /// What the book remembers under a key.
  func remembered(_ key: String, at span: SourceSpan?) throws(Diagnostic) -> String? {
    do throws(BookError) {
      return try state.book.rows(environment, "SELECT value FROM state WHERE key = ?", .text(key)).first?.first?.text
    } catch { throw diagnostic(error, at: span) }
  }
}

extension String {
  /// The text without blanks around.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
