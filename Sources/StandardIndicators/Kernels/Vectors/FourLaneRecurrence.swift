import Indicators

/// A recurrence over the bars of a series that goes along four segments of it at once.
///
/// While each bar waits for the one before it, four bars of different segments do not wait for each other.
protocol FourLaneRecurrence: ~Copyable {
  /// Sets each segment to a state to begin with; its next bar is at `positions[k]`.
  mutating func begin(_ positions: SIMD4<Int>)
  /// Takes in the next `count` bars of each segment, from `positions[k]` on, and writes their results: of the
  /// segments from 0 to `lanes - 1` only, as the others repeat the first one.
  mutating func advance(_ positions: SIMD4<Int>, _ count: Int, lanes: Int)
  /// All that the next bar of a segment depends on.
  func state(_ lane: Int) -> [Double]
  /// Sets all segments to a state.
  mutating func resume(_ state: [Double])
}

extension FourLaneRecurrence where Self: ~Copyable {
  /// The number of bars taken in at a time.
  static var blockLength: Int { 256 }

  /// Goes over a range of bars.
  ///
  /// A long range is cut into four segments. Each but the first begins `runIn` bars early, in an arbitrary state: that
  /// state fades, or is forgotten, until no bit of it is left. If the segment before ends in a state other than the one
  /// reached there, the segment is repeated from that state. So each bar has the bits of one pass over the full range.
  mutating func walk(_ bars: Range<Int>, runIn: Int) {
    var position = bars.lowerBound
    if bars.count >= 8 * runIn {
      // Equally long segments that overlap by the run-in; the remainder follows alone.
      let length = (bars.count + 3 * runIn) / 4
      let stride = length - runIn
      let starts = bars.lowerBound &+ stride &* SIMD4(0, 1, 2, 3)
      begin(starts)
      // A bar of a run-in is written a second time, later, by the segment that it belongs to.
      go(starts, runIn, lanes: 4)
      let reached = (0..<4).map { state($0) }
      go(starts &+ runIn, stride, lanes: 4)
      let ends = (0..<4).map { state($0) }
      var truth = ends[0]
      for lane in 1..<4 {
        if reached[lane].map(\.bitPattern) == truth.map(\.bitPattern) {
          truth = ends[lane]
        } else {
          resume(truth)
          go(SIMD4(repeating: starts[lane] + runIn), stride, lanes: 1)
          truth = state(0)
        }
      }
      resume(truth)
      position = starts[3] + length
    } else {
      begin(SIMD4(repeating: position))
    }
    go(SIMD4(repeating: position), bars.upperBound - position, lanes: 1)
  }

  private mutating func go(_ positions: SIMD4<Int>, _ count: Int, lanes: Int) {
    var done = 0
    while done < count {
      let length = min(Self.blockLength, count - done)
      advance(positions &+ done, length, lanes: lanes)
      done += length
    }
  }
}
