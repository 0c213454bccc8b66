import Columns
import Indicators

/// A computation in steps over windows of calendar time: columns that are made of one another, each over windows of its
/// own.
///
/// A window is that of the bar on which it ends. It has no bar before the first value of its column; a length of time
/// takes the existing bars, a number of bars has no value before there are enough.
final class TimedSteps {
  /// Values, and the first bar that has one.
  struct Step {
    let values: Target
    let first: Int
  }

  /// The number of bars in each bar's window.
  struct Window {
    let lengths: Lengths
    /// The number of bars before it is full.
    let missing: Int
  }

  let segment: Segment
  private let lengths: TimedLengths
  private var columns: [Target] = []
  private var windows: [UnsafeMutablePointer<Int32>] = []

  /// Makes the steps of a segment.
  init(_ segment: Segment, _ lengths: TimedLengths) {
    (self.segment, self.lengths) = (segment, lengths)
  }

  deinit {
    for column in columns { column.deallocate() }
    for window in windows { window.deallocate() }
  }

  var count: Int { segment.count }
  var arguments: Arguments { segment.arguments }

  // MARK: Windows

  /// The windows of a parameter.
  func window(_ parameter: Int) -> Window {
    if let timed = lengths[parameter] { return Window(lengths: timed, missing: 0) }
    let period = arguments.whole(parameter)
    return Window(lengths: window { _ in period }, missing: period - 1)
  }

  private func window(_ length: (_ index: Int) -> Int) -> Lengths {
    let window = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    for index in 0..<count { (window + index).initialize(to: Int32(clamping: length(index))) }
    windows.append(window)
    return Lengths(window)
  }

  // MARK: Columns

  /// An input as the first step.
  func input(_ index: Int) -> Step { made(from: 0) { [source = segment.inputs[index]] in source[$0] } }

  /// A column of values of single bars.
  func made(from first: Int, _ value: (_ index: Int) -> Double) -> Step {
    let column = Target.allocate(capacity: count)
    columns.append(column)
    column.initialize(repeating: .missing, count: count)
    var index = first
    while index < count {
      column[index] = value(index)
      index += 1
    }
    return Step(values: column, first: first)
  }

  /// A column of one value for each window over bars from the first on.
  func made<Part: WindowPart>(
    from first: Int, over window: Window, part: (_ index: Int) -> Part,
    value: (_ index: Int, _ length: Int, _ part: Part) -> Double
  ) -> Step {
    let column = made(from: count) { _ in .missing }
    forEachTimedWindow(count, window.lengths, from: first, part: part) {
      column.values[$0] = value($0, $1, $2)
    }
    return Step(values: column.values, first: first + window.missing)
  }

  /// Sets an output from its first value on, or from a later bar.
  func write(_ step: Step, to output: Int, from first: Int = 0) {
    let first = max(first, step.first)
    guard first < count else { return }
    (segment.outputs[output] + first).update(from: step.values + first, count: count - first)
  }

  // MARK: Steps

  /// The mean over windows.
  func mean(_ x: Step, over window: Window) -> Step {
    made(from: x.first, over: window) {
      WindowTotal(x.values[$0])
    } value: {
      $2.values.x / Double($1)
    }
  }

  /// The mean over windows with weights that rise from bar to bar.
  func weighted(_ x: Step, over window: Window) -> Step {
    made(from: x.first, over: window) {
      WeightedTotal(x.values[$0])
    } value: {
      $2.weighted / ($2.count * ($2.count + 1) / 2)
    }
  }

  /// A moving average whose period is a parameter; one without a window takes a number of bars.
  func average(_ x: Step, _ type: MovingAverage, over parameter: Int) -> Step {
    guard lengths[parameter] != nil else {
      let (period, target) = (arguments.whole(parameter), made(from: count) { _ in .missing }.values)
      if x.first < count { type.write(x.values + x.first, count - x.first, period, target + x.first) }
      return Step(values: target, first: x.first + type.warmUp(period))
    }
    let window = window(parameter)
    switch type {
    case .sma: return mean(x, over: window)
    case .wma: return weighted(x, over: window)
    case .trima:
      let target = made(from: count) { _ in .missing }.values
      TimedKernels.writeTriangular(x.values, from: x.first, count, window.lengths, target)
      return Step(values: target, first: x.first)
    case .hma: return hull(x, over: window)
    default: return x
    }
  }

  /// Hull's average: half and root of a window are those of the number of its bars.
  private func hull(_ x: Step, over window: Window) -> Step {
    func part(_ length: @escaping (_ bars: Int) -> Int) -> Window {
      let lengths = self.window { index in
        length(max(min(Int(window.lengths[index]), index + 1 - x.first), 1))
      }
      return Window(lengths: lengths, missing: 0)
    }
    let half = weighted(x, over: part { max($0 / 2, 1) })
    let whole = weighted(x, over: window)
    let distance = made(from: x.first) { 2 * half.values[$0] - whole.values[$0] }
    return weighted(distance, over: part { Int(Double($0).squareRoot()) })
  }

  /// The middle of the range of the first two inputs.
  func middle(over window: Window) -> Step {
    range(over: window) { ($1.highest + $1.lowest) / 2 }
  }

  /// A figure of the highest of the first and the lowest of the second input.
  func range(over window: Window, _ value: (_ index: Int, _ range: WindowRange) -> Double) -> Step {
    let (high, low) = (segment.inputs[0], segment.inputs[1])
    return made(from: 0, over: window) {
      WindowRange(highest: high[$0], lowest: low[$0])
    } value: { index, _, range in
      value(index, range)
    }
  }

  /// The change of the first input from its value of some time before, in percent; 0 from a value of 0.
  func rateOfChange(over parameter: Int) -> Step {
    let x = input(0)
    let before = lagged(x, by: parameter)
    return made(from: before.first) { index in
      let earlier = before.values[index]
      return earlier == 0 ? 0 : (x.values[index] / earlier - 1) * 100
    }
  }

  /// A column lagged by some time or some bars.
  func lagged(_ x: Step, by parameter: Int) -> Step {
    let (lengths, bars) = (lengths[parameter], arguments.whole(parameter))
    func before(_ index: Int) -> Int { index - (lengths.map { Int($0[index]) } ?? bars) }
    let first = (0..<count).first { before($0) >= x.first } ?? count
    return made(from: first) { x.values[before($0)] }
  }
}
