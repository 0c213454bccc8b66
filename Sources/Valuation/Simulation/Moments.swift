import Probability

/// Count, mean and spread of some values, which can be joined with those of others.
struct Moments: Sendable {
  var count = 0
  var mean = 0.0
  /// Sum of the squared distances from the mean.
  private var squares = 0.0
  var lowest = Double.infinity
  var highest = -Double.infinity
  /// How many lie above the price.
  var above = 0

  init() {}

  /// The moments of a block of values; missing ones are left out.
  init(_ values: UnsafePointer<Double>, _ count: Int, above price: Double) {
    // Eight sums side by side, and the rest after them: always the same order of additions.
    var sums = Lanes()
    var low = Lanes(repeating: .infinity)
    var high = Lanes(repeating: -.infinity)
    var more = SIMD8<UInt64>()
    var index = 0
    while index + Lanes.scalarCount <= count {
      let lanes = UnsafeRawPointer(values + index).loadUnaligned(as: Lanes.self)
      sums += lanes
      low = low.replacing(with: lanes, where: lanes .< low)
      high = high.replacing(with: lanes, where: lanes .> high)
      more &+= unsafeBitCast(Lanes(repeating: price) - lanes, to: SIMD8<UInt64>.self) &>> 63
      index += Lanes.scalarCount
    }
    guard (sums - sums).sum() == 0 else {
      addOneByOne(values, count, above: price)
      return
    }
    var valued = index
    lowest = low.min()
    highest = high.max()
    above = Int(more.wrappedSum())
    var sum = 0.0
    for lane in 0..<Lanes.scalarCount { sum += sums[lane] }
    for place in index..<count where values[place].isFinite {
      sum += values[place]
      valued += 1
      if values[place] > price { above += 1 }
      lowest = min(lowest, values[place])
      highest = max(highest, values[place])
    }
    self.count = valued
    guard valued > 0 else { return }
    mean = sum / Double(valued)
    sums = Lanes()
    index = 0
    while index + Lanes.scalarCount <= count {
      let distance = UnsafeRawPointer(values + index).loadUnaligned(as: Lanes.self) - Lanes(repeating: mean)
      sums += distance * distance
      index += Lanes.scalarCount
    }
    for lane in 0..<Lanes.scalarCount { squares += sums[lane] }
    for place in index..<count where values[place].isFinite {
      squares += (values[place] - mean) * (values[place] - mean)
    }
  }

  /// Those of a block in which values are missing: of the others, one after the other.
  private mutating func addOneByOne(_ values: UnsafePointer<Double>, _ count: Int, above price: Double) {
    var sum = 0.0
    for index in 0..<count where values[index].isFinite {
      sum += values[index]
      self.count += 1
      if values[index] > price { above += 1 }
      lowest = min(lowest, values[index])
      highest = max(highest, values[index])
    }
    guard self.count > 0 else { return }
    mean = sum / Double(self.count)
    for index in 0..<count where values[index].isFinite {
      squares += (values[index] - mean) * (values[index] - mean)
    }
  }

  /// Adds other values (Chan, Golub, LeVeque).
  mutating func join(_ other: Moments) {
    guard other.count > 0 else { return }
    let (mine, its) = (Double(count), Double(other.count))
    let distance = other.mean - mean
    count += other.count
    mean += distance * (its / Double(count))
    squares += other.squares + distance * distance * (mine * its / Double(count))
    lowest = min(lowest, other.lowest)
    highest = max(highest, other.highest)
    above += other.above
  }

  /// The standard deviation (n - 1).
  var standardDeviation: Double { (squares / Double(max(1, count - 1))).squareRoot() }
}
