import Calendar
import Columns

/// Bars of a random walk, the same for the same seed.
public struct RandomBars {
  /// The largest relative move from a bar's open to its close.
  public var move = 0.03
  /// The largest relative move from a close to the next open.
  public var gap = 0.0
  /// The least and the most by which the high is above and the low below the body, relative to it.
  public var wick = 0.001...0.01
  /// The least and the most volume.
  public var volume = 1000.0...9000.0
  /// The price that the walk starts at.
  public var start = 100.0
  /// The mean number of bars until the walk pauses, and until it resumes; zero if it never pauses.
  ///
  /// In a pause the four prices are equal and the volume is zero.
  public var barsToPause = 0
  /// True where closes and volumes are rounded, to cents and to units, so that equal values are frequent.
  public var isRounded = false
  /// The share of bars on which one price or the volume is missing.
  public var holes = 0.0

  /// Makes the walk of the defaults: no two prices are equal and none is missing.
  public init() {}

  /// The bars, an hour each in UTC, or at the given times.
  public func bars(_ count: Int, seed: UInt64, times: [Timestamp]? = nil, timeframe: Timeframe = .hour) -> Bars {
    var dice = Dice(seed)
    var close = start
    var isPaused = false
    var rows: [[Double]] = []
    for _ in 0..<count {
      if barsToPause > 0, dice.whole(0...barsToPause) == 0 { isPaused.toggle() }
      if isPaused {
        rows.append([close, close, close, close, 0])
        continue
      }
      let open = gap > 0 ? close * (1 + dice.number(-gap...gap)) : close
      close = open * (1 + dice.number(-move...move))
      if isRounded { close = max(0.01, (close * 100).rounded() / 100) }
      let high = max(open, close) * (1 + dice.number(wick))
      let low = min(open, close) * (1 - dice.number(wick))
      let traded = dice.number(volume)
      var row = [open, high, low, close, isRounded ? traded.rounded() : traded]
      if dice.number(0...1) < holes { row[dice.whole(0...4)] = .nan }
      rows.append(row)
    }
    func column(_ place: Int) -> Column { Column(rows.map { $0[place] }) }
    return Bars(
      times: times ?? (0..<count).map { Timestamp(milliseconds: 1_300_000_000_000 + Int64($0) * 3_600_000) },
      open: column(0), high: column(1), low: column(2), close: column(3), volume: column(4),
      timeframe: timeframe, zone: .utc)
  }
}
