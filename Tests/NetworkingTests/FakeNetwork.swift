import Calendar
import Platform
import Synchronization

/// A network without a network: answers by a script, and a clock that moves on as it is waited on.
final class FakeNetwork: Transport {
  typealias Script = @Sendable (_ request: WebRequest, _ number: Int) throws(TransportError) -> WebAnswer

  private let script: Script
  private let state = Mutex((asked: [WebRequest](), time: Int64(1_700_000_000_000), waits: [Double]()))

  init(_ script: @escaping Script) { self.script = script }

  var asked: [WebRequest] { state.withLock { $0.asked } }
  var waits: [Double] { state.withLock { $0.waits } }

  /// Puts the clock to a time.
  func setTime(_ time: Int64) { state.withLock { $0.time = time } }

  func answer(
    to request: WebRequest, isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Int) -> Void
  ) throws(TransportError) -> WebAnswer {
    if isStopped() { throw TransportError(.interrupted, "interrupted") }
    let number = state.withLock { state in
      state.asked.append(request)
      return state.asked.count - 1
    }
    return try script(request, number)
  }

  var clock: WaitingClock {
    WaitingClock(
      now: { self.state.withLock { $0.time } },
      wait: { seconds, _ in
        self.state.withLock { state in
          state.waits.append(seconds)
          state.time += Int64((seconds * 1000).rounded(.up))
        }
      }, spread: { 0 })
  }

  /// An environment with this network.
  func environment(
    _ variables: [String: String] = [:], data: String? = nil, today: String = "2023-11-14"
  ) -> Environment {
    Environment(
      today: CivilDate(iso8601: today) ?? CivilDate(daysSince1970: 0), now: { "" }, stateDirectory: "/nowhere",
      transport: self, clock: clock, keyring: Keyring(variable: { variables[$0] }), dataDirectory: data)
  }

  static func text(_ status: Int, _ body: String, _ headers: [String: String] = [:]) -> WebAnswer {
    WebAnswer(status: status, headers: headers, body: Array(body.utf8))
  }
}
