import Indicators

/// The volumes of up to eight bars, weighted by the position of each close in its bar: 1 at the high, -1 at the low.
///
/// 0 if a bar has no range.
@inline(__always)
func moneyFlows(
  _ high: Source,
  _ low: Source,
  _ close: Source,
  _ volume: Source,
  _ index: Int,
  _ count: Int
) -> EightLanes {
  let (top, bottom) = (EightLanes(high + index, count), EightLanes(low + index, count))
  let end = EightLanes(close + index, count)
  return shares((end - bottom) - (top - end), top - bottom) * EightLanes(volume + index, count)
}
