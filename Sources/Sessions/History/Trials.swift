import JSON
import MarketData
import Strategies

/// The different backtests and combinations run so far, by the content of their data.
///
/// The best of many trials overstates its performance, so each result states the number of trials and the result
/// expected from luck alone. A result once seen cannot be unseen: `undo` and `reset` remove no trial, and a session's
/// file keeps them.
package struct Trials: Sendable, Hashable {
  /// The trials by the hash of the data and by the hash of the run.
  private var tallies: [String: [String: TrialTally]] = [:]

  /// Counts runs on some data, each once however often it is repeated, and gives those of all on these data.
  @discardableResult
  package mutating func count(_ tally: TrialTally, _ identity: String, on data: String) -> TrialTally {
    tallies[data, default: [:]][ContentHash.text(of: Array(identity.utf8))] = tally
    return all(on: data)
  }

  /// All trials on some data.
  private func all(on data: String) -> TrialTally {
    // In the order of their hashes: sums of the same numbers are the same bits.
    (tallies[data] ?? [:]).sorted { $0.key < $1.key }.reduce(into: TrialTally()) { $0.add($1.value) }
  }

  /// Adds the trials of another session.
  package mutating func add(_ other: Trials) {
    for (data, runs) in other.tallies {
      tallies[data, default: [:]].merge(runs) { $0.count >= $1.count ? $0 : $1 }
    }
  }

  /// True where nothing was tried yet.
  package var isEmpty: Bool { tallies.isEmpty }

  /// The document of a session's file.
  package var json: JSONValue {
    .object(
      tallies.sorted { $0.key < $1.key }.map { data, runs in
        (data, .object(runs.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
      })
  }

  package init() {}

  /// The trials of a session's file; members that are not counts are left out.
  package init(reading json: JSONValue?) {
    for data in json?.members ?? [] {
      for run in data.value.members ?? [] {
        if let tally = TrialTally(reading: run.value) { tallies[data.key, default: [:]][run.key] = tally }
      }
    }
  }
}

extension TrialTally {
  /// The count alone where nothing is known of the Sharpe ratios, as files of earlier versions have it.
  fileprivate var json: JSONValue {
    known == 0
      ? .integer(count)
      : [
        "count": .integer(count), "known": .integer(known), "mean": .number(mean), "squares": .number(squares),
      ]
  }

  /// A tally of a session's file; nil where it is none.
  fileprivate init?(reading json: JSONValue) {
    self.init()
    guard let count = json.intValue ?? json["count"]?.intValue, count > 0 else { return nil }
    self.count = count
    guard let known = json["known"]?.intValue, (1...count).contains(known), let mean = json["mean"]?.doubleValue,
      let squares = json["squares"]?.doubleValue, mean.isFinite, squares.isFinite, squares >= 0
    else { return }
    (self.known, self.mean, self.squares) = (known, mean, squares)
  }
}
