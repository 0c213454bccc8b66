import Indicators

extension Indicator {
  /// Hurst's exponent.
  static let hurst = Indicator(
    "hurst",
    fullName: "Hurst Exponent",
    group: .statistics,
    summary: "How moves grow with time: 0.5 at random, above it in trends, below it on returns.",
    formula: """
      slope over ln(lag) of ln(sqrt(mean of (ln x - ln x[lag])^2 over period bars)), lag = 1 to lags
      """,
    convention: """
      From the growth of mean squared differences of logarithms, so that each lag is a window of its own and the \
      cost does not grow with period; rescaled ranges give other numbers and are not used. Missing if the \
      price does not move or is not above zero.
      """,
    references: [
      "E. Chan, Algorithmic Trading (2013), ch. 2", "T. Di Matteo, T. Aste, M. Dacorogna, Physica A 324 (2003)",
    ],
    example: "hurst(close, 100)",
    parameters: [
      .period(100, from: 2, "The number of bars over which the differences are averaged."),
      Parameter("lags", ["max_lag"], .whole(2...1000), .value(20), "The longest difference, in bars."),
    ],
    outputs: [.value(.number)],
    isPartial: true,
    warmUp: { $0.whole(0) - 1 + $0.whole(1) },
    kernel: { segment in
      let (x, count, target) = (segment.inputs[0], segment.count, segment.outputs[0])
      let (period, lags) = (segment.arguments.whole(0), segment.arguments.whole(1))
      let first = period - 1 + lags
      var mean = 0.0
      for lag in 1...lags { mean += logarithm(Double(lag)) / Double(lags) }
      var spread = 0.0
      for lag in 1...lags {
        let distance = logarithm(Double(lag)) - mean
        spread += distance * distance
      }
      withScratch(2 * count) { logarithms in
        let squares = logarithms + count
        for index in 0..<count { logarithms[index] = logarithm(x[index]) }
        (target + first).update(repeating: 0, count: count - first)
        for lag in 1...lags {
          forEachFour(lag..<count) { index, count in
            let move = load(Source(logarithms + index), count) - load(Source(logarithms + (index &- lag)), count)
            store(move * move, count, squares + index)
          }
          windowSums(Source(squares + lag), count - lag, period, times: 1 / Double(period), squares + lag)
          // Half the logarithm is that of the root.
          let weight = (logarithm(Double(lag)) - mean) / spread / 2
          for index in first..<count { target[index] += weight * logarithm(squares[index]) }
        }
      }
    }
  )
}
