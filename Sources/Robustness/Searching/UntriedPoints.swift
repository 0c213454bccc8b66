import Probability

/// The points of a space that a search has not tried yet, in a random order.
///
/// Only those that were tried are remembered: the space may have more points than there is memory.
struct UntriedPoints: Sendable {
  /// The points in a row that may be refused before the search gives up.
  private static let patience = 1_000_000

  let space: SearchSpace
  private let isKept: @Sendable ([Int]) -> Bool
  private var tried: Set<[Int]> = []
  /// The order of all points; nil if they have no numbers, as there are too many.
  private let order: IndexPermutation?
  private var place = 0
  private var dice: SplitMix

  init(_ space: SearchSpace, seed: UInt64, isKept: @escaping @Sendable ([Int]) -> Bool) {
    self.space = space
    self.isKept = isKept
    order = space.count > 0 && space.count < .max ? IndexPermutation(count: space.count, seed: seed) : nil
    dice = SplitMix(seed: seed)
  }

  /// Takes a point, and returns whether it may be tried: it is kept and was not taken before.
  mutating func take(_ point: [Int]) -> Bool {
    !tried.contains(point) && isKept(point) && tried.insert(point).inserted
  }

  /// Remembers points that were tried elsewhere.
  mutating func note(_ points: [[Int]]) { tried.formUnion(points) }

  /// Takes the next point; nil if none is left, or none found.
  mutating func next() -> [Int]? {
    for _ in 0..<Self.patience {
      guard let point = candidate() else { return nil }
      if take(point) { return point }
    }
    return nil
  }

  private mutating func candidate() -> [Int]? {
    guard let order else {
      return space.count == 0 ? nil : space.sizes.map { dice.below($0) }
    }
    guard place < space.count else { return nil }
    defer { place += 1 }
    return space.point(at: order[place])
  }
}
