/// Walks the dominant cycle of a series from the bar `first` on; `body` receives consecutive bars and their results.
///
/// A long series is cut into four stretches that are worked on side by side. Each but the first begins some bars
/// early and from nothing: what it begins with fades until no bit of it is left. Where the stretch before ends in
/// another state than the one that was reached, its bars are computed again from there. So each bar has the bits that
/// one pass over the whole series gives. A bar may be handed out more than once; the last time counts.
@inline(__always)
func forEachCycleBlock(
  _ source: Source,
  _ count: Int,
  from first: Int,
  body: (_ bars: Range<Int>, _ results: HilbertTransform.Results) -> Void
) {
  guard count > first else { return }
  let rest = count - first
  var state: [Double] = []
  var position = first
  if rest >= 8 * cycleRunIn {
    // Equally long stretches that overlap by the run-in; what is left over follows alone.
    let length = (rest + 3 * cycleRunIn) / 4
    let stride = length - cycleRunIn
    let starts = first &+ stride &* SIMD4(0, 1, 2, 3)
    var transform = HilbertTransform()
    var reached: [[Double]] = []
    var done = 0
    while done < length {
      let bars = min(HilbertTransform.blockLength, (done < cycleRunIn ? cycleRunIn : length) - done)
      transform.advance(source, starts &+ done, bars, first: first)
      for lane in 0..<4 {
        let start = starts[lane] + done
        body(start..<start + bars, transform.results(lane))
      }
      transform.keep(bars)
      done += bars
      if done == cycleRunIn { reached = (0..<4).map { transform.state($0) } }
    }
    state = transform.state(0)
    for lane in 1..<4 {
      let start = starts[lane] + cycleRunIn
      if reached[lane] == state {
        state = transform.state(lane)
      } else {
        state = walkCycle(source, start..<start + stride, first: first, from: state, body: body)
      }
    }
    position = first + 3 * stride + length
  }
  _ = walkCycle(source, position..<count, first: first, from: state, body: body)
}

/// How many bars early a stretch begins; some hundreds are enough for most series.
private let cycleRunIn = 1024

/// Walks one stretch from a state, or from nothing, and gives the state at its end.
@inline(__always)
private func walkCycle(
  _ source: Source,
  _ bars: Range<Int>,
  first: Int,
  from state: [Double],
  body: (_ bars: Range<Int>, _ results: HilbertTransform.Results) -> Void
) -> [Double] {
  var transform = HilbertTransform()
  if !state.isEmpty { transform.resume(state) }
  var start = bars.lowerBound
  while start < bars.upperBound {
    let count = min(HilbertTransform.blockLength, bars.upperBound - start)
    transform.advance(source, SIMD4(repeating: start), count, first: first)
    body(start..<start + count, transform.results(0))
    transform.keep(count)
    start += count
  }
  return transform.state(0)
}
