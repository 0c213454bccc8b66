import Columns

/// Bars that have come for a series of the session: closed ones that follow its last bar, or others in place of bars that
/// it has, which were late or were corrected.
///
/// They are in the prices of the source, as the series was loaded, and of all its hours. Times, prices and volumes count,
/// and the closes if they are stated; zone, session and calendar are those of the series.
public struct SeriesUpdate: Sendable, Hashable {
  /// The name of the series in the session.
  public var series: String
  /// The bars, oldest first, as long as those of the series.
  public var bars: Bars

  /// Makes an update of a series of the session.
  public init(_ series: String, bars: Bars) {
    self.series = series
    self.bars = bars
  }
}

/// The effect of an update on the bars of a series.
public struct SeriesChange: Sendable, Hashable {
  /// The number of bars after the former last one.
  public var appended: Int
  /// The number of bars in place of others, or between them.
  public var revised: Int
  /// The number of bars now.
  public var count: Int

  /// Makes a change.
  public init(appended: Int, revised: Int, count: Int) {
    (self.appended, self.revised, self.count) = (appended, revised, count)
  }

  /// True if bars were corrected: values of bars that had closed may be others now.
  public var isRevision: Bool { revised > 0 }
}

/// A reason why a series cannot take an update.
public enum SeriesUpdateError: Error, Sendable, Hashable {
  /// The session has no series of this name.
  case notLoaded(String)
  /// The bars do not fit.
  case bars(GrowthError)
  /// A split or dividend that now counts cannot be taken out of the prices.
  case adjustment(AdjustmentError)
}

extension SeriesUpdateError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .notLoaded(let name): "`\(name)` is not loaded"
    case .bars(let error): "\(error)"
    case .adjustment(let error): "\(error)"
    }
  }
}
