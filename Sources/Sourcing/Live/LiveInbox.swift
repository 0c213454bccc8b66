import Platform
import Streams
import Synchronization

/// The messages of all sockets that were not read yet, at most 65,536: what does not fit is lost, and known to be.
final class LiveInbox: Sendable {
  /// Something that came from outside.
  enum Item: Sendable {
    case socket(SocketEvent)
    /// The bars that a provider has of a fetch; nil if it could not be asked.
    case answer(series: String, [StreamedBar]?, [LiveFetch.Answer])
    /// Messages that did not fit.
    case overflow(Int)
  }

  /// An item with the connection that it is of and the time of its arrival.
  struct Message: Sendable {
    var connection: Int
    var at: Int64
    var item: Item
  }

  private struct State {
    var messages: [Message] = []
    var lost: [Int: Int] = [:]
    var wake: (@Sendable () -> Void)?
  }

  private static let limit = 65_536
  private let state = Mutex(State())
  private let now: @Sendable () -> Int64

  init(now: @escaping @Sendable () -> Int64) { self.now = now }

  /// Called when something comes, from any thread.
  func onArrival(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

  func put(_ item: Item, of connection: Int) {
    let now = now()
    let wake = state.withLock { state in
      if case .socket(.frame) = item, state.messages.count >= Self.limit {
        state.lost[connection, default: 0] += 1
        return nil as (@Sendable () -> Void)?
      }
      state.messages.append(Message(connection: connection, at: now, item: item))
      return state.messages.count == 1 ? state.wake : nil
    }
    wake?()
  }

  /// True if something waits.
  var hasNews: Bool { state.withLock { !$0.messages.isEmpty } }

  /// Takes all that waits, in the order of arrival.
  func take() -> [Message] {
    let now = now()
    return state.withLock { state in
      var messages = state.messages
      messages += state.lost.sorted { $0.key < $1.key }.map {
        Message(connection: $0.key, at: now, item: .overflow($0.value))
      }
      (state.messages, state.lost) = ([], [:])
      return messages
    }
  }
}
