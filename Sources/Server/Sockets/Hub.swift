import Bookkeeping
import JSON
import Platform
import Synchronization

/// The open sockets, and the state that they know.
final class Hub: Sendable {
  private struct State {
    var next = 0
    var sockets: [Int: (subscriber: Subscriber, socket: any ServedSocket)] = [:]
    /// What all sockets know.
    var told: FeedState?
    /// The time of the last status, in milliseconds since 1970.
    var statusAt: Int64 = 0
    /// The state of the book and of the session that was looked at last.
    var seen = ""
  }

  /// How often the status is repeated, in milliseconds: clients warn of silence.
  private static let pause: Int64 = 30_000

  private let state = Mutex(State())

  /// The number of open sockets.
  var count: Int { state.withLock { $0.sockets.count } }

  /// Adds a socket, and tells it the state at once.
  func add(_ subscriber: Subscriber, _ socket: any ServedSocket) -> Int {
    state.withLock { state in
      state.next += 1
      state.sockets[state.next] = (subscriber, socket)
      if let told = state.told { for text in subscriber.feed.texts(of: told, after: nil) { socket.send(text) } }
      return state.next
    }
  }

  func remove(_ number: Int) { state.withLock { _ = $0.sockets.removeValue(forKey: number) } }

  /// Closes the sockets of a user.
  func close(user: String) {
    let own = state.withLock { $0.sockets.values.filter { $0.subscriber.user == user } }
    for (_, socket) in own { socket.close(1008) }
  }

  /// Closes all sockets.
  func closeAll() {
    let all = state.withLock { Array($0.sockets.values) }
    for (_, socket) in all { socket.close(1001) }
  }

  /// True at the first time, and if the book or the session has changed since the last.
  func isNews(_ mark: String) -> Bool {
    state.withLock { state in
      defer { state.seen = mark }
      return state.seen != mark || state.told == nil
    }
  }

  /// Sends all sockets the changes, and the status again after a while of silence.
  func tell(_ new: FeedState?, at now: Int64) {
    state.withLock { state in
      let former = state.told
      if let new { state.told = new }
      guard let told = state.told else { return }
      let isDue = now - state.statusAt >= Self.pause
      if isDue { state.statusAt = now }
      for (subscriber, socket) in state.sockets.values {
        var texts = new == nil ? [] : subscriber.feed.texts(of: told, after: former)
        if isDue, texts.isEmpty {
          switch subscriber.feed {
          case .all: texts = [told.statusEnvelope.write()]
          case .status: texts = [told.status.write()]
          default: break
          }
        }
        for text in texts { socket.send(text) }
      }
    }
  }
}

/// A client that listens.
final class Subscriber: SocketListener {
  let feed: Feed
  /// The user whose socket it is; nil for a token for reading.
  let user: String?
  private let hub: Hub
  private let number = Mutex<Int?>(nil)

  init(_ feed: Feed, user: String?, hub: Hub) { (self.feed, self.user, self.hub) = (feed, user, hub) }

  func opened(_ socket: any ServedSocket) {
    let number = hub.add(self, socket)
    self.number.withLock { $0 = number }
  }

  func closed() {
    if let number = number.withLock({ $0 }) { hub.remove(number) }
  }
}

extension Server {
  /// Looks at the account, and tells the sockets what has changed; called a few times a second.
  package func pump() {
    hub.tell(hub.isNews(mark) ? feedState() : nil, at: now)
  }

  private func feedState() -> FeedState? {
    do throws(Refusal) {
      let account = try account()
      let figures = try figures(of: account)
      return FeedState(
        time: now, figures: figures, trades: Array(account.executions.prefix(500)), status: status(figures),
        balance: balance(figures))
    } catch { return nil }
  }

  /// Ends the sockets and the session's streams.
  package func end() {
    hub.closeAll()
    desk.end()
  }
}
