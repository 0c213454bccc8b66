import Calendar
import Columns
import Evaluation
import MarketData
import OrderedCollections
import Robustness
import Sessions
import Strategies
import Workspace

/// The closes of a series as known now, with hashes of the bars up to each.
struct KnownCloses {
  /// The closes of the bars that are over.
  package let history: CloseHistory?
  private let times: [Timestamp]
  private let bytes: [UInt8]
  private var hashes: [Int: String] = [:]

  /// Reads a series; a last bar that is not over yet is left out of the closes, as it settles nothing.
  package init(_ series: Evaluation.Series) {
    let bars = series.bars
    times = Array(bars.times)
    let closes = bars.close.values
    let count = series.endsUnfinished ? times.count - 1 : times.count
    do throws(JournalError) {
      history = try CloseHistory(
        times: Array(times.prefix(count)), prices: Array(closes.prefix(count)),
        units: series.unitsAfterSplits(in: 0..<count))
    } catch {
      history = nil
    }
    bytes = Self.bytes(of: bars, upTo: bars.count - 1)
  }

  /// The times and closes up to a bar, this one included.
  private static func bytes(of bars: Bars, upTo index: Int) -> [UInt8] {
    let closes = bars.close.values
    return [UInt8](unsafeUninitializedCapacity: (index + 1) * bytesOfBar) { bytes, count in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      for bar in 0..<(index + 1) {
        let place = bar * bytesOfBar
        raw.storeBytes(of: bars.times[bar].milliseconds.littleEndian, toByteOffset: place, as: Int64.self)
        raw.storeBytes(of: closes[bar].bitPattern.littleEndian, toByteOffset: place + 8, as: UInt64.self)
      }
      count = (index + 1) * bytesOfBar
    }
  }

  /// The hash of the times and closes of a series up to a bar, this one included.
  static func hash(of series: Evaluation.Series, upTo index: Int) -> String {
    ContentHash.text(of: bytes(of: series.bars, upTo: index))
  }

  /// Eight of the time and eight of the close.
  private static let bytesOfBar = 16

  /// The hash of the times and closes up to a bar, this one included.
  package mutating func hash(upTo index: Int) -> String {
    if let known = hashes[index] { return known }
    let hash = ContentHash.text(of: Array(bytes.prefix((index + 1) * Self.bytesOfBar)))
    hashes[index] = hash
    return hash
  }

  /// The hash of the times and closes up to the bar of a time; nil if there is no such bar.
  package mutating func hash(upTo time: Timestamp) -> String? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low] == time ? hash(upTo: low) : nil
  }
}

extension Execution {
  /// The bars of a symbol and a timeframe as the session has them: those in use, those that were loaded, or longer ones
  /// made of these; nil if there are none.
  package func series(of wanted: SignalEntry.Series) -> Evaluation.Series? {
    if let active = session.active, active.name == wanted.symbol, active.series.bars.timeframe == wanted.timeframe {
      return active.series
    }
    guard let loaded = session.series[wanted.symbol],
      loaded.bars.timeframe.nominalMilliseconds <= wanted.timeframe.nominalMilliseconds
    else { return nil }
    return try? loaded.series(timeframe: wanted.timeframe)
  }

  /// The outcomes of signals by the closes that the session has.
  package func settled(_ journal: SignalJournal) -> SettledJournal {
    var known: [SignalEntry.Series: KnownCloses] = [:]
    for wanted in Set(journal.entries.map(\.series)) {
      known[wanted] = series(of: wanted).map { KnownCloses($0) }
    }
    return journal.settle(
      with: { known[$0]?.history }, dataHash: { entry in known[entry.series]?.hash(upTo: entry.time) })
  }
}
