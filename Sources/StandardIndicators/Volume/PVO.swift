import Indicators

extension Indicator {
  /// The distance of two averages of the volume in percent of the slow one.
  static let pvo = Indicator(
    "pvo",
    fullName: "Percentage Volume Oscillator",
    group: .volume,
    summary: "The distance of a fast and a slow average of the volume in percent of the slow one.",
    formula: "100 * (average(volume, fast) - average(volume, slow)) / average(volume, slow)",
    convention: """
      Each average begins as early as it can; 0 if the slow average is 0, as in TA-Lib. If fast is longer than slow \
      they change places.
      """,
    references: ["TA-Lib PVO"],
    example: "pvo(12, 26)",
    inputs: [.volume],
    parameters: [
      .bars("fast", "fastperiod", 12, "The period of the fast average."),
      .bars("slow", "slowperiod", 26, "The period of the slow average."),
      .average("average", "matype", .ema, "The type of both averages."),
    ],
    outputs: [.value(.percent)],
    memory: .fading { $0.average(2).settling(max($0.whole(0), $0.whole(1))) },
    keepsFinite: true,
    warmUp: { $0.average(2).warmUp(max($0.whole(0), $0.whole(1))) },
    kernel: { segment in
      let (volume, count, target) = (segment.inputs[0], segment.count, segment.outputs[0])
      let (average, periods) = (segment.arguments.average(2), (segment.arguments.whole(0), segment.arguments.whole(1)))
      if average == .ema {
        var fast = SeededAverage(min(periods.0, periods.1), from: 0)
        var slow = SeededAverage(max(periods.0, periods.1), from: 0)
        forEachEight(0..<count) { index, count in
          let volumes = EightLanes(volume + index, count)
          let steady = slow.advance(index, volumes)
          quotients(100 * (fast.advance(index, volumes) - steady), steady, or: 0).storeFinite(count, target + index)
        }
        return
      }
      withScratch(count) { slow in
        average.write(volume, count, min(periods.0, periods.1), target)
        average.write(volume, count, max(periods.0, periods.1), slow)
        forEachEight(average.warmUp(max(periods.0, periods.1))..<count) { index, count in
          let steady = EightLanes(Source(slow) + index, count)
          let distances = EightLanes(Source(target) + index, count) - steady
          quotients(100 * distances, steady, or: 0).storeFinite(count, target + index)
        }
      }
    }
  )
}
