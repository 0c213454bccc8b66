import Robustness
import TestSupport
import Testing

@Suite("Purged and combinatorial splits")
struct SplitTests {
  @Test("Splits are those of the definition of shared outcomes, bar by bar", arguments: try Fixtures.cases("splits"))
  func reference(entry: Fixtures.Case) throws {
    func whole(_ name: String) -> Int { Int(entry.number(name)) }
    let splits = try CombinatorialSplits(
      count: whole("count"), groups: whole("groups"), testGroups: whole("tested"), purge: whole("purge"),
      embargo: whole("embargo"))
    let theirs = entry.cases("splits").map { Split(train: $0.ranges("train"), test: $0.ranges("test")) }
    #expect(splits.splits == theirs)
  }

  @Test("Six groups of which two are tested give 15 splits and the five paths of the book")
  func paths() throws {
    // López de Prado (2018), figures 12.1 and 12.2.
    let splits = try CombinatorialSplits(count: 60, groups: 6, testGroups: 2)
    #expect(splits.splits.count == 15 && splits.pathCount == 5)
    #expect(splits.testGroups.prefix(3) == [[0, 1], [0, 2], [0, 3]] && splits.testGroups.last == [4, 5])
    // The book numbers splits from 1: the first path joins S1, S1, S2, S3, S4 and S5.
    #expect(splits.paths[0].map(\.split) == [0, 0, 1, 2, 3, 4])
    #expect(splits.paths[1].map(\.split) == [1, 5, 5, 6, 7, 8])
    #expect(splits.paths[4].map(\.split) == [4, 8, 11, 13, 14, 14])
    for (groups, tested, paths) in [(10, 2, 9), (6, 3, 10), (8, 1, 1)] {
      #expect(try CombinatorialSplits(count: 100, groups: groups, testGroups: tested).pathCount == paths)
    }
  }

  @Test("Of any splits each path has each bar once, and training stays away from tests")
  func laws() throws {
    var dice = Dice(5)
    for _ in 0..<150 {
      let groups = dice.whole(2...7)
      let count = dice.whole(groups...90)
      let (purge, embargo) = (dice.whole(0...6), dice.whole(0...5))
      let splits = try CombinatorialSplits(
        count: count, groups: groups, testGroups: dice.whole(1...groups - 1), purge: purge, embargo: embargo)
      #expect(splits.groups.flatMap { Array($0) } == Array(0..<count))
      let lengths = splits.groups.map(\.count)
      #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
      var taken = Set<[Int]>()
      for path in splits.paths {
        #expect(path.map(\.group) == Array(0..<groups))
        for (group, split) in path {
          #expect(splits.testGroups[split].contains(group) && taken.insert([group, split]).inserted)
          let range = splits.groups[group]
          #expect(
            splits.splits[split].test.contains {
              $0.lowerBound <= range.lowerBound && $0.upperBound >= range.upperBound
            })
        }
      }
      #expect(taken.count == splits.pathCount * groups)
      for split in splits.splits {
        for train in split.train {
          for test in split.test {
            #expect(
              train.upperBound + purge <= test.lowerBound || train.lowerBound >= test.upperBound + purge + embargo)
          }
        }
      }
    }
  }

  @Test("What cannot be divided is refused")
  func refusals() {
    func refusal(_ count: Int, _ groups: Int, _ tested: Int, purge: Int = 0, embargo: Int = 0) -> SplittingError? {
      do throws(SplittingError) {
        _ = try CombinatorialSplits(count: count, groups: groups, testGroups: tested, purge: purge, embargo: embargo)
        return nil
      } catch { return error }
    }
    #expect(refusal(10, 1, 1) == .invalidValue(name: "groups", value: 1, allowed: "at least 2"))
    #expect(refusal(10, 4, 4) == .invalidValue(name: "testGroups", value: 4, allowed: "from 1 to 3"))
    #expect(refusal(10, 4, 0) == .invalidValue(name: "testGroups", value: 0, allowed: "from 1 to 3"))
    #expect(refusal(3, 4, 1) == .tooFewBars(count: 3, needed: 4))
    #expect(refusal(10, 4, 1, purge: -1) == .invalidValue(name: "purge", value: -1, allowed: "at least 0"))
    #expect(refusal(10, 4, 1, embargo: -1) == .invalidValue(name: "embargo", value: -1, allowed: "at least 0"))
    #expect(refusal(100, 40, 20) == .tooManySplits(groups: 40, testGroups: 20, most: 100_000))
    #expect(refusal(10, 4, 2, purge: .max, embargo: .max) == nil)
  }
}
