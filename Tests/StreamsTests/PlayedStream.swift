import Calendar
import JSON
import Streams
import TestSupport

/// A stream played into a connection on a simulated clock, with its bars as a series would have them.
struct PlayedStream {
  var connection: StreamConnection
  private(set) var now: Int64
  /// The bars as they are now, by their beginning.
  private(set) var bars: [Int64: StreamedBar] = [:]
  /// The beginnings of bars as given out, each once.
  private(set) var order: [Int64] = []
  private(set) var revised: [Int64] = []
  private(set) var gaps: [StreamAction] = []
  private(set) var told: [StreamTold] = []
  private(set) var sent: [String] = []
  private(set) var connects: [Int64] = []
  private(set) var pings = 0
  /// The bars that the provider has of a time, from one opening through another; nil if it cannot be asked.
  var history: (_ from: Int64, _ through: Int64) -> [StreamedBar]? = { _, _ in nil }

  init(
    _ dialect: any StreamDialect, _ symbol: String, _ timeframe: Timeframe, isOfTrades: Bool, lastBar: Int64? = nil,
    hours: MarketHours? = nil, at now: Int64, seed: UInt64 = 1, opens: Bool = true
  ) {
    connection = StreamConnection(dialect, seed: seed)
    self.now = now
    connection.add(
      "S", Subscription(symbol, timeframe, isOfTrades: isOfTrades), lastBar: lastBar, hours: hours, at: now)
    settle()
    if opens { open() }
  }

  mutating func open() {
    connection.opened(at: now)
    settle()
  }

  /// Lets time pass in steps of a quarter of a second at most, as the program does.
  ///
  /// - Parameter isHeard: whether the server answers pings meanwhile.
  mutating func pass(to time: Int64, isHeard: Bool = false) {
    while now < time {
      if isHeard { connection.heard(at: now) }
      now = min(time, now + 250)
      connection.tick(at: now)
      settle()
    }
  }

  mutating func receive(_ frame: String, at time: Int64) {
    if now < time { pass(to: time - time % 250, isHeard: true) }
    now = max(now, time)
    connection.received(frame, at: now)
    settle()
  }

  mutating func cut() {
    connection.closed("cut", at: now)
    settle()
  }

  /// Lets time pass until the connection is asked for again, and opens it.
  mutating func reopen() {
    let count = connects.count
    while connects.count == count { pass(to: now + 250) }
    open()
  }

  mutating func settle() {
    while case let actions = connection.takeActions(), !actions.isEmpty {
      for action in actions {
        switch action {
        case .bar(_, let bar, let kind):
          if kind == .revised { revised.append(bar.time) } else { order.append(bar.time) }
          bars[bar.time] = bar
        case .fetch(_, let from, let through): connection.answered("S", history(from, through), at: now)
        case .gap: gaps.append(action)
        case .told(_, let told): self.told.append(told)
        case .send(let frame): sent.append(frame)
        case .connect: connects.append(now)
        case .ping: pings += 1
        case .disconnect: break
        }
      }
    }
  }

  var counts: StreamCounts { connection.statuses(at: now).first?.counts ?? StreamCounts() }
  var state: StreamStatus.State? { connection.statuses(at: now).first?.state }
  /// The bars in the order of time.
  var sorted: [StreamedBar] { bars.values.sorted { $0.time < $1.time } }
}

/// A recording of `../shared/data/streams`: arrival in milliseconds and frame.
enum StreamRecording {
  static func frames(_ name: String) throws -> [(at: Int64, frame: String)] {
    let bytes = try SharedFolder.bytes("data/streams/" + name)
    if name.hasSuffix(".tasr") {
      return try Recording(bytes).entries.compactMap { at, entry in
        guard case .frame(let frame) = entry else { return nil }
        return (at, frame)
      }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      if name.hasSuffix(".jsonl") {
        guard let json = try? JSONValue(parsing: String(line)), json["t"] == "recv", let at = json["ts"]?.doubleValue,
          let frame = json["data"]?.stringValue
        else { return nil }
        return (Int64(at * 1000), frame)
      }
      guard let colon = line.firstRange(of: ": "), let at = Double(line[..<colon.lowerBound]) else { return nil }
      return (Int64(at * 1000), String(line[colon.upperBound...]))
    }
  }

  /// The trades of a symbol in some frames, each once, in the order of arrival.
  static func trades(
    _ frames: [(at: Int64, frame: String)], _ symbol: String, by dialect: any StreamDialect
  ) throws -> [StreamTrade] {
    var trades: [StreamTrade] = []
    var seen: Set<Int64> = []
    for (_, frame) in frames {
      for case .trade(let trade) in try dialect.events(of: frame) where trade.symbol == symbol && !trade.isOld {
        if trade.number.map({ seen.insert($0).inserted }) ?? true { trades.append(trade) }
      }
    }
    return trades
  }

  /// Bars of trades by the plainest way: all of a period, in the order of time and number.
  static func bars(of trades: [StreamTrade], _ length: Int64) -> [StreamedBar] {
    Dictionary(grouping: trades.enumerated()) { $0.element.milliseconds / length * length }.map { start, group in
      let sorted = group.sorted {
        ($0.element.time, $0.element.number ?? Int64($0.offset)) < (
          $1.element.time, $1.element.number ?? Int64($1.offset)
        )
      }.map(\.element)
      var volume = Quantity.zero
      for trade in sorted { volume += trade.size }
      return StreamedBar(
        time: start, open: sorted[0].price, high: sorted.map(\.price).max() ?? 0,
        low: sorted.map(\.price).min() ?? 0, close: sorted[sorted.count - 1].price, volume: volume.double)
    }.sorted { $0.time < $1.time }
  }
}
