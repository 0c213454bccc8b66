import Indicators

/// The bars of a block and of the block before it in order of size; of equal values the earlier comes first.
///
/// The bars are cut into blocks as long as the window, so that each window ends in one block and begins in
/// it or in the one before. Each block is sorted once and merged with the one before: a bar costs a number
/// of steps that grows with the logarithm of the period.
struct SortedBlocks {
  /// A bar: its value, and its slot among the bars of the two blocks.
  struct Entry {
    var value: Double
    var slot: Int
  }

  /// All bars of the two blocks in order.
  let entries: UnsafeMutablePointer<Entry>
  /// The place in that order of each slot.
  let places: UnsafeMutablePointer<Int32>
  private var block: UnsafeMutablePointer<Entry>
  private var earlier: UnsafeMutablePointer<Entry>
  private let scratch: UnsafeMutablePointer<Entry>
  private var earlierCount = 0
  /// The number of bars of the two blocks.
  private(set) var count = 0

  /// Walks the blocks of `count` bars; `body` receives the bars of the block, and
  /// the index of the bar in slot 0.
  @inline(__always)
  static func forEach(
    _ source: Source,
    _ count: Int,
    _ period: Int,
    body: (_ block: Range<Int>, _ start: Int, _ sorted: SortedBlocks) -> Void
  ) {
    guard period > 0, count >= period else { return }
    var sorted = SortedBlocks(period)
    defer { sorted.free() }
    var origin = 0
    while origin < count {
      let end = min(origin + period, count)
      sorted.append(source + origin, end - origin)
      body(origin..<end, max(origin - period, 0), sorted)
      origin += period
    }
  }

  private init(_ period: Int) {
    entries = .allocate(capacity: 2 * period)
    places = .allocate(capacity: 2 * period)
    block = .allocate(capacity: period)
    earlier = .allocate(capacity: period)
    scratch = .allocate(capacity: period)
  }

  private func free() {
    entries.deallocate()
    places.deallocate()
    block.deallocate()
    earlier.deallocate()
    scratch.deallocate()
  }

  private mutating func append(_ source: Source, _ count: Int) {
    for index in 0..<count {
      // Values that infinite prices leave undefined are put in order too.
      let value = source[index]
      block[index] = Entry(value: value.isNaN ? .infinity : value, slot: earlierCount &+ index)
    }
    sort(count)
    Self.merge(earlier, earlierCount, block, count, entries)
    for place in 0..<earlierCount + count {
      places[entries[place].slot] = Int32(truncatingIfNeeded: place)
    }
    self.count = earlierCount + count
    // The slots of this block when it is the earlier one.
    for index in 0..<count { block[index].slot &-= earlierCount }
    swap(&block, &earlier)
    earlierCount = count
  }

  /// Sorts the block: short runs by insertion, then pairs of runs are merged.
  private mutating func sort(_ count: Int) {
    var length = 8
    var start = 0
    while start < count {
      Self.insertionSort(block + start, min(length, count &- start))
      start &+= length
    }
    var (from, to) = (block, scratch)
    while length < count {
      start = 0
      while start < count {
        let left = min(length, count &- start)
        let right = min(length, count &- start &- left)
        Self.merge(from + start, left, from + (start &+ left), right, to + start)
        start &+= 2 &* length
      }
      swap(&from, &to)
      length &*= 2
    }
    if from != block { block.update(from: from, count: count) }
  }

  @inline(__always)
  private static func insertionSort(_ run: UnsafeMutablePointer<Entry>, _ count: Int) {
    var index = 1
    while index < count {
      let entry = run[index]
      var place = index
      while place > 0, run[place &- 1].value > entry.value {
        run[place] = run[place &- 1]
        place &-= 1
      }
      run[place] = entry
      index &+= 1
    }
  }

  /// Merges two sorted runs; of equal values those of the left one come first.
  @inline(__always)
  private static func merge(
    _ left: UnsafeMutablePointer<Entry>,
    _ leftCount: Int,
    _ right: UnsafeMutablePointer<Entry>,
    _ rightCount: Int,
    _ target: UnsafeMutablePointer<Entry>
  ) {
    var (i, j) = (0, 0)
    while i < leftCount, j < rightCount {
      // No branch, as nothing could foresee it.
      let (l, r) = (left[i], right[j])
      let fromRight = r.value < l.value
      let step = fromRight ? 1 : 0
      target[i &+ j] = Entry(value: fromRight ? r.value : l.value, slot: fromRight ? r.slot : l.slot)
      j &+= step
      i &+= 1 &- step
    }
    (target + (i + j)).update(from: left + i, count: leftCount - i)
    (target + (leftCount + j)).update(from: right + j, count: rightCount - j)
  }
}
