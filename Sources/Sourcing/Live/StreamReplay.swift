import Calendar
import MarketData
import Streams

/// A recording that is played into a connection on the recorded clock.
public struct StreamReplay: Sendable {
  private let recording: Recording
  private var connection: StreamConnection
  private var index = 0
  private let timeframes: [String: Timeframe]
  private let symbols: [String: String]
  private let provider: (any BarProvider)?
  /// How much faster than recorded; nil for as fast as it goes.
  private let speed: Double?
  /// The time of the machine at which it began.
  private let begin: Int64
  private var hasEnded = false
  /// The recorded time.
  public private(set) var now: Int64

  /// A replay of a recording that has not moved yet.
  ///
  /// - Parameters:
  ///   - names: the names of the series by their symbols.
  ///   - speed: how much faster than recorded; nil for as fast as it goes.
  ///   - machine: the time of the machine.
  public init(
    _ recording: Recording, names: [(series: String, symbol: String)], speed: Double?,
    patience: StreamConnection.Patience, at machine: Int64
  ) {
    (self.recording, self.speed, begin) = (recording, speed, machine)
    let header = recording.header
    now = recording.entries.first?.at ?? 0
    timeframes = Dictionary(names.map { ($0.series, header.timeframe) }, uniquingKeysWith: { $1 })
    symbols = Dictionary(names.map { ($0.series, $0.symbol) }, uniquingKeysWith: { $1 })
    provider = ProviderTable.named(ProviderTable.word(of: header.provider)) as? any BarProvider
    connection = StreamConnection(StreamTable.named(header.provider) ?? BinanceStream(), patience: patience, seed: 1)
    for (series, symbol) in names {
      connection.add(
        series, Subscription(symbol, header.timeframe, isOfTrades: header.isOfTrades), lastBar: nil,
        hours: MarketHours(of: symbol, by: connection.dialect), at: now)
    }
    connection.opened(at: now)
    _ = connection.takeActions()
  }

  /// The names of its series.
  public var series: [String] { timeframes.keys.sorted() }
  /// The messages that were played.
  public var messageCount: Int { connection.messageCount }
  /// True once all was played.
  public var isAtEnd: Bool { hasEnded }

  /// The milliseconds until the next line is due, or a recorded time before it; nil at the end.
  func untilDue(at machine: Int64, or time: Int64? = nil) -> Int64? {
    guard !hasEnded else { return nil }
    guard let speed, index < recording.entries.count, let first = recording.entries.first?.at else { return 0 }
    let due = Double(min(recording.entries[index].at, time ?? .max) - first) / speed
    return max(0, begin + Int64(due) - machine)
  }

  /// Plays one line and gives what the series tell; if that is later than a recorded time, only the clock moves.
  public mutating func step(until end: Int64? = nil) -> [LiveEvent] {
    if let end, index < recording.entries.count, recording.entries[index].at > end {
      pass(to: end)
      return settle()
    }
    guard index < recording.entries.count else {
      hasEnded = true
      let counts = connection.statuses(at: now)
      return counts.map {
        Self.replayed(
          LiveEvent(
            series: $0.series, timeframe: $0.subscription.timeframe, at: now,
            kind: .ended(messages: connection.messageCount, $0.counts)))
      }
    }
    let (at, entry) = recording.entries[index]
    index += 1
    pass(to: at)
    switch entry {
    case .frame(let frame):
      if !connection.isLive, !connection.isOver { reopen() }
      connection.received(frame, at: at)
    case .event("closed"): connection.closed("the connection ended", at: at)
    case .event("connected"): if !connection.isLive, index > 1 { reopen() }
    case .event, .rest: break
    }
    return settle()
  }

  private static func replayed(_ event: LiveEvent) -> LiveEvent {
    var event = event
    event.isReplayed = true
    return event
  }

  private mutating func pass(to time: Int64) {
    now = max(now, time)
    // Pings are not recorded.
    connection.heard(at: now)
    connection.tick(at: now)
  }

  private mutating func reopen() {
    connection.again(at: now)
    connection.opened(at: now)
  }

  private mutating func settle() -> [LiveEvent] {
    var events: [LiveEvent] = []
    while case let actions = connection.takeActions(), !actions.isEmpty {
      for action in actions {
        if case .fetch(let series, let from, let through) = action {
          connection.answered(series, recorded(series, from, through), at: now)
        } else {
          events += LiveEvent.events(of: action, at: now, timeframes).map(Self.replayed)
        }
      }
    }
    return events
  }

  /// The bars of a stretch in the first of the recorded answers to come that has some; nil if there is no answer.
  ///
  /// An answer has more than was asked for: it may serve several questions.
  private func recorded(_ series: String, _ from: Int64, _ through: Int64) -> [StreamedBar]? {
    guard let provider, let timeframe = timeframes[series], let symbol = symbols[series] else { return nil }
    let fetch = LiveFetch(provider: provider, symbol: symbol, timeframe: timeframe, from: from, through: through)
    var bars: [StreamedBar]?
    var page: Int64?
    for (at, entry) in recording.entries[index...] {
      // The pages of one answer have one time.
      if at > now + 120_000 || page.map({ $0 != at }) ?? false { break }
      guard case .rest(_, _, let body) = entry, let found = fetch.bars(ofRecorded: body) else { continue }
      bars = (bars ?? []) + found
      if !found.isEmpty { page = at }
    }
    return bars
  }

  var statuses: [StreamStatus] {
    connection.statuses(at: now).map {
      var status = $0
      if hasEnded { status.state = .ended }
      return status
    }
  }
}
