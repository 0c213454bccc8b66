import Language
import Sessions
import Shell

/// The meaning of the words of the language, in a few words, as completion shows it next to them.
package enum KeywordDetails {
  /// The meaning of words as a clause of a command, or as an operator.
  ///
  /// A clause that the table does not name shows its usage.
  ///
  /// - Parameter all: the possible words; if several of them begin forms, this one does, too.
  package static func detail(of keyword: String, among all: [String], command: String?) -> String {
    if let meaning = meanings[keyword] { return meaning }
    guard let command, let syntax = CommandTable.command(named: command)?.syntax else { return "" }
    let forms = all.compactMap { word in syntax.usage.first { ($0 + " ").hasPrefix("\(command) \(word) ") } }
    if forms.count > 1, let form = forms.first(where: { ($0 + " ").hasPrefix("\(command) \(keyword) ") }) {
      return form
    }
    return syntax.usage(ofKeyword: keyword) ?? ""
  }

  private static let meanings: [String: String] = clauses.merging(rules) { clause, _ in clause }

  private static let clauses: [String: String] = [
    "where": "only if a condition holds",
    "by": "one row for each value of a key",
    "sort by": "the order of the rows",
    "top": "the first N rows",
    "last": "the last bars, or the last span of time",
    "first": "the first bars, or the first span of time",
    "since": "from a date on",
    "until": "up to a date",
    "all": "all bars, not the last ones alone",
    "as": "a name for the result",
    "to": "writes the result to a file",
    "over": "replaces the loaded series",
    "desc": "the greatest first",
    "asc": "the smallest first",
    "and": "both hold",
    "or": "one of both holds",
    "not": "true if the other is not",
    "crosses": "crosses in either direction",
    "crosses above": "was below or equal, and is above",
    "crosses below": "was above or equal, and is below",
    "between": "from a value to another one, both included",
    "in one account": "all symbols share one account",
    "with trades": "the trades as marks in the chart",
    "with draws": "the value of each draw",
    "once": "each event once, not on every bar that it lasts",
    "map": "a picture of the grid",
    "flatten": "the model without its parents",
    "rejected": "only those that were not filled",
    "adjusted": "takes splits and dividends out of the prices",
    "for price": "what the price implies",
    "because": "the reason, kept with the assumption",
  ]

  private static let rules: [String: String] = [
    "then": "the path of later years",
    "for": "for a span, or for a target",
    "enter": "a rule that opens a position",
    "exit": "a rule that closes it",
    "stop": "closes at this loss",
    "target": "closes at this gain",
    "trail": "a stop that follows the best price",
    "size": "the size of an entry",
    "allow": "how many entries may be open",
    "wait": "a pause after an exit",
    "legs": "the symbols traded together",
    "resize": "brings legs back to their weights",
    "let": "a value with a name",
    "long": "of a rise",
    "short": "of a fall",
    "when": "the condition",
    "at": "a price, or a place",
    "rank": "the order of the candidates",
    "hold": "how many are held",
    "weight": "the share of each",
    "limit": "the most, or the price at most",
    "group": "limits by a column of the universe",
    "rebalance": "how often",
    "cash": "the symbol of idle money",
    "on": "the symbols",
  ]
}
