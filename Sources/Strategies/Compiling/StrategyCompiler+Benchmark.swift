import Backtesting
import Columns
import Evaluation

extension StrategyCompiler {
  /// The returns of a run with those of its benchmark: holding the same bars, or another named series.
  func benchmarkReturns(
    of result: BacktestResult, on series: Evaluation.Series, benchmark name: String?
  ) throws(RunFailure) -> BenchmarkReturns {
    let curve: [Double]
    if let name, name != series.name {
      let other: Evaluation.Series
      do { other = try source.series(in: BarContext(symbol: name), seenFrom: series) } catch {
        throw .evaluation(.context(error))
      }
      let worth = other.bars.holdingCurve(in: 0..<other.bars.count, with: other.bars.barActions(other.actions))
      curve = Array(series.seen(Column(worth), of: other).values[result.range])
    } else {
      // Those of the result are of the symbols that it held, which may be others.
      curve = series.bars.holdingCurve(in: result.range, with: series.bars.barActions(series.actions))
    }
    return BenchmarkReturns(run: result.returns(), benchmark: curve, basis: result.basis)
  }
}
