import Backtesting
import Calendar
import Columns
import Evaluation
import Workspace

extension LoadedSeries {
  /// The shorter bars inside those of one of its series; nil if it was loaded with longer ones.
  package func finerBars(_ timeframe: Timeframe, of series: Evaluation.Series) -> FinerBars? {
    guard timeframe.nominalMilliseconds < series.bars.timeframe.nominalMilliseconds,
      timeframe.nominalMilliseconds >= bars.timeframe.nominalMilliseconds,
      let finer = try? self.series(timeframe: timeframe, session: series.bars.session)
    else { return nil }
    return FinerBars(finer.bars, inside: series.bars)
  }
}
