import Accounts
import Backtesting
import Bookkeeping
import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Sourcing
import Strategies
import Streams
import Text
import Workspace

/// Orders that are placed by hand.
extension Execution {
  mutating func place(_ verb: EntryType, _ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (books, account) = try account(call[.bookedIn], at: call.commandSpan)
    let isLive = account.account.mode == .live
    let word = try call[.bookedSymbol]
    let limit = try call[.limitPrice].map { expression throws(Diagnostic) in try price(expression) }
    let trigger = try call[.stopPrice].map { expression throws(Diagnostic) in try price(expression) }
    // A broker fills without bars of ours, once there is a price to check the order by.
    let name = try text(word)
    let streams = state.live.statuses().contains { $0.series == name }
    let loaded = isLive && (limit ?? trigger) != nil && !streams ? nil : try liveSeries(word)
    let (order, watched, told) = try drafted(
      verb, call, loaded?.name ?? name, loaded?.series.bars, limit, trigger, books, account)
    guard isLive else { return try placeOnPaper(order, watched, told, loaded?.series.bars, call) }
    return try placeAtBroker(order, watched, told, call)
  }

  /// An order as it was typed, once the guardrails let it pass, with what to say of them.
  private mutating func drafted(
    _ verb: EntryType, _ call: CommandCall, _ symbol: String, _ bars: Bars?, _ limit: Double?, _ trigger: Double?,
    _ books: Books, _ account: Replay.State
  ) throws(Diagnostic) -> (PlacedOrder, WatchedAccount, told: String) {
    let size: Accounts.Quantity = try positive(try call[.bookedSize], "the size")
    let close = bars?.close.values.last ?? .nan
    guard close.isFinite || bars == nil && (limit ?? trigger) != nil else {
      throw Diagnostic(
        .nothingStreams, "\(symbol) has no bar yet", at: try call[.bookedSymbol].span,
        hints: ["`wait for bar \(symbol)`"])
    }
    let opens = verb == .buy || verb == .short
    let reference = limit ?? trigger ?? close
    let watched = try watched(books, account, at: call.commandSpan)
    var order = PlacedOrder(
      verb, size, symbol, limit != nil ? .limit : trigger != nil ? .stop : .market, in: watched.name,
      at: Timestamp(milliseconds: bars == nil ? environment.clock.now() : state.live.now),
      bar: bars?.times.last ?? environment.moment)
    (order.price, order.stays) = (limit ?? trigger, call.has(.untilCancelled))
    let range = bars.map { meanRange($0, through: $0.count - 1) } ?? .nan
    let isLong = verb == .buy
    if let expression = call[.orderStop] {
      let distance = watched.guards.stopDistance(from: reference, meanRange: range)
      order.stop = try orderLevel(expression, reference, distance, below: isLong, "stop")
    }
    if let expression = call[.orderTarget] {
      let distance = watched.guards.targetDistance(from: reference, meanRange: range)
      order.goal = try orderLevel(expression, reference, distance, below: !isLong, "target")
    }
    try checkHoldings(order, reference, account, at: try call[.bookedSize].span)
    guard opens else { return (order, watched, " · it closes a position, which no guardrail holds up") }
    let stop =
      order.stop
      ?? reference + (isLong ? -1 : 1) * watched.guards.stopDistance(from: reference, meanRange: range)
    let guarded = GuardedOrder(order.symbol, size: size.double, entry: reference, stop: stop)
    if let refusal = watched.refusal(guarded) {
      if watched.newHalt != nil {
        try write(to: watched.name, at: call.commandSpan) { book throws(BookError) in
          try book.keep(watched.marks, of: watched.name)
        }
        notifyHalt(watched, at: state.live.now)
      }
      throw Diagnostic(
        .guardRefuses, refusal.text(guarded, watched.guards, account: watched.name), at: try call[.bookedSize].span,
        hints: [refusal.hint(guarded)])
    }
    let told =
      ", risk \(NumberFormat.fixed(2).grouped.text(guarded.risk)) (\(NumberText.percentShort(guarded.risk / watched.marks.equity)) of equity)"
      + " · guardrails pass \(GuardedOrder.checks) of \(GuardedOrder.checks)"
    return (order, watched, told)
  }

  private mutating func placeOnPaper(
    _ draft: PlacedOrder, _ watched: WatchedAccount, _ told: String, _ bars: Bars?, _ call: CommandCall
  ) throws(Diagnostic) -> any StatementResult {
    var order = draft
    if let bars {
      do throws(RunFailure) {
        order.state = try loop(of: order, on: bars, decides: bars.count - 1)
          .advance(nil, through: bars.count - 1, environment).state
      } catch {
        throw Diagnostic(.backtestRefused, "\(error)", at: call.commandSpan)
      }
    }
    let kept = try write(to: watched.name, at: call.commandSpan) { [order] book throws(BookError) in
      try book.keep(watched.marks, of: watched.name)
      return try book.keep(order)
    }
    return Done(
      action: "order", message: StyledText("paper order \(kept.id): \(kept.terms)\(told)"), details: kept.details)
  }

  /// Shows an order, asks whether it is to go, and sends it to the broker of its account.
  private mutating func placeAtBroker(
    _ order: PlacedOrder, _ watched: WatchedAccount, _ told: String, _ call: CommandCall
  ) throws(Diagnostic) -> any StatementResult {
    let (name, span) = (order.account, call.commandSpan)
    if state.brokers[name] == nil, environment.liveAccount == name {
      _ = try lookNow(at: name, judges: true, at: span)
      // What was booked, or a halt, changes what the order is checked by.
      return try place(order.verb, call)
    }
    let link = try armed(name, at: span)
    try refuseReplay(link, at: span)
    if let leg = order.opens ? nil : try levelAtBroker(of: order) {
      throw Diagnostic(
        .moreThanHeld, "the stop or the target of order \(leg.id) rests at the broker and has the units",
        at: try call[.bookedSize].span, hints: ["`cancel \(leg.id)` cancels it first"])
    }
    if environment.liveAccount != name {
      let answer = runDepth == 0 ? asks?("\(link.title): \(order.terms)\(told)\nsend it? [y/N] ") : nil
      guard ["y", "yes"].contains(answer?.lowercased() ?? "") else {
        throw Diagnostic(.needsConfirmation, "the order was not sent", at: span, hints: ["`y` sends it"])
      }
    }
    let sent = try sendToBroker(order, watched.marks, over: link, at: span)
    if sent.status == .rejected {
      throw diagnostic(
        MarketDataError(
          .requestRefused, file: link.broker.name, message: "order \(sent.id) was not taken: \(sent.reason ?? "")"),
        at: span)
    }
    var notes: [String] = []
    if sent.status == .sending {
      notes.append("whether it has arrived is not known; that is asked for until it is: \(sent.reason ?? "")")
    }
    // At the prompt fills are told above the line that is typed.
    if asks == nil { notes.append(try lookNow(at: name, judges: false, at: span)) }
    let now = try orders(of: name, at: span).first { $0.id == sent.id } ?? sent
    let filled = now.filled.map { $0 > .zero ? ", \($0) filled" : "" } ?? ""
    return Done(
      action: "order",
      message: StyledText("\(link.title) order \(now.id): \(now.terms)\(told) · \(now.status.rawValue)\(filled)"),
      details: now.details, notes: notes)
  }

  /// An order whose stop or target rests at the broker and would sell the units of another one.
  private func levelAtBroker(of order: PlacedOrder) throws(Diagnostic) -> PlacedOrder? {
    try atBroker(of: order.account, at: nil).first { $0.symbol == order.symbol && $0.status == .open }
  }

  /// A series that is live, by its name.
  mutating func liveSeries(_ word: Word) throws(Diagnostic) -> LoadedSeries {
    let loaded = try loadedSeries(word)
    guard state.live.statuses().contains(where: { $0.series == loaded.name }) else {
      throw Diagnostic(
        .nothingStreams, "`\(loaded.name)` is not live, so that no bar would fill an order", at: word.span,
        hints: ["`stream \(loaded.name) from binance` makes it live"])
    }
    return loaded
  }

  private mutating func price(_ expression: Expression) throws(Diagnostic) -> Double {
    let price: Money = try positive(expression, "the price")
    return price.double
  }

  /// The price of a level: typed, at a distance in percent, or at one in average ranges.
  private mutating func orderLevel(
    _ expression: Expression, _ reference: Double, _ distance: Double, below: Bool, _ what: String
  ) throws(Diagnostic) -> Double {
    if case .name("atr", _) = expression { return below ? reference - distance : reference + distance }
    let price = try level(expression, Money(reference) ?? .zero, below: below, what).double
    guard below ? price < reference : price > reference else {
      throw Diagnostic(
        .outOfRange,
        "the \(what) \(price.priceText) is not \(below ? "below" : "above") the price of \(reference.priceText)",
        at: expression.span)
    }
    return price
  }

  /// Refuses to close more than is held, to open against a position, and to spend more than there is.
  private func checkHoldings(
    _ order: PlacedOrder, _ reference: Double, _ account: Replay.State, at span: SourceSpan
  ) throws(Diagnostic) {
    let held = account.held(order.symbol)
    let name = account.account.name
    func refuse(_ message: String, _ hint: String) -> Diagnostic {
      Diagnostic(.moreThanHeld, message, at: span, hints: [hint])
    }
    switch order.verb {
    case .sell where held < order.size:
      throw refuse(
        "\(order.size) \(order.symbol) is more than the \(max(held, .zero)) held", "`short` sells borrowed units")
    case .cover where -held < order.size:
      throw refuse(
        "\(order.size) \(order.symbol) is more than the \(max(-held, .zero)) sold short",
        "`positions \(name)` lists them")
    case .buy where held < .zero: throw refuse("`\(name)` is short of \(order.symbol)", "`cover` buys back")
    case .short where held > .zero: throw refuse("`\(name)` holds \(order.symbol)", "`sell` closes the position first")
    case .buy, .short:
      let (cost, most) = (order.size.double * reference, buyingPower(account))
      guard cost > most * (1 + 1e-9) else { return }
      throw refuse(
        "\(order.size) \(order.symbol) cost \(cost.moneyText), and `\(name)` has \(most.moneyText) to spend",
        "`book deposit` pays in")
    default: break
    }
  }

  /// The worth of what an account can still open without borrowed money: as in backtests, a short position locks its
  /// proceeds and the same amount again.
  func buyingPower(_ account: Replay.State) -> Double {
    equity(of: account)
      - account.positions.reduce(0) { sum, position in
        sum + ((lastClose(position.symbol)?.double ?? position.entry.double) * position.size.double).magnitude
      }
  }

  /// The loop of an order: a strategy of one entry, whose size and levels are those of the order.
  ///
  /// - Parameter index: the bar at whose close it is decided; nil once that is past.
  func loop(of order: PlacedOrder, on bars: Bars, decides index: Int? = nil) -> ContinuedRun {
    let size = order.size.double
    var when = [Double](repeating: 0, count: bars.count)
    if let index { when[index] = 1 }
    let waits = Amount.constant(order.price ?? .nan)
    let type: Backtesting.EntryOrder =
      switch order.type {
      case .limit: .limit(waits, bars: 1_000_000)
      case .stop: .stop(waits, bars: 1_000_000)
      default: .market
      }
    let strategy = Strategy(
      name: order.verb.rawValue,
      entries: [EntryRule(name: order.verb.rawValue, side: order.side, condition: .column(Column(when)), order: type)],
      exits: [], stop: order.stop.map { Level(.price, .constant($0)) },
      target: order.goal.map { Level(.price, .constant($0)) }, size: .shares(.constant(size)))
    let own = session.settings.backtest
    // What the account can pay is checked against the ledger: the loop has only the costs of the settings.
    var settings = BacktestSettings(cash: 1e15, commission: own.commission, slippage: own.slippage)
    (settings.spread, settings.inside) = (own.spread, own.inside)
    settings.contract = session.settings.contracts[order.symbol] ?? Contract()
    (settings.contract.multiplier, settings.contract.margin) = (1, nil)
    return ContinuedRun(strategy, on: bars, settings)
  }

  // MARK: Cancelling, halting

  mutating func cancel(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (_, account) = try account(call[.bookedIn], at: call.commandSpan)
    let name = account.account.name
    let expression = try call[.orderNumber]
    let typed: Accounts.Quantity = try decimal(expression, "the number of an order")
    let orders = try orders(of: name, at: call.commandSpan)
    guard var order = orders.first(where: { Accounts.Quantity($0.id) == typed }) else {
      throw Diagnostic(
        .outOfRange, "`\(name)` has no order \(typed)", at: expression.span, hints: ["`orders \(name)` lists them"])
    }
    guard order.status.isLive else {
      throw Diagnostic(.outOfRange, "order \(order.id) is \(order.status.rawValue)", at: expression.span)
    }
    let what = order.status.waits ? "cancelled" : "its stop and its target are cancelled"
    if order.client != nil {
      let (_, failures) = try cancelAtBroker([order], of: name, at: call.commandSpan)
      if let failure = failures.first {
        throw diagnostic(
          MarketDataError(.requestRefused, file: "alpaca", message: failure), at: call.commandSpan)
      }
      let now = try self.orders(of: name, at: call.commandSpan).first { $0.id == order.id } ?? order
      return Done(
        action: "cancel",
        message: StyledText(
          "order \(order.id), \(order.words): \(now.status.isLive ? "being cancelled" : now.status == .filled ? order.status.waits ? "filled meanwhile" : what : now.status.rawValue)"
        ),
        details: [("account", .string(name)), ("id", .integer(order.id))])
    }
    if order.status == .waiting {
      order.status = .cancelled
    } else {
      (order.status, order.stop, order.goal) = (.filled, nil, nil)
    }
    try write(to: name, at: call.commandSpan) { [order] book throws(BookError) in
      if order.status == .filled { try book.set(stop: nil, goal: nil, of: order.symbol, in: name) }
      _ = try book.keep(order)
    }
    return Done(
      action: "cancel", message: StyledText("order \(order.id), \(order.words): \(what)"),
      details: [("account", .string(name)), ("id", .integer(order.id))])
  }

  func orders(of account: String, at span: SourceSpan?) throws(Diagnostic) -> [PlacedOrder] {
    do throws(BookError) { return try state.book.orders(of: account, environment) } catch {
      throw diagnostic(error, at: span)
    }
  }

  mutating func halt(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (books, account) = try account(call[.account], at: call.commandSpan)
    var watched = try watched(books, account, at: call.commandSpan)
    let name = watched.name
    let now = Timestamp(milliseconds: state.live.now)
    if watched.marks.halt == nil { (watched.marks.halt, watched.marks.haltedAt, watched.newHalt) = (.user, now, .user) }
    let waiting = try orders(of: name, at: call.commandSpan).filter {
      $0.client == nil && $0.status == .waiting && $0.opens
    }
    try write(to: name, at: call.commandSpan) { [marks = watched.marks] book throws(BookError) in
      try book.keep(marks, of: name)
      for var order in waiting {
        order.status = .cancelled
        _ = try book.keep(order)
      }
    }
    notifyHalt(watched, at: state.live.now)
    // The halt holds whatever the broker answers.
    let (cancelled, failures) = try cancelEntriesAtBroker(of: name, at: call.commandSpan)
    let count = waiting.count + cancelled
    return Done(
      action: "halt",
      message: StyledText(
        "`\(name)` is halted, \(NumberText.counted(count, "order")) cancelled; orders that close a position stay"),
      details: [("account", .string(name)), ("cancelled", .integer(count))],
      notes: failures + ["`guard reset` lifts the halt"])
  }

  /// The orders of an account.
  mutating func orderList(
    _ call: CommandCall, _ account: Account
  ) throws(Diagnostic) -> any StatementResult {
    let frame = ItemFrame(
      one: "an order", many: "orders", try orders(of: account.name, at: call.commandSpan), PlacedOrder.fields)
    let listing = try listing(of: frame, ListClauses(call), rows: .last(20))
    var table = frame.table(listing)
    table.removeEmpty(["price", "stop", "target", "reason", "filled", "fill_price", "entry"])
    return accountTable(table, listing, of: account.name, whole: frame.table(listing))
  }
}

extension Double {
  /// An amount of money: `1,022.00`.
  var moneyText: String { NumberFormat.fixed(2).grouped.text(self) }
}
