import Indicators

extension Indicator {
  /// Pring's summed rate of change.
  static let kst = Indicator(
    "kst",
    fullName: "Know Sure Thing",
    group: .momentum,
    summary: "Four smoothed rates of change, the longer ones with more weight.",
    formula: """
      kst = rcma1 + 2 * rcma2 + 3 * rcma3 + 4 * rcma4, rcma = sma(roc(x, roc), sma); signal = sma(kst, signal)
      """,
    convention: "Rates of change count in percent, 0 if the earlier value is 0. Pring's daily lengths.",
    references: [
      "M. Pring, Technical Analysis of Stocks & Commodities 10:9 (1992)", "StockCharts ChartSchool, Know Sure Thing",
    ],
    example: "kst().kst",
    parameters: [
      .bars("roc1", "r1", 10, "How far back the first rate of change looks.", counts: .distance),
      .bars("roc2", "r2", 15, "How far back the second rate of change looks.", counts: .distance),
      .bars("roc3", "r3", 20, "How far back the third rate of change looks.", counts: .distance),
      .bars("roc4", "r4", 30, "How far back the fourth rate of change looks.", counts: .distance),
      .bars("sma1", "n1", 10, "The bars of the average of the first."),
      .bars("sma2", "n2", 10, "The bars of the average of the second."),
      .bars("sma3", "n3", 10, "The bars of the average of the third."),
      .bars("sma4", "n4", 15, "The bars of the average of the fourth."),
      .bars("signal", "signalperiod", 9, "The bars of the average that is the signal."),
    ],
    outputs: [Output("kst", unit: .percent), Output("signal", unit: .percent)],
    warmUp: { sureThingFirst($0) },
    delay: { $1 == 0 ? 0 : $0.whole(8) - 1 },
    kernel: { segment in
      let (x, count, target) = (segment.inputs[0], segment.count, segment.outputs[0])
      let (arguments, signal) = (segment.arguments, segment.arguments.whole(8))
      let first = sureThingFirst(arguments)
      target.update(repeating: 0, count: count)
      withScratch(count) { rates in
        for number in 0..<4 {
          let (lag, period) = (arguments.whole(number), arguments.whole(4 + number))
          forEachFour(lag..<count) { index, count in
            let before = load(x + (index &- lag), count)
            let change = (load(x + index, count) / before - 1) * 100
            store(change.replacing(with: 0, where: before .== 0), count, rates + index)
          }
          windowSums(rates + lag, count - lag, period, times: Double(number + 1) / Double(period), rates + lag)
          forEachFour(first..<count) { index, count in
            store(load(Source(target + index), count) + load(Source(rates + index), count), count, target + index)
          }
        }
      }
      windowSums(
        Source(target + first), count - first, signal, times: 1 / Double(signal), segment.outputs[1] + first)
    }
  )

  /// The index of the first sum of all four averages.
  private static func sureThingFirst(_ arguments: Arguments) -> Int {
    (0..<4).reduce(0) { max($0, arguments.whole($1) + arguments.whole(4 + $1) - 1) }
  }
}
