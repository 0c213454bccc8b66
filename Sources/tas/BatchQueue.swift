import Batch
import Dispatch
import JSON
import Shell
import Synchronization

/// The requests that wait, and the one under way.
///
/// One thread reads requests and puts them in, another takes and answers them in the order in which they came. To cancel
/// is done by the one that reads, while the other works.
final class BatchQueue: Sendable {
  /// A request, or the fault of a line that is none.
  typealias Entry = Result<BatchRequest, BatchFault>

  private struct State {
    var waiting: [Entry] = []
    /// The ids of statements that were cancelled while they waited.
    var cancelled: [JSONValue] = []
    /// The id of the statement under way.
    var current: JSONValue?
    var hasEnded = false
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  /// Asked by the work under way, thousands of times a second.
  private let stops = Atomic(false)

  /// True if the statement under way was cancelled.
  var isCancelled: Bool { stops.load(ordering: .relaxed) }

  /// The id of the statement under way.
  var current: JSONValue? { state.withLock(\.current) }

  /// Puts a request after the waiting ones.
  func append(_ entry: Entry) {
    state.withLock { $0.waiting.append(entry) }
    arrivals.signal()
  }

  /// Says that no further request comes.
  func end() {
    state.withLock { $0.hasEnded = true }
    arrivals.signal()
  }

  /// True once a request waits, or the input has ended; false if that takes longer.
  func arrives(within milliseconds: Int) -> Bool {
    guard arrivals.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
    arrivals.signal()
    return true
  }

  /// Takes the next request, once there is one; nil at the end.
  func next() -> Entry? {
    while true {
      arrivals.wait()
      let taken = state.withLock { state -> (entry: Entry?, isOver: Bool) in
        guard !state.waiting.isEmpty else { return (nil, state.hasEnded) }
        return (state.waiting.removeFirst(), false)
      }
      if taken.entry != nil || taken.isOver { return taken.entry }
    }
  }

  /// Begins the statement of a request; false if it was cancelled while it waited.
  func begin(_ id: JSONValue) -> Bool {
    state.withLock { state in
      if let index = state.cancelled.firstIndex(of: id) {
        state.cancelled.remove(at: index)
        return false
      }
      state.current = id
      stops.store(false, ordering: .relaxed)
      return true
    }
  }

  /// Ends the statement that was begun.
  func finish() { state.withLock { $0.current = nil } }

  /// Cancels the statement of an id, or the one under way if there is none; false if no such statement is there.
  func cancel(_ id: JSONValue?) -> Bool {
    state.withLock { state in
      if let current = state.current, id == nil || id == current {
        stops.store(true, ordering: .relaxed)
        return true
      }
      guard let id, state.waiting.contains(where: { $0.isStatement(of: id) }) else { return false }
      state.cancelled.append(id)
      return true
    }
  }
}

extension BatchQueue.Entry {
  /// True for the request of a statement with an id.
  fileprivate func isStatement(of id: JSONValue) -> Bool {
    guard case .success(let request) = self, case .statement = request.action else { return false }
    return request.id == id
  }
}
