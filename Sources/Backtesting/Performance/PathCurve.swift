import CLanes

/// The equity of an account path at the closes of its window: each value is computed if it is needed.
///
/// While nothing is held the equity stays as it is, and those bars cost nothing; the figures are equal to the last bit to
/// those of a column of all values.
struct PathCurve {
  let stretches: UnsafeBufferPointer<AccountPath.Stretch>
  let count: Int
  /// The closes of the window; if there are more of them than bars, four may be read at a time up to the end.
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

  var lowest: Double {
    var lowest = Double.infinity
    for place in stretches.indices {
      let (stretch, bars) = (stretches[place], bars(of: place))
      guard stretch.units != 0 else {
        lowest = min(lowest, stretch.cash)
        continue
      }
      for bar in bars {
        let value = value(stretch, bar)
        if value < lowest { lowest = value }
      }
    }
    return lowest
  }

  func read(at marks: [Int], into values: UnsafeMutablePointer<Double>) {
    var place = 0
    for (number, bar) in marks.enumerated() {
      while place + 1 < stretches.count, stretches[place + 1].start <= bar { place += 1 }
      values[number] = value(stretches[place], bar)
    }
  }

  func returnSums(
    startingFrom initial: Double, into returns: UnsafeMutableBufferPointer<Double>?
  ) -> (sums: ReturnSums, fall: Double) {
    var fall = DeepestFall(peak: initial)
    var returns = ReturnCollector(into: returns?.baseAddress)
    var before = 0.0
    for place in stretches.indices {
      let (stretch, bars) = (stretches[place], bars(of: place))
      let first = value(stretch, bars.lowerBound)
      if bars.lowerBound > 0 {
        returns.add(ReturnSums.change(from: before, to: first), at: bars.lowerBound &- 1)
      }
      if stretch.units == 0 {
        fall.judge(first)
        before = first
      } else {
        collect(stretch, bars, into: &returns, &fall)
        before = value(stretch, bars.upperBound &- 1)
      }
    }
    return (returns.sums(of: max(count &- 1, 0)), fall.depth)
  }

  /// Collects the returns inside a stretch, starting at its first bar, and judges its values.
  @inline(__always)
  private func collect(
    _ stretch: AccountPath.Stretch, _ bars: Range<Int>, into returns: inout ReturnCollector, _ fall: inout DeepestFall
  ) {
    // Four values are read from the bar after this one on.
    let readable = closes.count &- 5
    var bar = bars.lowerBound & ~3
    if bar < bars.lowerBound, bar <= readable {
      collectPart(stretch, bars, from: bar, into: &returns, &fall)
      bar &+= 4
    }
    let whole = min(bars.upperBound &- 1, closes.count &- 1) &- bar
    if whole >= 8 {
      collectWhole(stretch, bar..<bar &+ whole & ~7, into: &returns, &fall)
      bar &+= whole & ~7
    }
    while bar < bars.upperBound, bar <= readable {
      collectPart(stretch, bars, from: bar, into: &returns, &fall)
      bar &+= 4
    }
    for bar in max(bar, bars.lowerBound)..<max(bar, bars.upperBound) {
      let value = value(stretch, bar)
      fall.judge(value)
      if bar &+ 1 < bars.upperBound {
        returns.add(ReturnSums.change(from: value, to: self.value(stretch, bar &+ 1)), at: bar)
      }
    }
  }

  /// Collects the returns of eights of bars with the one after them, all inside a stretch.
  ///
  /// It is a function of its own, whose sums lie in registers: each addition waits for the one before.
  @inline(never)
  private func collectWhole(
    _ stretch: AccountPath.Stretch, _ bars: Range<Int>, into returns: inout ReturnCollector, _ fall: inout DeepestFall
  ) {
    var deepest = fall
    returns.addWhole(from: bars.lowerBound) { strands, memory in
      for bar in Swift.stride(from: bars.lowerBound, to: bars.upperBound, by: 8) {
        let (first, second) = (four(stretch, bar), four(stretch, bar &+ 4))
        if !deepest.takes(first, second) {
          for bar in bar..<bar &+ 8 { deepest.judge(value(stretch, bar)) }
        }
        let changes = ReturnSums.changes(from: first, to: four(stretch, bar &+ 1))
        let others = ReturnSums.changes(from: second, to: four(stretch, bar &+ 5))
        strands.add(changes)
        strands.add(others)
        guard let memory else { continue }
        memory.storeBytes(of: changes, toByteOffset: bar &* 8, as: SIMD4<Double>.self)
        memory.storeBytes(of: others, toByteOffset: (bar &+ 4) &* 8, as: SIMD4<Double>.self)
      }
      return bars.upperBound
    }
    fall = deepest
  }

  /// Collects the returns of a four that a stretch has some bars of.
  @inline(__always)
  private func collectPart(
    _ stretch: AccountPath.Stretch, _ bars: Range<Int>, from start: Int, into returns: inout ReturnCollector,
    _ fall: inout DeepestFall
  ) {
    let own = max(start, bars.lowerBound)..<min(start &+ 4, bars.upperBound)
    let skipped = UInt64.max &<< UInt64(own.lowerBound &- start)
    let values = four(stretch, start)
    // One of the bars replaces those of other stretches: a value that is judged twice changes nothing.
    let judged = lanes_if_set(
      skipped & ~(UInt64.max &<< UInt64(own.upperBound &- start)), values,
      SIMD4(repeating: value(stretch, own.lowerBound)))
    if !fall.takes(judged) {
      for bar in own { fall.judge(value(stretch, bar)) }
    }
    let inside = UInt64(min(start &+ 4, bars.upperBound &- 1) &- start)
    returns.add(
      lanes_only(
        ReturnSums.changes(from: values, to: four(stretch, start &+ 1)), skipped & ~(UInt64.max &<< inside)),
      from: start)
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
