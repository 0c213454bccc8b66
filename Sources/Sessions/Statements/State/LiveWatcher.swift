import Language

/// A signal that is computed again at each bar of a live series.
package struct LiveWatcher: Sendable {
  /// The name of the series.
  package let series: String
  /// The name of the strategy.
  package let name: String
  /// The statement without the words that repeat it.
  package let call: CommandCall
  /// The last decision, so that a change is noticed; nil before the first.
  package var last: String?

  package init(series: String, name: String, call: CommandCall, last: String?) {
    (self.series, self.name, self.call, self.last) = (series, name, call, last)
  }
}
