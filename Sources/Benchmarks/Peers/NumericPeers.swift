import JSON
import Presentation

/// The same simulation in NumPy and in Numba, by a script in Python.
struct NumericPeers {
  /// A library for arrays.
  enum Name: String, CaseIterable {
    /// Complete arrays, one thread.
    case numpy
    /// A compiled loop on all processors.
    case numba
  }

  private let peer: Peer

  /// Starts the script; nil if `scripts/bench` found no Python with NumPy.
  init?(_ workplace: Workplace) {
    guard let python = Machine.variable("TAS_BENCH_PYTHON"), let script = Machine.variable("TAS_BENCH_NUMERIC"),
      let peer = Peer(python, [script])
    else {
      workplace.note("NumPy is not there (scripts/bench installs it where Python and the network are): tas is alone")
      return nil
    }
    self.peer = peer
  }

  /// The seconds of several simulations, the first of all left out; empty if the library is not there.
  func run(_ name: Name, _ runs: Int, times: Int) -> [Double] {
    let request: [(String, JSONValue)] = [
      ("peer", .string(name.rawValue)), ("count", .integer(runs)), ("runs", .integer(times)),
    ]
    return peer.ask(.object(request))?["seconds"]?.elements?.compactMap(\.doubleValue) ?? []
  }
}
