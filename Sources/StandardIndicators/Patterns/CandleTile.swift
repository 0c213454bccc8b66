import Indicators

/// 512 bars, the measures taken on them and the sets of bars on which a feature holds.
///
/// A tile fits in the fastest memory of a processor, and all patterns are looked for in it before the next one
/// is read. Measures and features are found when a pattern first asks for them, so a single pattern pays only
/// for its own. A tile takes some bars before it along and depends on no other tile; before the first bar and
/// after the last there is NaN, which no comparison holds for.
struct CandleTile {
  /// The values held for each bar, as numbers.
  enum Lane: Int, CaseIterable {
    case open, high, low, close
    /// The ends of the body and its length.
    case top, bottom, body
    /// High minus low.
    case range
    case upperShadow, lowerShadow
    /// The mean body of the ten bars before.
    case meanBody
    /// A tenth of the mean range of the ten bars before: the measure of a doji and of a missing shadow.
    case tenthOfRange
    /// The mean range of the five bars before.
    case meanRangeOfFive
    /// Half the mean of both shadows together of the ten bars before.
    case meanShadow
    /// Sums of two neighbours, on the way to the means.
    case pairs
  }

  /// The number of bars before the tile that are available.
  ///
  /// Features are known from 8 bars before the tile on, and compare with the bar before, whose means have a
  /// window of ten bars.
  static let margin = 24

  private static let stride = margin + BarSet.span
  private static let meanStart = -12
  /// The words of a feature: one for the bars before the tile, eight for its own.
  private static let wordStride = 9

  /// The prices; index 0 is the tile's first bar.
  private(set) var prices: CandlePrices
  private let lanes: Target
  private let words: UnsafeMutablePointer<UInt64>
  /// The lanes and features that are there, as bits.
  private let ready: UnsafeMutablePointer<UInt64>

  /// Makes an empty tile; whoever makes it calls `deallocate`.
  init() {
    lanes = .allocate(capacity: Lane.allCases.count * Self.stride)
    words = .allocate(capacity: Feature.allCases.count * Self.wordStride)
    ready = .allocate(capacity: 2)
    prices = CandlePrices(open: lanes, high: lanes, low: lanes, close: lanes)
  }

  func deallocate() {
    lanes.deallocate()
    words.deallocate()
    ready.deallocate()
  }

  /// Moves the tile to the bars from `start` on.
  ///
  /// - Parameter run: the bars that may be read. If the tile and its margin are within, the prices are read in place;
  ///   else they are copied, with NaN outside the run.
  mutating func read(_ source: CandlePrices, from start: Int, run: Range<Int>) {
    ready[0] = 0b1111
    ready[1] = 0
    let first = start - Self.margin
    let end = start + BarSet.span
    if first >= run.lowerBound && end <= run.upperBound {
      prices = source.advanced(by: start)
      return
    }
    let inside = (first..<end).clamped(to: run)
    for (lane, source) in [source.open, source.high, source.low, source.close].enumerated() {
      let copy = lanes + lane * Self.stride
      copy.update(repeating: .nan, count: Self.stride)
      (copy + (inside.lowerBound - first)).update(from: source + inside.lowerBound, count: inside.count)
    }
    prices = CandlePrices(
      open: target(.open),
      high: target(.high),
      low: target(.low),
      close: target(.close)
    )
  }

  @inline(__always)
  private func target(_ lane: Lane) -> Target { lanes + (lane.rawValue &* Self.stride &+ Self.margin) }

  /// The values of a lane, found now if they are not there yet; index 0 is the tile's first bar.
  @inline(__always)
  func values(_ lane: Lane) -> Source {
    switch lane {
    case .open: return prices.open
    case .high: return prices.high
    case .low: return prices.low
    case .close: return prices.close
    default:
      if ready[0] >> UInt64(lane.rawValue) & 1 == 0 { fill(lane) }
      return Source(target(lane))
    }
  }

  @inline(__always)
  private func load(_ source: Source, _ index: Int) -> SIMD4<Double> {
    UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<Double>.self)
  }

  @inline(__always)
  private func write(_ lane: Lane, from start: Int, _ value: (Int) -> SIMD4<Double>) {
    let target = target(lane)
    var index = start
    while index < BarSet.span {
      UnsafeMutableRawPointer(target + index).storeBytes(of: value(index), as: SIMD4<Double>.self)
      index &+= 4
    }
    ready[0] |= 1 << UInt64(lane.rawValue)
  }

  @inline(never)
  private func fill(_ lane: Lane) {
    switch lane {
    case .open, .high, .low, .close, .pairs: return
    case .top, .bottom: fillBodies()
    case .body:
      let (open, close) = (prices.open, prices.close)
      write(.body, from: -Self.margin) { magnitude(load(close, $0) - load(open, $0)) }
    case .range:
      let (high, low) = (prices.high, prices.low)
      write(.range, from: -Self.margin) { load(high, $0) - load(low, $0) }
    case .upperShadow, .lowerShadow: fillShadows()
    case .meanBody:
      let body = values(.body)
      writePairs { load(body, $0) }
      writeMean(.meanBody) { $0 / 10 }
    case .tenthOfRange:
      let range = values(.range)
      writePairs { load(range, $0) }
      writeMean(.tenthOfRange) { CandleSetting.dojiFactor * ($0 / 10) }
    case .meanRangeOfFive:
      let range = values(.range)
      writePairs { load(range, $0) }
      let pairs = target(.pairs)
      write(.meanRangeOfFive, from: Self.meanStart) { index in
        sumOfFive({ load(Source(pairs), index &- $0) }, last: load(range, index &- 1)) / 5
      }
    case .meanShadow:
      let (upper, lower) = (values(.upperShadow), values(.lowerShadow))
      writePairs { load(upper, $0) + load(lower, $0) }
      writeMean(.meanShadow) { $0 / 10 / 2 }
    }
  }

  @inline(__always)
  private func magnitude(_ values: SIMD4<Double>) -> SIMD4<Double> {
    let bits = unsafeBitCast(values, to: SIMD4<UInt64>.self) & SIMD4(repeating: ~(1 << 63))
    return unsafeBitCast(bits, to: SIMD4<Double>.self)
  }

  private func fillBodies() {
    let (open, close, bottom) = (prices.open, prices.close, target(.bottom))
    write(.top, from: -Self.margin) { index in
      let (opens, closes) = (load(open, index), load(close, index))
      let isWhite = closes .>= opens
      let bottoms = closes.replacing(with: opens, where: isWhite)
      UnsafeMutableRawPointer(bottom + index).storeBytes(of: bottoms, as: SIMD4<Double>.self)
      return opens.replacing(with: closes, where: isWhite)
    }
    ready[0] |= 1 << UInt64(Lane.bottom.rawValue)
  }

  private func fillShadows() {
    let (open, high, low, close) = (prices.open, prices.high, prices.low, prices.close)
    let lower = target(.lowerShadow)
    write(.upperShadow, from: -Self.margin) { index in
      let (opens, closes) = (load(open, index), load(close, index))
      let isWhite = closes .>= opens
      let lowers = closes.replacing(with: opens, where: isWhite) - load(low, index)
      UnsafeMutableRawPointer(lower + index).storeBytes(of: lowers, as: SIMD4<Double>.self)
      return load(high, index) - opens.replacing(with: closes, where: isWhite)
    }
    ready[0] |= 1 << UInt64(Lane.lowerShadow.rawValue)
  }

  /// The sums of the two values before each bar.
  @inline(__always)
  private func writePairs(_ value: (Int) -> SIMD4<Double>) {
    write(.pairs, from: 4 - Self.margin) { value($0 &- 2) + value($0 &- 1) }
  }

  /// A function of the sums of the ten values before each bar.
  @inline(__always)
  private func writeMean(_ lane: Lane, _ mean: (SIMD4<Double>) -> SIMD4<Double>) {
    let pairs = target(.pairs)
    write(lane, from: Self.meanStart) { index in mean(sumOfTen { load(Source(pairs), index &- $0) }) }
  }

  // MARK: Features

  /// The set of bars `ago` bars after one on which a feature holds: asked with 2, the feature of the bar two
  /// bars back.
  @inline(__always)
  func bars(_ feature: Feature, _ ago: Int) -> BarSet {
    if ready[1] >> UInt64(feature.rawValue) & 1 == 0 { feature.mark(in: self) }
    let words = UnsafeRawPointer(words + (feature.rawValue &* Self.wordStride))
    let now = words.loadUnaligned(fromByteOffset: 8, as: SIMD8<UInt64>.self)
    if ago == 0 { return BarSet(words: now) }
    let before = words.loadUnaligned(as: SIMD8<UInt64>.self)
    return BarSet(words: now &<< UInt64(ago) | before &>> UInt64(64 &- ago))
  }

  /// Finds on which bars a feature holds; `test` is asked about four bars at a time.
  @inline(__always)
  func mark(_ feature: Feature, _ test: (_ index: Int) -> SIMDMask<SIMD4<Int64>>) {
    let words = words + feature.rawValue &* Self.wordStride
    let first = SIMD4<UInt64>(1, 2, 4, 8)
    words[0] = bits(test(-8), first &<< 56) | bits(test(-4), first &<< 60)
    for word in 0..<8 {
      var bits = SIMD4<UInt64>.zero
      var laneBits = first
      var index = word &* 64
      for _ in 0..<16 {
        bits |= unsafeBitCast(test(index), to: SIMD4<UInt64>.self) & laneBits
        laneBits &<<= 4
        index &+= 4
      }
      words[word &+ 1] = (bits[0] | bits[1]) | (bits[2] | bits[3])
    }
    ready[1] |= 1 << UInt64(feature.rawValue)
  }

  @inline(__always)
  private func bits(_ mask: SIMDMask<SIMD4<Int64>>, _ laneBits: SIMD4<UInt64>) -> UInt64 {
    let bits = unsafeBitCast(mask, to: SIMD4<UInt64>.self) & laneBits
    return bits[0] | bits[1] | bits[2] | bits[3]
  }

  /// The bars of a set for which a test holds; for sets of few bars.
  @inline(__always)
  func keep(_ bars: BarSet, where test: (Candle) -> Bool) -> BarSet {
    var passed = BarSet.none
    for wordIndex in 0..<8 {
      var rest = bars.words[wordIndex]
      guard rest != 0 else { continue }
      var word: UInt64 = 0
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        if test(Candle(self, wordIndex &* 64 &+ bit)) { word |= 1 << UInt64(bit) }
        rest &= rest &- 1
      }
      passed.words[wordIndex] = word
    }
    return passed
  }
}
