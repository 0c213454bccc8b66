import Indicators

/// The values of a window in order of size, of windows of different lengths.
///
/// Each value has a place among all values of the segment; a tree of counts over these places finds in logarithmic time
/// how many of the window are below a place, and which value is the k-th.
struct TimedRanks {
  private let sorted: [Double]
  private let places: [Int32]
  private var tree: [Int32]
  private let top: Int

  private init(_ x: Source, _ count: Int) {
    var sorted = (0..<count).map { x[$0] }
    sorted.sort()
    var different = 0
    for index in 0..<count where index == 0 || sorted[index] != sorted[different - 1] {
      sorted[different] = sorted[index]
      different += 1
    }
    sorted.removeLast(count - different)
    places = (0..<count).map { index in
      var (low, high) = (0, different)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle] < x[index] { low = middle + 1 } else { high = middle }
      }
      return Int32(low + 1)
    }
    self.sorted = sorted
    tree = [Int32](repeating: 0, count: different + 1)
    var top = 1
    while top * 2 <= different { top *= 2 }
    self.top = top
  }

  private mutating func add(_ bar: Int, _ number: Int32) {
    var place = Int(places[bar])
    while place < tree.count {
      tree[place] += number
      place += place & -place
    }
  }

  /// The number of values of the window that are below that of a bar, and of those that are equal to it.
  func rank(of bar: Int) -> (smaller: Int, equal: Int) {
    func upTo(_ place: Int) -> Int {
      var (place, sum) = (place, 0)
      while place > 0 {
        sum += Int(tree[place])
        place -= place & -place
      }
      return sum
    }
    let smaller = upTo(Int(places[bar]) - 1)
    return (smaller, upTo(Int(places[bar])) - smaller)
  }

  /// The value at a place of the window in order of size.
  func value(at order: Int) -> Double {
    var (place, left, step) = (0, Int32(clamping: order), top)
    while step > 0 {
      let next = place + step
      if next < tree.count, tree[next] <= left {
        place = next
        left -= tree[next]
      }
      step /= 2
    }
    return sorted[min(place, sorted.count - 1)]
  }

  /// Walks windows whose beginnings never go back.
  static func forEach(
    _ x: Source, _ count: Int, _ lengths: Lengths,
    _ body: (_ index: Int, _ length: Int, _ window: borrowing TimedRanks) -> Void
  ) {
    var ranks = TimedRanks(x, count)
    var start = 0
    for index in 0..<count {
      ranks.add(index, 1)
      let first = index + 1 - Int(lengths[index])
      while start < first {
        ranks.add(start, -1)
        start += 1
      }
      body(index, index + 1 - start, ranks)
    }
  }
}
