import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Sessions
import Strategies
import Text
import Workspace

extension Execution {
  /// The shorter bars that the settings of a run ask for; nil if they ask for none.
  ///
  /// - Throws: a run whose bars are not longer, or whose series was loaded with longer ones.
  package func finerBars(for series: Evaluation.Series, _ settings: Settings, at span: SourceSpan) throws(Diagnostic)
    -> FinerBars?
  {
    guard let timeframe = settings.insideTimeframe else { return nil }
    guard timeframe.nominalMilliseconds < series.bars.timeframe.nominalMilliseconds else {
      throw Diagnostic(
        .backtestRefused,
        "bars of \(timeframe) are not shorter than those of the run, which are \(series.bars.timeframe)",
        at: span, hints: ["`with inside stop-first`, or longer bars: `use \(series.name) timeframe 1d`"])
    }
    guard let finer = session.series[series.name]?.finerBars(timeframe, of: series) else {
      let length = session.series[series.name]?.bars.timeframe ?? series.bars.timeframe
      throw Diagnostic(
        .backtestRefused, "\(series.name) was loaded with bars of \(length), which say nothing about \(timeframe)",
        at: span,
        hints: [
          "load a file with bars of \(timeframe) or less, then `use \(series.name) timeframe \(series.bars.timeframe)`"
        ])
    }
    return finer
  }
}
