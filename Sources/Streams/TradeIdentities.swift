/// The identities of the last trades of a symbol: what was seen before is a duplicate, what is missing between two
/// numbers is a hole.
struct TradeIdentities {
  private struct Key: Hashable {
    var number: Int64
    var identity: String
  }

  /// The fewest identities that are kept, and for how long further ones are, in nanoseconds.
  private static let fewest = 500
  private static let horizon: Int64 = 60_000_000_000

  private var seen: Set<Key> = []
  private var order: [(key: Key, time: Int64)] = []
  private var oldest = 0
  /// True if numbers have no holes.
  private let isConsecutive: Bool
  /// The number up to which none is missing; nil before the first.
  private(set) var contiguous: Int64?
  /// Numbers beyond a hole.
  private var ahead: Set<Int64> = []

  init(isConsecutive: Bool) { self.isConsecutive = isConsecutive }

  /// Takes note of a trade; false if it was seen before.
  mutating func insert(_ trade: StreamTrade) -> Bool {
    guard let number = trade.number else { return true }
    let key = Key(number: number, identity: trade.identity)
    guard seen.insert(key).inserted else { return false }
    order.append((key, trade.time))
    while order.count - oldest > Self.fewest, order[oldest].time < trade.time - Self.horizon {
      seen.remove(order[oldest].key)
      oldest += 1
    }
    if oldest > 4096 {
      order.removeFirst(oldest)
      oldest = 0
    }
    if isConsecutive { advance(to: number) }
    return true
  }

  private mutating func advance(to number: Int64) {
    guard let last = contiguous else { return contiguous = number }
    guard number > last else { return }
    ahead.insert(number)
    var next = last
    while next < .max, ahead.remove(next + 1) != nil { next += 1 }
    contiguous = next
  }

  /// True if numbers prove that nothing is missing so far.
  var isWithoutHole: Bool { isConsecutive && contiguous != nil && ahead.isEmpty }

  /// True if numbers prove that something is missing.
  var hasHole: Bool { !ahead.isEmpty }

  /// Takes the holes as lost for good.
  mutating func passHoles() {
    contiguous = ahead.max() ?? contiguous
    ahead = []
  }

  /// After a cut connection the next number is the first one again.
  mutating func restart() {
    contiguous = nil
    ahead = []
  }
}
