import Bookkeeping
import Commands
import Platform
import Reports
import Sessions
import Sourcing

extension Interpreter {
  /// True if a series streams, or a recording was played.
  public var isLive: Bool { !state.live.isEmpty }
  /// True if something may happen between two entries: a series streams, recaps are sent, or a notice has not arrived.
  public var isWatching: Bool {
    mutating get {
      if isLive || followsBroker { return true }
      let ways = state.noticeWays ?? (try? state.book.ways(environment)) ?? NoticeWays()
      state.noticeWays = ways
      return ways.heartbeat != nil
        || state.alerts?.contains { $0.followsClock } == true
        || (try? state.book.hasOutbox(environment)) == true
    }
  }

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
    if !isForQuestions, !state.live.isEmpty || followsBroker { absorb(state.live.pump()) }
  }

  /// True if an account is live at its broker.
  private var followsBroker: Bool { !state.brokers.isEmpty || environment.liveAccount != nil }

  /// Sends the notices that are due, and waits for those on their way, at most five seconds: before the program ends.
  public mutating func settleNotices() {
    // A program that had nothing to do with notices leaves them to one that has.
    guard state.noticeWays != nil else { return }
    let end = environment.clock.now() + 5000
    repeat {
      state.noticedUpTo = nil
      absorb([])
      let courier = state.courier
      environment.clock.wait(0.01) { !courier.isBusy }
    } while state.courier.isBusy && environment.clock.now() < end
  }

  private mutating func absorb(_ events: [LiveEvent]) {
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
