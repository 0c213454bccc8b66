import Indicators

extension Indicator {
  /// A moving average whose period is a series.
  static let mavp = Indicator(
    "mavp",
    fullName: "Moving Average with Variable Period",
    group: .overlap,
    summary: "A moving average whose period is given for each bar by a second series.",
    formula: "the average named by type over n bars, n = periods cut to a whole number from shortest to longest",
    convention: """
      All averages begin on the first bar of the longest one, as in TA-Lib. If shortest is above longest they change \
      places.
      """,
    references: ["TA-Lib MAVP"],
    example: "mavp(close, if(adx(14) > 25, 10, 30), 5, 30)",
    inputs: [Input("x"), Input("periods")],
    parameters: [
      Parameter("shortest", ["minperiod"], .whole(1...100_000), .value(2), "The shortest period."),
      Parameter("longest", ["maxperiod"], .whole(1...100_000), .value(30), "The longest period."),
      .average("type", "matype", .sma, "Which moving average is computed."),
    ],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { $0.average(2).warmUp(max($0.whole(0), $0.whole(1))) },
    kernel: { segment in
      let (x, periods, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      let (count, average) = (segment.count, segment.arguments.average(2))
      let shortest = min(segment.arguments.whole(0), segment.arguments.whole(1))
      let longest = max(segment.arguments.whole(0), segment.arguments.whole(1))
      let first = average.warmUp(longest)
      if average == .sma {
        variableMeans(x, count, periods, shortest...longest, target)
        return
      }
      // One average for each period that occurs.
      var occurs = [Bool](repeating: false, count: longest - shortest + 1)
      for index in first..<count { occurs[wholePeriod(periods[index], shortest...longest) - shortest] = true }
      withScratch(count) { averages in
        for offset in occurs.indices where occurs[offset] {
          let period = offset + shortest
          let start = first - average.warmUp(period)
          average.write(x + start, count - start, period, averages + start)
          for index in first..<count where wholePeriod(periods[index], shortest...longest) == period {
            target[index] = averages[index]
          }
        }
      }
    }
  )
}

/// A period as a whole number within bounds; the fraction is cut off.
@inline(__always)
private func wholePeriod(_ value: Double, _ bounds: ClosedRange<Int>) -> Int {
  Int(smaller(larger(value, Double(bounds.lowerBound)), Double(bounds.upperBound)))
}

/// Means over windows of the lengths that `periods` says, from the index of the longest window on.
///
/// A long window is the end of one block, full blocks and the beginning of another.
private func variableMeans(
  _ source: Source,
  _ count: Int,
  _ periods: Source,
  _ bounds: ClosedRange<Int>,
  _ target: Target
) {
  let length = 64
  let first = bounds.upperBound - 1
  withScratch(count / length + 1) { blocks in
    if bounds.upperBound > 2 * length {
      for block in 0..<count / length { blocks[block] = plainSum(source + block * length, length) }
    }
    for index in first..<count {
      let period = wholePeriod(periods[index], bounds)
      let start = index &+ 1 &- period
      var sum: Double
      if period <= 2 &* length {
        sum = plainSum(source + start, period)
      } else {
        let (from, to) = ((start &+ length &- 1) / length, (index &+ 1) / length)
        sum = plainSum(source + start, from &* length &- start) + plainSum(blocks + from, to &- from)
        sum += plainSum(source + to &* length, index &+ 1 &- to &* length)
      }
      target[index] = sum / Double(period)
    }
  }
}

/// The sum of consecutive values.
@inline(__always)
private func plainSum(_ source: Source, _ count: Int) -> Double {
  var lanes = SIMD4<Double>.zero
  var index = 0
  while index &+ 4 <= count {
    lanes += load(source + index, 4)
    index &+= 4
  }
  var sum = lanes.sum()
  while index < count {
    sum += source[index]
    index &+= 1
  }
  return sum
}
