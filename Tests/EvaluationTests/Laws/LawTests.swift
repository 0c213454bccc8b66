import Columns
import Evaluation
import Indicators
import Language
import TestSupport
import Testing

@Suite("Laws of all expressions, tried on random ones")
struct LawTests {
  @Test(
    "No look-ahead: a prefix of the bars gives the prefix of the values, bit for bit",
    arguments: Thoroughness.some(0..<8))
  func noLookAhead(seed: Int) throws {
    var random = RandomExpressions(seed: UInt64(seed) + 1000)
    for round in 0..<60 {
      let text = random.dice.whole(0...1) == 0 ? random.series(4) : random.truth(3)
      let bars = randomBars(1100, seed: UInt64(seed * 100 + round), holes: round % 3 == 0 ? 0.01 : 0)
      let plannable = try Plannable(text)
      let whole = bits(try plannable.column(on: Series(name: "X", bars: bars)).values)
      for count in [0, 1, 2, 37, 300, 511, 512, 513, 1024, 1099] {
        let part = bits(try plannable.column(on: Series(name: "X", bars: bars.prefix(count))).values)
        #expect(part == Array(whole.prefix(count)), "\(text) on \(count) bars")
      }
    }
  }

  @Test("The value is what a plain walk of the tree gives, bar by bar", arguments: Thoroughness.some(0..<8))
  func reference(seed: Int) throws {
    var random = RandomExpressions(seed: UInt64(seed) + 2000)
    random.callsIndicators = false
    for round in 0..<80 {
      let tree = try expression(random.dice.whole(0...1) == 0 ? random.series(4) : random.truth(4))
      let bars = randomBars(
        random.dice.whole(0...30) + (round % 10 == 0 ? 600 : 0), seed: UInt64(seed * 100 + round), holes: 0.05)
      let expected = ReferenceInterpreter(bars: bars).values(tree)
      #expect(try same(values(tree.description, on: bars), expected), "\(tree.description)")
    }
  }

  @Test(
    "The first value stands where the warm-up says, and none is missing after it", arguments: Thoroughness.some(0..<8))
  func warmUp(seed: Int) throws {
    var random = RandomExpressions(seed: UInt64(seed) + 3000)
    random.isComplete = true
    for round in 0..<100 {
      let text = random.dice.whole(0...2) > 0 ? random.series(4) : random.truth(3)
      let plannable = try Plannable(text)
      let column = try plannable.column(on: Series(name: "X", bars: randomBars(500, seed: UInt64(seed * 1000 + round))))
      let warmUp = try plannable.plan.warmUp(of: plannable.node())
      if text.contains(" between ") {
        // One side may decide before the other is there.
        #expect((column.firstValid ?? 500) <= warmUp, "\(text)")
        #expect(column.values.dropFirst(warmUp).allSatisfy { !$0.isNaN }, "\(text)")
      } else {
        #expect(column.firstValid ?? 500 == min(warmUp, 500), "\(text)")
        #expect(column.missingCount == min(warmUp, 500), "\(text)")
      }
    }
  }

  @Test("All values are there from the warm-up on also where choices and decisions are made")
  func warmUpOfChoices() throws {
    let made = randomBars(60, seed: 77)
    for (text, warmUp) in [
      ("if(close > sma(close, 20), 1, 0)", 0), ("if(close > open, sma(close, 5), sma(close, 9))", 8),
      ("nz(sma(close, 9), close)", 0),
      ("nz(sma(close, 9), sma(close, 4))", 3), ("na(sma(close, 9))", 0), ("close crosses above sma(close, 9)", 9),
      ("sma(close, 9)[3]", 11), ("sma(sma(close, 9), 4)", 11), ("close > open or sma(close, 9) > 0", 8),
    ] {
      let plannable = try Plannable(text)
      #expect(try plannable.plan.warmUp(of: plannable.node()) == warmUp, "\(text)")
      let column = try plannable.column(on: Series(name: "X", bars: made))
      #expect(column.values.dropFirst(warmUp).allSatisfy { !$0.isNaN }, "\(text)")
    }
  }

  @Test("Shared columns give the values of each combination alone", arguments: Thoroughness.some(0..<6))
  func sharedColumns(seed: Int) throws {
    var random = RandomExpressions(seed: UInt64(seed) + 4000)
    random.parameters = ["p0", "p1", "p2"]
    for round in 0..<15 {
      let texts = [random.series(3), random.truth(3)]
      let series = Series(name: "X", bars: randomBars(200, seed: UInt64(seed * 100 + round)))
      var planner = Planner(names: Names(), today: today)
      for place in 0..<3 { planner.locals["p\(place)"] = planner.addParameter(place, kind: .number) }
      let roots = try texts.map { try #require(try planner.plan(expression($0)).node) }
      let grid = (0..<3).map { place -> [Double] in
        (0..<random.dice.whole(1...3)).map { step -> Double in Double(place + 2 + 3 * step) }
      }
      let limit = round % 4 == 0 ? 20_000 : 1 << 30
      var shared = SharedColumns(plan: planner.plan, roots: roots, values: grid, bars: 200, limit: limit)
      for job in shared.jobs {
        var evaluator = Evaluator(plan: planner.plan, series: series, parameters: job.parameters, today: today)
        shared.keep(.column(try evaluator.column(job.node)), of: job)
      }
      var sharing = Evaluator(plan: planner.plan, series: series, shared: shared, today: today)
      for a in grid[0].indices {
        for b in grid[1].indices {
          for c in grid[2].indices {
            sharing.select(indices: [a, b, c])
            var alone = Evaluator(
              plan: planner.plan, series: Series(name: "Y", bars: series.bars),
              parameters: [grid[0][a], grid[1][b], grid[2][c]], today: today)
            for (root, text) in zip(roots, texts) {
              #expect(try same(sharing.column(root).values, alone.column(root).values.array), "\(text)")
            }
          }
        }
      }
    }
  }

  @Test("A column of one parameter of two is computed once for each of its values")
  func sharedJobs() throws {
    var planner = Planner(names: Names(), today: today)
    for place in 0..<2 { planner.locals["p\(place)"] = planner.addParameter(place, kind: .number) }
    let root = try #require(try planner.plan(expression("sma(close, p0) crosses above sma(close, p1)")).node)
    let grid = [(1...10).map(Double.init), (1...20).map(Double.init)]
    #expect(SharedColumns(plan: planner.plan, roots: [root], values: grid, bars: 100).jobs.count == 30)
  }

  @Test("Many threads on one series give the same bits, with one cache")
  func threads() async throws {
    var random = RandomExpressions(seed: 5000)
    let plannables = try (0..<24).map { _ in try Plannable(random.series(4)) }
    let bars = randomBars(900, seed: 5)
    let expected = try plannables.map { bits(try $0.column(on: Series(name: "X", bars: bars)).values) }
    let shared = Series(name: "X", bars: bars)
    try await withThrowingTaskGroup(of: (Int, [UInt64]).self) { group in
      for round in 0..<96 {
        group.addTask {
          let place = (round * 7) % 24
          return (place, bits(try plannables[place].column(on: shared).values))
        }
      }
      for try await (place, found) in group { #expect(found == expected[place]) }
    }
  }
}
