import Robustness
import TestSupport
import Testing

@Suite("Plateaus")
struct PlateauTests {
  @Test("The plateau score is the median of a point and its neighbours, fewer at an edge")
  func medians() {
    let space = SearchSpace(sizes: [3, 3])
    let plateau = Plateau(space, scores: [1, 2, 3, 4, 100, 6, 7, 8, 9])
    #expect(plateau.plateauScores[4] == 6)
    // 1, 2, 4, 100.
    #expect(plateau.plateauScores[0] == 3)
    // 1, 2, 3, 4, 6, 100.
    #expect(plateau.plateauScores[1] == 3.5)
    #expect(plateau.best == 8 && plateau.plateauScores[8] == 8.5)
  }

  @Test("A lone peak loses to a plateau that is lower")
  func spike() throws {
    let space = SearchSpace(sizes: [9, 9])
    let scores = (0..<81).map { index -> Double in
      let (x, y) = (index / 9, index % 9)
      if x == 1, y == 1 { return 50 }
      return (5...7).contains(x) && (4...7).contains(y) ? 10 : 0
    }
    let plateau = Plateau(space, scores: scores)
    #expect(plateau.plateauScores[10] == 0)
    let best = try #require(plateau.best.flatMap(space.point(at:)))
    // The first point of which most neighbours lie on the plateau.
    #expect(best == [5, 5])
  }

  @Test("Any grid has the medians of the definition, with diagonals for up to three parameters")
  func definition() {
    var dice = Dice(3)
    for sizes in [[5], [4, 3], [3, 4, 3], [3, 2, 3, 2], [2, 1, 4, 3], [1, 1]] {
      let space = SearchSpace(sizes: sizes)
      let all = (0..<space.count).compactMap(space.point(at:))
      let varied = sizes.count { $0 > 1 }
      for _ in 0..<20 {
        let scores = all.map { _ in dice.below(5) == 0 ? Double.nan : dice.normal() }
        let plateau = Plateau(space, scores: scores)
        for (index, point) in all.enumerated() {
          let near = all.indices.filter { other in
            let steps = zip(point, all[other]).map { abs($0 - $1) }
            return other != index && steps.allSatisfy { $0 <= 1 } && (varied <= 3 || steps.reduce(0, +) == 1)
          }
          let around = ([index] + near).map { scores[$0] }.filter { !$0.isNaN }.sorted()
          let isKnown = !scores[index].isNaN && 2 * (around.count - 1) >= near.count
          let median = around.isEmpty ? .nan : (around[(around.count - 1) / 2] + around[around.count / 2]) / 2
          let mine = plateau.plateauScores[index]
          #expect(isKnown ? abs(mine - median) < 1e-15 : mine.isNaN)
        }
        let mixed = all.indices.shuffled(using: &dice)
        let some = Plateau(space, points: mixed.map { all[$0] }, scores: mixed.map { scores[$0] })
        let parallel = Plateau(space, places: Array(mixed), scores: mixed.map { scores[$0] }, workers: 3)
        #expect(zip(parallel.plateauScores, some.plateauScores).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
        for (place, index) in mixed.enumerated() {
          let (a, b) = (some.plateauScores[place], plateau.plateauScores[index])
          #expect(a == b || a.isNaN && b.isNaN)
        }
      }
    }
  }

  @Test("Points of a space without bounds have plateaus as well")
  func largeSpace() {
    let space = SearchSpace(sizes: [Int](repeating: 1_000_000, count: 5))
    let centre = [10, 20, 30, 40, 50]
    var points = [centre]
    for parameter in 0..<5 {
      for step in [-1, 1] {
        points.append(centre)
        points[points.count - 1][parameter] += step
      }
    }
    let plateau = Plateau(space, points: points, scores: [5] + (0..<10).map(Double.init))
    #expect(plateau.plateauScores[0] == 5 && plateau.plateauScores[1].isNaN && plateau.best == 0)
    #expect(Plateau(space, points: [[1]], scores: [1]).plateauScores[0].isNaN)
  }

  @Test("Sensitivities are the shares of variance of the main effects")
  func sensitivity() {
    let space = SearchSpace(sizes: [5, 4, 3])
    let points = (0..<60).compactMap(space.point(at:))
    // Of an additive function the shares are those of its parts: variances 4 x 2 and 1.25, none of the third.
    let additive = Plateau(space, scores: points.map { 2 * Double($0[0]) + Double($0[1]) })
    #expect(abs(additive.sensitivity(of: 0) - 8 / 9.25) < 1e-12)
    #expect(abs(additive.sensitivity(of: 1) - 1.25 / 9.25) < 1e-12)
    #expect(additive.sensitivity(of: 2) == 0)
    // An interaction of two parameters is not a main effect of either.
    let square = SearchSpace(sizes: [3, 3])
    let product = Plateau(square, scores: [1, 0, -1, 0, 0, 0, -1, 0, 1])
    #expect(product.sensitivity(of: 0) == 0 && product.sensitivity(of: 1) == 0)
    #expect(Plateau(square, scores: [Double](repeating: 0.1, count: 9)).sensitivity(of: 0).isNaN)
    #expect(additive.sensitivity(of: 3).isNaN)
  }

  @Test("Without scores there is no best point")
  func nothing() {
    #expect(Plateau(SearchSpace(sizes: [4, 4]), scores: []).best == nil)
    #expect(Plateau(SearchSpace(sizes: [3]), scores: [.nan, 1, .nan]).plateauScores.allSatisfy { $0.isNaN })
    #expect(Plateau(SearchSpace(sizes: [1]), scores: [4]).plateauScores == [4])
  }
}
