/// Walks a window and hands to `body` where its highest value stands: the index of the bar.
///
/// With `sign` -1 the lowest. Of equal values TA-Lib's choice: a new bar that is as high takes over; when the place
/// leaves the window, the first of the window's highest values does.
@inline(__always)
func forEachExtremePlace(
  _ source: Source,
  sign: Double,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ place: Int) -> Void
) {
  guard period > 0, count >= period else { return }
  // The highest value from a bar to its block's end, and where the first of them stands.
  let highest = UnsafeMutablePointer<Double>.allocate(capacity: period)
  let places = UnsafeMutablePointer<Int>.allocate(capacity: period)
  defer {
    highest.deallocate()
    places.deallocate()
  }
  highest[period - 1] = -.infinity
  places[period - 1] = 0
  var (chosen, chosenValue) = (-1, 0.0)
  var origin = 0
  while origin < count {
    var top = -Double.infinity
    var place = origin
    var j = origin > 0 ? period - 2 : -1
    while j >= 0 {
      let index = origin &+ j &+ 1 &- period
      let value = source[index] * sign
      let isAsHigh = value >= top
      place = isAsHigh ? index : place
      top = isAsHigh ? value : top
      highest[j] = top
      places[j] = place
      j &-= 1
    }
    let last = min(period, count - origin)
    top = -.infinity
    j = 0
    while j < last {
      let index = origin &+ j
      let value = source[index] * sign
      let isHigher = value > top
      place = isHigher ? index : place
      top = isHigher ? value : top
      if index &+ 1 >= period {
        let isBefore = origin > 0 && highest[j] >= top
        let (first, firstValue) = (isBefore ? places[j] : place, isBefore ? highest[j] : top)
        let isGone = chosen <= index &- period
        let isNew = value >= chosenValue
        chosen = isGone ? first : isNew ? index : chosen
        chosenValue = isGone ? firstValue : isNew ? value : chosenValue
        body(index, chosen)
      }
      j &+= 1
    }
    origin += period
  }
}
