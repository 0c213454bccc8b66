/// Wilder's parabolic stop and the extreme price of the move it follows.
struct ParabolicStop {
  /// How the factor grows on one side.
  struct Pace {
    let first: Double
    let step: Double
    let most: Double
  }

  var stop: Double
  var extreme: Double
  var factor: Double
  var isLong: Bool
}

/// Writes the parabolic stop from the second bar on; of a short one times `shortSign`.
func writeParabolicStop(
  _ stretch: Stretch,
  start: Double,
  offset: Double,
  long: ParabolicStop.Pace,
  short: ParabolicStop.Pace,
  shortSign: Double
) {
  let (high, low, target) = (stretch.inputs[0], stretch.inputs[1], stretch.outputs[0])
  let fall = low[0] - low[1]
  let isLong = start == 0 ? !(fall > 0 && fall > high[1] - high[0]) : start > 0
  var stop = start == 0 ? (isLong ? low[0] : high[0]) : start.magnitude
  var extreme = isLong ? high[1] : low[1]
  var index = 1
  // The bar before the first counts as equal to it.
  var before = 1
  let count = stretch.count
  var isUp = isLong
  while index < count {
    if isUp {
      // Long: until a bar reaches down to the stop.
      var factor = long.first
      while index < count, low[index] > stop {
        target[index] = stop
        let isNew = high[index] > extreme
        extreme = isNew ? high[index] : extreme
        factor = isNew ? smaller(factor + long.step, long.most) : factor
        stop += factor * (extreme - stop)
        stop = smaller(smaller(stop, low[before]), low[index])
        before = index
        index &+= 1
      }
      if index == count { return }
      stop = larger(larger(extreme, high[before]), high[index])
      stop += stop * offset
      target[index] = stop * shortSign
      extreme = low[index]
      stop += short.first * (extreme - stop)
      stop = larger(larger(stop, high[before]), high[index])
    } else {
      var factor = short.first
      while index < count, high[index] < stop {
        target[index] = stop * shortSign
        let isNew = low[index] < extreme
        extreme = isNew ? low[index] : extreme
        factor = isNew ? smaller(factor + short.step, short.most) : factor
        stop += factor * (extreme - stop)
        stop = larger(larger(stop, high[before]), high[index])
        before = index
        index &+= 1
      }
      if index == count { return }
      stop = smaller(smaller(extreme, low[before]), low[index])
      stop -= stop * offset
      target[index] = stop
      extreme = high[index]
      stop += long.first * (extreme - stop)
      stop = smaller(smaller(stop, low[before]), low[index])
    }
    isUp.toggle()
    before = index
    index &+= 1
  }
}
