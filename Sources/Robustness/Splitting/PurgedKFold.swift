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
  ///   - purge: the bars that an outcome reaches ahead. On either side of a test so many are left out: before it their
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

/// Folds of a series, each of them tested once by what all others teach, with a gap between training and test.
///
/// A holding that begins shortly before a test ends inside of it, and one that begins at a test's end reaches past it:
/// bars that share an outcome with the test are purged. What lingers longer is kept off by the embargo after the test.
/// López de Prado (2018), "Advances in Financial Machine Learning", chapter 7.
public struct PurgedKFold: Sendable, Hashable {
  /// The splits, the one that tests the earliest bars first.
  public let splits: [Split]

  /// Makes the folds, the first ones a bar longer where the bars do not divide evenly.
  ///
  /// - Parameters:
  ///   - count: the number of bars.
  ///   - folds: the number of folds, 2 or more.
  ///   - purge: the bars that an outcome reaches ahead of its own bar, which is what a position is held less the bar it
  ///     begins on; 0 or more. So many bars are left out before a test, and after it.
  ///   - embargo: the further bars left out after a test, 0 or more.
  /// - Throws: `SplittingError` for a number that is not allowed, and where there are fewer bars than folds.
  public init(count: Int, folds: Int, purge: Int = 0, embargo: Int = 0) throws(SplittingError) {
    let blocks = try Self.blocks(count: count, into: folds, named: "folds")
    try SplittingError.require("purge", purge, atLeast: 0)
    try SplittingError.require("embargo", embargo, atLeast: 0)
    splits = blocks.map { Split(testing: [$0], of: count, purge: purge, embargo: embargo) }
  }

  /// Bars divided into blocks that follow each other, the first ones a bar longer where there is a rest.
  static func blocks(count: Int, into number: Int, named name: String) throws(SplittingError) -> [Range<Int>] {
    try SplittingError.require(name, number, atLeast: 2)
    guard count >= number else { throw .tooFewBars(count: count, needed: number) }
    let (length, longer) = (count / number, count % number)
    return (0..<number).map { index in
      let start = index * length + min(index, longer)
      return start..<start + length + (index < longer ? 1 : 0)
    }
  }
}
