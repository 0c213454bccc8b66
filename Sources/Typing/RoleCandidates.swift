import Shell

/// The usual values of a role, if the full vocabulary of expressions is allowed.
package enum RoleCandidates {
  /// The candidates of a role; empty for a role without better ones.
  package static func candidates(_ role: String, of command: String?) -> [Completion.Candidate] {
    switch role {
    case "by" where command == "describe" || command == "study" || command == "patterns": keys
    case "top": ["3", "5", "10", "20"].map { Completion.Candidate(text: $0, detail: "rows") }
    case "seed": [Completion.Candidate(text: "42", detail: "the same draws each time")]
    case "test" where command == "crossvalidate": [Completion.Candidate(text: "1", detail: "groups at a time")]
    default: usual[role] ?? []
    }
  }

  /// The usual numbers, lengths and rates.
  private static let usual: [String: [Completion.Candidate]] = {
    func values(_ detail: String, _ texts: String...) -> [Completion.Candidate] {
      texts.map { Completion.Candidate(text: $0, detail: detail) }
    }
    return [
      "train": values("to choose on", "2y", "500 bars"), "test": values("to test on", "6mo", "125 bars"),
      "step": values("from window to window", "6mo", "125 bars"),
      "purge": values("left out next to a test", "5 bars"), "embargo": values("left out after a test", "20 bars"),
      "groups": values("parts of the bars", "6", "10"),
      "horizon": values("after which it is judged", "5 bars", "20 bars"),
      "published": values("after the period's end", "10d", "30d"), "swing": values("from turn to turn", "5%", "10%"),
      "after": values("bars later", "[1, 5, 20]", "5", "1..10"), "before": values("bars earlier", "5", "[1, 5, 20]"),
      "runs": values("draws", "1000", "10000"), "trials": values("combinations", "200", "1000"),
      "noise": values("of each move", "10%"), "ruin": values("of the money", "50%"),
      "stop": values("from the entry", "2%", "2 * atr(14)"), "target": values("from the entry", "5%", "3 * atr(14)"),
      "trail": values("from the best price", "5%", "3 * atr(14)"), "exit after": values("after the entry", "10 bars"),
      "wait": values("after an exit", "5 bars"), "allow": values("open at a time", "2 entries", "3 entries"),
      "size": values("of an entry", "50%", "100 shares", "10k"), "risk": values("of the equity", "1%"),
    ]
  }()

  private static let keys: [Completion.Candidate] = [
    ("weekday", "Monday to Friday"), ("month", "January to December"), ("year", "each year"),
    ("day", "the day of the month"),
    ("hour", "the hour of the bar"), ("minute", "the minute of the bar"),
    ("bins(", "ranges of a value: bins(rsi(14), 10)"),
  ].map { Completion.Candidate(text: $0, detail: $1) }
}
