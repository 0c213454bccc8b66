import Indicators

/// The values some bars ago of a series that is computed eight bars at a time and not kept.
///
/// Bars before the first count as 0.
struct DelayLine: ~Copyable {
  private let lag: Int
  private let capacity: Int
  private let values: Target
  private var end: Int

  init(_ lag: Int) {
    self.lag = lag
    // Space for the values that move to the front when it is used up.
    capacity = 2 * lag + 1024
    values = .allocate(capacity: capacity)
    values.initialize(repeating: 0, count: capacity)
    end = lag
  }

  deinit { values.deallocate() }

  /// Takes the next eight values in and gives those `lag` bars before each of them.
  @inline(__always)
  mutating func advance(_ next: EightLanes) -> EightLanes {
    if end &+ 8 > capacity {
      values.update(from: values + (end - lag), count: lag)
      end = lag
    }
    next.store(8, values + end)
    let earlier = EightLanes(Source(values) + (end &- lag), 8)
    end &+= 8
    return earlier
  }
}

extension EightLanes {
  /// Up to eight values `lag` bars before those from `index` on; 0 if there is no such bar.
  @inline(__always)
  init(_ source: Source, _ index: Int, back lag: Int, _ count: Int) {
    self = index >= lag ? EightLanes(source + (index &- lag), count) : EightLanes.first(source, index - lag, count)
  }

  /// Up to eight values from an index on that lies before the first bar; 0 if there is no bar.
  @inline(never)
  private static func first(_ source: Source, _ index: Int, _ count: Int) -> EightLanes {
    var values = EightLanes(.zero, .zero)
    for lane in 0..<count where index + lane >= 0 {
      if lane < 4 { values.low[lane] = source[index + lane] } else { values.high[lane - 4] = source[index + lane] }
    }
    return values
  }
}
