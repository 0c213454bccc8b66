/// Bars to train on and bars to test on, both in several pieces.
public struct Split: Sendable, Hashable {
  /// The bars to train on, the earliest piece first.
  public let train: [Range<Int>]
  /// The bars to test on, the earliest piece first; neighbouring blocks are one piece.
  public let test: [Range<Int>]

  /// Makes a split.
  public init(train: [Range<Int>], test: [Range<Int>]) {
    self.train = train
    self.test = test
  }

  /// The split that tests some blocks and trains on all bars whose outcomes are apart from theirs.
  ///
  /// - Parameters:
  ///   - tested: the blocks in ascending order, none of them empty.
  ///   - count: the number of bars.
  ///   - purge: the bars that an outcome reaches ahead. On either side of a test that many are left out: before it
  ///     their
  ///     outcomes reach into the test, after it the outcomes of the test reach into them.
  ///   - embargo: the further bars left out after a test.
  init(testing tested: [Range<Int>], of count: Int, purge: Int, embargo: Int) {
    var test: [Range<Int>] = []
    for block in tested {
      if let last = test.last, last.upperBound == block.lowerBound {
        test[test.count - 1] = last.lowerBound..<block.upperBound
      } else {
        test.append(block)
      }
    }
    var train: [Range<Int>] = []
    var start = 0
    for piece in test {
      let end = piece.lowerBound - min(purge, piece.lowerBound)
      if end > start { train.append(start..<end) }
      // In steps that cannot pass the greatest number.
      let left = count - piece.upperBound
      start = piece.upperBound + min(purge, left) + min(embargo, left - min(purge, left))
    }
    if count > start { train.append(start..<count) }
    self.train = train
    self.test = test
  }
}
