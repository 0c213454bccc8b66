import Indicators

extension Indicator {
  /// Ehlers' trendline.
  static let htTrendline = Indicator(
    "ht_trendline",
    fullName: "Hilbert Transform - Instantaneous Trendline",
    group: .overlap,
    summary: "The mean over one dominant cycle, so that the cycle is gone and the trend is left.",
    formula: "(4 * m + 3 * m[1] + 2 * m[2] + m[3]) / 10, m the mean of the last ht_dcperiod prices",
    convention: "As TA-Lib: the cycle's recurrence begins at bar 37 with zeros; periods are rounded to full bars.",
    references: ["TA-Lib HT_TRENDLINE", "J. Ehlers, Rocket Science for Traders (2001)"],
    example: "ht_trendline(close)",
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    warmUp: { _ in 63 },
    kernel: { segment in
      let target = segment.outputs[0]
      writeCyclePeriod(segment, from: phaseStart, target)
      var trendline = CycleTrendline()
      for index in phaseStart..<segment.count {
        target[index] = trendline.advance(segment.inputs[0], index, target[index])
      }
    }
  )
}
