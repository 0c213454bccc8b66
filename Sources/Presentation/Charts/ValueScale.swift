import LibC

/// The position of the values of a pane between its top and its bottom.
package struct ValueScale {
  let low: Double
  let high: Double
  /// True if equal distances are equal factors; both ends are above zero then.
  package let isLogarithmic: Bool

  /// A scale from one value to another; equal ones are moved apart so that the value is in the middle.
  package init(_ low: Double, _ high: Double, isLogarithmic: Bool = false) {
    let size = max(abs(low), abs(high))
    var (least, greatest) = (low, high)
    // Differences below the precision of the values are noise: such a series is constant.
    if high - low <= size * 1e-12 {
      let margin = size == 0 ? 1 : max(size * 0.05, .leastNonzeroMagnitude)
      least = max(low - margin, -.greatestFiniteMagnitude)
      greatest = min(high + margin, .greatestFiniteMagnitude)
    }
    self.low = least
    self.high = greatest
    self.isLogarithmic = isLogarithmic && least > 0 && greatest > least
  }

  /// The scale for a pane; with a histogram or an area zero is on it.
  ///
  /// - Parameter bordersZero: true if zero lies on the border between two lines of text.
  init(_ whole: Chart.Pane, bordersZero: Bool = true) {
    let pane = whole.onAxis
    if let range = pane.range, range.lowerBound.isFinite, range.upperBound.isFinite {
      self.init(range.lowerBound, range.upperBound, isLogarithmic: pane.isLogarithmic)
      return
    }
    var low = Double.infinity
    var high = -Double.infinity
    for series in pane.series {
      guard let extremes = series.extremes(above: pane.isLogarithmic ? 0 : -.infinity) else { continue }
      low = min(low, extremes.lowerBound)
      high = max(high, extremes.upperBound)
    }
    guard low <= high else {
      self.init(0, 1)
      return
    }
    for guide in pane.guides where guide.isFinite && (!pane.isLogarithmic || guide > 0) {
      low = min(low, guide)
      high = max(high, guide)
    }
    guard !pane.isLogarithmic, pane.series.contains(where: \.startsAtZero) else {
      self.init(low, high, isLogarithmic: pane.isLogarithmic)
      return
    }
    low = min(low, 0)
    high = max(high, 0)
    let height = max(pane.height, 1)
    if bordersZero, low < 0, high > 0, height >= 2 {
      let share = high / 2 / (high / 2 - low / 2)
      let above = min(max((Double(height) * share).rounded(), 1), Double(height - 1))
      let below = Double(height) - above
      let line = min(max(high / above, -low / below), .greatestFiniteMagnitude / Double(height))
      self.init(-line * below, line * above)
    } else {
      self.init(low, low == high ? low + 1 : high)
    }
  }

  /// The distance of a value from the top: 0 at the top, 1 at the bottom, never outside.
  package func depth(_ value: Double) -> Double {
    if isLogarithmic {
      let depth = (log(high) - log(value)) / (log(high) - log(low))
      return depth.isNaN ? 1 : min(max(depth, 0), 1)
    }
    // Quarters, because the distance of two large values may be no double.
    let depth = (high / 4 - value / 4) / (high / 4 - low / 4)
    return depth.isFinite ? min(max(depth, 0), 1) : 0.5
  }

  /// The step in a row of steps 0, 1, … count - 1 from the top that is nearest to a value.
  func step(_ value: Double, of count: Int) -> Int {
    Int((depth(value) * Double(count - 1)).rounded())
  }
}
