import Calendar
import Columns
import MarketData

/// Reads a text as a file of bars.
func read(_ text: String, _ options: BarFile.Options = .init()) throws(MarketDataError) -> LoadedBars {
  try BarFile.read(Array(text.utf8), name: "test.csv", options: options)
}

/// The error that reading a text gives; nil if it gives none.
func fault(_ text: String, _ options: BarFile.Options = .init()) -> MarketDataError? {
  do {
    _ = try read(text, options)
    return nil
  } catch {
    return error
  }
}

/// Bars without their memory addresses: NaN equals NaN.
func values(_ bars: Bars) -> [[UInt64]] {
  [bars.times.map { UInt64(bitPattern: $0.milliseconds) }]
    + [bars.open, bars.high, bars.low, bars.close, bars.volume].map { column in
      column.values.map { $0.isNaN ? .max : $0.bitPattern }
    }
}
