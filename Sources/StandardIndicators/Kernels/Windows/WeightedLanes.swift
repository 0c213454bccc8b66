import Indicators

/// Walks a window and hands to `body`, for four windows at a time, the sum of the values and the sum with the weights
/// 1 (oldest) to `period` (latest); not in the order of the bars.
///
/// The scheme of `forEachWindow`. The weighted sums are sums of the sums: each value that joins a run of older ones
/// on their left raises all their weights by one.
///
/// - Parameters:
///   - value: the values at `index`, given the index of the first block's first bar.
///   - body: receives the index of the first window's last bar, the index of the first block's first bar and the
///     sums.
@inline(__always)
func forEachFourWeightedWindows(
  _ count: Int,
  _ period: Int,
  value: (_ index: Int, _ origin: Int, _ lanes: Lanes) -> SIMD4<Double>,
  body: (_ last: Int, _ origin: Int, _ lanes: Lanes, _ sum: SIMD4<Double>, _ weighted: SIMD4<Double>) -> Void
) {
  guard period > 0, count >= period else { return }
  let ends = UnsafeMutablePointer<LanePair>.allocate(capacity: period)
  defer { ends.deallocate() }
  let n = SIMD4(repeating: Double(period))
  // Sums of the block so far, and of these sums before the latest value.
  var sum = SIMD4<Double>.zero
  var sums = SIMD4<Double>.zero
  for index in 0..<period {
    sums += sum
    sum += value(index, 0, .single)
  }
  body(period - 1, 0, .single, sum, n * sum - sums)
  forEachFourBlocks(count, period) { origin, length, lanes in
    var end = LanePair.none
    ends[period - 1] = end
    var j = period &- 2
    while j >= 0 {
      end.first += value(origin &+ j &+ 1 &- period, origin, lanes)
      end.second += end.first
      ends[j] = end
      j &-= 1
    }
    var sum = SIMD4<Double>.zero
    var sums = SIMD4<Double>.zero
    j = 0
    while j < length {
      sums += sum
      sum += value(origin &+ j, origin, lanes)
      body(origin &+ j, origin, lanes, ends[j].first + sum, ends[j].second + (n * sum - sums))
      j &+= 1
    }
  }
}
