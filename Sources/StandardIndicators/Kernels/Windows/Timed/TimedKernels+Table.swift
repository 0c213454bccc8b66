import Columns
import Indicators

/// The kernels over windows of calendar time, by the indicators that have one. The others take each length for itself.
extension TimedKernels {
  static let byName: [String: Kernel] = [
    "sum": sum, "mean": mean, "sma": mean, "count": count, "trima": triangular,
    "highest": range { $0.outputs[0][$1] = $2.highest },
    "lowest": range { $0.outputs[0][$1] = $2.lowest },
    "minmax": range {
      $0.outputs[0][$1] = $2.lowest
      $0.outputs[1][$1] = $2.highest
    },
    "midpoint": range { $0.outputs[0][$1] = ($2.highest + $2.lowest) * 0.5 },
    "midprice": range { $0.outputs[0][$1] = ($2.highest + $2.lowest) * 0.5 },
    "donchian": range {
      $0.outputs[0][$1] = $2.highest
      $0.outputs[1][$1] = ($2.highest + $2.lowest) * 0.5
      $0.outputs[2][$1] = $2.lowest
    },
    "willr": range { segment, index, range in
      let width = range.highest - range.lowest
      segment.outputs[0][index] = width == 0 ? 0 : -100 * ((range.highest - segment.inputs[2][index]) / width)
    },
    "rising": beyond(highest: true), "falling": beyond(highest: false),
    "stdev": moments { segment, index, moments in
      let deviation = moments.variance(sparing: segment.arguments.whole(2)).squareRoot()
      segment.outputs[0][index] = segment.arguments.real(1) * deviation
    },
    "var": moments { $0.outputs[0][$1] = $2.variance(sparing: $0.arguments.whole(2)) },
    "zscore": moments { segment, index, moments in
      let deviation = moments.variance(sparing: segment.arguments.whole(1)).squareRoot()
      segment.outputs[0][index] = deviation > 0 ? (segment.inputs[0][index] - moments.mean) / deviation : .nan
    },
    "hv": returns({ logarithm($0 / $1) }) { segment, index, moments in
      let variance = moments.variance(sparing: segment.arguments.whole(2))
      segment.outputs[0][index] = (variance * segment.arguments.real(1)).squareRoot()
    },
    "sharpe": returns({ $0 / $1 - 1 }) { segment, index, moments in
      let year = segment.arguments.real(1)
      let variance = moments.variance(sparing: 1)
      segment.outputs[0][index] =
        variance > 0 ? (moments.mean - segment.arguments.real(2) / year) * (year / variance).squareRoot() : .nan
    },
    "correlation": comoments { $0.outputs[0][$1] = $2.correlation(or: .nan) },
    "correl": comoments { $0.outputs[0][$1] = $2.correlation(or: 0) },
    "linearreg": fit { $0.outputs[0][$1] = $3 + $2 * ($4 - 1) },
    "linearreg_slope": fit { segment, index, slope, _, _ in segment.outputs[0][index] = slope },
    "linearreg_intercept": fit { segment, index, _, intercept, _ in segment.outputs[0][index] = intercept },
    "tsf": fit { $0.outputs[0][$1] = $3 + $2 * $4 },
    "wma": { segment, lengths in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      forEachTimedWindow(segment.count, lengths) {
        WeightedTotal(x[$0])
      } body: { index, _, total in
        target[index] = total.weighted / (total.count * (total.count + 1) / 2)
      }
    },
    "vwma": { segment, lengths in
      let (x, volume, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      forEachTimedWindow(segment.count, lengths) {
        WindowTotal(x[$0] * volume[$0], volume[$0])
      } body: {
        index, _, total in
        target[index] = total.values.x / total.values.y
      }
    },
    "rvol": { segment, lengths in
      let (volume, target) = (segment.inputs[0], segment.outputs[0])
      var usual = Double.nan
      forEachTimedWindow(segment.count, lengths) {
        WindowTotal(volume[$0])
      } body: { index, length, total in
        target[index] = volume[index] / usual
        usual = total.values.x / Double(length)
      }
    },
    "median": ranks { segment, index, length, window in
      let (lower, upper) = ((length - 1) / 2, length / 2)
      segment.outputs[0][index] =
        lower == upper ? window.value(at: lower) : window.value(at: lower) / 2 + window.value(at: upper) / 2
    },
    "percentile": ranks { segment, index, length, window in
      let rank = (segment.arguments.real(1) * Double(length) / 100).rounded(.up)
      segment.outputs[0][index] = window.value(at: min(max(Int(clamping: rank), 1), length) - 1)
    },
    "rank": ranks { segment, index, _, window in
      let place = window.rank(of: index)
      segment.outputs[0][index] = Double(place.smaller) + Double(place.equal + 1) / 2
    },
    "percentrank": ranks { segment, index, length, window in
      let place = window.rank(of: index)
      let reached = segment.arguments.whole(1) == 1 ? place.smaller + place.equal - 1 : place.smaller
      segment.outputs[0][index] = length > 1 ? 100 * Double(reached) / Double(length - 1) : .nan
    },
    "mom": comparison { $0 - $1 }, "change": comparison { $0 - $1 },
    "returns": comparison { $0 / $1 - .one },
    "log_returns": { segment, lengths in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      for index in 0..<segment.count {
        let before = index - Int(lengths[index])
        target[index] = before < 0 ? .nan : logarithm(x[index] / x[before])
      }
    },
    "roc": comparison { choose($1, equal: .zero, .zero, else: ($0 / $1 - .one) * SIMD4(repeating: 100)) },
    "rocp": comparison { choose($1, equal: .zero, .zero, else: ($0 - $1) / $1) },
    "rocr": comparison { choose($1, equal: .zero, .zero, else: $0 / $1) },
    "rocr100": comparison { choose($1, equal: .zero, .zero, else: $0 / $1 * SIMD4(repeating: 100)) },
  ]
}

extension WindowComoments {
  /// Pearson's coefficient; `other` if a series does not move.
  func correlation(or other: Double) -> Double {
    let scale = squares.x * squares.y
    guard scale > 0 else { return other }
    return min(max(products / scale.squareRoot(), -1), 1)
  }
}
