import JSON
import MarketData

/// The different backtests and combinations that were run, by the content of their data.
///
/// The best of many trials looks better than it is, so that a certificate says how many there were. What was seen stays
/// seen: `undo` and `reset` take no trial back, and a session's file keeps them.
struct Trials: Sendable, Hashable {
  /// The number of combinations by the data's hash and by the hash of what was run.
  private var counts: [String: [String: Int]] = [:]

  /// Counts runs on some data, each once however often it is repeated, and gives the number of all on these data.
  @discardableResult
  mutating func count(_ number: Int, _ identity: String, on data: String) -> Int {
    counts[data, default: [:]][ContentHash.text(of: Array(identity.utf8))] = number
    return counts[data]?.values.reduce(0, +) ?? number
  }

  /// Adds the trials of another session.
  mutating func add(_ other: Trials) {
    for (data, runs) in other.counts { counts[data, default: [:]].merge(runs) { max($0, $1) } }
  }

  /// True where nothing was tried yet.
  var isEmpty: Bool { counts.isEmpty }

  /// The document of a session's file.
  var json: JSONValue {
    .object(
      counts.sorted { $0.key < $1.key }.map { data, runs in
        (data, .object(runs.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.integer($0.value)) }))
      })
  }

  init() {}

  /// The trials of a session's file; what is no count is left out.
  init(reading json: JSONValue?) {
    for data in json?.members ?? [] {
      for run in data.value.members ?? [] {
        guard let count = run.value.intValue, count > 0 else { continue }
        counts[data.key, default: [:]][run.key] = count
      }
    }
  }
}
