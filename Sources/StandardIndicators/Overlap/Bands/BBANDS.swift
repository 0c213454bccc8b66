import Indicators

extension Indicator {
  /// Bollinger's bands.
  static let bbands = Indicator(
    "bbands",
    fullName: "Bollinger Bands",
    group: .overlap,
    summary: "An average and bands some standard deviations away from it.",
    formula: "middle = average(x, period); upper = middle + up * stdev; lower = middle - down * stdev",
    convention: """
      The standard deviation is the population's, about the simple mean whatever the average; \
      deviation="sample" divides by period - 1.
      """,
    references: ["TA-Lib BBANDS", "J. Bollinger, Bollinger on Bollinger Bands (2001)"],
    example: "bbands(20, 2).upper",
    parameters: [
      .period(20, from: 2),
      Parameter(
        "up",
        ["nbdevup", "width"],
        .real(-1000...1000),
        .value(2),
        "The distance of the upper band above the average, in standard deviations."
      ),
      Parameter(
        "down",
        ["nbdevdn"],
        .real(-1000...1000),
        .sameAs("up"),
        "The distance of the lower band below the average, in standard deviations."
      ),
      .average("average", "matype", .sma, "The average in the middle."),
      .deviation,
    ],
    outputs: [
      Output("upper", ["upperband"], unit: .asInput),
      Output("middle", ["middleband", "mid", "basis"], unit: .asInput),
      Output("lower", ["lowerband"], unit: .asInput),
    ],
    placement: .overlay,
    memory: .fading { $0.average(3).settling($0.whole(0)) },
    keepsFinite: true,
    warmUp: { max($0.whole(0) - 1, $0.average(3).warmUp($0.whole(0))) },
    kernel: { segment in
      let (x, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
      let (upper, middle, lower) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
      let average = segment.arguments.average(3)
      let up = segment.arguments.real(1)
      let down = segment.arguments.real(2)
      let share = 1 / Double(period - segment.arguments.whole(4))
      if average == .sma {
        let (ups, downs) = (SIMD4(repeating: up), SIMD4(repeating: down))
        let shares = SIMD4(repeating: share)
        forEachFourVariances(x, count, period) { last, lanes, mean, squares in
          let deviation = (squares * shares).roots
          lanes.store(mean + ups * deviation, upper + last)
          lanes.store(mean, middle + last)
          lanes.store(mean - downs * deviation, lower + last)
        }
        return
      }
      let first = max(period - 1, average.warmUp(period))
      withScratch(count) { averages in
        average.write(x, count, period, averages)
        forEachVariance(x, count, period) { last, _, squares in
          if last < first { return }
          let deviation = (squares * share).squareRoot()
          upper[last] = averages[last] + up * deviation
          middle[last] = averages[last]
          lower[last] = averages[last] - down * deviation
        }
      }
    }
  )
}
