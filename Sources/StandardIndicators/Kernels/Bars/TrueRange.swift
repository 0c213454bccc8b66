import Indicators

/// The true range of a bar that has one before it: the widest of high - low and the distances of both from
/// the close before.
@inline(__always)
func trueRange(_ high: Source, _ low: Source, _ close: Source, _ index: Int) -> Double {
  let before = close[index &- 1]
  return larger(high[index], before) - smaller(low[index], before)
}

/// The true range of a bar; of the first, which has none before it, high - low.
@inline(__always)
func trueRangeOrRange(_ high: Source, _ low: Source, _ close: Source, _ index: Int) -> Double {
  index == 0 ? high[0] - low[0] : trueRange(high, low, close, index)
}

/// The true ranges of up to eight bars.
@inline(__always)
func eightTrueRanges(
  _ high: Source,
  _ low: Source,
  _ close: Source,
  _ index: Int,
  _ count: Int
) -> EightLanes {
  let before = EightLanes(close + (index &- 1), count)
  let tops = EightLanes.map(before, EightLanes(high + index, count)) { larger($1, $0) }
  return tops - EightLanes.map(before, EightLanes(low + index, count)) { smaller($1, $0) }
}

/// The true ranges of up to four bars.
@inline(__always)
func trueRanges(
  _ high: Source,
  _ low: Source,
  _ close: Source,
  _ index: Int,
  _ count: Int
) -> SIMD4<Double> {
  let before = load(close + (index &- 1), count)
  let tops = load(high + index, count)
  let bottoms = load(low + index, count)
  return larger(tops, before) - smaller(bottoms, before)
}
