import Commands
import Platform
import Reports
import Sessions
import Sourcing

extension Interpreter {
  /// True if a series streams, or a recording was played.
  public var isLive: Bool { !state.live.isEmpty }
  /// True if nothing is to come: all streams are refused or at their end.
  public var isLiveOver: Bool { state.live.isOver }
  /// True if a provider refuses a stream.
  public var isLiveRefused: Bool { state.live.isRefused }
  /// Ends all streams.
  public func endLive() { _ = state.live.stopAll() }

  /// Takes what live series have told since the last time into the session, between two statements, and gives it line by
  /// line.
  ///
  /// - Parameter plays: whether replays continue with the messages that are due, as at the prompt; in a script they move
  ///   within `wait` alone.
  public mutating func takeLive(plays: Bool = true) -> [LiveLine] {
    var events = state.live.pump()
    while plays, events.count < 500, let played = state.live.playOn(), !played.isEmpty { events += played }
    absorb(events)
    defer { state.lines = [] }
    return state.lines
  }

  /// Takes what sockets have told into the session; a replay moves within `wait` only.
  mutating func pumpLive() {
    if !state.live.isEmpty { absorb(state.live.pump()) }
  }

  private mutating func absorb(_ events: [LiveEvent]) {
    guard !events.isEmpty else { return }
    var execution = Execution(state: state, environment: environment, emit: { _, _ in })
    execution.take(events)
    state = execution.state
  }

  /// The bars of live series after those of some times, by the name of the series: they came while no program watched.
  public func liveBars(after times: [String: String]) -> [LiveLine] {
    var execution = Execution(state: state, environment: environment, emit: { _, _ in })
    return execution.lines(after: times)
  }

  /// The state of the streams as a sign of the prompt: `●` live, `◐` connecting, `○` stalled or refused, `◌` over; empty
  /// without one.
  public var liveSign: String { state.live.sign }
}
