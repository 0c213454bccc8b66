import Calendar
import Dispatch
import MarketData
import Platform
import Streams
import Synchronization
import Work

/// The live series of a program: their connections, replays and recordings.
///
/// Sockets and answers put what comes into an inbox, from any thread; it is read by `pump`, between two statements or
/// while one waits, so that a statement sees one state. A bar is no statement, and `undo` takes none back: so the desk is
/// no part of the session, which keeps the series by name.
public final class LiveDesk: Sendable {
  private let state: Mutex<State>
  private let inbox: LiveInbox
  /// The questions to providers that were not answered yet.
  private let questions = Atomic(0)
  private let environment: Environment

  private struct State {
    var connections: [Line] = []
    var replays: [StreamReplay] = []
    var polls: [PolledSeries] = []
    var recorders: [StreamRecorder] = []
    var log: [LiveEvent] = []
    var count = 0
    var lastTick: Int64 = 0
  }

  /// A connection with its socket.
  private struct Line {
    var id: Int
    /// The number of the socket; a former one may still report events.
    var socketID = 0
    /// Provider and path: one connection carries all series of one.
    var key: String
    var address: WebAddress
    var keys: StreamKeys
    var connection: StreamConnection
    var socket: (any Socket)?
    var timeframes: [String: (symbol: String, Timeframe)] = [:]
  }

  /// The most events that the log keeps.
  private static let logLimit = 10_000

  /// The desk of an environment; nothing is opened before the first stream.
  public init(_ environment: Environment) {
    var own = environment
    // A statement that is stopped does not stop what other threads fetch.
    own.monitor = .none
    self.environment = own
    inbox = LiveInbox(now: environment.clock.now)
    state = Mutex(State())
  }

  /// Called when something comes, from any thread, so that somebody who sleeps pumps.
  public func onArrival(_ wake: (@Sendable () -> Void)?) { inbox.onArrival(wake) }

  // MARK: Streams

  /// Streams a series; one of the same name ends.
  ///
  /// Throws `insecure-address` for an address that is not allowed, `key-missing`, and `no-network`.
  public func start(
    _ series: String, _ subscription: Subscription, from dialect: any StreamDialect, lastBar: Int64?,
    patience: StreamConnection.Patience, seed: UInt64, in environment: Environment
  ) throws(MarketDataError) {
    if let closed = environment.sockets.closed {
      throw MarketDataError(.noNetwork, file: dialect.profile.word, message: closed.reason)
    }
    let keys = try streamKeys(of: dialect, in: environment)
    let base = try base(of: dialect)
    let address = dialect.address(on: base, [subscription], keys)
    _ = stop(series)
    state.withLock { state in
      let now = environment.clock.now()
      let key = "\(dialect.profile.word) \(address.origin)\(address.path)"
      var index = state.connections.firstIndex { $0.key == key }
      if index == nil {
        state.count += 1
        let connection = StreamConnection(dialect, keys: keys, patience: patience, seed: seed &+ UInt64(state.count))
        index = state.connections.endIndex
        state.connections.append(
          Line(id: state.count, key: key, address: address, keys: keys, connection: connection))
      }
      guard let index else { return }
      state.connections[index].connection.patience = patience
      state.connections[index].timeframes[series] = (subscription.symbol, subscription.timeframe)
      state.connections[index].connection.add(
        series, subscription, lastBar: lastBar, hours: MarketHours(of: subscription.symbol, by: dialect), at: now)
      var events: [LiveEvent] = []
      act(&state, index, at: now, &events)
    }
  }

  /// Asks a provider for new bars each time some milliseconds have passed.
  public func poll(
    _ series: String, _ symbol: String, _ timeframe: Timeframe, at provider: any BarProvider, every interval: Int64,
    hours: MarketHours?, lastBar: Int64?
  ) {
    _ = stop(series)
    state.withLock { state in
      state.count += 1
      state.polls.append(
        PolledSeries(
          id: state.count, series: series, symbol: symbol, timeframe: timeframe, provider: provider,
          interval: interval, hours: hours, next: environment.clock.now(), lastBar: lastBar))
    }
  }

  /// Plays a recording, which moves only when it is asked to.
  public func replay(_ replay: StreamReplay) {
    for series in replay.series { _ = stop(series) }
    state.withLock { $0.replays.append(replay) }
  }

  /// Ends a stream; false if there is none of the name.
  public func stop(_ series: String) -> Bool {
    state.withLock { state in
      let now = environment.clock.now()
      var isFound = false
      for index in state.connections.indices.reversed()
      where state.connections[index].timeframes.removeValue(forKey: series) != nil {
        isFound = true
        state.connections[index].connection.remove(series, at: now)
        var events: [LiveEvent] = []
        act(&state, index, at: now, &events)
        if state.connections[index].connection.isEmpty { state.connections.remove(at: index) }
      }
      let (polls, replays) = (state.polls.count, state.replays.count)
      state.polls.removeAll { $0.series == series }
      state.replays.removeAll { $0.series.contains(series) }
      state.recorders.removeAll { $0.series == series }
      return isFound || state.polls.count < polls || state.replays.count < replays
    }
  }

  /// Ends all streams; the names of those that there were.
  public func stopAll() -> [String] {
    let names = statuses().map(\.series)
    for name in names { _ = stop(name) }
    return names
  }

  /// Connects again at once; false if there is no such stream.
  public func again(_ series: String) -> Bool {
    state.withLock { state in
      let now = environment.clock.now()
      guard let index = state.connections.firstIndex(where: { $0.timeframes[series] != nil }) else { return false }
      state.connections[index].connection.again(at: now)
      var events: [LiveEvent] = []
      act(&state, index, at: now, &events)
      return true
    }
  }

  private func streamKeys(
    of dialect: any StreamDialect, in environment: Environment
  ) throws(MarketDataError) -> StreamKeys {
    let word = ProviderTable.word(of: dialect.profile.word)
    guard let provider = ProviderTable.named(word), let variable = provider.profile.keyVariable else {
      return StreamKeys()
    }
    guard let found = try Keys(environment).key(for: provider.profile) else {
      throw MarketDataError(
        ProviderError(.noKey, "\(dialect.profile.word) needs a key (\(variable))"), of: provider.profile)
    }
    let parts = found.secret.revealed.split(separator: ":", maxSplits: 1)
    guard provider.profile.secretVariable != nil, parts.count == 2 else { return StreamKeys(key: found.secret) }
    return StreamKeys(key: Secret(String(parts[0])), secret: Secret(String(parts[1])))
  }

  /// The address of a dialect, or that of the environment: `wss`, or `ws` on this machine.
  private func base(of dialect: any StreamDialect) throws(MarketDataError) -> WebAddress {
    let profile = dialect.profile
    let stated = environment.keyring.variable(profile.addressVariable).flatMap { $0.isEmpty ? nil : $0 }
    let text = stated ?? profile.base
    let address = ["ws://": "http://", "wss://": "https://"].first { text.hasPrefix($0.key) }.flatMap {
      WebAddress($0.value + text.dropFirst($0.key.count))
    }
    guard let address, address.query.isEmpty else {
      throw MarketDataError(
        .insecureAddress, file: profile.word,
        message: "the variable \(profile.addressVariable) of the environment has no address of a socket",
        hint: "it is written wss://example.com, without a path")
    }
    guard address.isPrivate else {
      throw MarketDataError(
        .insecureAddress, file: profile.word,
        message: "\(profile.addressVariable) is not encrypted: anyone on the way could read and change it",
        hint: "wss://…, or ws://127.0.0.1 for a server of this machine")
    }
    return address
  }

  // MARK: What happens

  /// True if something waits to be read, or a timer is due.
  public var hasNews: Bool {
    if inbox.hasNews { return true }
    let now = environment.clock.now()
    return state.withLock { now - $0.lastTick >= Self.tick && !($0.connections.isEmpty && $0.polls.isEmpty) }
  }

  /// True while a provider is asked for bars.
  public var isAsking: Bool { questions.load(ordering: .sequentiallyConsistent) > 0 }

  /// True if there is no stream.
  public var isEmpty: Bool { state.withLock { $0.connections.isEmpty && $0.polls.isEmpty && $0.replays.isEmpty } }

  /// The milliseconds between two looks at the clock.
  public static let tick: Int64 = 250
  /// The time without a look at the clock after which the machine has slept, or a statement took long.
  private static let sleep: Int64 = 5000

  /// Reads what has come and lets time pass; gives what the series tell.
  public func pump() -> [LiveEvent] {
    state.withLock { state in
      var events: [LiveEvent] = []
      for message in inbox.take() {
        if let index = state.polls.firstIndex(where: { $0.id == message.connection }) {
          if case .answer(_, let bars, _) = message.item {
            events += state.polls[index].take(bars, at: message.at)
          }
          continue
        }
        guard
          let index = state.connections.firstIndex(where: { [$0.id, $0.socketID].contains(message.connection) })
        else { continue }
        take(message, &state, index, &events)
      }
      let now = environment.clock.now()
      // After a sleep of the machine what sockets have is read before time passes.
      let hasSlept = state.lastTick > 0 && now - state.lastTick > Self.sleep
      if hasSlept { state.lastTick = now }
      if now - state.lastTick >= Self.tick {
        state.lastTick = now
        for index in state.connections.indices {
          state.connections[index].connection.tick(at: now)
          act(&state, index, at: now, &events)
        }
        for index in state.polls.indices where state.polls[index].isDue(at: now) {
          fetch(state.polls[index].question(at: now), for: state.polls[index].series, as: state.polls[index].id)
        }
      }
      note(&state, events)
      return events
    }
  }

  private func note(_ state: inout State, _ events: [LiveEvent]) {
    for event in events {
      if case .bar = event.kind { continue }
      state.log.append(event)
    }
    if state.log.count > Self.logLimit { state.log.removeFirst(state.log.count - Self.logLimit) }
  }

  private func take(_ message: LiveInbox.Message, _ state: inout State, _ index: Int, _ events: inout [LiveEvent]) {
    let now = message.at
    switch message.item {
    case .socket(let event):
      switch event {
      case .opened(let date):
        state.connections[index].connection.opened(at: now)
        if let time = date.flatMap({ HTTPDate.milliseconds($0) }) {
          state.connections[index].connection.serverTime(time, at: now)
        }
        record(.event("connected"), at: now, &state, index)
      case .frame(let frame):
        record(.frame(frame), at: now, &state, index)
        state.connections[index].connection.received(frame, at: now)
      case .heard: state.connections[index].connection.heard(at: now)
      case .refused(let status, let reason):
        refuse(status, reason, &state.connections[index], at: now)
      case .closed(let reason):
        state.connections[index].socket = nil
        record(.event("closed"), at: now, &state, index)
        state.connections[index].connection.closed(reason, at: now)
      }
    case .answer(let series, let bars, let answers):
      for answer in answers {
        record(
          .rest(path: answer.path, status: 200, body: String(decoding: answer.body, as: UTF8.self)), at: now, &state,
          index)
      }
      state.connections[index].connection.answered(series, bars, at: now)
    case .overflow(let count): state.connections[index].connection.overflowed(count, at: now)
    }
    act(&state, index, at: now, &events)
  }

  /// A status of the handshake: what a key or a plan refuses is not tried again.
  private func refuse(_ status: Int, _ reason: String, _ line: inout Line, at now: Int64) {
    let words = reason.isEmpty ? "status \(status)" : reason
    line.socket = nil
    switch status {
    case 401: line.connection.refused(StreamRefusal(.key, words), at: now)
    case 403: line.connection.refused(StreamRefusal(.plan, words), at: now)
    case 300..<400: line.connection.refused(StreamRefusal(.other, "it redirects, which is not followed"), at: now)
    case 400, 404, 405, 410: line.connection.refused(StreamRefusal(.other, words), at: now)
    default: line.connection.closed("it answers with status \(status)", at: now)
    }
  }

  private func record(_ entry: Recording.Entry, at now: Int64, _ state: inout State, _ index: Int) {
    guard !state.recorders.isEmpty else { return }
    let line = state.connections[index]
    state.recorders.removeAll { line.timeframes[$0.series] != nil && !$0.add(entry, at: now) }
  }

  /// Does what a connection wants done.
  private func act(_ state: inout State, _ index: Int, at now: Int64, _ events: inout [LiveEvent]) {
    for action in state.connections[index].connection.takeActions() {
      switch action {
      case .connect:
        let id = state.count + 1
        state.count = id
        state.connections[index].socketID = id
        let address = state.connections[index].address
        state.connections[index].socket = environment.sockets.open(address) { [inbox] in inbox.put(.socket($0), of: id)
        }
      case .send(let frame): state.connections[index].socket?.send(frame)
      case .ping: state.connections[index].socket?.ping()
      case .disconnect:
        state.connections[index].socket?.close()
        state.connections[index].socket = nil
      case .fetch(let series, let from, let through):
        guard let (symbol, timeframe) = state.connections[index].timeframes[series] else { continue }
        let word = ProviderTable.word(of: state.connections[index].connection.dialect.profile.word)
        let question = (ProviderTable.named(word) as? any BarProvider).map {
          LiveFetch(provider: $0, symbol: symbol, timeframe: timeframe, from: from, through: through)
        }
        fetch(question, for: series, as: state.connections[index].id)
      case .bar, .gap, .told:
        events += LiveEvent.events(of: action, at: now, state.connections[index].timeframes.mapValues(\.1))
      }
    }
  }

  /// Asks a provider on a thread of its own; the answer comes into the inbox.
  private func fetch(_ question: LiveFetch?, for series: String, as id: Int) {
    guard let question, question.provider.profile.timeframes.contains(question.timeframe) else {
      return inbox.put(.answer(series: series, nil, []), of: id)
    }
    questions.add(1, ordering: .sequentiallyConsistent)
    DispatchQueue.global().async { [self, inbox, environment] in
      defer { questions.subtract(1, ordering: .sequentiallyConsistent) }
      var answer: LiveInbox.Item = .answer(series: series, nil, [])
      if let (bars, answers) = try? question.run(in: environment) {
        answer = .answer(series: series, bars, answers)
      }
      inbox.put(answer, of: id)
    }
  }

  // MARK: Replays

  /// Plays what is due of the replays until there are events; nil if all are at their end.
  ///
  /// - Parameter end: the recorded time that they do not go beyond; nil for no limit.
  public func playOn(until end: Int64? = nil) -> [LiveEvent]? {
    let now = environment.clock.now()
    return state.withLock { state in
      var isPlaying = false
      for index in state.replays.indices where !state.replays[index].isAtEnd {
        isPlaying = true
        while end.map({ state.replays[index].now < $0 }) ?? true, state.replays[index].untilDue(at: now, or: end) == 0 {
          let events = state.replays[index].step(until: end)
          if !events.isEmpty {
            note(&state, events)
            return events
          }
        }
      }
      return isPlaying ? [] : nil
    }
  }

  /// The milliseconds until the next message of a replay is due at its speed; nil if none plays.
  public func untilNextFrame() -> Int64? {
    let now = environment.clock.now()
    return state.withLock { state in state.replays.compactMap { $0.untilDue(at: now) }.min() }
  }

  /// True if a provider sends its prices late by plan: its address says so.
  public func isDelayed(_ series: String) -> Bool {
    state.withLock { state in
      state.connections.contains { $0.timeframes[series] != nil && $0.address.host.hasPrefix("delayed.") }
    }
  }

  /// The milliseconds at the exchange of a series, as far as that is known; else of the machine, or in a replay the
  /// recorded ones.
  public func time(of series: String) -> Int64 {
    let now = now
    return state.withLock { state in
      state.connections.first { $0.timeframes[series] != nil }?.connection.streamTime(at: now) ?? now
    }
  }

  /// The recorded time of the replays; nil if there is none, or a socket too.
  private var replayedTime: Int64? {
    state.withLock { $0.connections.isEmpty && $0.polls.isEmpty ? $0.replays.map(\.now).max() : nil }
  }

  /// True if there are replays, and all are at their end.
  public var isAtEnd: Bool { state.withLock { !$0.replays.isEmpty && $0.replays.allSatisfy(\.isAtEnd) } }

  /// True if nothing streams but replays.
  public var isOnlyReplays: Bool { state.withLock { $0.connections.isEmpty && $0.polls.isEmpty } }

  /// True if nothing is to come: all streams are refused or at their end.
  public var isOver: Bool {
    state.withLock { state in
      state.polls.isEmpty && state.connections.allSatisfy(\.connection.isOver) && state.replays.allSatisfy(\.isAtEnd)
    }
  }

  /// True if a provider refuses a stream.
  public var isRefused: Bool {
    statuses().contains { if case .refused = $0.state { true } else { false } }
  }

  /// The messages that the replays have played.
  public var messageCount: Int { state.withLock { $0.replays.map(\.messageCount).reduce(0, +) } }

  // MARK: Recordings

  /// Records the frames of a series to a file.
  public func record(_ series: String, to path: String, in files: any FileSystem) throws(FileError) -> Bool {
    let line = state.withLock { state in state.connections.first { $0.timeframes[series] != nil } }
    guard let line,
      let subscription = line.connection.statuses(at: 0).first(where: { $0.series == series })?.subscription
    else { return false }
    let header = Recording.Header(
      provider: line.connection.dialect.profile.word, series: [subscription.symbol], timeframe: subscription.timeframe,
      isOfTrades: subscription.isOfTrades)
    let recorder = try StreamRecorder(of: series, header, to: path, hiding: line.keys.all, in: files)
    state.withLock { state in
      state.recorders.removeAll { $0.series == series }
      state.recorders.append(recorder)
    }
    return true
  }

  /// Ends all recordings; their paths.
  public func stopRecording() -> [String] {
    state.withLock { state in
      defer { state.recorders = [] }
      return state.recorders.map(\.path)
    }
  }

  // MARK: States

  /// The state of each stream, in the order in which they were begun.
  public func statuses() -> [StreamStatus] {
    let now = environment.clock.now()
    return state.withLock { state in
      state.connections.flatMap { $0.connection.statuses(at: now) } + state.polls.map { $0.status(at: now) }
        + state.replays.flatMap(\.statuses)
    }
  }

  /// The state of all as one sign: `●` live, `◐` connecting, `○` stalled or refused, `◌` the markets are closed; empty
  /// if nothing streams.
  public var sign: String {
    let states = statuses().map(\.state).filter { $0 != .ended }
    if states.isEmpty { return "" }
    if states.allSatisfy({ $0 == .closed }) { return "◌" }
    for state in states {
      switch state {
      case .stalled, .refused: return "○"
      case .waiting: return "◐"
      case .live, .closed, .off, .ended: continue
      }
    }
    return "●"
  }

  /// The newest events besides bars, oldest first.
  public func log(last count: Int) -> [LiveEvent] { state.withLock { Array($0.log.suffix(count)) } }

  /// The present of the streams: the machine's clock, or in a replay the recorded one.
  public var now: Int64 { replayedTime ?? environment.clock.now() }
}
