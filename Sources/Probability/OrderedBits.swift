extension Double {
  /// A whole number in the order of the doubles.
  @inlinable @inline(__always)
  package var orderedBits: UInt64 {
    let bits = bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// The double whose ``orderedBits`` are `bits`.
  @inlinable @inline(__always)
  package init(orderedBits bits: UInt64) {
    self.init(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
  }
}

/// Radix sort on the bits of numbers, whose time does not depend on their values.
package enum OrderedBits {
  /// Sorts numbers by the digits above their last bits, digit by digit.
  package static func sort(_ numbers: inout [UInt64], above bits: Int = 0) {
    let width = 10
    var other = numbers
    var starts = [Int](repeating: 0, count: 1 << width)
    for shift in stride(from: bits, to: 64, by: width) {
      for place in starts.indices { starts[place] = 0 }
      for number in numbers { starts[Int(truncatingIfNeeded: number >> shift) & (1 << width - 1)] += 1 }
      var sum = 0
      for place in starts.indices {
        let count = starts[place]
        starts[place] = sum
        sum += count
      }
      for number in numbers {
        let digit = Int(truncatingIfNeeded: number >> shift) & (1 << width - 1)
        other[starts[digit]] = number
        starts[digit] += 1
      }
      swap(&numbers, &other)
    }
  }

  /// The finite ones of some doubles, ascending.
  package static func sortedFinite(_ values: UnsafePointer<Double>, _ count: Int) -> [Double] {
    var bits: [UInt64] = []
    bits.reserveCapacity(count)
    for index in 0..<count where values[index].isFinite { bits.append(values[index].orderedBits) }
    sort(&bits)
    return bits.map { Double(orderedBits: $0) }
  }
}
