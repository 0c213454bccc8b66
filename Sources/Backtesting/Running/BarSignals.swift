import Columns

/// The signals of a strategy's column rules on each bar of a window: a byte a bar, see `RuleBits`.
///
/// A sweep may make one for each combination from averages it already has, without columns of booleans.
public struct BarSignals: Sendable, Hashable {
  /// One byte for each bar of the window.
  private(set) var bits: [UInt8]

  /// The request of a rule.
  public enum Action: Sendable, Hashable, CaseIterable {
    case enterLong, enterShort, exitLong, exitShort, exit, exitPart

    var bits: UInt8 {
      switch self {
      case .enterLong: RuleBits.enterLong.rawValue
      case .enterShort: RuleBits.enterShort.rawValue
      case .exitLong: RuleBits.exitLong.rawValue
      case .exitShort: RuleBits.exitShort.rawValue
      case .exit: RuleBits.exit(nil).rawValue
      case .exitPart: RuleBits.exitPart.rawValue
      }
    }
  }

  /// Signals of so many bars, on none of which a rule fires.
  public init(count: Int) {
    bits = [UInt8](repeating: 0, count: count)
  }

  /// The number of bars.
  public var count: Int { bits.count }

  /// Forgets all rules; the memory is kept for the next combination.
  public mutating func clear() {
    bits.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Adds a rule that fires where a column is 1; the first value is that of the window's first bar.
  public mutating func add(_ action: Action, where truth: UnsafeBufferPointer<Double>) {
    precondition(truth.count >= bits.count, "A rule has a value for each bar of the window.")
    let mark = action.bits
    bits.withUnsafeMutableBufferPointer { bits in
      let bytes = UnsafeRawBufferPointer(truth)
      var index = 0
      while index < bits.count {
        // Rules fire seldom: eight zeros are one comparison. Any other bit, of a 1 or a missing value, makes the
        // eight be looked at one by one.
        if index + 8 <= bits.count {
          let first = bytes.loadUnaligned(fromByteOffset: index * 8, as: SIMD4<UInt64>.self)
          let second = bytes.loadUnaligned(fromByteOffset: index * 8 + 32, as: SIMD4<UInt64>.self)
          if Self.isZero(first | second) {
            index += 8
            continue
          }
        }
        let end = min(index + 8, bits.count)
        while index < end {
          bits[index] |= truth[index] == 1 ? mark : 0
          index += 1
        }
      }
    }
  }

  @inline(__always)
  private static func isZero(_ words: SIMD4<UInt64>) -> Bool {
    let half = words.lowHalf | words.highHalf
    return half.x | half.y == 0
  }

  /// Adds a rule that fires where a column is 1, over a window of the column.
  public mutating func add(_ action: Action, where truth: Column, range: Range<Int>) {
    truth.values.withUnsafeBufferPointer {
      add(action, where: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Adds rules that fire where one column crosses another: at bar t where it is above and was not above, or
  /// is below and was not below, at t-1.
  ///
  /// A missing value on either bar is not a crossing. Both columns cover the series; the bar before the window's
  /// first one counts.
  public mutating func addCrosses(
    of fast: Column,
    over slow: Column,
    above: Action?,
    below: Action?,
    range: Range<Int>
  ) {
    precondition(range.count == bits.count, "Signals have a value for each bar of the window.")
    precondition(range.upperBound <= min(fast.count, slow.count), "Columns cover the window.")
    let first = range.lowerBound
    fast.values.withUnsafeBufferPointer { fast in
      slow.values.withUnsafeBufferPointer { slow in
        bits.withUnsafeMutableBufferPointer { bits in
          Crossings(fast: fast, slow: slow).visit(max(first, 1)..<max(range.upperBound, 1)) {
            index,
            isAbove in
            if let action = isAbove ? above : below { bits[index - first] |= action.bits }
          }
        }
      }
    }
  }

  /// The next index at or after `start` where one of the masked bits is set; the count where there is none.
  @inline(__always)
  static func next(
    in bits: UnsafeBufferPointer<UInt8>,
    from start: Int,
    mask: RuleBits
  ) -> Int {
    var offset = start
    let wide = UInt64(mask.rawValue) &* 0x0101_0101_0101_0101
    let bytes = UnsafeRawBufferPointer(bits)
    while offset + 8 <= bits.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) & wide
      if word != 0 { return offset + word.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < bits.count {
      if bits[offset] & mask.rawValue != 0 { return offset }
      offset += 1
    }
    return bits.count
  }

  init(_ strategy: Strategy, range: Range<Int>) {
    self.init(count: range.count)
    for rule in strategy.entries {
      guard case .column(let column) = rule.condition else { continue }
      add(rule.side == .long ? .enterLong : .enterShort, where: column, range: range)
    }
    for rule in strategy.exits {
      guard case .column(let column) = rule.condition else { continue }
      let action: Action =
        switch rule.side {
        case _ where rule.share != nil: .exitPart
        case .long: .exitLong
        case .short: .exitShort
        case nil: .exit
        }
      add(action, where: column, range: range)
    }
  }
}
