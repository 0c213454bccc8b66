import Calendar
import Columns

/// Bars that look like a market and are the same on every machine: a walk of small steps.
enum SyntheticBars {
  /// Bars of one timeframe from 2015 on, without a gap.
  ///
  /// Another seed gives another walk at the same times.
  static func bars(count: Int, timeframe: Timeframe, seed: UInt64 = 20_150_102) -> Bars {
    var generator = Generator(state: seed)
    let start: Int64 = 1_420_156_800_000
    var times: [Timestamp] = []
    var columns = [[Double]](repeating: [], count: 5)
    times.reserveCapacity(count)
    for index in columns.indices { columns[index].reserveCapacity(count) }
    var price = 100.0
    for index in 0..<count {
      times.append(Timestamp(milliseconds: start + Int64(index) * timeframe.nominalMilliseconds))
      let open = price
      // A pull to 100 keeps a million steps in the range of a share.
      price = cents(price * (1 + 0.004 * (generator.next() - 0.5)) + (100 - price) * 0.0001)
      let top = cents(max(open, price) + 0.1 * generator.next())
      let bottom = cents(min(open, price) - 0.1 * generator.next())
      for (column, value) in [open, top, bottom, price, (100 + 9900 * generator.next()).rounded()].enumerated() {
        columns[column].append(value)
      }
    }
    return Bars(
      times: times, open: Column(columns[0]), high: Column(columns[1]), low: Column(columns[2]),
      close: Column(columns[3]), volume: Column(columns[4]), timeframe: timeframe, zone: .utc)
  }

  /// The bars as a file of comma-separated values, as an exchange writes it.
  static func commaSeparated(_ bars: Bars) -> [UInt8] {
    var bytes = Array("timestamp,open,high,low,close,volume\n".utf8)
    bytes.reserveCapacity(bars.count * 60)
    for index in 0..<bars.count {
      bytes.append(contentsOf: bars.zone.iso8601(bars.times[index]).utf8)
      for column in [bars.open, bars.high, bars.low, bars.close] {
        bytes.append(UInt8(ascii: ","))
        append(hundredths: Int((column[index] * 100).rounded()), to: &bytes)
      }
      bytes.append(UInt8(ascii: ","))
      bytes.append(contentsOf: "\(Int(bars.volume[index]))\n".utf8)
    }
    return bytes
  }

  private static func append(hundredths: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\(hundredths / 100)".utf8)
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(hundredths / 10 % 10))
    bytes.append(UInt8(ascii: "0") + UInt8(hundredths % 10))
  }

  private static func cents(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  /// A generator of numbers from 0 to 1, the same everywhere: the multiplier is Knuth's of MMIX.
  private struct Generator {
    var state: UInt64

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 9_007_199_254_740_992
    }
  }
}
