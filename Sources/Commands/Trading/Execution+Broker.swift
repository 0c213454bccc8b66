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
import Text
import Work
import Workspace

/// Orders at a broker: each is in the book before it is sent, and is sent once.
extension Execution {
  /// The broker of the key, and whether that is of paper money.
  func alpaca(at span: SourceSpan?) throws(Diagnostic) -> (broker: any Broker, isPaper: Bool) {
    do throws(MarketDataError) {
      let alpaca = try AlpacaTrading(sourceEnvironment)
      return (alpaca, alpaca.isPaper)
    } catch { throw diagnostic(error, at: span) }
  }

  /// The answer of a broker; its error as a diagnostic.
  func asked<Value>(
    _ span: SourceSpan?, _ work: () throws(BrokerError) -> Value
  ) throws(Diagnostic) -> Value {
    do throws(BrokerError) { return try work() } catch { throw diagnostic(error, at: span) }
  }

  func diagnostic(_ error: BrokerError, at span: SourceSpan?) -> Diagnostic {
    let code: MarketDataError.Code =
      switch error.kind {
      case .refused, .taken: .requestRefused
      case .notSent: .unreachable
      case .limited: .rateLimited
      case .unknown: .noAnswer
      }
    return diagnostic(MarketDataError(code, file: "alpaca", message: error.message), at: span)
  }

  /// The way to the broker of an account; one that this program has not taken up yet is taken up if the call allows.
  mutating func link(_ name: String, at span: SourceSpan?) throws(Diagnostic) -> BrokerDesk.Link {
    if let link = state.brokers[name] { return link }
    let (broker, isPaper) = try alpaca(at: span)
    let link = BrokerDesk.Link(to: broker, isPaper: isPaper, isArmed: environment.liveAccount == name)
    state.brokers[name] = link
    return link
  }

  /// The way to a broker over which orders may go.
  func armed(_ name: String, at span: SourceSpan) throws(Diagnostic) -> BrokerDesk.Link {
    if let link = state.brokers[name], link.isArmed { return link }
    throw Diagnostic(
      .needsConfirmation, "`\(name)` is live, and that was not confirmed in this run of the program", at: span,
      hints: ["type `mode live` at the prompt, or call `tas --live \(name) …`", "`mode paper` trades on paper"])
  }

  /// Refuses that bars of the past move real money.
  func refuseReplay(_ link: BrokerDesk.Link, at span: SourceSpan) throws(Diagnostic) {
    guard state.live.isOnlyReplays, !link.isPaper else { return }
    throw Diagnostic(.nothingStreams, "a recording moves no real money", at: span, hints: ["`mode paper`"])
  }

  /// Takes up the broker of a live account, as far as the call allows, and refuses one that nobody confirmed.
  mutating func refuseUnarmed(_ name: String, at span: SourceSpan) throws(Diagnostic) {
    if state.brokers[name] == nil, environment.liveAccount == name { _ = try lookNow(at: name, judges: true, at: span) }
    try refuseReplay(try armed(name, at: span), at: span)
  }

  /// The orders of an account that are at its broker, or on their way.
  func atBroker(of name: String, at span: SourceSpan?) throws(Diagnostic) -> [PlacedOrder] {
    do throws(BookError) { return try state.book.ordersAtBroker(of: name, environment) } catch {
      throw diagnostic(error, at: span)
    }
  }

  // MARK: Sending

  /// Sends an order that was confirmed.
  ///
  /// - Returns: the order as the book has it then, and what to say of it.
  mutating func sendToBroker(
    _ order: PlacedOrder, _ marks: GuardMarks?, over link: BrokerDesk.Link, at span: SourceSpan?
  ) throws(Diagnostic) -> PlacedOrder {
    var order = order
    order.status = .sending
    // From here on the order is known, whatever becomes of this program.
    let kept = try write(to: order.account, at: span) { [order] book throws(BookError) in
      if let marks { try book.keep(marks, of: order.account) }
      return try book.keepForBroker(order)
    }
    var sent = kept
    switch handIn(kept, to: link.broker) {
    case .success(let there): sent.take(there)
    case .failure(let error) where error.kind == .unknown: sent.reason = error.message
    case .failure(let error): (sent.status, sent.reason) = (.rejected, error.message)
    }
    sent = try write(to: order.account, at: span) { [sent] book throws(BookError) in try book.keep(sent) }
    state.brokers.lookSoon(at: order.account)
    return sent
  }

  /// Hands an order in, again if it is certain that the broker does not have it.
  private func handIn(_ order: PlacedOrder, to broker: any Broker) -> Result<BrokerOrder, BrokerError> {
    let ticket = order.ticket
    var last = BrokerError(.unknown, "not sent")
    for attempt in 0..<3 {
      do throws(BrokerError) { return .success(try broker.place(ticket)) } catch { last = error }
      switch last.kind {
      case .refused, .notSent: return .failure(last)
      case .limited:
        let monitor = environment.monitor
        environment.clock.wait(Double(1 << attempt)) { monitor.isStopped }
      case .unknown, .taken:
        // The broker takes an id once: one that it does not have may go again.
        do throws(BrokerError) {
          if let found = try broker.order(client: ticket.client) { return .success(found) }
        } catch { return .failure(BrokerError(.unknown, error.message)) }
      }
    }
    return .failure(last)
  }

  // MARK: Cancelling

  /// Cancels orders at the broker: entries that wait, or the levels of those that filled.
  ///
  /// - Returns: the number of those that the broker was asked to cancel, and why others were not.
  mutating func cancelAtBroker(
    _ orders: [PlacedOrder], of name: String, at span: SourceSpan?
  ) throws(Diagnostic) -> (cancelled: Int, failures: [String]) {
    guard !orders.isEmpty else { return (0, []) }
    let broker = try link(name, at: span).broker
    var (count, failures) = (0, [String]())
    for order in orders {
      let now: BrokerOrder?
      do throws(BrokerError) { now = try Self.cancel(order, at: broker) } catch {
        failures.append("order \(order.id) may still fill: \(error.message)")
        continue
      }
      guard let now else { continue }
      count += 1
      var cancelled = order
      cancelled.take(now)
      try write(to: name, at: span) { [cancelled] book throws(BookError) in _ = try book.keep(cancelled) }
    }
    state.brokers.lookSoon(at: name)
    return (count, failures)
  }

  /// Cancels an order, or what closes its position; what the broker says of it then, nil if it does not have it.
  private static func cancel(_ order: PlacedOrder, at broker: any Broker) throws(BrokerError) -> BrokerOrder? {
    guard let there = try broker.order(client: order.client ?? "") else { return nil }
    if there.status == .open { try broker.cancel(there.id) }
    for leg in there.legs where leg.status == .open && there.status != .open { try broker.cancel(leg.id) }
    return try broker.order(client: there.client)
  }

  /// Cancels the entries of an account that rest at its broker.
  mutating func cancelEntriesAtBroker(
    of name: String, at span: SourceSpan?
  ) throws(Diagnostic) -> (cancelled: Int, failures: [String]) {
    try cancelAtBroker(try atBroker(of: name, at: span).filter { $0.status.waits && $0.opens }, of: name, at: span)
  }
}

extension PlacedOrder {
  /// The order as a broker takes it.
  var ticket: OrderTicket {
    func money(_ price: Double?) -> Money? { price.flatMap { Money($0) } }
    return OrderTicket(
      client: client ?? "", symbol: symbol, buys: side == .long, size: size,
      limit: type == .limit ? money(price) : nil, trigger: type == .stop ? money(price) : nil,
      stop: money(stop), target: money(goal), stays: stays)
  }

  /// Takes over what a broker says of the order, unless more is known already: answers come in any order.
  mutating func take(_ there: BrokerOrder) {
    let known = filled ?? .zero
    guard there.filled >= known, status != .closed else { return }
    let isOver = [.cancelled, .expired, .rejected, .filled].contains(status) && broker != nil
    guard !isOver else { return }
    (broker, filled, fillPrice) = (there.id, there.filled, there.price?.double ?? fillPrice)
    reason = nil
    let hasLegs = there.legs.contains { $0.status == .open }
    switch there.status {
    case .open:
      guard status != .open else { return }
      status = there.filled > .zero ? .partial : .waiting
    case .filled:
      let closed = there.legs.first { $0.status == .filled }
      status = closed != nil ? .closed : hasLegs ? .open : .filled
      reason = closed.map { $0.isStop ? "stop" : "target" }
    case .cancelled: status = .cancelled
    case .expired: status = .expired
    case .rejected: (status, reason) = (.rejected, "the broker rejects it")
    }
  }
}
