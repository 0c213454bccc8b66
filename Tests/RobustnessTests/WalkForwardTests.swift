import Robustness
import TestSupport
import Testing

@Suite("Walk-forward windows")
struct WalkForwardTests {
  @Test("Windows move on by the step, and the last partial test is left out")
  func rolling() throws {
    let plan = try WalkForwardPlan(count: 30, train: 10, test: 5, step: 4, anchored: false, embargo: 2)
    #expect(
      plan.windows == [
        WalkForwardWindow(train: 0..<10, test: 12..<17), WalkForwardWindow(train: 4..<14, test: 16..<21),
        WalkForwardWindow(train: 8..<18, test: 20..<25), WalkForwardWindow(train: 12..<22, test: 24..<29),
      ])
    let anchored = try WalkForwardPlan(count: 30, train: 10, test: 5, step: 4, anchored: true, embargo: 2)
    #expect(anchored.windows.map(\.train) == [0..<10, 0..<14, 0..<18, 0..<22])
    #expect(anchored.windows.map(\.test) == plan.windows.map(\.test))
    #expect(try WalkForwardPlan(count: 20, train: 10, test: 5).windows.map(\.test) == [10..<15, 15..<20])
  }

  @Test("Of any lengths the number is the formula's, tests are later than training, and another would not fit")
  func laws() throws {
    var dice = Dice(7)
    for _ in 0..<500 {
      let (train, test, step) = (dice.whole(1...60), dice.whole(1...30), dice.whole(1...40))
      let embargo = dice.whole(0...10)
      let count = train + embargo + test + dice.whole(0...300)
      let isAnchored = dice.whole(0...1) == 1
      let plan = try WalkForwardPlan(
        count: count, train: train, test: test, step: step, anchored: isAnchored, embargo: embargo)
      let windows = plan.windows
      #expect(windows.count == plan.windowCount && plan.windowCount == (count - train - embargo - test) / step + 1)
      for (index, window) in windows.enumerated() {
        #expect(window.test.count == test && window.test.lowerBound == window.train.upperBound + embargo)
        #expect(window.train.count == (isAnchored ? train + index * step : train))
      }
      let last = windows.last?.test.upperBound ?? .max
      #expect(last <= count && last + step > count)
    }
  }

  @Test("Numbers that make no sense are refused with what is allowed")
  func refusals() {
    func refusal(_ train: Int, _ test: Int, _ step: Int, _ embargo: Int) -> SplittingError? {
      do throws(SplittingError) {
        _ = try WalkForwardPlan(count: 100, train: train, test: test, step: step, embargo: embargo)
        return nil
      } catch { return error }
    }
    #expect(refusal(0, 5, 5, 0) == .invalidValue(name: "train", value: 0, allowed: "at least 1"))
    #expect(refusal(5, -1, 5, 0) == .invalidValue(name: "test", value: -1, allowed: "at least 1"))
    #expect(refusal(5, 5, 0, 0)?.description == "step is 0, but must be at least 1.")
    #expect(refusal(5, 5, 5, -2) == .invalidValue(name: "embargo", value: -2, allowed: "at least 0"))
    #expect(refusal(90, 9, 1, 1) == nil)
    #expect(refusal(90, 9, 1, 2)?.description == "There are 100 bars, and 101 are needed.")
    #expect(refusal(.max, .max, 1, .max) == .tooFewBars(count: 100, needed: .max))
  }

  @Test("Presets are the table of horizons")
  func presets() throws {
    #expect(Set(WalkForwardPreset.all.map(\.name)).count == WalkForwardPreset.all.count)
    let month = try #require(WalkForwardPreset.named("3m"))
    #expect((month.train, month.test, month.step, month.anchored) == (756, 120, 40, false))
    let expanding = try #require(WalkForwardPreset.named("expanding"))
    #expect(try expanding.plan(count: 320).windows.map(\.train) == [0..<200, 0..<250])
    for preset in WalkForwardPreset.all { #expect(try !preset.plan(count: 1000, embargo: 5).windows.isEmpty) }
    #expect(WalkForwardPreset.named("7M") == nil)
  }

  @Test("Each tested bar counts once, for the first window that reaches it")
  func coverage() throws {
    let windows = try WalkForwardPlan(count: 30, train: 10, test: 5, step: 2).windows
    let coverage = TestCoverage(windows)
    #expect(coverage.counted.prefix(3) == [10..<15, 15..<17, 17..<19])
    #expect(coverage.barCount == 19 && coverage.gaps.isEmpty)
    let sparse = TestCoverage(try WalkForwardPlan(count: 30, train: 10, test: 3, step: 5).windows)
    #expect(sparse.counted == [10..<13, 15..<18, 20..<23, 25..<28] && sparse.gaps == [13..<15, 18..<20, 23..<25])
    #expect(TestCoverage([]).counted.isEmpty && TestCoverage([]).barCount == 0)
    var dice = Dice(2)
    for _ in 0..<200 {
      let plan = try WalkForwardPlan(
        count: dice.whole(40...300), train: dice.whole(1...20), test: dice.whole(1...20), step: dice.whole(1...25))
      let coverage = TestCoverage(plan.windows)
      let bars = coverage.counted.flatMap { Array($0) }
      #expect(bars == Array(Set(plan.windows.flatMap { Array($0.test) })).sorted() && bars.count == coverage.barCount)
      for (window, counted) in zip(plan.windows, coverage.counted) where !counted.isEmpty {
        #expect(counted.lowerBound >= window.test.lowerBound && counted.upperBound == window.test.upperBound)
      }
    }
  }
}
