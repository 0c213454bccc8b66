import JSON
import Strategies

/// The trials on some data as a session's file has them.
///
/// Each is sixteen characters for its key and its Sharpe ratio. Those whose keys begin with the same two hexadecimal digits
/// are one text, so that a further trial changes a small part of the file; estimated ratios are texts of their own, which
/// earlier versions read as any other.
package enum TrialText {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8: UInt64] = Dictionary(
    uniqueKeysWithValues: digits.enumerated().map { ($1, UInt64($0)) })
  private static let length = 16
  private static let beyond = "beyond"
  private static let estimated = "~"

  package static func json(of ledger: TrialLedger) -> JSONValue {
    var members: [(String, JSONValue)] = []
    var start = 0
    while start < ledger.keys.count {
      let group = ledger.keys[start] >> 56
      var (exact, estimates): ([UInt8], [UInt8]) = ([], [])
      while start < ledger.keys.count, ledger.keys[start] >> 56 == group {
        let trial = ledger.trial(at: start)
        if trial.isEstimate { append(trial, to: &estimates) } else { append(trial, to: &exact) }
        start += 1
      }
      let digits = String(group, radix: 16)
      let name = digits.count == 1 ? "0" + digits : digits
      for (name, text) in [(name, exact), (estimated + name, estimates)] where !text.isEmpty {
        members.append((name, .string(String(decoding: text, as: UTF8.self))))
      }
    }
    if ledger.beyond.count > 0 { members.append((beyond, ledger.beyond.json)) }
    return .object(members)
  }

  /// The trials of a document; counts without keys, as files of earlier versions have them, are added to those beyond.
  package static func ledger(reading json: JSONValue) -> TrialLedger {
    var ledger = TrialLedger()
    for member in json.members ?? [] {
      if let text = member.value.stringValue {
        ledger.add(trials(reading: Array(text.utf8), areEstimates: member.key.hasPrefix(estimated)))
      } else if let tally = TrialTally(reading: member.value) {
        ledger.beyond.add(tally)
      }
    }
    return ledger
  }

  private static func append(_ trial: Trial, to text: inout [UInt8]) {
    for place in 0..<10 { text.append(digits[Int(trial.key >> UInt64(58 - 6 * place) & 63)]) }
    let ratio = trial.sharpe.isNaN ? Float.nan : Float(trial.sharpe)
    let rest = (trial.key & 15) << 32 | UInt64(ratio.bitPattern)
    for place in 0..<6 { text.append(digits[Int(rest >> UInt64(30 - 6 * place) & 63)]) }
  }

  /// The trials of a text; none if it is damaged.
  private static func trials(reading text: [UInt8], areEstimates: Bool) -> [Trial] {
    guard text.count % length == 0 else { return [] }
    var trials: [Trial] = []
    trials.reserveCapacity(text.count / length)
    for start in stride(from: 0, to: text.count, by: length) {
      var (key, rest): (UInt64, UInt64) = (0, 0)
      for offset in 0..<length {
        guard let value = values[text[start + offset]] else { return [] }
        if offset < 10 { key = key << 6 | value } else { rest = rest << 6 | value }
      }
      let sharpe = Double(Float(bitPattern: UInt32(truncatingIfNeeded: rest)))
      trials.append(Trial(key: key << 4 | rest >> 32, sharpe: sharpe, isEstimate: areEstimates))
    }
    return trials
  }
}

extension TrialTally {
  /// The count alone if nothing is known of the Sharpe ratios.
  var json: JSONValue {
    known == 0
      ? .integer(count)
      : [
        "count": .integer(count), "known": .integer(known), "mean": .number(mean), "squares": .number(squares),
      ]
  }

  /// A tally of a session's file; nil if it is none.
  init?(reading json: JSONValue) {
    self.init()
    guard let count = json.intValue ?? json["count"]?.intValue, count > 0 else { return nil }
    self.count = count
    guard let known = json["known"]?.intValue, (1...count).contains(known), let mean = json["mean"]?.doubleValue,
      let squares = json["squares"]?.doubleValue, mean.isFinite, squares.isFinite, squares >= 0
    else { return }
    (self.known, self.mean, self.squares) = (known, mean, squares)
  }
}
