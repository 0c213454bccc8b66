import Calendar
import Streams

/// A series whose provider is asked for new bars at intervals.
struct PolledSeries: Sendable {
  let id: Int
  let series: String
  let symbol: String
  let timeframe: Timeframe
  let provider: any BarProvider
  let interval: Int64
  /// The hours of its market, outside of which it is not asked; nil if it always is.
  let hours: MarketHours?
  var next: Int64
  var lastBar: Int64?
  private var counts = StreamCounts()
  private var lastMessage: Int64?
  private var hasFailed = false

  init(
    id: Int, series: String, symbol: String, timeframe: Timeframe, provider: any BarProvider, interval: Int64,
    hours: MarketHours?, next: Int64, lastBar: Int64?
  ) {
    (self.id, self.series, self.symbol, self.timeframe) = (id, series, symbol, timeframe)
    (self.provider, self.interval, self.hours) = (provider, interval, hours)
    (self.next, self.lastBar) = (next, lastBar)
  }

  func isDue(at now: Int64) -> Bool { now >= next && !(lastMessage != nil && isMarketClosed(at: now)) }

  /// True once the market is closed and the last bar of the day was to be had.
  private func isMarketClosed(at now: Int64) -> Bool {
    guard let hours else { return false }
    let late = timeframe.nominalMilliseconds + Int64(provider.profile.lateness * 1000) + 2 * interval
    return !hours.isOpen(at: Timestamp(milliseconds: now)) && !hours.isOpen(at: Timestamp(milliseconds: now - late))
  }

  /// The question for the bars after the last one; the next is due an interval later.
  mutating func question(at now: Int64) -> LiveFetch {
    next = now + interval
    let length = timeframe.nominalMilliseconds
    return LiveFetch(
      provider: provider, symbol: symbol, timeframe: timeframe, from: lastBar.map { $0 + length } ?? now - 86_400_000,
      through: max(now, lastBar.map { $0 + length } ?? now))
  }

  /// Takes an answer: bars that are over and known to be complete.
  mutating func take(_ bars: [StreamedBar]?, at now: Int64) -> [LiveEvent] {
    func event(_ kind: LiveEvent.Kind) -> LiveEvent {
      LiveEvent(series: series, timeframe: timeframe, at: now, kind: kind)
    }
    guard let bars else {
      defer { hasFailed = true }
      return hasFailed ? [] : [event(.state(.lost("\(provider.profile.word) gives no answer")))]
    }
    var events: [LiveEvent] = []
    if hasFailed { events.append(event(.state(.resumed))) }
    (hasFailed, lastMessage) = (false, now)
    let complete = now - timeframe.nominalMilliseconds - Int64(provider.profile.lateness * 1000)
    for bar in bars.sorted(by: { $0.time < $1.time }) where bar.time > lastBar ?? .min && bar.time <= complete {
      lastBar = bar.time
      counts.bars += 1
      events.append(event(.bar(bar, .closed)))
    }
    return events
  }

  func status(at now: Int64) -> StreamStatus {
    StreamStatus(
      series: series, subscription: Subscription(symbol, timeframe, isOfTrades: false),
      source: provider.profile.otherWord ?? provider.profile.word,
      state: hasFailed ? .waiting(max(0, next - now)) : isMarketClosed(at: now) ? .closed : .live,
      lastMessage: lastMessage, lastBar: lastBar, counts: counts)
  }
}
