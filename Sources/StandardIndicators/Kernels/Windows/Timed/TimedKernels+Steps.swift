import Columns
import Indicators

/// Kernels over windows of calendar time for indicators that are made in steps: averages of ranges, of changes, of other
/// averages.
extension TimedKernels {
  /// A kernel in steps, and the parameters that may be lengths of time.
  struct Stepped: Sendable {
    let kernel: @Sendable (TimedSteps) -> Void
    let isNested: @Sendable (_ arguments: Arguments) -> Bool
    let parameters: @Sendable (_ parameter: Int, _ arguments: Arguments) -> Bool

    /// Makes a kernel.
    ///
    /// - Parameters:
    ///   - isNested: true if windows lie over values that have windows; nil for true.
    ///   - parameters: the parameters that may be lengths of time, of those that count bars; nil for all.
    init(
      _ kernel: @escaping @Sendable (TimedSteps) -> Void,
      isNested: (@Sendable (_ arguments: Arguments) -> Bool)? = nil,
      where parameters: (@Sendable (_ parameter: Int, _ arguments: Arguments) -> Bool)? = nil
    ) {
      self.kernel = kernel
      self.isNested = isNested ?? { _ in true }
      self.parameters = parameters ?? { _, _ in true }
    }
  }

  static let inSteps: [String: Stepped] = [
    "hma": Stepped { steps in
      steps.write(steps.average(steps.input(0), .hma, over: 0), to: 0)
    },
    "ma": Stepped { steps in
      steps.write(steps.average(steps.input(0), steps.arguments.average(1), over: 0), to: 0)
    } isNested: {
      $0.average(1) == .hma
    } where: {
      $0 == 0 && $1.average(1).hasWindow
    },
    "bbands": Stepped { steps in
      let (x, arguments) = (steps.input(0), steps.arguments)
      let deviation = steps.made(from: 0, over: steps.window(0)) {
        WindowMoments(x.values[$0])
      } value: {
        $2.variance(sparing: arguments.whole(4)).squareRoot()
      }
      let middle = steps.average(x, arguments.average(3), over: 0)
      let (up, down) = (arguments.real(1), arguments.real(2))
      steps.write(steps.made(from: middle.first) { middle.values[$0] + up * deviation.values[$0] }, to: 0)
      steps.write(steps.made(from: middle.first) { deviation.values[$0].isNaN ? .missing : middle.values[$0] }, to: 1)
      steps.write(steps.made(from: middle.first) { middle.values[$0] - down * deviation.values[$0] }, to: 2)
    } isNested: {
      $0.average(3) == .hma
    } where: {
      $0 == 0 && $1.average(3).hasWindow
    },
    "ao": Stepped { steps in
      steps.write(awesome(steps), to: 0)
    } isNested: { _ in
      false
    },
    "ac": Stepped { steps in
      let distance = awesome(steps)
      let mean = steps.mean(distance, over: steps.window(2))
      steps.write(steps.made(from: mean.first) { distance.values[$0] - mean.values[$0] }, to: 0)
    },
    "apo": Stepped { steps in
      let type = steps.arguments.average(2)
      steps.write(distance(steps, (type, 0), (type, 1)).line, to: 0)
    } isNested: {
      $0.average(2) == .hma
    } where: {
      $0 < 2 && $1.average(2).hasWindow
    },
    "ppo": Stepped { steps in
      let type = steps.arguments.average(2)
      let (line, slow) = distance(steps, (type, 0), (type, 1))
      steps.write(
        steps.made(from: line.first) { slow.values[$0] == 0 ? 0 : 100 * line.values[$0] / slow.values[$0] }, to: 0)
    } isNested: {
      $0.average(2) == .hma
    } where: {
      $0 < 2 && $1.average(2).hasWindow
    },
    "macdext": Stepped { steps in
      let arguments = steps.arguments
      let line = distance(steps, (arguments.average(1), 0), (arguments.average(3), 2)).line
      let signal = steps.average(line, arguments.average(5), over: 4)
      writeMACD(steps, line, signal, together: true)
    } where: { parameter, arguments in
      [0, 2, 4].contains(parameter) && arguments.average(parameter + 1).hasWindow
    },
    "macd": Stepped { steps in
      let line = distance(steps, (.sma, 0), (.sma, 1)).line
      writeMACD(steps, line, steps.mean(line, over: steps.window(2)), together: false)
    } where: { _, arguments in
      arguments.whole(3) == 1
    },
    "stoch": Stepped { steps in
      let arguments = steps.arguments
      let k = steps.average(rawStochastic(steps), arguments.average(2), over: 1)
      let d = steps.average(k, arguments.average(4), over: 3)
      steps.write(k, to: 0, from: arguments.whole(5) == 0 ? d.first : k.first)
      steps.write(d, to: 1)
    } where: { parameter, arguments in
      parameter == 0 || arguments.average(parameter + 1).hasWindow
    },
    "stochf": Stepped { steps in
      let k = rawStochastic(steps)
      let d = steps.average(k, steps.arguments.average(2), over: 1)
      steps.write(k, to: 0, from: steps.arguments.whole(3) == 0 ? d.first : k.first)
      steps.write(d, to: 1)
    } where: { parameter, arguments in
      parameter == 0 || arguments.average(2).hasWindow
    },
    "ichimoku": Stepped { steps in
      let (tenkan, kijun) = (steps.middle(over: steps.window(0)), steps.middle(over: steps.window(1)))
      let between = steps.made(from: max(tenkan.first, kijun.first)) {
        (tenkan.values[$0] + kijun.values[$0]) / 2
      }
      steps.write(tenkan, to: 0)
      steps.write(kijun, to: 1)
      steps.write(steps.lagged(between, by: 3), to: 2)
      steps.write(steps.lagged(steps.middle(over: steps.window(2)), by: 3), to: 3)
    } isNested: { _ in
      false
    },
    "ultosc": Stepped { steps in
      let windows = (0..<3).map { steps.window($0) }
      let quotients = windows.map { pressure(steps, over: $0) }
      let weights: [Double] = [4, 2, 1]
      let first = quotients.map(\.first).max() ?? 0
      let value = steps.made(from: first) { index in
        let order = (0..<3).sorted { windows[$0].lengths[index] < windows[$1].lengths[index] }
        var sum = 0.0
        for (weight, number) in zip(weights, order) { sum += weight * quotients[number].values[index] }
        return sum * (100.0 / 7)
      }
      steps.write(value, to: 0)
    } isNested: { _ in
      false
    },
    "kst": Stepped { steps in
      let rates = (0..<4).map { steps.mean(steps.rateOfChange(over: $0), over: steps.window(4 + $0)) }
      let line = steps.made(from: rates.map(\.first).max() ?? 0) { index in
        var sum = 0.0
        for (number, rate) in rates.enumerated() { sum += Double(number + 1) * rate.values[index] }
        return sum
      }
      steps.write(line, to: 0)
      steps.write(steps.mean(line, over: steps.window(8)), to: 1)
    },
    "coppock": Stepped { steps in
      let (one, two) = (steps.rateOfChange(over: 1), steps.rateOfChange(over: 2))
      let sum = steps.made(from: max(one.first, two.first)) { one.values[$0] + two.values[$0] }
      steps.write(steps.weighted(sum, over: steps.window(0)), to: 0)
    },
    "squeeze": Stepped(squeeze, where: { $0 == 0 && $1.whole(4) == 0 }),
    "hurst": Stepped(hurst, isNested: { _ in false }),
  ]

  /// The distance of two means of the middle of each bar.
  private static func awesome(_ steps: TimedSteps) -> TimedSteps.Step {
    let (high, low) = (steps.segment.inputs[0], steps.segment.inputs[1])
    let middle = steps.made(from: 0) { (high[$0] + low[$0]) / 2 }
    let (fast, slow) = (steps.mean(middle, over: steps.window(0)), steps.mean(middle, over: steps.window(1)))
    return steps.made(from: max(fast.first, slow.first)) { fast.values[$0] - slow.values[$0] }
  }

  /// The distance of a fast and a slow average of the first input, and the slow one.
  ///
  /// They change places on bars whose fast window is the longer one.
  private static func distance(
    _ steps: TimedSteps, _ fast: (type: MovingAverage, parameter: Int), _ slow: (type: MovingAverage, parameter: Int)
  ) -> (line: TimedSteps.Step, slow: TimedSteps.Step) {
    let x = steps.input(0)
    let (one, two) = (
      steps.average(x, fast.type, over: fast.parameter), steps.average(x, slow.type, over: slow.parameter)
    )
    let windows = (steps.window(fast.parameter).lengths, steps.window(slow.parameter).lengths)
    let first = max(one.first, two.first)
    func isSwapped(_ index: Int) -> Bool { windows.0[index] > windows.1[index] }
    let line = steps.made(from: first) {
      isSwapped($0) ? two.values[$0] - one.values[$0] : one.values[$0] - two.values[$0]
    }
    return (line, steps.made(from: first) { isSwapped($0) ? one.values[$0] : two.values[$0] })
  }

  /// Writes the line, its average and their distance.
  private static func writeMACD(
    _ steps: TimedSteps, _ line: TimedSteps.Step, _ signal: TimedSteps.Step, together: Bool
  ) {
    steps.write(line, to: 0, from: together ? signal.first : line.first)
    steps.write(signal, to: 1)
    steps.write(steps.made(from: signal.first) { line.values[$0] - signal.values[$0] }, to: 2)
  }

  /// The position of the close in the range, 0 to 100; 0 if the range is 0.
  private static func rawStochastic(_ steps: TimedSteps) -> TimedSteps.Step {
    let close = steps.segment.inputs[2]
    return steps.range(over: steps.window(0)) { index, range in
      let width = range.highest - range.lowest
      return width == 0 ? 0 : 100 * ((close[index] - range.lowest) / width)
    }
  }

  /// Buying pressure as a share of the true range; 0 without a range.
  private static func pressure(_ steps: TimedSteps, over window: TimedSteps.Window) -> TimedSteps.Step {
    let (high, low, close) = (steps.segment.inputs[0], steps.segment.inputs[1], steps.segment.inputs[2])
    return steps.made(from: 1, over: window) { index in
      let floor = smaller(low[index], close[index - 1])
      return WindowTotal(close[index] - floor, larger(high[index], close[index - 1]) - floor)
    } value: {
      $2.values.y == 0 ? 0 : $2.values.x / $2.values.y
    }
  }

  /// Bollinger's bands within Keltner's channel of simple means, and the line through the distances from the middle.
  private static func squeeze(_ steps: TimedSteps) {
    let (high, low, close) = (steps.segment.inputs[0], steps.segment.inputs[1], steps.segment.inputs[2])
    let (window, arguments) = (steps.window(0), steps.arguments)
    let deviation = steps.made(from: 0, over: window) {
      WindowMoments(close[$0])
    } value: {
      arguments.real(1) * $2.variance(sparing: $1 < 2 ? 0 : arguments.whole(3)).squareRoot()
    }
    let range = steps.mean(steps.made(from: 1) { trueRange(high, low, close, $0) }, over: window)
    let isOn = steps.made(from: range.first) { index in
      guard window.lengths[index] >= 2 else { return .missing }
      return deviation.values[index] < arguments.real(2) * range.values[index] ? 1 : 0
    }
    steps.write(isOn, to: 0)
    let (mean, middle) = (steps.mean(steps.input(2), over: window), steps.middle(over: window))
    let distance = steps.made(from: mean.first) { close[$0] - (middle.values[$0] + mean.values[$0]) / 2 }
    let momentum = steps.made(from: distance.first, over: window) {
      WindowComoments(Double($0), distance.values[$0])
    } value: { index, length, moments in
      guard length >= 2 else { return .missing }
      return moments.mean.y + moments.products / moments.squares.x * (Double(index) - moments.mean.x)
    }
    steps.write(momentum, to: 1)
  }

  /// The slope of the logarithms of mean squared differences over those of their lags; the cost grows with the number of
  /// lags, not with the window.
  private static func hurst(_ steps: TimedSteps) {
    let (x, lags, window) = (steps.segment.inputs[0], steps.arguments.whole(1), steps.window(0))
    var mean = 0.0
    for lag in 1...lags { mean += logarithm(Double(lag)) / Double(lags) }
    var spread = 0.0
    for lag in 1...lags {
      let distance = logarithm(Double(lag)) - mean
      spread += distance * distance
    }
    let logarithms = steps.made(from: 0) { logarithm(x[$0]) }.values
    let (count, target) = (steps.count, steps.segment.outputs[0])
    let first = lags + 1
    guard first < count else { return }
    (target + first).update(repeating: 0, count: count - first)
    for lag in 1...lags {
      // Half the logarithm is that of the root.
      let weight = (logarithm(Double(lag)) - mean) / spread / 2
      forEachTimedWindow(count, window.lengths, from: lag) { index in
        let move = logarithms[index] - logarithms[index &- lag]
        return WindowTotal(move * move)
      } body: { index, length, total in
        if index >= first { target[index] += weight * logarithm(total.values.x / Double(length)) }
      }
    }
    for index in first..<count where window.lengths[index] < 2 { target[index] = .missing }
  }
}

extension MovingAverage {
  /// True for one whose values depend on a window of bars.
  var hasWindow: Bool {
    switch self {
    case .sma, .wma, .trima, .hma, .none: true
    default: false
    }
  }
}
