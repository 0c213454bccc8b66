/// The usual values of a role, where the whole vocabulary of expressions would be allowed.
enum RoleCandidates {
  /// The candidates of a role; empty for a role of which nothing better is known.
  static func candidates(_ role: String, of command: String?) -> [Completion.Candidate] {
    switch role {
    case "by" where command == "describe" || command == "study" || command == "patterns": keys
    case "top": ["3", "5", "10", "20"].map { Completion.Candidate(text: $0, detail: "rows") }
    case "seed": [Completion.Candidate(text: "42", detail: "the same draws each time")]
    default: []
    }
  }

  private static let keys: [Completion.Candidate] = [
    ("weekday", "Monday to Friday"), ("month", "January to December"), ("year", "each year"),
    ("day", "the day of the month"),
    ("hour", "the hour of the bar"), ("minute", "the minute of the bar"),
    ("bins(", "ranges of a value: bins(rsi(14), 10)"),
  ].map { Completion.Candidate(text: $0, detail: $1) }
}
