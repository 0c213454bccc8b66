import MarketData
import Workspace

/// A remark on the prices of a series already shown in a session: it is not repeated if a result depends on them in the
/// same way.
package struct ToldRemark: Hashable, Sendable {
  private let series: String
  private let content: LoadedSeries.Content
  private let code: BarFinding.Code
  private let way: Way
  /// The words, which name other bars for another window; nil of splits and dividends, which stay the same.
  private let text: String?

  /// The way in which a result depends on prices.
  package enum Way: Hashable, Sendable {
    /// It shows them, or values of their bars, as they are.
    case values
    /// A command computes from them over several bars.
    case computed(command: String)
    /// A command looks at them from the bars of another series.
    case beside(command: String)
    /// Runs take the splits and dividends that move them.
    case booked
  }

  /// A remark on a series, for results that depend on it in a given way.
  package init(_ remark: LoadedSeries.PriceRemark, on series: LoadedSeries, _ way: Way) {
    (self.series, content, code, self.way) = (series.name, series.content, remark.code, way)
    let isOfActions = [.actionsInPrices, .adjustedPrices, .possibleSplits].contains(remark.code)
    text = isOfActions ? nil : remark.text
  }
}
