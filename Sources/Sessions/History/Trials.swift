import JSON
import Strategies

/// The different backtests and combinations run so far, by the content of their data.
///
/// The best of many trials overstates its performance, so each result states the number of trials and the result
/// expected from luck alone. A result once seen cannot be unseen: `undo` and `reset` remove no trial, and a session's
/// file keeps them.
package struct Trials: Sendable, Hashable {
  /// The trials by the data's hash.
  private var ledgers: [String: TrialLedger] = [:]

  /// Counts trials on some data, each once however often it is repeated, and gives all on these data.
  @discardableResult
  package mutating func count(_ trials: [Trial], on data: String) -> TrialTally {
    ledgers[data, default: TrialLedger()].add(trials)
    return ledgers[data]?.tally ?? TrialTally()
  }

  /// Adds the trials of another session.
  package mutating func add(_ other: Trials) {
    for (data, ledger) in other.ledgers { ledgers[data, default: TrialLedger()].add(ledger) }
  }

  /// True if nothing was tried yet.
  package var isEmpty: Bool { ledgers.isEmpty }

  /// The document of a session's file.
  package var json: JSONValue {
    .object(ledgers.sorted { $0.key < $1.key }.map { data, ledger in (data, TrialText.json(of: ledger)) })
  }

  package init() {}

  /// The trials of a session's file; members that are not counts are left out.
  package init(reading json: JSONValue?) {
    for data in json?.members ?? [] {
      let ledger = TrialText.ledger(reading: data.value)
      if !ledger.isEmpty { ledgers[data.key] = ledger }
    }
  }
}
