import CLanes

/// The equity of an account path at the closes of its window: each value is computed where it is needed.
///
/// While nothing is held the equity stays as it is, and those bars cost nothing; the figures are equal to the last bit to
/// those of a column of all values.
struct PathCurve {
  let stretches: UnsafeBufferPointer<AccountPath.Stretch>
  let count: Int
  /// The closes of the window; where there are more of them than bars, four may be read at a time up to the end.
  let closes: UnsafeBufferPointer<Double>

  /// The bars of a stretch.
  @inline(__always)
  private func bars(of place: Int) -> Range<Int> {
    stretches[place].start..<(place &+ 1 < stretches.count ? stretches[place &+ 1].start : count)
  }

  /// Four values from a bar on.
  @inline(__always)
  private func four(_ stretch: AccountPath.Stretch, _ bar: Int) -> SIMD4<Double> {
    stretch.cash + stretch.units * prices(from: bar)
  }

  /// Four closes from a bar on.
  @inline(__always)
  private func prices(from bar: Int) -> SIMD4<Double> {
    UnsafeRawBufferPointer(closes).loadUnaligned(fromByteOffset: bar &* 8, as: SIMD4<Double>.self)
  }

  @inline(__always)
  private func value(_ stretch: AccountPath.Stretch, _ bar: Int) -> Double {
    stretch.cash + stretch.units * closes[bar]
  }
}

extension PathCurve {
  /// Writes all values.
  func write(into values: UnsafeMutableBufferPointer<Double>) {
    let memory = UnsafeMutableRawBufferPointer(values)
    for place in stretches.indices {
      let (stretch, bars) = (stretches[place], bars(of: place))
      if stretch.units == 0 {
        values[bars].update(repeating: stretch.cash)
        continue
      }
      var bar = bars.lowerBound
      while bar &+ 4 <= bars.upperBound {
        memory.storeBytes(of: four(stretch, bar), toByteOffset: bar &* 8, as: SIMD4<Double>.self)
        bar &+= 4
      }
      while bar < bars.upperBound {
        values[bar] = value(stretch, bar)
        bar &+= 1
      }
    }
  }
}

extension PathCurve: EquityCurve {
  var last: Double? { count > 0 ? stretches.last.map { value($0, count - 1) } : nil }

  func read(at marks: [Int], into values: UnsafeMutablePointer<Double>) {
    var place = 0
    for (number, bar) in marks.enumerated() {
      while place + 1 < stretches.count, stretches[place + 1].start <= bar { place += 1 }
      values[number] = value(stretches[place], bar)
    }
  }

  func summedReturns(into returns: UnsafeMutableBufferPointer<Double>) -> Statistics.ReturnSums {
    summedReturns(into: returns, startingFrom: 0).sums
  }

  func summedReturns(
    into returns: UnsafeMutableBufferPointer<Double>, startingFrom initial: Double
  ) -> (sums: Statistics.ReturnSums, fall: Double) {
    guard count > 0, let returns = returns.baseAddress else { return (Statistics.ReturnSums(), 0) }
    var fall = DeepestFall(peak: initial)
    var before = 0.0
    for place in stretches.indices {
      let (stretch, bars) = (stretches[place], bars(of: place))
      if bars.lowerBound > 0 {
        returns[bars.lowerBound &- 1] = Self.change(from: before, to: value(stretch, bars.lowerBound))
      }
      write(stretch, bars, into: returns, &fall)
      before = value(stretch, bars.upperBound &- 1)
    }
    return (sums(of: UnsafePointer(returns), count &- 1), fall.depth)
  }

  @inline(__always)
  private static func change(from before: Double, to after: Double) -> Double { before > 0 ? after / before - 1 : 0 }

  /// Writes the returns inside a stretch, the first of which stands where its first bar is, and judges its values.
  ///
  /// Values behind the end are written again by the next stretch, or stand behind all returns.
  @inline(__always)
  private func write(
    _ stretch: AccountPath.Stretch, _ bars: Range<Int>, into returns: UnsafeMutablePointer<Double>,
    _ fall: inout DeepestFall
  ) {
    let memory = UnsafeMutableRawPointer(returns)
    let end = bars.upperBound &- 1
    var bar = bars.lowerBound
    if stretch.units == 0 {
      fall.judge(stretch.cash)
      while bar < end {
        memory.storeBytes(of: .zero, toByteOffset: bar &* 8, as: SIMD4<Double>.self)
        bar &+= 4
      }
      return
    }
    // Four values are read from the bar behind this one on.
    while bar &+ 4 <= bars.upperBound, bar &+ 5 <= closes.count {
      let values = four(stretch, bar)
      if !fall.takes(values) {
        for bar in bar..<bar &+ 4 { fall.judge(value(stretch, bar)) }
      }
      let changes = four(stretch, bar &+ 1) / values - 1
      memory.storeBytes(
        of: lanes_if_above(values, .zero, changes, .zero), toByteOffset: bar &* 8, as: SIMD4<Double>.self)
      bar &+= 4
    }
    while bar < bars.upperBound {
      let value = value(stretch, bar)
      fall.judge(value)
      if bar < end { returns[bar] = Self.change(from: value, to: self.value(stretch, bar &+ 1)) }
      bar &+= 1
    }
  }

  /// The sums of the returns, in the strands of ``Statistics/sum(_:)``: zeros in between change none of them.
  @inline(__always)
  private func sums(of returns: UnsafePointer<Double>, _ total: Int) -> Statistics.ReturnSums {
    let memory = UnsafeRawPointer(returns)
    let whole = total & ~3
    var (sums, squares) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    var index = 0
    for place in stretches.indices {
      let bars = bars(of: place)
      index = max(index, (bars.lowerBound &- 1) & ~3)
      let end = min(stretches[place].units == 0 ? bars.lowerBound : bars.upperBound, whole)
      while index < end {
        let changes = memory.loadUnaligned(fromByteOffset: index &* 8, as: SIMD4<Double>.self)
        sums += changes
        let falls = lanes_smaller(changes, .zero)
        squares += falls * falls
        index &+= 4
      }
    }
    var totals = Statistics.ReturnSums(sum: sums.sum(), negativeSquares: squares.sum())
    for index in whole..<total {
      let change = returns[index]
      totals.sum += change
      let fall = min(change, 0)
      totals.negativeSquares += fall * fall
    }
    return totals
  }

  func deepestDrawdown(startingFrom initial: Double) -> Double {
    var fall = DeepestFall(peak: initial)
    for place in stretches.indices {
      let (stretch, bars) = (stretches[place], bars(of: place))
      if stretch.units == 0 {
        fall.judge(stretch.cash)
        continue
      }
      var bar = bars.lowerBound
      while bar &+ 16 <= bars.upperBound {
        if !fall.takes(
          four(stretch, bar), four(stretch, bar &+ 4), four(stretch, bar &+ 8), four(stretch, bar &+ 12))
        {
          for bar in bar..<bar &+ 16 { fall.judge(value(stretch, bar)) }
        }
        bar &+= 16
      }
      while bar &+ 4 <= bars.upperBound {
        if !fall.takes(four(stretch, bar)) {
          for bar in bar..<bar &+ 4 { fall.judge(value(stretch, bar)) }
        }
        bar &+= 4
      }
      while bar < bars.upperBound {
        fall.judge(value(stretch, bar))
        bar &+= 1
      }
    }
    return fall.depth
  }

  func drawdowns(startingFrom initial: Double) -> DrawdownWalk.Figures {
    var walk = DrawdownWalk(peak: initial, last: count - 1)
    for place in stretches.indices {
      let (stretch, bars) = (stretches[place], bars(of: place))
      if stretch.units == 0 {
        walk.pass(stretch.cash, on: bars)
        continue
      }
      let (cash, units) = (SIMD4(repeating: stretch.cash), SIMD4(repeating: stretch.units))
      // Four closes may be read up to the last multiple of four.
      let readable = closes.count & ~3
      var bar = bars.lowerBound
      while bar < bars.upperBound {
        bar = walk.passes(from: bar, to: min(bars.upperBound, readable)) { cash + units * prices(from: $0) }
        let end = BarLanes(from: bar, to: bars.upperBound).end
        while bar < end {
          walk.pass(value(stretch, bar), on: bar..<bar &+ 1)
          bar &+= 1
        }
      }
    }
    return walk.end()
  }
}
