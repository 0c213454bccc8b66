import JSON
import Synchronization

/// All that a result was computed from besides its bars, as a session's file has it beside the result: with its statement
/// and the same bars it is made again.
///
/// Most results are never saved or checked, so that the document is made when requested.
package final class ResultInputs: Sendable {
  private enum State {
    case waiting(@Sendable () -> JSONValue)
    case made(JSONValue)
  }

  private let state: Mutex<State>

  /// Inputs whose document is made when requested.
  package init(_ make: @escaping @Sendable () -> JSONValue) { state = Mutex(.waiting(make)) }

  /// Inputs as a session's file has them.
  package init(kept json: JSONValue) { state = Mutex(.made(json)) }

  /// The document.
  package var json: JSONValue {
    state.withLock { state in
      switch state {
      case .made(let json): return json
      case .waiting(let make):
        let json = make()
        state = .made(json)
        return json
      }
    }
  }
}
