import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Research
import Sessions
import Shell
import StandardIndicators
import Workspace

/// The other bars that an expression or a statement may ask for: no shorter ones than were loaded, and no sets of symbols.
extension Completion {
  private static let timeframes = [
    ("1m", "one minute"), ("5m", "five minutes"), ("15m", "a quarter of an hour"), ("30m", "half an hour"),
    ("1h", "one hour"), ("4h", "four hours"), ("1d", "one day"), ("1w", "one week"), ("1mo", "one month"),
  ]

  /// The usual timeframes; of a series that is loaded those that its bars can make.
  static func timeframes(of expected: Expectations, in text: String, _ session: Session) -> [Candidate] {
    let finest = finestTimeframe(of: expected, in: text, session)?.nominalMilliseconds ?? 0
    return timeframes.compactMap { name, detail in
      guard let timeframe = Timeframe(name), timeframe.nominalMilliseconds >= finest else { return nil }
      return Candidate(text: name, detail: detail)
    }
  }

  /// The series and, after a valuation, the companies allowed after `@`.
  static func symbols(behindContextIn text: String, _ session: Session) -> [Candidate] {
    let series = session.series.keys.map { Candidate(text: quoted($0, isContext: true), detail: "series") }
    let isValuation = BarFunction.all.contains { $0.isValuation && text.contains($0.name + "(") }
    guard isValuation else { return series }
    return series
      + session.research.fundamentals.keys.map { Candidate(text: quoted($0, isContext: true), detail: "company") }
  }

  /// The timeframe of the bars that others are made of; nil if they are not loaded yet.
  private static func finestTimeframe(
    of expected: Expectations, in text: String, _ session: Session
  ) -> Timeframe? {
    let before = String(decoding: Array(text.utf8).prefix(expected.start), as: UTF8.self)
    var name = session.active?.name
    if expected.isContext {
      // `close @ MSFT @ `: the days of that symbol.
      let parts = before.split(separator: "@", omittingEmptySubsequences: false).suffix(2)
      if let word = parts.first?.split(whereSeparator: { $0 == " " || $0 == "\"" }).first.map(String.init),
        parts.count == 2, session.series[word] != nil
      {
        name = word
      }
    } else if expected.command == "use" {
      let words = before.split(whereSeparator: \.isWhitespace).map { $0.filter { $0 != "\"" } }
      if let place = words.lastIndex(of: "use"), place + 1 < words.count { name = words[place + 1] }
    } else {
      return nil
    }
    guard let name, let loaded = session.series[name] else { return nil }
    return loaded.bars.timeframe
  }
}
