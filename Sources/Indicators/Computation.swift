import Columns

/// One computation of an indicator: finds the memory and the segments, calls the kernel, cleans the results.
struct Computation {
  let indicator: Indicator
  let arguments: Arguments
  let count: Int
  let inputs: [Column]
  let warmUp: Int

  init(indicator: Indicator, arguments: Arguments, inputs: [Column]) {
    self.indicator = indicator
    self.arguments = arguments
    self.inputs = inputs
    count = inputs.first?.count ?? 0
    warmUp = indicator.warmUpRule(arguments)
  }

  func run() -> [Column] {
    var sources: [Source] = []
    var columns: [Column] = []
    withSources(inputs[...], &sources, &columns)
    return columns
  }

  /// Opens the memory of the inputs, one within the other, then continues with the outputs.
  private func withSources(
    _ inputs: ArraySlice<Column>,
    _ sources: inout [Source],
    _ columns: inout [Column]
  ) {
    guard let first = inputs.first else {
      var targets: [Target] = []
      withTargets(sources, &targets, &columns)
      columns.reverse()
      return
    }
    first.values.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      sources.append(base)
      withSources(inputs.dropFirst(), &sources, &columns)
    }
  }

  /// Allocates the outputs, one within the other so that none is cleared first, and fills them.
  private func withTargets(_ sources: [Source], _ targets: inout [Target], _ columns: inout [Column]) {
    if targets.count == indicator.outputs.count {
      fill(sources, targets)
      return
    }
    let column = Column(count: count) { buffer in
      guard let base = buffer.baseAddress else { return }
      targets.append(base)
      withTargets(sources, &targets, &columns)
    }
    columns.append(column)
  }

  private func fill(_ sources: [Source], _ targets: [Target]) {
    let isNumber = indicator.inputs.map { $0.kind == .number }
    let needed = zip(isNumber, sources).filter(\.0).map(\.1)
    let known = zip(isNumber, inputs).filter(\.0).map(\.1.completeness)
    // A sum, as it propagates NaN.
    let largest = known.reduce(0) { $0 + $1.magnitude }
    if indicator.coverage == .allBars {
      compute(0..<count, sources, targets, isSafe: largest < Self.safeSum)
      return
    }
    let first = known.reduce(0) { max($0, $1.leading) }
    for target in targets { setMissing(target, 0..<first) }
    if largest.isFinite {
      if first < count { compute(first..<count, sources, targets, isSafe: largest < Self.safeSum) }
      return
    }
    var start = first
    while start < count {
      let isThere = hasAll(needed, start)
      var end = start + 1
      while end < count, hasAll(needed, end) == isThere { end += 1 }
      if isThere {
        compute(start..<end, sources, targets, isSafe: false)
      } else {
        for target in targets { setMissing(target, start..<end) }
      }
      start = end
    }
  }

  private func compute(_ range: Range<Int>, _ sources: [Source], _ targets: [Target], isSafe: Bool) {
    let first = range.lowerBound + min(warmUp, range.count)
    if first < range.upperBound {
      indicator.kernel(
        Segment(
          count: range.count,
          inputs: sources.map { $0 + range.lowerBound },
          outputs: targets.map { $0 + range.lowerBound },
          arguments: arguments
        )
      )
    }
    for (index, target) in targets.enumerated() {
      let delay = indicator.delayRule?(arguments, index) ?? 0
      let first = min(first + delay, range.upperBound)
      setMissing(target, range.lowerBound..<first)
      if isSafe && indicator.keepsFinite { continue }
      if magnitude(target, first..<range.upperBound).isFinite { continue }
      for index in first..<range.upperBound { target[index] = target[index].finiteOrMissing }
    }
  }

  private func setMissing(_ target: Target, _ range: Range<Int>) {
    (target + range.lowerBound).update(repeating: .missing, count: range.count)
  }

  private func hasAll(_ sources: [Source], _ index: Int) -> Bool {
    for source in sources where source[index].isNaN { return false }
    return true
  }

  /// The bound of the sum of the inputs' magnitudes below which squares of them and sums of those stay finite.
  static let safeSum = 1e100

  /// The sum of the magnitudes: not finite if a value is missing or infinite.
  private func magnitude(_ values: Target, _ range: Range<Int>) -> Double {
    var sum = SIMD8<Double>.zero
    var index = range.lowerBound
    let clear = SIMD8<UInt64>(repeating: ~(1 << 63))
    while index &+ 8 <= range.upperBound {
      let bits = UnsafeRawPointer(values + index).loadUnaligned(as: SIMD8<UInt64>.self) & clear
      sum += unsafeBitCast(bits, to: SIMD8<Double>.self)
      index &+= 8
    }
    var rest = sum.sum()
    while index < range.upperBound {
      rest += values[index].magnitude
      index &+= 1
    }
    return rest
  }
}
