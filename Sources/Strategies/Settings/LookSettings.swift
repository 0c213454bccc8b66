/// Display settings; no stored number, and none that a program reads, depends on them.
package struct LookSettings: Sendable, Hashable {
  /// The format that results are shown in; nil for the one that the program was called with.
  package var format: String?
  /// The significant digits of numbers that have no decimals of their own; nil for six.
  package var digits: Int?
  /// The rows of a long list; nil for all.
  package var rows: Int? = 10
  /// True if thousands are separated by commas, in whole numbers from 10,000 on.
  package var groupsThousands = true
  /// The text of a missing value.
  package var missing = "-"
  /// True to show how long each entry took.
  package var showsTime = false
  /// True if output longer than the screen goes to a pager.
  package var pages = true
  /// Whether text is coloured; nil if the terminal decides.
  package var color: Bool?
  /// The terminal's background, `dark` or `light`, which the colours suit; nil if the terminal is asked.
  package var theme: String?
  /// The way in which a table that is too wide is shown.
  package var wideTables = "auto"
  /// The words before the place that is typed at; nil for `tas` and the series in use.
  package var prompt: String?
  /// The columns of a chart; nil for the width of the page.
  package var chartWidth: Int?
  /// How charts are drawn in a terminal: `text`, `picture`, `auto` for pictures if the terminal shows them, or `live` for
  /// text that is drawn again at each close.
  package var charts = LookSettings.chartWords[0]

  /// The words for how charts are drawn.
  package static let chartWords = ["text", "picture", "auto", "live"]

  package init() {}
}
