extension Array where Element == Double {
  /// The numbers in rising order, by a sort that can be stopped: millions of them take a second.
  ///
  /// Runs of them are sorted one by one and merged. None of the numbers may be NaN.
  ///
  /// - Parameter isStopped: asked between pieces of work of some milliseconds.
  /// - Returns: nil if it was stopped.
  public func sorted(unless isStopped: () -> Bool) -> [Double]? {
    let piece = 1 << 16
    guard count > piece else { return isStopped() ? nil : sorted() }
    var (sorted, merged) = (self, [Double](repeating: 0, count: count))
    for start in stride(from: 0, to: count, by: piece) {
      if isStopped() { return nil }
      sorted[start..<Swift.min(start + piece, count)].sort()
    }
    var length = piece
    while length < count {
      for start in stride(from: 0, to: count, by: 2 * length) {
        let middle = Swift.min(start + length, count)
        let ends = (left: middle, right: Swift.min(middle + length, count))
        var (left, right) = (start, middle)
        for place in start..<ends.right {
          if place & (piece - 1) == 0, isStopped() { return nil }
          if right == ends.right || left < ends.left && sorted[left] <= sorted[right] {
            merged[place] = sorted[left]
            left += 1
          } else {
            merged[place] = sorted[right]
            right += 1
          }
        }
      }
      swap(&sorted, &merged)
      length *= 2
    }
    return sorted
  }
}
