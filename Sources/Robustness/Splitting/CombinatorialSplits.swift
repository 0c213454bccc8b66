/// All ways to test some of the groups of a series and to train on the others, and the paths through the full series
/// that the tests join to.
///
/// With tests of one group it is k-fold cross-validation: each group is tested once by what all others teach.
///
/// A holding that begins shortly before a test ends inside of it, and one that begins at a test's end reaches past it:
/// bars that share an outcome with the test are purged (chapter 7). What lingers longer is kept off by the embargo after
/// the test.
///
/// A walk forward tests one path of history. Here each bar is tested as often as there are paths, each time by a
/// training on other groups, so that a result comes as a distribution. López de Prado (2018), "Advances in Financial
/// Machine Learning", chapter 12.
public struct CombinatorialSplits: Sendable, Hashable {
  /// The most splits that are made.
  public static let most = 100_000

  /// The bars of each group, the earliest first.
  public let groups: [Range<Int>]
  /// The groups that each split tests, ascending, in lexicographic order.
  public let testGroups: [[Int]]
  /// The split for each element of ``testGroups``.
  public let splits: [Split]

  /// Makes the splits.
  ///
  /// - Parameters:
  ///   - count: the number of bars.
  ///   - groups: the number of groups, 2 or more.
  ///   - testGroups: the groups of a test, 1 or more, and fewer than there are.
  ///   - purge: the bars that an outcome reaches ahead of its own bar, 0 or more, left out on either side of a test.
  ///   - embargo: the further bars left out after a test, 0 or more.
  /// - Throws: `SplittingError` for a number that is not allowed, if there are fewer bars than groups, and for more
  ///   than ``most`` splits.
  public init(
    count: Int, groups: Int, testGroups: Int, purge: Int = 0, embargo: Int = 0
  ) throws(SplittingError) {
    let blocks = try Self.blocks(count: count, into: groups, named: "groups")
    guard testGroups >= 1, testGroups < groups else {
      throw .invalidValue(name: "testGroups", value: testGroups, allowed: "from 1 to \(groups - 1)")
    }
    try SplittingError.require("purge", purge, atLeast: 0)
    try SplittingError.require("embargo", embargo, atLeast: 0)
    guard Combinations.count(of: groups, choose: testGroups, most: Self.most) != nil else {
      throw .tooManySplits(groups: groups, testGroups: testGroups, most: Self.most)
    }
    let chosen = Combinations.all(of: groups, choose: testGroups)
    self.groups = blocks
    self.testGroups = chosen
    splits = chosen.map { chosen in
      Split(testing: chosen.map { blocks[$0] }, of: count, purge: purge, embargo: embargo)
    }
  }

  /// Bars divided into blocks that follow each other, the first ones a bar longer if there is a remainder.
  private static func blocks(count: Int, into number: Int, named name: String) throws(SplittingError) -> [Range<Int>] {
    try SplittingError.require(name, number, atLeast: 2)
    guard count >= number else { throw .tooFewBars(count: count, needed: number) }
    let (length, longer) = (count / number, count % number)
    return (0..<number).map { index in
      let start = index * length + min(index, longer)
      return start..<start + length + (index < longer ? 1 : 0)
    }
  }

  /// The number of paths: the splits times the groups of a test over all groups, which is how many splits test a group.
  public var pathCount: Int { splits.count * testGroups[0].count / groups.count }

  /// For each path the split that each group is taken from, the groups in their order: the tests of these groups, in
  /// order, cover the full series once.
  ///
  /// Path `p` takes a group from the `p`-th of the splits that test it, so that each test of a group is in one path.
  public var paths: [[(group: Int, split: Int)]] {
    var places = [[Int]](repeating: [], count: groups.count)
    for (split, tested) in testGroups.enumerated() {
      for group in tested { places[group].append(split) }
    }
    return (0..<pathCount).map { path in groups.indices.map { (group: $0, split: places[$0][path]) } }
  }
}
