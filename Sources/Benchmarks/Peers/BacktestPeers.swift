import JSON
import Presentation

/// Crossings of two averages run by a jitted loop of Numba and by vectorbt, by a script in Python.
struct BacktestPeers {
  /// A way to run them.
  enum Name: String, CaseIterable {
    /// A loop written for this one rule, compiled: the fastest option in Python.
    case numba
    /// Complete tables of signals.
    case vectorbt
  }

  /// One kind of work: all pairs of periods with the fast one below the slow one.
  struct Work {
    /// The file of the bars, opens, highs, lows and closes as raw doubles one after another.
    var bars: String
    /// The number of bars in it.
    var count: Int
    /// The name of the average that crosses: `ema`, `sma`.
    var average: String
    var fast: [Int]
    var slow: [Int]
    /// A share of the traded value.
    var commission: Double
    /// A share of the entry; 0 for none.
    var stop = 0.0

    /// The number of pairs.
    var pairs: Int { fast.reduce(0) { sum, fast in sum + slow.count { $0 > fast } } }
  }

  /// The times of several runs and the best pair of them.
  struct Answer {
    var seconds: [Double]
    var totalReturn: Double
    var trades: Int
  }

  private let peer: Peer

  /// Starts the script; nil if `scripts/bench` found no Python with NumPy.
  init?(_ workplace: Workplace) {
    guard let python = Machine.variable("TAS_BENCH_PYTHON"), let script = Machine.variable("TAS_BENCH_BACKTEST"),
      let peer = Peer(python, [script])
    else {
      workplace.note("NumPy is not there (scripts/bench installs it where Python and the network are): tas is alone")
      return nil
    }
    self.peer = peer
  }

  /// The times of several runs, the first of all left out; nil if the library is not there.
  func run(_ name: Name, _ work: Work, threads: Int, times: Int) -> Answer? {
    let request: [(String, JSONValue)] = [
      ("peer", .string(name.rawValue)), ("bars", .string(work.bars)), ("count", .integer(work.count)),
      ("average", .string(work.average)), ("fast", .array(work.fast.map { .integer($0) })),
      ("slow", .array(work.slow.map { .integer($0) })), ("commission", .number(work.commission)),
      ("stop", .number(work.stop)), ("threads", .integer(threads)), ("runs", .integer(times)),
    ]
    guard let answer = peer.ask(.object(request)),
      let seconds = answer["seconds"]?.elements?.compactMap(\.doubleValue), !seconds.isEmpty,
      let best = answer["return"]?.doubleValue,
      let trades = answer["trades"]?.doubleValue
    else { return nil }
    return Answer(seconds: seconds, totalReturn: best, trades: Int(trades))
  }
}
