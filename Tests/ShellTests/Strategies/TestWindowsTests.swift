import Calendar
import Columns
import Language
import Strategies
import TestSupport
import Testing

@Suite("Walk-forward windows")
struct TestWindowsTests {
  /// Bars of a day, five a week.
  private func days(_ count: Int, seed: UInt64 = 1) -> Bars {
    let times = (0..<count).map { index in
      let day = 16_440 + index / 5 * 7 + index % 5
      return Timestamp(milliseconds: Int64(day) * 86_400_000)
    }
    return RandomBars().bars(count, seed: seed, times: times, timeframe: .day)
  }

  @Test("Windows of bars are as many as the formula says, each test after its training, each bar counted once")
  func bars() {
    var dice = Dice(3)
    let all = days(700)
    for _ in 0..<300 {
      let (train, test, step) = (dice.whole(1...80), dice.whole(1...30), dice.whole(1...40))
      let embargo = dice.whole(0...20)
      let start = dice.whole(0...100)
      let count = train + embargo + test + dice.whole(0...400)
      let terms = WalkForwardTerms(
        train: .bars(train), test: .bars(test), step: .bars(step), embargo: embargo == 0 ? nil : .bars(embargo),
        isAnchored: dice.whole(0...1) == 1)
      let windows = terms.windows(in: start..<start + count, of: all)
      #expect(windows.count == (count - train - embargo - test) / step + 1)
      for (index, window) in windows.enumerated() {
        let first = start + train + embargo + index * step
        #expect(window.test == first..<first + test)
        #expect(window.train.upperBound == first - embargo)
        #expect(window.train.lowerBound == (terms.isAnchored ? start : start + index * step))
        #expect(window.isWhole)
      }
      var counted = Set<Int>()
      for index in windows.flatMap({ Array($0.counted) }) { #expect(counted.insert(index).inserted) }
      #expect(counted == Set(windows.flatMap { Array($0.test) }))
    }
  }

  @Test("The presets have the windows of their formula")
  func presets() {
    let all = days(1200)
    for preset in WalkForwardTerms.presets {
      guard case .bars(let train) = preset.terms.train, case .bars(let test) = preset.terms.test,
        case .bars(let step) = preset.terms.step
      else {
        Issue.record("\(preset.name) does not count bars")
        continue
      }
      let windows = preset.terms.windows(in: 0..<1200, of: all)
      #expect(windows.count == (1200 - train - test) / step + 1)
      #expect(windows.allSatisfy { $0.train.upperBound == $0.test.lowerBound })
    }
  }

  @Test("Spans of the calendar begin where the ones before end, whatever bars there are")
  func calendar() {
    let bars = days(2000, seed: 5)
    let terms = WalkForwardTerms(
      train: .duration(DurationLiteral(2, .years)), test: .duration(DurationLiteral(6, .months)),
      embargo: .duration(DurationLiteral(5, .days)))
    let windows = terms.windows(in: 0..<bars.count, of: bars)
    #expect(windows.count > 3)
    for (before, after) in zip(windows, windows.dropFirst()) {
      #expect(before.test.upperBound == after.test.lowerBound)
      #expect(before.counted == before.test)
    }
    for window in windows {
      #expect(window.train.upperBound < window.test.lowerBound)
      let gap = bars.times[window.test.lowerBound].milliseconds - bars.times[window.train.upperBound - 1].milliseconds
      #expect(gap > 5 * 86_400_000)
    }
  }

  @Test(
    "A count of bars is exact for training, and a span of the calendar begins with its own bar, however they are mixed")
  func mixed() {
    let bars = days(2000, seed: 5)
    func years(_ count: Int) -> WindowLength { .duration(DurationLiteral(count, .years)) }
    let day = WindowLength.duration(DurationLiteral(1, .days))
    for embargo in [nil, day, .duration(DurationLiteral(12, .weeks)), .bars(700)] {
      for step in [years(1), .bars(100)] {
        let terms = WalkForwardTerms(train: .bars(500), test: years(1), step: step, embargo: embargo)
        let windows = terms.windows(in: 100..<bars.count, of: bars)
        #expect(windows.count > 1)
        for window in windows {
          #expect(window.train.count == 500)
          let left = window.test.lowerBound - window.train.upperBound
          #expect(embargo == nil ? left == 0 : left >= 1)
          let opens = bars.civilTime(at: window.test.lowerBound).date
          let closes = bars.civilTime(at: window.test.upperBound - 1).date
          #expect(closes < opens.adding(months: 12))
          // A year has 260 of these bars; the data end in the last window, of which half is there at least.
          #expect(window.isWhole ? (248...262).contains(window.test.count) : (129...248).contains(window.test.count))
        }
        #expect(windows.first?.train.lowerBound == 100)
        let areWhole = windows.dropLast(step == .bars(100) ? 2 : 1).allSatisfy(\.isWhole)
        #expect(areWhole)
      }
    }
  }

  @Test("An embargo of the calendar leaves a bar out, also over days without bars")
  func embargoOverWeekends() {
    let bars = days(1200)
    let day = WindowLength.duration(DurationLiteral(1, .days))
    for train in [WindowLength.bars(250), .bars(251), .bars(254), .duration(DurationLiteral(1, .years))] {
      let terms = WalkForwardTerms(train: train, test: .duration(DurationLiteral(1, .months)), embargo: day)
      let windows = terms.windows(in: 0..<bars.count, of: bars)
      #expect(windows.count > 30)
      #expect(windows.allSatisfy { (1...3).contains($0.test.lowerBound - $0.train.upperBound) })
      for (before, after) in zip(windows, windows.dropFirst()) {
        #expect(before.test.upperBound == after.test.lowerBound)
      }
    }
  }

  @Test("Bars that are too few for a window have none")
  func tooFew() {
    let bars = days(50)
    let terms = WalkForwardTerms(train: .bars(40), test: .bars(11))
    #expect(terms.windows(in: 0..<50, of: bars).isEmpty)
    #expect(terms.windows(in: 0..<0, of: bars).isEmpty)
  }
}
