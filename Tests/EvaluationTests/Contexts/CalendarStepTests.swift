import Columns
import Indicators
import LibC
import StandardIndicators
import TestSupport
import Testing

@Suite("Windows of calendar time over windows")
struct CalendarStepTests {
  /// The windows of a parameter: of a number of bars, or of a length of time.
  enum Windows {
    case bars(Int)
    case time([Int])

    func length(_ index: Int) -> Int {
      switch self {
      case .bars(let count): count
      case .time(let counts): counts[index]
      }
    }

    /// The bars of a window that begins no earlier than the first; nil if a number of bars is not full yet.
    func bars(_ index: Int, from first: Int) -> ClosedRange<Int>? {
      let start = index + 1 - length(index)
      if index < first { return nil }
      if case .bars = self, start < first { return nil }
      return max(first, start)...index
    }
  }

  /// Bars at irregular times, and what the formulas say on them, value by value.
  struct Slow {
    let open: [Double]
    let high: [Double]
    let low: [Double]
    let close: [Double]
    let windows: [Windows]
    let arguments: [Double]

    var indices: Range<Int> { close.indices }

    func over(_ x: [Double], _ windows: Windows, _ value: (ArraySlice<Double>) -> Double) -> [Double] {
      let first = x.firstIndex { !$0.isNaN } ?? x.count
      return indices.map { index in windows.bars(index, from: first).map { value(x[$0]) } ?? .nan }
    }

    func mean(_ x: [Double], _ windows: Windows) -> [Double] {
      over(x, windows) { $0.reduce(0, +) / Double($0.count) }
    }

    static func weighted(_ x: ArraySlice<Double>) -> Double {
      var sum = 0.0
      for (place, value) in x.enumerated() { sum += Double(place + 1) * value }
      return sum / Double(x.count * (x.count + 1) / 2)
    }

    static func triangular(_ x: ArraySlice<Double>) -> Double {
      var (sum, weights) = (0.0, 0.0)
      for (place, value) in x.enumerated() {
        let weight = Double(min(place + 1, x.count - place))
        sum += weight * value
        weights += weight
      }
      return sum / weights
    }

    func hull(_ x: [Double], _ windows: Windows) -> [Double] {
      let first = x.firstIndex { !$0.isNaN } ?? x.count
      let distance = indices.map { index -> Double in
        guard let bars = windows.bars(index, from: first) else { return .nan }
        return 2 * Self.weighted(x[bars].suffix(max(bars.count / 2, 1))) - Self.weighted(x[bars])
      }
      let begin = distance.firstIndex { !$0.isNaN } ?? x.count
      return indices.map { index in
        guard let bars = windows.bars(index, from: first) else { return .nan }
        let root = Int(Double(bars.count).squareRoot())
        if case .bars = windows, index + 1 - root < begin { return .nan }
        return Self.weighted(distance[max(begin, index + 1 - root)...index])
      }
    }

    func average(_ x: [Double], _ type: Int, _ windows: Windows) -> [Double] {
      switch type {
      case 0: mean(x, windows)
      case 2: over(x, windows, Self.weighted)
      case 5: over(x, windows, Self.triangular)
      case 9: hull(x, windows)
      default: x
      }
    }

    func middle(_ windows: Windows) -> [Double] {
      let (top, bottom) = (over(high, windows) { $0.max() ?? .nan }, over(low, windows) { $0.min() ?? .nan })
      return zip(top, bottom).map { ($0 + $1) / 2 }
    }

    /// The value of some time or some bars before.
    func lagged(_ x: [Double], _ windows: Windows) -> [Double] {
      indices.map { $0 - windows.length($0) < 0 ? .nan : x[$0 - windows.length($0)] }
    }

    func rate(_ windows: Windows) -> [Double] {
      zip(close, lagged(close, windows)).map { $1 == 0 ? 0 : ($0 / $1 - 1) * 100 }
    }

    func raw(_ windows: Windows) -> [Double] {
      let (top, bottom) = (over(high, windows) { $0.max() ?? .nan }, over(low, windows) { $0.min() ?? .nan })
      return indices.map { index in
        let width = top[index] - bottom[index]
        return width.isNaN ? .nan : width == 0 ? 0 : 100 * (close[index] - bottom[index]) / width
      }
    }

    /// Fast less slow average; they change places where the fast window is the longer one.
    func distance(_ fast: (Int, Windows), _ slow: (Int, Windows)) -> (line: [Double], slow: [Double]) {
      let (one, two) = (average(close, fast.0, fast.1), average(close, slow.0, slow.1))
      let line = indices.map { fast.1.length($0) > slow.1.length($0) ? two[$0] - one[$0] : one[$0] - two[$0] }
      return (line, indices.map { fast.1.length($0) > slow.1.length($0) ? one[$0] : two[$0] })
    }

    /// Missing before another column begins.
    func together(_ x: [Double], with other: [Double]) -> [Double] { zip(x, other).map { $1.isNaN ? .nan : $0 } }

    func macd(_ line: [Double], _ signal: [Double], together: Bool) -> [[Double]] {
      [together ? self.together(line, with: signal) : line, signal, zip(line, signal).map { $0 - $1 }]
    }

    static func line(_ y: ArraySlice<Double>) -> Double {
      let count = Double(y.count)
      let (middle, mean): (Double, Double) = ((count - 1) / 2, y.reduce(0, +) / count)
      var (products, squares) = (0.0, 0.0)
      for (place, value) in y.enumerated() {
        let distance = Double(place) - middle
        products += distance * (value - mean)
        squares += distance * distance
      }
      return mean + products / squares * middle
    }

    static func deviation(_ x: ArraySlice<Double>, sparing: Int) -> Double {
      let mean: Double = x.reduce(0, +) / Double(x.count)
      var squares = 0.0
      for value in x { squares += (value - mean) * (value - mean) }
      return (squares / Double(x.count - sparing)).squareRoot()
    }

    func type(_ index: Int) -> Int { Int(arguments[index]) }

    var outputs: [String: () -> [[Double]]] {
      [
        "hma": { [hull(close, windows[0])] },
        "ma": { [average(close, type(1), windows[0])] },
        "ao": { [awesome] },
        "ac": { [zip(awesome, mean(awesome, windows[2])).map { $0 - $1 }] },
        "apo": { [distance((type(2), windows[0]), (type(2), windows[1])).line] },
        "ppo": {
          let (line, slow) = distance((type(2), windows[0]), (type(2), windows[1]))
          return [zip(line, slow).map { 100 * $0 / $1 }]
        },
        "macdext": {
          let line = distance((type(1), windows[0]), (type(3), windows[2])).line
          return macd(line, average(line, type(5), windows[4]), together: true)
        },
        "macd": {
          let line = distance((0, windows[0]), (0, windows[1])).line
          return macd(line, mean(line, windows[2]), together: false)
        },
        "bbands": {
          let middle = average(close, type(3), windows[0])
          let deviation = over(close, windows[0]) { Self.deviation($0, sparing: type(4)) }
          return [arguments[1], 0, -arguments[2]].map { width -> [Double] in
            zip(middle, deviation).map { pair -> Double in pair.0 + width * pair.1 }
          }
        },
        "stoch": {
          let k = average(raw(windows[0]), type(2), windows[1])
          let d = average(k, type(4), windows[3])
          return [arguments[5] == 0 ? together(k, with: d) : k, d]
        },
        "stochf": {
          let k = raw(windows[0])
          let d = average(k, type(2), windows[1])
          return [arguments[3] == 0 ? together(k, with: d) : k, d]
        },
        "ichimoku": {
          let (tenkan, kijun) = (middle(windows[0]), middle(windows[1]))
          return [
            tenkan, kijun, lagged(zip(tenkan, kijun).map { ($0 + $1) / 2 }, windows[3]),
            lagged(middle(windows[2]), windows[3]),
          ]
        },
        "ultosc": { [ultimate] },
        "kst": {
          var line = [Double](repeating: 0, count: close.count)
          for number in 0..<4 {
            let rates = mean(rate(windows[number]), windows[4 + number])
            for index in indices { line[index] += Double(number + 1) * rates[index] }
          }
          return [line, mean(line, windows[8])]
        },
        "coppock": { [over(zip(rate(windows[1]), rate(windows[2])).map(+), windows[0], Self.weighted)] },
        "squeeze": { squeeze },
        "hurst": { [hurst] },
      ]
    }

    private var awesome: [Double] {
      let middles = zip(high, low).map { ($0 + $1) / 2 }
      return zip(mean(middles, windows[0]), mean(middles, windows[1])).map { $0 - $1 }
    }

    private var ultimate: [Double] {
      let floor = indices.map { $0 == 0 ? .nan : min(low[$0], close[$0 - 1]) }
      let pressure = indices.map { close[$0] - floor[$0] }
      let range = indices.map { $0 == 0 ? .nan : max(high[$0], close[$0 - 1]) - floor[$0] }
      let quotients = (0..<3).map { number in
        zip(over(pressure, windows[number]) { $0.reduce(0, +) }, over(range, windows[number]) { $0.reduce(0, +) })
          .map { $1 == 0 ? 0 : $0 / $1 }
      }
      return indices.map { index in
        let order = (0..<3).sorted { windows[$0].length(index) < windows[$1].length(index) }
        var sum = 0.0
        for (weight, number) in zip([4.0, 2, 1], order) { sum += weight * quotients[number][index] }
        return 100 * sum / 7
      }
    }

    private var squeeze: [[Double]] {
      let window = windows[0]
      let ranges = indices.map {
        $0 == 0 ? .nan : max(high[$0], close[$0 - 1]) - min(low[$0], close[$0 - 1])
      }
      let range = mean(ranges, window)
      let deviation = over(close, window) { Self.deviation($0, sparing: $0.count < 2 ? 0 : type(3)) }
      let on = indices.map { index -> Double in
        if range[index].isNaN || window.length(index) < 2 { return .nan }
        return arguments[1] * deviation[index] < arguments[2] * range[index] ? 1 : 0
      }
      let (middles, means) = (middle(window), mean(close, window))
      let distance = indices.map { close[$0] - (middles[$0] + means[$0]) / 2 }
      return [on, over(distance, window) { $0.count < 2 ? .nan : Self.line($0) }]
    }

    private var hurst: [Double] {
      let lags = type(1)
      let logarithms = (1...lags).map { log(Double($0)) }
      let mean = logarithms.reduce(0, +) / Double(lags)
      var spread = 0.0
      for logarithm in logarithms { spread += (logarithm - mean) * (logarithm - mean) }
      var slope = [Double](repeating: 0, count: close.count)
      for lag in 1...lags {
        let squares = indices.map { index -> Double in
          if index < lag { return .nan }
          let move = log(close[index]) - log(close[index - lag])
          return move * move
        }
        let means = self.mean(squares, windows[0])
        for index in indices {
          let weight: Double = (logarithms[lag - 1] - mean) / spread / 2
          slope[index] += weight * log(means[index])
        }
      }
      return indices.map { $0 <= lags || windows[0].length($0) < 2 ? .nan : slope[$0] }
    }
  }

  /// The lengths of windows of some time on bars at irregular times, with holes, weekends and crowded hours.
  private static func counts(_ times: [Int], _ length: Int) -> [Int] {
    times.indices.map { index in times[...index].count { $0 > times[index] - length } }
  }

  /// The calls that are tried: the arguments, with the lengths of time of those that have some.
  private static let calls: [(name: String, arguments: [Double], timed: [Int: Int])] = [
    ("hma", [20], [0: 300]), ("hma", [20], [0: 40]),
    ("ma", [30, 0], [0: 100]), ("ma", [30, 2], [0: 100]), ("ma", [30, 5], [0: 90]), ("ma", [30, 9], [0: 200]),
    ("ma", [30, 10], [0: 10]),
    ("ao", [5, 34], [0: 50]), ("ao", [5, 34], [1: 50]), ("ao", [5, 34], [0: 50, 1: 300]),
    ("ac", [5, 34, 5], [0: 30]), ("ac", [5, 34, 5], [2: 90]), ("ac", [5, 34, 5], [0: 50, 1: 300, 2: 40]),
    ("apo", [12, 26, 0], [0: 90, 1: 60]), ("apo", [12, 26, 9], [1: 60]), ("ppo", [12, 26, 2], [0: 90, 1: 200]),
    ("macdext", [12, 0, 26, 2, 9, 5], [0: 90, 2: 200, 4: 30]), ("macdext", [12, 0, 26, 2, 9, 5], [0: 90]),
    ("macdext", [12, 0, 26, 9, 9, 0], [4: 90]),
    ("macd", [12, 26, 9, 1, 0], [0: 90, 1: 200, 2: 50]), ("macd", [12, 26, 9, 1, 0], [2: 50]),
    ("bbands", [20, 2, 3, 0, 0], [0: 100]), ("bbands", [20, 2, 3, 2, 1], [0: 100]),
    ("bbands", [20, 2, 3, 9, 0], [0: 70]),
    ("stoch", [5, 3, 0, 3, 0, 0], [0: 90]), ("stoch", [5, 3, 2, 3, 0, 1], [0: 90, 1: 30, 3: 60]),
    ("stoch", [5, 3, 0, 3, 5, 0], [1: 90]), ("stochf", [5, 3, 0, 0], [0: 90]), ("stochf", [5, 3, 9, 1], [1: 90]),
    ("ichimoku", [9, 26, 52, 26], [0: 90]), ("ichimoku", [9, 26, 52, 26], [1: 90, 2: 30]),
    ("ichimoku", [9, 26, 52, 26], [0: 40, 1: 90, 2: 200, 3: 100]),
    ("ultosc", [7, 14, 28], [0: 90]), ("ultosc", [7, 14, 28], [0: 90, 1: 200, 2: 30]),
    ("ultosc", [7, 14, 28], [2: 60]),
    ("kst", [10, 15, 20, 30, 10, 10, 10, 15, 9], [0: 90]),
    ("kst", [10, 15, 20, 30, 10, 10, 10, 15, 9], [4: 90, 8: 40]),
    ("kst", [10, 15, 20, 30, 10, 10, 10, 15, 9], [0: 9, 1: 30, 2: 60, 3: 99, 4: 40, 5: 41, 6: 42, 7: 60, 8: 30]),
    ("coppock", [10, 11, 14], [0: 90]), ("coppock", [10, 11, 14], [0: 90, 1: 100, 2: 130]),
    ("coppock", [10, 11, 14], [1: 50]),
    ("squeeze", [20, 2, 1.5, 0, 0], [0: 100]), ("squeeze", [20, 2, 1.5, 1, 0], [0: 30]),
    ("hurst", [100, 20], [0: 300]), ("hurst", [100, 5], [0: 40]),
  ]

  @Test("What is made in steps takes in each step the windows of its own bars, as the formulas say", arguments: 1...6)
  func steps(seed: Int) throws {
    var dice = Dice(UInt64(seed))
    let count = 260
    var time = 0
    let times = (0..<count).map { _ -> Int in
      // A hole now and then, longer than any window; otherwise from crowded to rare.
      time += dice.whole(0...40) == 0 ? dice.whole(50...400) : dice.whole(1...(seed % 2 == 0 ? 3 : 15))
      return time
    }
    var price = 100.0
    let close = (0..<count).map { _ -> Double in
      price = max(20, price + Double(dice.whole(-8...8)) / 4)
      return price
    }
    let open = close.map { $0 + Double(dice.whole(-2...2)) / 4 }
    let high = zip(open, close).map { max($0, $1) + Double(dice.whole(0...4)) / 4 }
    let low = zip(open, close).map { min($0, $1) - Double(dice.whole(0...4)) / 4 }
    for call in Self.calls {
      let indicator = try #require(Indicator.named(call.name))
      let windows = call.arguments.indices.map { index in
        call.timed[index].map { Windows.time(Self.counts(times, $0)) } ?? .bars(Int(call.arguments[index]))
      }
      for index in call.timed.keys {
        let known = call.arguments.enumerated().map { call.timed[$0] == nil ? $1 : nil }
        #expect(indicator.takesTime(index, known), "\(call)")
      }
      let slow = Slow(open: open, high: high, low: low, close: close, windows: windows, arguments: call.arguments)
      let formulas = try #require(slow.outputs[call.name])
      let expected = formulas()
      let inputs = indicator.inputs.map { input -> Column in
        switch input.defaultField {
        case .high: Column(high)
        case .low: Column(low)
        default: Column(close)
        }
      }
      var lengths: [Int: WindowLengths] = [:]
      for (index, length) in call.timed {
        lengths[index] = WindowLengths(counts: Self.counts(times, length).map { Int32($0) })
      }
      let outputs = try indicator.compute(inputs, call.arguments, lengths: lengths)
      for (output, values) in expected.enumerated() {
        for index in 0..<count {
          let (ours, direct) = (outputs[output][index], values[index].isFinite ? values[index] : .nan)
          let isNear = abs(ours - direct) <= 1e-9 * max(1, abs(direct)) || (ours.isNaN && direct.isNaN)
          #expect(isNear, "\(call) .\(indicator.outputs[output].name) on bar \(index): \(ours), \(direct)")
          if !isNear { break }
        }
      }
    }
  }

  @Test("An average without a window smooths a range of time, and takes a number of bars itself")
  func mixed() throws {
    let stoch = try #require(Indicator.named("stoch"))
    // A range of time, smoothed by an exponential average.
    #expect(stoch.takesTime(0, [nil, 3, 1, 3, 0, 0]))
    #expect(!stoch.takesTime(1, [5, nil, 1, 3, 0, 0]))
    #expect(stoch.takesTime(3, [5, 3, 1, nil, 0, 0]))
  }
}
