import Columns
import Evaluation
import MarketData

/// Bars with all that is known of where they came from.
struct LoadedSeries: Sendable {
  /// Where bars came from, so that a saved session finds them again.
  enum Source: Sendable, Hashable {
    /// Shipped with the program.
    case sample(String, timeframe: Timeframe?)
    /// A file, with the options of its `load`.
    case file(path: String, timezone: String?, timeframe: Timeframe?)

    /// Where a sample came from and its licence; nil for a file, which is described by its dialect.
    var provenance: String? {
      guard case .sample(let name, let timeframe) = self else { return nil }
      return Sample.named(name, timeframe: timeframe).map { "\($0.title) (\($0.source), \($0.licence))" }
    }

    /// The source in words.
    var described: String {
      switch self {
      case .sample(let name, let timeframe): "sample \(name)" + (timeframe.map { " \($0)" } ?? "")
      case .file(let path, _, _): path
      }
    }
  }

  var name: String
  /// True for a series of single values (an economic series), false for bars.
  var isMacro: Bool
  var series: Evaluation.Series
  var source: Source
  /// What was recognised in the file, in words.
  var dialect: String
  var findings: [MarketData.Finding]
  /// A hash of the source's bytes: a session tells when they have changed.
  var contentHash: String

  var bars: Bars { series.bars }

  /// What a reader of a backtest should know of the prices.
  var priceRemarks: [String] {
    findings.filter { $0.code == .possibleSplits || $0.code == .inconsistentPrices }.map {
      "\($0.message): prices as they stand in the source"
    }
  }

  /// The series with bars of another length; itself where that is its own, or none is asked for.
  func series(timeframe: Timeframe?) throws(ResamplingError) -> Evaluation.Series {
    guard let timeframe, timeframe != bars.timeframe else { return series }
    return Evaluation.Series(name: name, bars: try bars.resampled(to: timeframe))
  }
}
