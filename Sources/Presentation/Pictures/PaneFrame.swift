import Text

/// The place of a pane in a picture, and the scales on it.
struct PaneFrame {
  /// The left and the upper end of the plot.
  let left: Double
  let top: Double
  /// The size of the plot.
  let width: Double
  let height: Double
  /// The number of bars.
  let count: Int
  /// The scale of the values.
  var scale: ValueScale
  /// The scale of the second axis; nil if there is none.
  var besideScale: ValueScale? = nil
  /// The number that the first series has in the full chart.
  let seriesBefore: Int

  /// The frame with the scale of a series.
  func frame(of series: Chart.Series) -> PaneFrame {
    guard series.isBeside, let besideScale else { return self }
    var frame = self
    frame.scale = besideScale
    return frame
  }

  /// The distance of a bar's middle from the left end of the plot.
  func x(_ bar: Int) -> Double { (Double(bar) + 0.5) / Double(max(count, 1)) * width }

  /// The distance of a value from the upper end of the plot.
  func y(_ value: Double) -> Double { scale.depth(value) * height }

  /// The width of a bar's slot.
  var slot: Double { width / Double(max(count, 1)) }

  /// The columns of some bars that need a width each.
  func columns(_ bars: Int, least: Double = 1) -> PixelColumns {
    PixelColumns(bars: bars, width: width * Double(bars) / Double(max(count, 1)), least: least)
  }

  /// The middle of a column.
  func x(_ column: Int, of columns: PixelColumns) -> Double {
    let range = columns.range(column)
    return (x(range.lowerBound) + x(range.upperBound - 1)) / 2
  }

  /// The place of the lower edge of a bar's slot.
  func edge(_ bar: Int) -> Double { Double(bar) / Double(max(count, 1)) * width }

  /// The number of lines of text for which there is room next to the axis.
  var lines: Int { max(Int(height / 17), 2) }
}

extension Chart.Pane {
  /// The numbers that distinguish the series: of those with a colour, without the two of candles if the pane has some,
  /// and of levels and zones among their kind.
  package var colours: [Int] {
    var next = series.contains { if case .candles = $0.shape { true } else { false } } ? 2 : 0
    var (levels, zones) = (0, 0)
    return series.map { series in
      switch series.shape {
      case .candles, .marks: return 0
      case .line, .area, .band, .histogram:
        next += 1
        return next - 1
      case .level:
        levels += 1
        return levels - 1
      case .zones:
        zones += 1
        return zones - 1
      }
    }
  }

  /// The scale of a picture: a little more than the values, so that no line runs along an edge.
  var pictureScale: ValueScale {
    let scale = ValueScale(self, bordersZero: false)
    guard range == nil else { return scale }
    if scale.isLogarithmic {
      let factor = 1 + (scale.high / scale.low - 1) * 0.01
      let (low, high) = (scale.low / min(factor, 1.1), scale.high * min(factor, 1.1))
      return low > 0 && high.isFinite ? ValueScale(low, high, isLogarithmic: true) : scale
    }
    let margin = (scale.high / 2 - scale.low / 2) * 0.08
    let touchesZero = onAxis.series.contains(where: \.startsAtZero)
    let low = touchesZero && scale.low == 0 ? 0 : scale.low - margin
    let high = touchesZero && scale.high == 0 ? 0 : scale.high + margin
    return low.isFinite && high.isFinite ? ValueScale(low, high) : scale
  }
}
