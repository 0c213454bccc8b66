import Columns

/// The number of bars of each bar's window, if windows span a length of calendar time.
///
/// The first bar of a window never lies before that of the window before.
public struct WindowLengths: Sendable {
  /// The number of bars, the present one included; at least 1.
  public let counts: [Int32]

  /// Takes one number for each bar.
  public init(counts: [Int32]) { self.counts = counts }
}

/// The lengths of a segment's windows, one for each of its bars; never more bars than the segment has up to there.
public typealias Lengths = UnsafePointer<Int32>

/// The lengths of a segment's windows, by the indices of the parameters that are lengths of calendar time.
public struct TimedLengths {
  private let lengths: [Int: Lengths]

  fileprivate init(_ lengths: [Int: Lengths]) { self.lengths = lengths }

  /// The lengths of a parameter's windows; nil for one that is a number.
  public subscript(parameter: Int) -> Lengths? { lengths[parameter] }
}

extension Indicator {
  /// True if a parameter is the length of a window: it may be a length of calendar time.
  ///
  /// The arguments are aligned with the parameters; nil for one that is not known yet.
  public func takesTime(_ parameter: Int, _ arguments: [Double?]) -> Bool {
    guard parameters[parameter].countsBars != nil else { return false }
    let known = filled(arguments)
    if let timedParameters {
      return (try? check(known)) != nil && timedParameters(parameter, Arguments(values: known))
    }
    return (try? settling(known)) == 0
  }

  private func filled(_ arguments: [Double?]) -> [Double] {
    zip(parameters, arguments).map { parameter, argument -> Double in
      if let argument, parameter.allows(argument) { return argument }
      if case .value(let value) = parameter.defaultValue { return value }
      return parameter.least
    }
  }

  /// The number of bars by which the beginning of the series counts beyond windows of calendar time, and whether these
  /// lie over one another; nil if the data decide the number.
  ///
  /// The arguments are aligned with the parameters; nil for a length of time.
  public func settlingBesideTime(_ arguments: [Double?]) -> (bars: Int, isNested: Bool)? {
    guard let timedNesting else { return (0, false) }
    let least = zip(parameters, arguments).map { $1 ?? $0.least }
    guard let warmUp = try? warmUp(least, output: outputs.count - 1), let settling = try? settling(least) else {
      return nil
    }
    return (warmUp + settling, timedNesting(Arguments(values: filled(arguments))))
  }

  /// Computes all outputs over windows that hold a length of calendar time.
  ///
  /// The same as `compute`, but that the arguments with lengths take another number of bars on each bar. A window is
  /// as long as there are bars in it, from the first bar of the series on; a value of a certain time ago is missing
  /// until there is one. A length that an argument cannot have gives a missing value.
  ///
  /// - Parameters:
  ///   - inputs: the series, in the order of `inputs`.
  ///   - arguments: one number for each parameter; those with lengths do not count.
  ///   - lengths: the lengths of parameters, by their indices; one for each bar.
  /// - Throws: `IndicatorError` like `compute`, also if a parameter with lengths does not count bars.
  public func compute(
    _ inputs: [Column], _ arguments: [Double], lengths: [Int: WindowLengths]
  ) throws(IndicatorError) -> [Column] {
    var fixed = arguments
    for index in lengths.keys where fixed.indices.contains(index) { fixed[index] = parameters[index].least }
    // All checks of a call, and the shape of its outputs.
    let outputs = try compute(inputs.map { _ in Column([]) }, fixed)
    let count = inputs.first?.count ?? 0
    guard inputs.allSatisfy({ $0.count == count }) else {
      throw IndicatorError(indicator: name, cause: .inputLengths(inputs.map(\.count)))
    }
    if count == 0 { return outputs }
    return TimedComputation(indicator: self, arguments: fixed, lengths: lengths, inputs: inputs, count: count).run()
  }
}

/// One computation over windows of calendar time.
private struct TimedComputation {
  let indicator: Indicator
  let arguments: [Double]
  let lengths: [Int: WindowLengths]
  let inputs: [Column]
  let count: Int

  func run() -> [Column] {
    var outputs = indicator.outputs.map { _ in [Double](repeating: .missing, count: count) }
    let needed = zip(indicator.inputs, inputs).filter { $0.0.kind == .number }.map(\.1)
    var start = 0
    while start < count {
      guard indicator.coverage == .allBars || needed.allSatisfy({ !$0.values[start].isNaN }) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < count, indicator.coverage == .allBars || needed.allSatisfy({ !$0.values[end].isNaN }) { end += 1 }
      compute(start..<end, &outputs)
      start = end
    }
    return outputs.map { Column($0) }
  }

  /// The lengths of a parameter on the bars of a segment, none longer than the segment up to there.
  private func clipped(_ index: Int, _ range: Range<Int>) -> [Int32] {
    guard let all = lengths[index]?.counts else { return [] }
    return range.map { min(all[$0], Int32(clamping: $0 - range.lowerBound + 1)) }
  }

  private func compute(_ range: Range<Int>, _ outputs: inout [[Double]]) {
    if let kernel = indicator.timedKernel, indicator.timedKernelHolds(Set(lengths.keys)) {
      compute(range, with: kernel, &outputs)
    } else {
      computeByLength(range, &outputs)
    }
    for output in outputs.indices {
      for index in range { outputs[output][index] = outputs[output][index].finiteOrMissing }
    }
  }

  private func compute(
    _ range: Range<Int>, with kernel: (Segment, TimedLengths) -> Void, _ outputs: inout [[Double]]
  ) {
    var memory = outputs.map { _ in [Double](repeating: .missing, count: range.count) }
    var open: [Int: Lengths] = [:]
    defer { for counts in open.values { counts.deallocate() } }
    for index in lengths.keys {
      let counts = UnsafeMutablePointer<Int32>.allocate(capacity: range.count)
      for (offset, length) in clipped(index, range).enumerated() { (counts + offset).initialize(to: length) }
      open[index] = Lengths(counts)
    }
    withSegment(range, Arguments(values: arguments), &memory) { kernel($0, TimedLengths(open)) }
    for output in outputs.indices { outputs[output].replaceSubrange(range, with: memory[output]) }
  }

  /// Takes all bars whose windows are equally long together, with the bars before them that their windows reach back to.
  private func computeByLength(_ range: Range<Int>, _ outputs: inout [[Double]]) {
    let timed = lengths.keys.sorted().map { (index: $0, counts: clipped($0, range)) }
    var runs: [[Int32]: [Range<Int>]] = [:]
    var start = range.lowerBound
    for end in range.lowerBound + 1...range.upperBound {
      let offset = end - range.lowerBound
      if end < range.upperBound, timed.allSatisfy({ $0.counts[offset] == $0.counts[offset - 1] }) { continue }
      runs[timed.map { $0.counts[offset - 1] }, default: []].append(start..<end)
      start = end
    }
    for (counts, runs) in runs { compute(runs, in: range, zip(timed.map(\.index), counts).map { ($0, $1) }, &outputs) }
  }

  /// Computes runs of bars whose windows hold these numbers of bars.
  ///
  /// Runs whose windows overlap are computed in one go, so that a bar is visited once for each length at most.
  private func compute(
    _ runs: [Range<Int>], in range: Range<Int>, _ counts: [(index: Int, count: Int32)], _ outputs: inout [[Double]]
  ) {
    var values = arguments
    for (index, count) in counts {
      values[index] = Double(indicator.parameters[index].countsBars == .before ? count - 1 : count)
    }
    guard (try? indicator.check(values)) != nil else { return }
    let checked = Arguments(values: values)
    let reach = reach(checked)
    let full = range.lowerBound + indicator.warmUpRule(checked)
    var together: [Range<Int>] = []
    for run in runs {
      for bar in run.lowerBound..<max(run.lowerBound, min(full, run.upperBound)) {
        computeEarly(bar, short: full - bar, in: range, counts, values, &outputs)
      }
      let start = max(run.lowerBound, full)
      guard start < run.upperBound else { continue }
      if let last = together.last, start - reach > last.upperBound {
        write(together, in: range, checked, &outputs)
        together = []
      }
      together.append(start..<run.upperBound)
    }
    write(together, in: range, checked, &outputs)
  }

  /// Computes a bar at the beginning of the data whose window lacks some bars: it is shorter by that many.
  ///
  /// A window of changes lacks one there, as each change needs the bar before.
  private func computeEarly(
    _ bar: Int, short missing: Int, in range: Range<Int>, _ counts: [(index: Int, count: Int32)], _ values: [Double],
    _ outputs: inout [[Double]]
  ) {
    guard counts.count == 1, indicator.parameters[counts[0].index].countsBars != .distance else { return }
    var values = values
    values[counts[0].index] -= Double(missing)
    guard (try? indicator.check(values)) != nil else { return }
    write([bar..<bar + 1], in: range, Arguments(values: values), &outputs)
  }

  /// The number of bars before one on which its values depend.
  private func reach(_ arguments: Arguments) -> Int {
    (delays(arguments).max() ?? 0) + indicator.warmUpRule(arguments)
  }

  /// The number of bars after the warm-up on which each output begins.
  private func delays(_ arguments: Arguments) -> [Int] {
    indicator.outputs.indices.map { indicator.delayRule?(arguments, $0) ?? 0 }
  }

  /// Runs the kernel over rising runs of bars and those before the first, and takes the values of the runs.
  private func write(
    _ runs: [Range<Int>], in range: Range<Int>, _ arguments: Arguments, _ outputs: inout [[Double]]
  ) {
    guard let start = runs.first?.lowerBound, let end = runs.last?.upperBound else { return }
    let warmUp = indicator.warmUpRule(arguments)
    let first = max(range.lowerBound, start - reach(arguments))
    guard end - first > warmUp else { return }
    var memory = outputs.map { _ in [Double](repeating: .missing, count: end - first) }
    withSegment(first..<end, arguments, &memory) { indicator.kernel($0) }
    for (output, delay) in delays(arguments).enumerated() {
      for run in runs {
        for bar in run where bar - first >= warmUp + delay { outputs[output][bar] = memory[output][bar - first] }
      }
    }
  }

  /// Opens the memory of the inputs and of some outputs.
  private func withSegment(
    _ range: Range<Int>, _ arguments: Arguments, _ memory: inout [[Double]], _ body: (Segment) -> Void
  ) {
    let targets = memory.map { values -> Target in
      let target = Target.allocate(capacity: values.count)
      target.initialize(repeating: .missing, count: values.count)
      return target
    }
    defer { for target in targets { target.deallocate() } }
    func open(_ index: Int, _ sources: [Source]) {
      guard index < inputs.count else {
        body(Segment(count: range.count, inputs: sources, outputs: targets, arguments: arguments))
        return
      }
      inputs[index].values.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        open(index + 1, sources + [base + range.lowerBound])
      }
    }
    open(0, [])
    for (index, target) in targets.enumerated() {
      memory[index].withUnsafeMutableBufferPointer { values in
        if let base = values.baseAddress { base.update(from: target, count: values.count) }
      }
    }
  }
}
