import Calendar
import Columns
import JSON
import Workspace

/// The end of a series that has grown since it was loaded, as a session's file has it: bars are not in the file, so it
/// says up to which bar the series was the one that it had.
struct SeriesEnd {
  /// The number of bars as loaded.
  var loaded: Int
  /// The number of bars.
  var bars: Int
  /// The last bar, as shown.
  var last: String
  /// The hash of the bars; see `BarTrail`.
  var hash: String

  /// The end of a series; nil of one that has not grown.
  init?(of series: LoadedSeries) {
    guard let growth = series.growth, !series.unadjusted.isEmpty else { return nil }
    (loaded, bars) = (growth.loaded, series.unadjusted.count)
    last = series.unadjusted.label(at: bars - 1)
    hash = series.trail(to: bars)
  }

  /// The end in the document of a series; nil if it has none.
  init?(reading json: JSONValue?) {
    guard let json, let loaded = json["loaded"]?.intValue, let bars = json["bars"]?.intValue,
      let last = json["last"]?.stringValue, let hash = json["hash"]?.stringValue, (0...bars).contains(loaded)
    else { return nil }
    (self.loaded, self.bars, self.last, self.hash) = (loaded, bars, last, hash)
  }

  var json: JSONValue {
    ["loaded": .integer(loaded), "bars": .integer(bars), "last": .string(last), "hash": .string(hash)]
  }

  /// True if the first bars of a series are those that it had; further ones are of the time since.
  func isKept(in series: LoadedSeries) -> Bool {
    series.unadjusted.count >= bars && series.trail(to: bars) == hash
  }
}
