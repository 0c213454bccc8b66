/// A series as a line of small bars, one character high.
public struct Sparkline: Sendable, Hashable {
  /// The values; one that is not finite is a blank.
  public var values: [Double]
  /// The most characters it may take.
  public var width: Int

  /// Makes a sparkline.
  public init(_ values: [Double], width: Int = 40) {
    self.values = values
    self.width = width
  }

  /// The characters, one for each value, up to the width.
  ///
  /// If several values share a character, it shows the one that is farthest from the mean of all, so that no spike is
  /// lost. A constant series is at half the height.
  public func text(unicode: Bool = true) -> String {
    let count = min(values.count, max(width, 0))
    guard count > 0 else { return "" }
    let levels: [Character] = unicode ? Symbols.lowerEighths : Array("_.-:=+*#")
    var low = Double.infinity
    var high = -Double.infinity
    var mean = 0.0
    var number = 0.0
    for value in values where value.isFinite {
      low = min(low, value)
      high = max(high, value)
      number += 1
      mean += (value - mean) / number
    }
    let scale = ValueScale(low, high)
    var result = ""
    for column in 0..<count {
      var shown = Double.nan
      for value in values[(column * values.count / count)..<((column + 1) * values.count / count)]
      where value.isFinite {
        if !(abs(value - mean) <= abs(shown - mean)) { shown = value }
      }
      if shown.isFinite {
        result.append(levels[levels.count - 1 - scale.step(shown, of: levels.count)])
      } else {
        result.append(" ")
      }
    }
    return result
  }
}
