/// Folds of a series, each tested once by a model trained on all others, with a gap between training and test.
///
/// A holding that begins shortly before a test ends inside of it, and one that begins at a test's end reaches past it:
/// bars that share an outcome with the test are purged. Longer dependence is handled by the embargo after the test.
/// López de Prado (2018), "Advances in Financial Machine Learning", chapter 7.
public struct PurgedKFold: Sendable, Hashable {
  /// The splits, the one that tests the earliest bars first.
  public let splits: [Split]

  /// Makes the folds, the first ones a bar longer where the bars do not divide evenly.
  ///
  /// - Parameters:
  ///   - count: the number of bars.
  ///   - folds: the number of folds, 2 or more.
  ///   - purge: the bars that an outcome reaches ahead of its own bar, which is the holding period less the bar of
  ///     entry; 0 or more. That many bars are left out before a test, and after it.
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
