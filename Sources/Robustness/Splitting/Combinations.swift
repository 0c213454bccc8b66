/// The ways to choose some of the numbers from 0.
package enum Combinations {
  /// All choices, each ascending, in their lexicographic order.
  package static func all(of count: Int, choose chosen: Int) -> [[Int]] {
    guard chosen >= 0, chosen <= count else { return [] }
    var current = Array(0..<chosen)
    var all = [current]
    while let place = current.indices.last(where: { current[$0] < count - chosen + $0 }) {
      current[place] += 1
      for later in current.indices.dropFirst(place + 1) { current[later] = current[later - 1] + 1 }
      all.append(current)
    }
    return all
  }

  /// The number of choices; nil if it exceeds `most`.
  package static func count(of count: Int, choose chosen: Int, most: Int) -> Int? {
    guard chosen >= 0, chosen <= count else { return 0 }
    var result = 1
    // Each partial product is a number of choices itself, so the divisions leave nothing, and none is below the last.
    for index in 0..<min(chosen, count - chosen) {
      let (product, isOver) = result.multipliedReportingOverflow(by: count - index)
      guard !isOver else { return nil }
      result = product / (index + 1)
      if result > most { return nil }
    }
    return result
  }
}
