import CLanes
import Columns

/// The signals of a strategy's column rules on each bar of a window: a bit a bar for each kind of rule, see `RuleBits`.
///
/// A sweep may make one for each combination from averages it already has, without columns of booleans.
public struct BarSignals: Sendable, Hashable {
  /// The number of bars.
  public let count: Int
  /// The words of 64 bars, the first bar in the lowest bit; one kind of rule after the other.
  private var words: [UInt64]

  /// The request of a rule.
  public enum Action: Sendable, Hashable, CaseIterable {
    case enterLong, enterShort, exitLong, exitShort, exit, exitPart

    fileprivate var rules: RuleBits {
      switch self {
      case .enterLong: .enterLong
      case .enterShort: .enterShort
      case .exitLong: .exitLong
      case .exitShort: .exitShort
      case .exit: .exit(nil)
      case .exitPart: .exitPart
      }
    }
  }

  /// Signals of `count` bars without any rule firing.
  public init(count: Int) {
    self.count = count
    words = [UInt64](repeating: 0, count: RuleBits.kinds * ((count + 63) / 64))
  }

  /// The number of words of one kind.
  private var stride: Int { (count + 63) / 64 }

  /// Forgets all rules; the memory is kept for the next combination.
  public mutating func clear() {
    words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Adds a rule that fires where a column is 1; the first value is that of the window's first bar.
  public mutating func add(_ action: Action, where truth: UnsafeBufferPointer<Double>) {
    precondition(truth.count >= count, "A rule has a value for each bar of the window.")
    withWords { [count] words, stride in
      for word in 0..<stride {
        let ones = Self.ones(truth, 64 &* word..<min(64 &* word &+ 64, count))
        if ones != 0 { Self.add(ones, action, at: word, words, stride) }
      }
    }
  }

  /// Adds a rule that fires where a column is 1, over a window of the column.
  public mutating func add(_ action: Action, where truth: Column, range: Range<Int>) {
    truth.values.withUnsafeBufferPointer {
      add(action, where: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Adds a rule that fires on one bar, counted from the window's first.
  public mutating func add(_ action: Action, at bar: Int) {
    precondition(bar >= 0 && bar < count, "A rule fires on a bar of the window.")
    withWords { Self.add(1 &<< UInt64(bar & 63), action, at: bar &>> 6, $0, $1) }
  }

  /// A column of a series that is 1 on the bars of the window on which an action's rule fires, and 0 on all others.
  ///
  /// - Parameters:
  ///   - first: the window's first bar.
  ///   - bars: the number of bars of the series.
  func column(of action: Action, from first: Int, of bars: Int) -> Column {
    var values = [Double](repeating: 0, count: bars)
    withReader { reader in reader.forEachBar(among: action.rules) { values[first + $0] = 1 } }
    return Column(values)
  }

  /// Adds rules that fire where one column crosses another: at bar t where it is above and was not above, or
  /// is below and was not below, at t-1.
  ///
  /// A missing value on either bar is not a crossing. Both columns cover the series; the bar before the window's
  /// first one counts.
  public mutating func addCrosses(
    of fast: Column,
    over slow: Column,
    above: Action?,
    below: Action?,
    range: Range<Int>
  ) {
    precondition(range.count == count, "Signals have a value for each bar of the window.")
    precondition(range.upperBound <= min(fast.count, slow.count), "Columns cover the window.")
    fast.values.withUnsafeBufferPointer { fast in
      slow.values.withUnsafeBufferPointer { slow in
        withWords { words, stride in
          Crossings(fast: fast, slow: slow).visit(range) { word, rises, falls in
            if let above { Self.add(rises, above, at: word, words, stride) }
            if let below { Self.add(falls, below, at: word, words, stride) }
          }
        }
      }
    }
  }

  /// The bars of a range on which a condition is true, in order; nil for one that reads the position.
  public static func bars(of condition: Condition, in range: Range<Int>) -> [Int]? {
    guard condition.isColumn else { return nil }
    var signals = BarSignals(count: range.count)
    signals.add(condition, .exitPart, range)
    return signals.withReader { reader in
      var bars: [Int] = []
      reader.forEachBar(among: .exitPart) { bars.append(range.lowerBound + $0) }
      return bars
    }
  }

  /// Gives the words to `body`, with the number of them of each kind.
  mutating func withWords(_ body: (_ words: UnsafeMutablePointer<UInt64>, _ stride: Int) -> Void) {
    let stride = stride
    words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      body(base, stride)
    }
  }

  /// Adds the bars of a word on which a rule fires.
  @inline(__always)
  static func add(
    _ bits: UInt64, _ action: Action, at word: Int, _ words: UnsafeMutablePointer<UInt64>, _ stride: Int
  ) {
    let rules = action.rules.rawValue
    for kind in 0..<RuleBits.kinds where rules & 1 &<< UInt8(kind) != 0 { words[kind &* stride &+ word] |= bits }
  }

  /// The bits of up to 64 values that are 1.
  @inline(__always)
  private static func ones(_ truth: UnsafeBufferPointer<Double>, _ range: Range<Int>) -> UInt64 {
    let values = UnsafeRawBufferPointer(truth)
    let one = SIMD4<Double>(repeating: 1)
    var bits: UInt64 = 0
    var index = range.lowerBound
    while index &+ 4 <= range.upperBound {
      let four = values.loadUnaligned(fromByteOffset: index &* 8, as: SIMD4<Double>.self)
      bits |= (lanes_at_least(four, one) & lanes_at_most(four, one)) &<< UInt64(index &- range.lowerBound)
      index &+= 4
    }
    while index < range.upperBound {
      bits |= (truth[index] == 1 ? 1 : 0) &<< UInt64(index &- range.lowerBound)
      index &+= 1
    }
    return bits
  }

  /// A byte a bar, the bits of the rules that fire: for those who look at one bar after the other.
  package var bytes: [UInt8] {
    let stride = stride
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      bytes.initialize(repeating: 0)
      for place in words.indices where words[place] != 0 {
        let (kind, word) = place.quotientAndRemainder(dividingBy: stride)
        var bits = words[place]
        while bits != 0 {
          bytes[64 &* word &+ bits.trailingZeroBitCount] |= 1 &<< UInt8(kind)
          bits &= bits &- 1
        }
      }
      initialized = count
    }
  }

  /// Reads the bits, in memory that lasts for `body`, of the bars of a window from `first` on.
  @inline(__always)
  func withReader<Result>(
    from first: Int = 0, count: Int? = nil, _ body: (SignalReader) -> Result
  ) -> Result {
    let end = first + (count ?? self.count - first)
    return words.withUnsafeBufferPointer { body(SignalReader(words: $0, stride: stride, first: first, end: end)) }
  }

  package init(_ strategy: Strategy, range: Range<Int>) {
    self.init(count: range.count)
    var mirrored: Set<Int> = []
    for rule in strategy.entries {
      let action: Action = rule.side == .long ? .enterLong : .enterShort
      guard case .crossing(let crossing) = rule.condition else {
        add(rule.condition, action, range)
        continue
      }
      // Both directions of one pair are found in one pass.
      let mirror = strategy.exits.indices.first { place in
        guard !mirrored.contains(place), case .crossing(let other) = strategy.exits[place].condition else {
          return false
        }
        return other.isMirror(of: crossing)
      }
      if let mirror { mirrored.insert(mirror) }
      addCrosses(
        of: crossing.over, over: crossing.under, above: action, below: mirror.map { strategy.exits[$0].action },
        range: range)
    }
    for (place, rule) in strategy.exits.enumerated() where !mirrored.contains(place) {
      add(rule.condition, rule.action, range)
    }
  }

  private mutating func add(_ condition: Condition, _ action: Action, _ range: Range<Int>) {
    switch condition {
    case .column(let column): add(action, where: column, range: range)
    case .crossing(let crossing):
      addCrosses(of: crossing.over, over: crossing.under, above: action, below: nil, range: range)
    case .program: break
    }
  }
}

extension ExitRule {
  /// The request of the rule.
  fileprivate var action: BarSignals.Action {
    switch side {
    case _ where share != nil: .exitPart
    case .long: .exitLong
    case .short: .exitShort
    case nil: .exit
    }
  }
}

/// The bits of signals in memory that lasts as long as a run; bars are counted from the first of its window.
struct SignalReader {
  fileprivate let words: UnsafeBufferPointer<UInt64>
  fileprivate let stride: Int
  fileprivate let first: Int
  fileprivate let end: Int

  /// The number of bars.
  var count: Int { end &- first }

  /// The next bar from `start` on, and before `limit`, on which one of some rules fires; the limit if there is none.
  @inline(__always)
  func next(from start: Int, before limit: Int, among rules: RuleBits) -> Int {
    let last = first &+ limit
    var bar = first &+ start
    guard bar < last else { return limit }
    var word = bar &>> 6
    var bits = fired(in: word, rules) & (UInt64.max &<< UInt64(bar & 63))
    while bits == 0 {
      word &+= 1
      if word &<< 6 >= last { return limit }
      bits = fired(in: word, rules)
    }
    bar = word &<< 6 | bits.trailingZeroBitCount
    return min(bar, last) &- first
  }

  /// Calls `body` with each bar on which one of some rules fires, in order.
  @inline(__always)
  func forEachBar(among rules: RuleBits, _ body: (Int) -> Void) {
    var bar = next(from: 0, before: count, among: rules)
    while bar < count {
      body(bar)
      bar = next(from: bar + 1, before: count, among: rules)
    }
  }

  /// The bars of a word on which one of some rules fires.
  @inline(__always)
  private func fired(in word: Int, _ rules: RuleBits) -> UInt64 {
    var bits: UInt64 = 0
    for kind in 0..<RuleBits.kinds where rules.rawValue & 1 &<< UInt8(kind) != 0 {
      bits |= words[kind &* stride &+ word]
    }
    return bits
  }

  /// The rules that fire on a bar.
  @inline(__always)
  func rules(at bar: Int) -> RuleBits {
    let (word, place) = ((first &+ bar) &>> 6, UInt64((first &+ bar) & 63))
    var rules: UInt8 = 0
    for kind in 0..<RuleBits.kinds {
      rules |= UInt8(truncatingIfNeeded: words[kind &* stride &+ word] &>> place & 1) &<< UInt8(kind)
    }
    return RuleBits(rawValue: rules)
  }

  /// The number of bars on which a rule fires, if the window is all bars of the signals.
  var firedBars: Int { (0..<stride).reduce(0) { $0 &+ fired(in: $1, .all).nonzeroBitCount } }
}
