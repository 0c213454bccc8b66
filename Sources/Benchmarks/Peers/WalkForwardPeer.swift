import JSON
import Presentation

/// A walk-forward over the windows that vectorbt's splitter makes, by a script in Python.
struct WalkForwardPeer {
  /// One walk-forward: all pairs of periods on each window.
  struct Work {
    /// The file of the bars, opens, highs, lows and closes as raw doubles one after another.
    var bars: String
    var count: Int
    var fast: [Int]
    var slow: [Int]
    var windows: Int
    /// The bars of a window to choose on, and those to test on.
    var train: Int
    var test: Int
  }

  /// The shortest time and the tests in a row.
  struct Answer {
    var seconds: Double
    var totalReturn: Double
    var trades: Int
  }

  private let peer: Peer

  /// Starts the script; nil if `scripts/bench` found no Python with NumPy.
  init?(_ workplace: Workplace) {
    guard let python = Machine.variable("TAS_BENCH_PYTHON"), let script = Machine.variable("TAS_BENCH_WALKFORWARD"),
      let peer = Peer(python, [script])
    else {
      workplace.note("vectorbt is not there (scripts/bench installs it where Python and the network are): tas is alone")
      return nil
    }
    self.peer = peer
  }

  /// The shortest of some runs, the first of all left out; nil if the library is not there.
  func run(_ work: Work, times: Int) -> Answer? {
    let request: [(String, JSONValue)] = [
      ("bars", .string(work.bars)), ("count", .integer(work.count)),
      ("fast", .array(work.fast.map { .integer($0) })), ("slow", .array(work.slow.map { .integer($0) })),
      ("windows", .integer(work.windows)), ("train", .integer(work.train)), ("test", .integer(work.test)),
      ("runs", .integer(times)),
    ]
    guard let answer = peer.ask(.object(request)),
      let seconds = answer["seconds"]?.elements?.compactMap(\.doubleValue).min(),
      let total = answer["return"]?.doubleValue, let trades = answer["trades"]?.intValue
    else { return nil }
    return Answer(seconds: seconds, totalReturn: total, trades: trades)
  }
}
