import JSON
import Strategies

/// The different backtests and combinations that were run, by the content of their data.
///
/// The best of many trials looks better than it is, so that each result says how many there were and what luck alone would
/// have given. What was seen stays seen: `undo` and `reset` take no trial back, and a session's file keeps them.
struct Trials: Sendable, Hashable {
  /// The trials by the data's hash.
  private var ledgers: [String: TrialLedger] = [:]

  /// Counts trials on some data, each once however often it is repeated, and gives all on these data.
  @discardableResult
  mutating func count(_ trials: [Trial], on data: String) -> TrialTally {
    ledgers[data, default: TrialLedger()].add(trials)
    return ledgers[data]?.tally ?? TrialTally()
  }

  /// Adds the trials of another session.
  mutating func add(_ other: Trials) {
    for (data, ledger) in other.ledgers { ledgers[data, default: TrialLedger()].add(ledger) }
  }

  /// True where nothing was tried yet.
  var isEmpty: Bool { ledgers.isEmpty }

  /// The document of a session's file.
  var json: JSONValue {
    .object(ledgers.sorted { $0.key < $1.key }.map { data, ledger in (data, TrialText.json(of: ledger)) })
  }

  init() {}

  /// The trials of a session's file; what is no trial is left out.
  init(reading json: JSONValue?) {
    for data in json?.members ?? [] {
      let ledger = TrialText.ledger(reading: data.value)
      if !ledger.isEmpty { ledgers[data.key] = ledger }
    }
  }
}
