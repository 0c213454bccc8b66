/// Finds where one column crosses another, fast where it does not.
struct Crossings {
  let fast: UnsafeBufferPointer<Double>
  let slow: UnsafeBufferPointer<Double>

  /// Calls `body` at each crossing of a range of indices that starts at 1 or later.
  ///
  /// Between crossings one column stays on one side of the other: four bars are then one comparison.
  @inline(__always)
  func visit(_ range: Range<Int>, _ body: (_ index: Int, _ isAbove: Bool) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound {
      if fast[index - 1] > slow[index - 1] {
        index = skip(from: index, to: range.upperBound) { $0 .> $1 }
      } else if fast[index - 1] < slow[index - 1] {
        index = skip(from: index, to: range.upperBound) { $0 .< $1 }
      }
      let end = min(index &+ 4, range.upperBound)
      while index < end {
        if fast[index] > slow[index] {
          if fast[index &- 1] <= slow[index &- 1] { body(index, true) }
        } else if fast[index] < slow[index], fast[index &- 1] >= slow[index &- 1] {
          body(index, false)
        }
        index &+= 1
      }
    }
  }

  /// The first index from which four bars do not all compare as asked, or fewer than four are left.
  @inline(__always)
  private func skip(
    from start: Int,
    to end: Int,
    _ compare: (SIMD4<Double>, SIMD4<Double>) -> SIMDMask<SIMD4<Int64>>
  ) -> Int {
    guard let fast = UnsafeRawPointer(fast.baseAddress), let slow = UnsafeRawPointer(slow.baseAddress) else {
      return start
    }
    var index = start
    while index &+ 4 <= end {
      let offset = index &* 8
      let holds = compare(
        (fast + offset).loadUnaligned(as: SIMD4<Double>.self),
        (slow + offset).loadUnaligned(as: SIMD4<Double>.self)
      )
      let words = unsafeBitCast(holds, to: SIMD4<UInt64>.self)
      let half = words.lowHalf & words.highHalf
      if half.x & half.y != .max { break }
      index &+= 4
    }
    return index
  }
}
