import CLanes
import Columns

extension BarSignals {
  /// The order of two values; a missing value has none.
  public enum Order: Sendable, Hashable, CaseIterable {
    case above, atLeast, below, atMost

    /// The same order, seen from the other value.
    public var mirrored: Order {
      switch self {
      case .above: .below
      case .atLeast: .atMost
      case .below: .above
      case .atMost: .atLeast
      }
    }
  }

  /// Adds a rule that fires where two columns are in an order, over a window of both.
  public mutating func add(
    _ action: Action, where column: Column, is order: Order, _ other: Column, range: Range<Int>
  ) {
    precondition(range.upperBound <= min(column.count, other.count), "Columns cover the window.")
    other.values.withUnsafeBufferPointer { other in
      let values = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(other)[(8 * range.lowerBound)...])
      add(action, where: column, is: order, range) { place in
        values.loadUnaligned(fromByteOffset: 8 &* place, as: SIMD4<Double>.self)
      } single: { place in
        values.loadUnaligned(fromByteOffset: 8 &* place, as: Double.self)
      }
    }
  }

  /// Adds a rule that fires where a column and a number are in an order, over a window of it.
  public mutating func add(
    _ action: Action, where column: Column, is order: Order, _ number: Double, range: Range<Int>
  ) {
    precondition(range.upperBound <= column.count, "The column covers the window.")
    let four = SIMD4<Double>(repeating: number)
    add(action, where: column, is: order, range) { _ in
      four
    } single: { _ in
      number
    }
  }

  /// Adds a rule on a column and on its counterparts at each place of the window: four values, or a single one.
  @inline(__always)
  private mutating func add(
    _ action: Action, where column: Column, is order: Order, _ range: Range<Int>,
    beside four: (Int) -> SIMD4<Double>, single: (Int) -> Double
  ) {
    precondition(range.count == count, "Signals have a value for each bar of the window.")
    // The order is chosen once for the window, not for each bar.
    switch order {
    case .above: visit(action, column, range, four, single, lanes_above) { $0 > $1 }
    case .atLeast: visit(action, column, range, four, single, lanes_at_least) { $0 >= $1 }
    case .below: visit(action, column, range, four, single, { lanes_above($1, $0) }, { $0 < $1 })
    case .atMost: visit(action, column, range, four, single, lanes_at_most) { $0 <= $1 }
    }
  }

  @inline(__always)
  private mutating func visit(
    _ action: Action, _ column: Column, _ range: Range<Int>, _ four: (Int) -> SIMD4<Double>,
    _ single: (Int) -> Double, _ bitsOfFour: (SIMD4<Double>, SIMD4<Double>) -> UInt64,
    _ holds: (Double, Double) -> Bool
  ) {
    let count = range.count
    column.values.withUnsafeBufferPointer { column in
      let values = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(column)[(8 * range.lowerBound)...])
      withWords { words, stride in
        for word in 0..<stride {
          let end = min(64 &* word &+ 64, count)
          var (place, bits) = (64 &* word, UInt64(0))
          while place &+ 4 <= end {
            let own = values.loadUnaligned(fromByteOffset: 8 &* place, as: SIMD4<Double>.self)
            bits |= bitsOfFour(own, four(place)) &<< UInt64(place & 63)
            place &+= 4
          }
          while place < end {
            let own = values.loadUnaligned(fromByteOffset: 8 &* place, as: Double.self)
            bits |= (holds(own, single(place)) ? 1 : 0) &<< UInt64(place & 63)
            place &+= 1
          }
          if bits != 0 { Self.add(bits, action, at: word, words, stride) }
        }
      }
    }
  }
}
