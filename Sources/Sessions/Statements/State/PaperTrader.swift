import Calendar
import Language
import Strategies

/// A strategy that trades a live series in a paper account while this program runs.
package struct PaperTrader: Sendable {
  /// The number of its run in the book.
  package let run: Int
  /// The name of the account.
  package let account: String
  /// The name of the series.
  package let series: String
  /// The strategy with its arguments.
  package let subject: Subject
  /// The settings that it began with.
  package let settings: Settings
  /// The time since which this program trades it, in milliseconds since 1970.
  package let since: Int64
  /// True if the guardrails refused its last entry, so that the next refusal is not told again.
  package var isRefused = false

  package init(
    run: Int, account: String, series: String, subject: Subject, settings: Settings, since: Int64
  ) {
    (self.run, self.account, self.series, self.subject) = (run, account, series, subject)
    (self.settings, self.since) = (settings, since)
  }
}
