public import Columns
import Indicators

/// The candlestick patterns, all looked for at once.
public enum CandlestickPatterns {
  /// A pattern that fired on a bar.
  public struct Occurrence: Sendable, Hashable, BitwiseCopyable {
    private let index: UInt32
    private let patternIndex: UInt16
    private let strength: Int16

    fileprivate init(bar: Int, patternIndex: Int, value: Int) {
      index = UInt32(truncatingIfNeeded: bar)
      self.patternIndex = UInt16(truncatingIfNeeded: patternIndex)
      strength = Int16(truncatingIfNeeded: value)
    }

    /// The index of the bar on which the pattern is complete.
    public var bar: Int { Int(index) }

    /// The value of the pattern's indicator there: above 0 bullish, below 0 bearish; never 0.
    public var value: Int { Int(strength) }

    /// The pattern.
    public var indicator: Indicator { CandlestickPatterns.all[Int(patternIndex)] }
  }

  /// The patterns as entries of the catalogue, in the order of their names.
  public static var all: [Indicator] { Indicator.patternIndicators }

  /// Finds all firings of all patterns in one pass.
  ///
  /// The values are those of the indicators with their standard arguments. Bars with a missing price have no
  /// pattern, and after them everything is as if the series began there.
  ///
  /// - Parameters:
  ///   - bars: the bars asked about; all if it is left out. Earlier bars are read as far as patterns need
  ///     them, so asking for the last bars is quick.
  /// - Returns: the patterns that fired, by bar and on one bar by name.
  public static func scan(
    open: Column,
    high: Column,
    low: Column,
    close: Column,
    bars: Range<Int>? = nil
  ) -> [Occurrence] {
    let count = open.count
    precondition(
      high.count == count && low.count == count && close.count == count && count <= UInt32.max,
      "The prices of bars are equally long."
    )
    let asked = (bars ?? 0..<count).clamped(to: 0..<count)
    var found: [Occurrence] = []
    open.values.withUnsafeBufferPointer { open in
      high.values.withUnsafeBufferPointer { high in
        low.values.withUnsafeBufferPointer { low in
          close.values.withUnsafeBufferPointer { close in
            guard let open = open.baseAddress, let high = high.baseAddress, let low = low.baseAddress,
              let close = close.baseAddress
            else { return }
            scan(CandlePrices(open: open, high: high, low: low, close: close), asked, &found)
          }
        }
      }
    }
    return found
  }

  private static func scan(_ prices: CandlePrices, _ asked: Range<Int>, _ found: inout [Occurrence]) {
    var firings = PatternFirings()
    defer { firings.deallocate() }
    CandleTile.forEach(prices, asked) { tile, piece in
      firings.find(in: tile, piece)
      let done = piece.start - asked.lowerBound + piece.count
      reserve(&found, firings.count, Double(asked.count) / Double(done))
      let room = firings.count + PatternFirings.slack
      withUnsafeTemporaryAllocation(of: Occurrence.self, capacity: room) { room in
        guard let target = room.baseAddress else { return }
        firings.write(to: target) { Occurrence(bar: piece.start &+ $0, patternIndex: $1, value: $2) }
        found.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<firings.count]))
      }
    }
  }

  /// Reserves capacity for more, and for the expected rest at the rate so far.
  private static func reserve(_ found: inout [Occurrence], _ more: Int, _ share: Double) {
    let count = found.count + more
    guard count > found.capacity else { return }
    found.reserveCapacity(max(2 * count, Int(Double(count) * min(share, 1000) * 1.05)))
  }
}
