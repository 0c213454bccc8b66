import CLanes

/// The prices of bars, in memory that lasts as long as a run.
struct Prices {
  let open: UnsafeBufferPointer<Double>
  let high: UnsafeBufferPointer<Double>
  let low: UnsafeBufferPointer<Double>
  let close: UnsafeBufferPointer<Double>
  /// True if it is known that no open lies beyond the extremes of its bar: then these alone show whether a level is
  /// reached.
  var opensLieInside = false
}

/// A level that a bar reaches.
struct ReachedLevel {
  var index: Int
  /// The price before slippage.
  var price: Double
  /// True of a stop or a trail, which fill at the market.
  var slips: Bool
  /// The level.
  var reason: ExitReason
}

/// The search for the first bar on which a stop, a trail or a target of one lot is reached, as `BarLoop.judgeLevels` has it.
///
/// The trail follows the extremes of the bars before. Four bars take one comparison if none of them comes near a level.
/// Each bar has an open: callers check that before.
struct LevelSearch {
  /// The best price since the fill, times the sign.
  private(set) var signedBest: Double
  private let sign: Double
  private var stop: Double
  private var target: Double
  private var trailDistance: Double
  private let trailFactor: Double
  private var trailPrice: Double
  private let trails: Bool
  private let targetFirst: Bool

  init(_ lot: Lot, _ inside: BacktestSettings.Inside) {
    signedBest = lot.signedBest
    sign = lot.side.sign
    stop = lot.signedStop
    target = lot.signedTarget
    trailDistance = lot.trailDistance
    trailFactor = lot.trailFraction > 0 ? 1 - lot.side.sign * lot.trailFraction : .nan
    trailPrice = lot.signedTrail
    trails = lot.trailFraction > 0 || lot.trailDistance < .infinity
    targetFirst = inside == .targetFirst
  }

  /// The search for an entry that is filled at a price; without levels it finds nothing.
  @inline(__always)
  init(_ levels: LotLevels?, side: Side, price: Double, _ inside: BacktestSettings.Inside) {
    let sign = side.sign
    self.sign = sign
    signedBest = sign * price
    stop = levels?.stop.map { sign * $0 } ?? -.infinity
    target = levels?.target.map { sign * $0 } ?? .infinity
    trailDistance = levels?.trailDistance ?? .infinity
    let fraction = levels?.trailFraction ?? 0
    trailFactor = fraction > 0 ? 1 - sign * fraction : .nan
    trailPrice = levels?.trailPrice.map { sign * $0 } ?? -.infinity
    trails = fraction > 0 || trailDistance < .infinity
    targetFirst = inside == .targetFirst
  }

  /// Counts the levels in new units; see ``Lot/take(_:)``.
  mutating func count(ratio: Double) {
    guard ratio != 1 else { return }
    stop /= ratio
    target /= ratio
    trailPrice /= ratio
    signedBest /= ratio
    trailDistance /= ratio
  }

  /// The trail for a best price; that of ``Lot/signedExit``.
  @inline(__always)
  private func trail(_ best: Double) -> Double {
    trailDistance < .infinity ? best - trailDistance : (trailFactor.isNaN ? trailPrice : best * trailFactor)
  }

  @inline(__always)
  private func level(_ best: Double) -> Double {
    let trail = trail(best)
    return trail > stop ? trail : stop
  }

  /// The first of some bars that reaches a level; nil if none does, and then the best price is that of them all.
  @inline(__always)
  mutating func first(in bars: Range<Int>, _ prices: Prices) -> ReachedLevel? {
    guard let open = prices.open.baseAddress, let high = prices.high.baseAddress, let low = prices.low.baseAddress
    else { return nil }
    let (against, along) = sign > 0 ? (low, high) : (high, low)
    if !trails {
      guard let index = firstFixed(in: bars, prices, open, low, high) else { return nil }
      return judge(index, quoted: open[index], against: against[index], along: along[index])
    }
    var index = bars.lowerBound
    while index < bars.upperBound {
      if index &+ 4 <= bars.upperBound, passFour(open + index, against + index, along + index) {
        index &+= 4
        continue
      }
      let end = min(index &+ 4, bars.upperBound)
      while index < end {
        if let reached = judge(index, quoted: open[index], against: against[index], along: along[index]) {
          return reached
        }
        index &+= 1
      }
    }
    return nil
  }

  /// The first of some bars that reaches a level, if these stay unchanged; nil if none does.
  ///
  /// Nothing is kept of the bars that are passed, so some after the end may be read.
  @inline(__always)
  private func firstFixed(
    in bars: Range<Int>, _ prices: Prices, _ open: UnsafePointer<Double>, _ low: UnsafePointer<Double>,
    _ high: UnsafePointer<Double>
  ) -> Int? {
    let (readable, looksAtOpens) = (prices.open.count, !prices.opensLieInside)
    let level = level(signedBest)
    // A position sold short has its stop above the prices, and its target below them.
    let below = SIMD4(repeating: sign > 0 ? level : -target)
    let above = SIMD4(repeating: sign > 0 ? target : -level)
    // One of the two is beyond all prices for most, and then half of the prices need no look.
    let (looksBelow, looksAbove) = (below.x > -.infinity, above.x < .infinity)
    @inline(__always)
    func reached(_ index: Int) -> UInt64 {
      var bits: UInt64 = 0
      if looksBelow { bits |= lanes_at_most(Self.load(low + index), below) }
      if looksAbove { bits |= lanes_at_least(Self.load(high + index), above) }
      guard looksAtOpens else { return bits }
      let opens = Self.load(open + index)
      if looksBelow { bits |= lanes_at_most(opens, below) }
      if looksAbove { bits |= lanes_at_least(opens, above) }
      return bits
    }
    var index = bars.lowerBound
    while index < bars.upperBound {
      if index &+ 8 <= readable {
        let bits = reached(index) | reached(index &+ 4) &<< 4
        if bits != 0 {
          let first = index &+ bits.trailingZeroBitCount
          return first < bars.upperBound ? first : nil
        }
        index &+= 8
        continue
      }
      let (o, l, h) = (open[index], low[index], high[index])
      if o <= below.x || l <= below.x || o >= above.x || h >= above.x { return index }
      index &+= 1
    }
    return nil
  }

  @inline(__always)
  private mutating func judge(
    _ index: Int, quoted: Double, against: Double, along: Double
  ) -> ReachedLevel? {
    let level = level(signedBest)
    let (open, worst, best) = (sign * quoted, sign * against, sign * along)
    if open <= level || worst <= level || open >= target || best >= target {
      let stopped: ExitReason = trail(signedBest) > stop ? .trail : .stop
      if open <= level { return ReachedLevel(index: index, price: quoted, slips: true, reason: stopped) }
      if open >= target { return ReachedLevel(index: index, price: quoted, slips: false, reason: .target) }
      if best >= target, targetFirst || !(worst <= level) {
        return ReachedLevel(index: index, price: sign * target, slips: false, reason: .target)
      }
      return ReachedLevel(index: index, price: sign * level, slips: true, reason: stopped)
    }
    if trails, best > signedBest { signedBest = best }
    return nil
  }

  /// True if four bars keep away from all levels, however high the trail gets among them.
  @inline(__always)
  private mutating func passFour(
    _ open: UnsafePointer<Double>, _ against: UnsafePointer<Double>, _ along: UnsafePointer<Double>
  ) -> Bool {
    let opens = Self.load(open) * sign
    let worsts = Self.load(against) * sign
    let bests = Self.load(along) * sign
    // A comparison with a missing extreme is false, so the open replaces it.
    let lowest = lanes_smaller(worsts, opens)
    let highest = lanes_larger(bests, opens)
    var level = level(signedBest)
    var best = signedBest
    if trails {
      let risen = lanes_larger(bests, SIMD4(repeating: best))
      let half = lanes_larger(risen, SIMD4(lowHalf: risen.highHalf, highHalf: risen.lowHalf))
      best = half.x > half.y ? half.x : half.y
      let after = self.level(best)
      if after > level { level = after }
    }
    guard
      lanes_at_most(lowest, SIMD4(repeating: level)) | lanes_at_least(highest, SIMD4(repeating: target)) == 0
    else { return false }
    signedBest = best
    return true
  }

  @inline(__always)
  private static func load(_ values: UnsafePointer<Double>) -> SIMD4<Double> {
    UnsafeRawPointer(values).loadUnaligned(as: SIMD4<Double>.self)
  }
}
