import Calendar
import JSON

/// Something that a connection wants done, or tells.
public enum StreamAction: Sendable, Hashable {
  /// The ways in which a bar can come.
  public enum BarKind: Sendable, Hashable {
    /// Closed by the stream.
    case closed
    /// Fetched, as the stream did not have it.
    case filled
    /// A correction of a bar that was given out.
    case revised
  }

  /// Open a socket at the address of the connection.
  case connect
  /// Send a frame.
  case send(String)
  /// Send a ping.
  case ping
  /// Close the socket.
  case disconnect
  /// Ask the provider for the bars from one opening through another, and give the answer to `answered`.
  case fetch(String, from: Int64, through: Int64)
  /// A bar of a series.
  case bar(String, StreamedBar, BarKind)
  /// The stream did not have some bars; `filled` of them were fetched, nil if they could not be.
  case gap(String, from: Int64, through: Int64, filled: Int?)
  /// Something for the log, of one series or of all.
  case told(String?, StreamTold)
}

/// A change of state that is said.
public enum StreamTold: Sendable, Hashable {
  /// Connected again, after some milliseconds.
  case reconnected(after: Int64)
  /// The connection was lost.
  case lost(String)
  /// Nothing has come for some milliseconds.
  case stalled(Int64)
  /// Data comes again.
  case resumed
  /// The provider refuses.
  case refused(StreamRefusal)
}

/// The connection to one provider with all its series, as a value: messages and times in, actions out.
///
/// It does no input and output, and knows no clock: each call says the time, in milliseconds since 1970.
public struct StreamConnection: Sendable {
  private enum Phase: Hashable {
    case off
    case connecting
    /// Connected, and the key is on its way.
    case greeting
    case live(since: Int64)
    case waiting(until: Int64)
    case refused(StreamRefusal)
    case ended
  }

  /// The times that the user sets, in milliseconds.
  public struct Patience: Sendable, Hashable {
    /// The time after the end of a bar for messages that are late.
    public var grace: Int64 = 2000
    /// The time without a message after which that is said.
    public var stall: Int64 = 300_000
    /// True if silence means nothing while the market is closed.
    public var knowsHours = true

    /// The usual ones.
    public init() {}
  }

  /// The dialect of the provider.
  public let dialect: any StreamDialect
  /// The times that the user sets.
  public var patience: Patience
  private let keys: StreamKeys
  private var lanes: [StreamLane] = []
  private var phase = Phase.off
  private var backoff: Backoff
  private var actions: [StreamAction] = []
  /// The stream's clock: the latest time that a message had.
  private var clock: Int64?
  /// How far the stream's clock is ahead of the times of arrival.
  private var offset = ClockOffset()
  /// True while the clock is that of a server's handshake, until a message has its own.
  private var isClockOfServer = false
  private var lastHeard: Int64 = 0
  private var lastFrame: Int64?
  private var lostAt: Int64?
  private var hasPinged = false
  private var isStalled = false
  /// Messages without identities, for those that are repeated after a cut: of this connection and of earlier ones.
  private var messages: [String] = []
  private var formerMessages: Set<String> = []
  /// The number of frames.
  public private(set) var messageCount = 0

  /// The silence after which a ping is sent, and after which the connection is given up.
  private static let pingAfter: Int64 = 30_000
  private static let giveUpAfter: Int64 = 60_000
  /// The farthest that the stream's clock can go ahead at once.
  private static let farthest: Int64 = 86_400_000

  /// A connection that is not open.
  public init(
    _ dialect: any StreamDialect, keys: StreamKeys = StreamKeys(), patience: Patience = Patience(), seed: UInt64
  ) {
    (self.dialect, self.keys, self.patience) = (dialect, keys, patience)
    backoff = Backoff(seed: seed)
  }

  /// Takes what is to be done since the last time.
  public mutating func takeActions() -> [StreamAction] {
    defer { actions = [] }
    return actions
  }

  /// The series that are asked for.
  public var subscriptions: [Subscription] { lanes.filter { $0.refusal == nil }.map(\.subscription) }

  /// True if it has no series.
  public var isEmpty: Bool { lanes.isEmpty }

  /// True if nothing is to be expected of it: it is off, refused or at its end.
  public var isOver: Bool {
    switch phase {
    case .off, .refused, .ended: true
    default: false
    }
  }

  /// True while data comes.
  public var isLive: Bool { if case .live = phase { true } else { phase == .greeting } }

  // MARK: Subscriptions

  /// Asks for a series, which takes the place of one of the same name.
  ///
  /// - Parameters:
  ///   - lastBar: the beginning of the last bar that history has.
  ///   - hours: the hours of its market; nil if that never closes.
  public mutating func add(
    _ series: String, _ subscription: Subscription, lastBar: Int64?, hours: MarketHours? = nil, at now: Int64
  ) {
    remove(series, at: now)
    lanes.append(
      StreamLane(series, subscription, dialect, lastBar: lastBar, grace: patience.grace, hours: hours, at: now))
    switch phase {
    case .live: send(dialect.frames([subscription], isOn: true))
    case .off, .ended, .refused: connect(at: now)
    case .connecting, .greeting, .waiting: break
    }
  }

  /// Ends a series; without any the connection ends.
  public mutating func remove(_ series: String, at now: Int64) {
    guard let index = lanes.firstIndex(where: { $0.series == series }) else { return }
    let lane = lanes.remove(at: index)
    if case .live = phase, !lanes.contains(where: { $0.subscription == lane.subscription }) {
      send(dialect.frames([lane.subscription], isOn: false))
    }
    if lanes.isEmpty { end() }
  }

  /// Opens the connection again, whatever it waits for.
  public mutating func again(at now: Int64) {
    for index in lanes.indices { lanes[index].refusal = nil }
    actions.append(.disconnect)
    connect(at: now)
  }

  /// Ends the connection; its series stay as they are.
  public mutating func end() {
    phase = .ended
    actions.append(.disconnect)
  }

  private mutating func connect(at now: Int64) {
    phase = .connecting
    lastHeard = now
    actions.append(.connect)
  }

  private mutating func send(_ frames: [String]) { actions += frames.map { .send($0) } }

  // MARK: What happens

  /// The socket is open.
  public mutating func opened(at now: Int64) {
    guard phase == .connecting else { return }
    (lastHeard, hasPinged) = (now, false)
    if let greeting = dialect.greeting(keys) {
      phase = .greeting
      actions.append(.send(greeting))
    } else {
      subscribe(at: now)
    }
  }

  private mutating func subscribe(at now: Int64) {
    phase = .live(since: now)
    lastFrame = now
    for index in lanes.indices { lanes[index].restart(at: now) }
    send(dialect.frames(subscriptions, isOn: true))
    guard let lostAt else { return }
    self.lostAt = nil
    for index in lanes.indices { lanes[index].countReconnect() }
    actions.append(.told(nil, .reconnected(after: max(0, now - lostAt))))
  }

  /// The connection is there: a pong came, or the server's ping.
  public mutating func heard(at now: Int64) { (lastHeard, hasPinged) = (now, false) }

  /// Reads a frame.
  public mutating func received(_ frame: String, at now: Int64) {
    messageCount += 1
    heard(at: now)
    lastFrame = now
    if isStalled {
      isStalled = false
      actions.append(.told(nil, .resumed))
    }
    let events: [StreamEvent]
    do throws(StreamFault) { events = try dialect.events(of: frame) } catch {
      actions.append(.disconnect)
      return closed(error.reason, at: now)
    }
    if isRepeated(frame, events) { return }
    for event in events { take(event, at: now) }
    advance(at: now)
  }

  /// True for a message without identities that came before the connection was cut.
  private mutating func isRepeated(_ frame: String, _ events: [StreamEvent]) -> Bool {
    guard case .trade(let first)? = events.first, first.number == nil else { return false }
    if formerMessages.contains(frame) {
      for case .trade(let trade) in events {
        for index in lanes.indices where lanes[index].symbol == trade.symbol { lanes[index].countDuplicates(1) }
      }
      return true
    }
    messages.append(frame)
    if messages.count > 1000 { messages.removeFirst(500) }
    return false
  }

  private mutating func take(_ event: StreamEvent, at now: Int64) {
    switch event {
    case .trade(let trade):
      let isPossible = trade.isOld || trust(trade.milliseconds, at: now)
      let clock = streamTime(at: now) ?? trade.milliseconds
      for index in lanes.indices where lanes[index].symbol == trade.symbol {
        if isPossible {
          lanes[index].take(trade, arrived: now, clock: clock, into: &actions)
        } else {
          lanes[index].drop()
        }
      }
    case .bar(let part):
      let isPossible = trust(part.bar.time, at: now)
      for index in lanes.indices where lanes[index].symbol == part.symbol {
        if isPossible { lanes[index].take(part, arrived: now, into: &actions) } else { lanes[index].drop() }
      }
    case .clock(let time): _ = trust(time, at: now)
    case .ready: if phase == .greeting { subscribe(at: now) }
    case .refused(let refusal): refused(refusal, at: now)
    case .ending(let reason):
      actions.append(.disconnect)
      closed(reason, at: now)
    }
  }

  /// Moves the stream's clock on; false for a time so far ahead that it is an error.
  private mutating func trust(_ time: Int64, at now: Int64) -> Bool {
    if let known = streamTime(at: now), time > known + Self.farthest { return false }
    if isClockOfServer { (clock, offset, isClockOfServer) = (nil, ClockOffset(), false) }
    clock = max(clock ?? time, time)
    offset.add(time, at: now)
    return true
  }

  /// The time at the exchange, as far as it is known.
  public func streamTime(at now: Int64) -> Int64? {
    guard let clock, let offset = offset.value else { return nil }
    return max(clock, now + offset)
  }

  /// The time of a server in the answer to the handshake, for a stream that says none itself.
  public mutating func serverTime(_ time: Int64, at now: Int64) {
    guard offset.value == nil else { return }
    (clock, isClockOfServer) = (time, true)
    offset.add(time, at: now)
  }

  /// The provider refuses, in the handshake or later.
  public mutating func refused(_ refusal: StreamRefusal, at now: Int64) {
    if let symbol = refusal.symbol {
      let spelled = dialect.spelled(symbol)
      for index in lanes.indices where lanes[index].symbol == spelled && lanes[index].refusal == nil {
        lanes[index].refusal = refusal
        actions.append(.told(lanes[index].series, .refused(refusal)))
      }
      return
    }
    if case .refused = phase { return }
    phase = .refused(refusal)
    actions += [.disconnect, .told(nil, .refused(refusal))]
  }

  /// The connection is lost, or could not be opened.
  public mutating func closed(_ reason: String, at now: Int64) {
    switch phase {
    case .off, .refused, .ended, .waiting: return
    case .live(let since):
      if now - since >= Backoff.goodTime { backoff.reset() }
      lostAt = now
      actions.append(.told(nil, .lost(reason)))
    case .connecting, .greeting:
      if lostAt == nil {
        lostAt = now
        actions.append(.told(nil, .lost(reason)))
      }
    }
    if !messages.isEmpty { formerMessages = Set(messages.suffix(500)) }
    messages = []
    phase = .waiting(until: now + backoff.next())
  }

  /// Messages were not read in time.
  public mutating func overflowed(_ count: Int, at now: Int64) {
    for index in lanes.indices { lanes[index].lose(count) }
  }

  /// The bars that the provider has of a fetch; nil if it could not be asked.
  public mutating func answered(_ series: String, _ bars: [StreamedBar]?, at now: Int64) {
    guard let index = lanes.firstIndex(where: { $0.series == series }) else { return }
    lanes[index].take(answer: bars, at: now, into: &actions)
  }

  /// Time has passed.
  public mutating func tick(at now: Int64) {
    switch phase {
    case .waiting(let until) where now >= until: connect(at: now)
    case .live:
      if isQuiet(at: now) { lastFrame = now }
      if let lastFrame, !isStalled, now - lastFrame >= patience.stall {
        isStalled = true
        actions.append(.told(nil, .stalled(now - lastFrame)))
      }
      fallthrough
    case .greeting: keepAlive(at: now)
    default: break
    }
    // While nothing can come, nothing is complete.
    if isLive { advance(at: now) }
  }

  /// True if the markets of all series are closed, so that silence is no stall.
  private func isQuiet(at now: Int64) -> Bool {
    !lanes.isEmpty && lanes.allSatisfy { isMarketClosed($0, at: now) }
  }

  private func isMarketClosed(_ lane: StreamLane, at now: Int64) -> Bool {
    patience.knowsHours && lane.isMarketClosed(at: streamTime(at: now) ?? now, now)
  }

  private mutating func keepAlive(at now: Int64) {
    if now - lastHeard >= Self.giveUpAfter {
      actions.append(.disconnect)
      closed("nothing is heard of it", at: now)
    } else if now - lastHeard >= Self.pingAfter, !hasPinged {
      hasPinged = true
      actions.append(.ping)
    }
  }

  private mutating func advance(at now: Int64) {
    // A server's clock may be wrong, and no recording has it: nothing is decided by it.
    guard !isClockOfServer, let time = streamTime(at: now) else { return }
    for index in lanes.indices { lanes[index].advance(to: time, at: now, &actions) }
  }
}

extension StreamConnection {
  /// The state of each series.
  public func statuses(at now: Int64) -> [StreamStatus] {
    lanes.map { lane in
      let state: StreamStatus.State =
        switch phase {
        case .off: .off
        case .ended: .ended
        case .refused(let refusal): .refused(refusal)
        case .connecting, .greeting: .waiting(0)
        case .waiting(let until): .waiting(max(0, until - now))
        case .live:
          lane.refusal.map { .refused($0) }
            ?? (isStalled ? .stalled : isMarketClosed(lane, at: now) ? .closed : .live)
        }
      return StreamStatus(
        series: lane.series, subscription: lane.subscription, source: dialect.profile.word, state: state,
        lastMessage: lane.lastMessage, lastBar: lane.lastBar, counts: lane.counts, newest: lane.newest,
        making: lane.making)
    }
  }
}

/// The state of a live series.
public struct StreamStatus: Sendable, Hashable {
  /// The states.
  public enum State: Sendable, Hashable {
    /// Data comes.
    case live
    /// Connecting, or waiting some milliseconds to.
    case waiting(Int64)
    /// Connected, and nothing has come for long.
    case stalled
    /// The market is closed.
    case closed
    /// The provider refuses.
    case refused(StreamRefusal)
    /// No longer subscribed to.
    case off
    /// A recording is at its end.
    case ended
  }

  /// The name of the series.
  public var series: String
  /// The subscription.
  public var subscription: Subscription
  /// The word of the provider.
  public var source: String
  /// The state.
  public var state: State
  /// The time of the last message, in milliseconds since 1970.
  public var lastMessage: Int64?
  /// The beginning of the last bar.
  public var lastBar: Int64?
  /// What was counted.
  public var counts: StreamCounts
  /// The newest price and its time.
  public var newest: (time: Int64, price: Double)?
  /// The bar in the making.
  public var making: StreamedBar?

  /// Makes a state.
  public init(
    series: String, subscription: Subscription, source: String, state: State, lastMessage: Int64?, lastBar: Int64?,
    counts: StreamCounts, newest: (time: Int64, price: Double)? = nil, making: StreamedBar? = nil
  ) {
    (self.series, self.subscription, self.source, self.state) = (series, subscription, source, state)
    (self.lastMessage, self.lastBar, self.counts, self.newest) = (lastMessage, lastBar, counts, newest)
    self.making = making
  }

  /// True if both are the same.
  public static func == (left: StreamStatus, right: StreamStatus) -> Bool {
    left.series == right.series && left.state == right.state && left.counts == right.counts
      && left.lastMessage == right.lastMessage && left.lastBar == right.lastBar && left.making == right.making
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(series) }
}
