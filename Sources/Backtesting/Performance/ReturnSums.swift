import CLanes

/// Sums over returns, from one pass over them: in four strands, the first with the returns 0, 4, 8 and so on, and with
/// those after the last full four added one by one.
package struct ReturnSums {
  private(set) var sum: Double
  private(set) var squares: Double
  /// The sum of the squares of the negative returns.
  private(set) var negativeSquares: Double

  /// The sums of some returns.
  init(of returns: UnsafeBufferPointer<Double>) {
    var strands = Strands()
    let whole = returns.count & ~3
    for index in stride(from: 0, to: whole, by: 4) {
      strands.add(SIMD4(returns[index], returns[index + 1], returns[index + 2], returns[index + 3]))
    }
    self.init(strands)
    for index in whole..<returns.count { add(returns[index]) }
  }

  /// The sums of the changes from each value to the next as a fraction, 0 if there was nothing left to change.
  ///
  /// - Parameter returns: takes the changes.
  init(of equity: UnsafeBufferPointer<Double>, into returns: UnsafeMutableBufferPointer<Double>) {
    let count = max(equity.count - 1, 0)
    var strands = Strands()
    var index = 0
    if let from = UnsafeRawPointer(equity.baseAddress), let into = UnsafeMutableRawPointer(returns.baseAddress) {
      while index &+ 4 <= count {
        let before = (from + index &* 8).loadUnaligned(as: SIMD4<Double>.self)
        let after = (from + (index &* 8 &+ 8)).loadUnaligned(as: SIMD4<Double>.self)
        let changes = Self.changes(from: before, to: after)
        (into + index &* 8).storeBytes(of: changes, as: SIMD4<Double>.self)
        strands.add(changes)
        index &+= 4
      }
    }
    self.init(strands)
    while index < count {
      returns[index] = Self.change(from: equity[index], to: equity[index + 1])
      add(returns[index])
      index &+= 1
    }
  }

  init(_ strands: Strands) {
    (sum, squares, negativeSquares) = (strands.sums.sum(), strands.squares.sum(), strands.negativeSquares.sum())
  }

  mutating func add(_ change: Double) {
    sum += change
    squares += change * change
    let fall = min(change, 0)
    negativeSquares += fall * fall
  }

  @inline(__always)
  static func change(from before: Double, to after: Double) -> Double { before > 0 ? after / before - 1 : 0 }

  @inline(__always)
  static func changes(from before: SIMD4<Double>, to after: SIMD4<Double>) -> SIMD4<Double> {
    lanes_if_above(before, .zero, after / before - 1, .zero)
  }

  /// The sum of the squared distances from the mean of `count` returns; nil if the sums are not precise enough.
  ///
  /// The remainder of the squares has the rounding of all of them. For ordinary returns nearly all remains; if the mean
  /// makes up most of them, a second pass finds the distances.
  func squaresAroundMean(of count: Double) -> Double? {
    if squares == 0 { return 0 }
    let left = squares - sum * sum / count
    return left > squares / 16 ? left : nil
  }
}

extension ReturnSums {
  /// The sums of four strands; zeros change none of them.
  struct Strands {
    fileprivate var sums = SIMD4<Double>.zero
    fileprivate var squares = SIMD4<Double>.zero
    fileprivate var negativeSquares = SIMD4<Double>.zero

    @inline(__always)
    mutating func add(_ changes: SIMD4<Double>) {
      sums += changes
      squares += changes * changes
      let falls = lanes_smaller(changes, .zero)
      negativeSquares += falls * falls
    }
  }
}

/// The returns of a curve that come in order, some bars at a time, and in parts of four: each full four goes into the
/// sums at once, so that these are equal to the last bit to those of a column of all returns.
struct ReturnCollector {
  private var strands = ReturnSums.Strands()
  /// The incomplete four, with zeros for missing values, and its start.
  private var pending = SIMD4<Double>.zero
  private var start = 0
  /// Takes the returns, and up to three values after them; nil if only their sums are needed.
  private let memory: UnsafeMutableRawPointer?

  init(into memory: UnsafeMutablePointer<Double>?) { self.memory = UnsafeMutableRawPointer(memory) }

  /// Adds one return.
  @inline(__always)
  mutating func add(_ change: Double, at index: Int) {
    add(lanes_only(SIMD4(repeating: change), 1 &<< UInt64(index & 3)), from: index & ~3)
  }

  /// Adds some returns of a four, with zeros for the others.
  @inline(__always)
  mutating func add(_ changes: SIMD4<Double>, from first: Int) {
    go(to: first)
    pending += changes
  }

  /// Completes the fours before one; returns between that were not added are zero.
  @inline(__always)
  mutating func go(to first: Int) {
    guard first != start else { return }
    strands.add(pending)
    if let memory {
      memory.storeBytes(of: pending, toByteOffset: start &* 8, as: SIMD4<Double>.self)
      for index in stride(from: start &+ 4, to: first, by: 4) {
        memory.storeBytes(of: .zero, toByteOffset: index &* 8, as: SIMD4<Double>.self)
      }
    }
    pending = .zero
    start = first
  }

  /// Adds fours from one on, all of them, to strands of the caller's.
  ///
  /// - Parameter body: adds the fours, writes them into the memory, if any, and returns the value after them.
  @inline(__always)
  mutating func addWhole(
    from first: Int, _ body: (_ strands: inout ReturnSums.Strands, _ memory: UnsafeMutableRawPointer?) -> Int
  ) {
    go(to: first)
    var own = strands
    start = body(&own, memory)
    strands = own
  }

  /// The sums, if there are `count` returns in total.
  mutating func sums(of count: Int) -> ReturnSums {
    let whole = count & ~3
    go(to: whole)
    memory?.storeBytes(of: pending, toByteOffset: whole &* 8, as: SIMD4<Double>.self)
    var sums = ReturnSums(strands)
    for lane in 0..<count &- whole { sums.add(pending[lane]) }
    return sums
  }
}
