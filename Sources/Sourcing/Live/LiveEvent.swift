import Calendar
import Streams

/// An event of a live series.
public struct LiveEvent: Sendable, Hashable {
  /// The kinds of events.
  public enum Kind: Sendable, Hashable {
    /// A bar.
    case bar(StreamedBar, StreamAction.BarKind)
    /// The stream did not have the bars from one opening through another; `filled` of them were fetched, nil if they
    /// could not be.
    case gap(from: Int64, through: Int64, filled: Int?)
    /// Nothing has come for some milliseconds.
    case stall(Int64)
    /// The state changed.
    case state(StreamTold)
    /// A recording is at its end.
    case ended(messages: Int, StreamCounts)
  }

  /// The name of the series.
  public var series: String
  /// The length of its bars.
  public var timeframe: Timeframe
  /// Its time, in milliseconds since 1970: on the recorded clock in a replay.
  public var at: Int64
  /// The kind, with its values.
  public var kind: Kind
  /// True for one of a replay.
  public var isReplayed = false

  /// Makes an event.
  public init(series: String, timeframe: Timeframe, at time: Int64, kind: Kind) {
    (self.series, self.timeframe, at, self.kind) = (series, timeframe, time, kind)
  }
}

extension LiveEvent {
  /// The events of an action, one a series.
  static func events(of action: StreamAction, at now: Int64, _ timeframes: [String: Timeframe]) -> [LiveEvent] {
    func event(_ series: String, _ kind: Kind) -> LiveEvent {
      LiveEvent(series: series, timeframe: timeframes[series] ?? .minute, at: now, kind: kind)
    }
    switch action {
    case .bar(let series, let bar, let kind): return [event(series, .bar(bar, kind))]
    case .gap(let series, let from, let through, let filled):
      return [event(series, .gap(from: from, through: through, filled: filled))]
    case .told(let series, let told):
      let kind: Kind = if case .stalled(let time) = told { .stall(time) } else { .state(told) }
      return (series.map { [$0] } ?? timeframes.keys.sorted()).map { event($0, kind) }
    case .connect, .send, .ping, .disconnect, .fetch: return []
    }
  }
}
