import Calendar
import Columns
import Evaluation
import Language

/// The length of a part of a walk-forward: a count of bars or a span of the calendar.
package enum WindowLength: Sendable, Hashable {
  case bars(Int)
  case duration(DurationLiteral)

  /// The length in words, as typed.
  package var text: String {
    switch self {
    case .bars(let count): "\(count) bars"
    case .duration(let duration): "\(duration.count)\(duration.unit.rawValue)"
    }
  }

  /// Several of the same length in a row.
  fileprivate func times(_ count: Int) -> WindowLength {
    switch self {
    case .bars(let bars): .bars(bars * count)
    case .duration(let duration): .duration(DurationLiteral(duration.count * count, duration.unit))
    }
  }
}

/// One window of a walk-forward: bars to choose parameters on, and later ones to test them on.
package struct TestWindow: Sendable, Hashable {
  /// The bars on which parameters are chosen.
  package var train: Range<Int>
  /// The bars on which the choice is tested, all after those of ``train``.
  package var test: Range<Int>
  /// The bars of the test that the joined curve takes from this window: up to the test of the next one, so that if
  /// tests overlap each bar counts once, and is traded with the newest choice.
  package var counted: Range<Int>
  /// False for a last window that the data end before.
  package var isWhole = true
}

/// The lengths and steps of a walk-forward's windows.
package struct WalkForwardTerms: Sendable, Hashable {
  /// The length of the bars that parameters are chosen on; of an anchored one the shortest.
  package var train: WindowLength
  /// The length of each test.
  package var test: WindowLength
  /// The distance from test to test.
  package var step: WindowLength
  /// The length that is left out between choosing and testing, which moves the tests and takes nothing of the training;
  /// nil for nothing.
  package var embargo: WindowLength?
  /// True if each choice looks at all bars since the beginning.
  package var isAnchored = false
  /// True if a position stays open over the seam of two windows whose choices both hold it.
  package var carries = false

  package init(
    train: WindowLength, test: WindowLength, step: WindowLength? = nil, embargo: WindowLength? = nil,
    isAnchored: Bool = false
  ) {
    (self.train, self.test, self.step) = (train, test, step ?? test)
    (self.embargo, self.isAnchored) = (embargo, isAnchored)
  }

  /// The terms in one line: `train 2y, test 6mo, step 6mo`.
  package var text: String {
    var parts = ["train \(train.text)\(isAnchored ? " anchored" : "")", "test \(test.text)", "step \(step.text)"]
    if let embargo { parts.append("embargo \(embargo.text)") }
    if carries { parts.append("carry") }
    return parts.joined(separator: ", ")
  }

  /// The windows on bars, in their order; empty if there are too few bars for one.
  ///
  /// The first test begins if the first `train` and the embargo after it are over, each further one `step` later. A
  /// count of bars is exact, for training too. A window counts if its test is complete; one of calendar spans that is
  /// cut off by the end of the data counts if half of it is there, since the last day of a span rarely has a bar.
  package func windows(in range: Range<Int>, of bars: Bars) -> [TestWindow] {
    guard !range.isEmpty else { return [] }
    let clock = WindowClock(bars: bars, range: range)
    var windows: [TestWindow] = []
    while let next = window(windows.count, clock) {
      if let last = windows.indices.last {
        windows[last].counted = windows[last].test.clamped(to: windows[last].test.lowerBound..<next.test.lowerBound)
      }
      windows.append(next)
      // A step that moves no bar would never come to an end.
      if windows.count > range.count { break }
    }
    return windows
  }

  private func window(_ number: Int, _ clock: WindowClock) -> TestWindow? {
    let steps = step.times(number)
    guard let first = clock.place(after: [train, embargo, steps].compactMap(\.self)),
      first.index < clock.range.upperBound, let end = clock.place(after: [test], from: first), first.index < end.index
    else { return nil }
    let share = clock.share(of: test, from: first.moment, to: end.moment)
    guard share >= 0.5 else { return nil }
    let trainEnd = clock.trainEnd(before: first.index, embargo, train, steps)
    let start =
      isAnchored
      ? clock.range.lowerBound : clock.trainStart(before: trainEnd, train, steps)
    guard start < trainEnd else { return nil }
    let tested = first.index..<end.index
    return TestWindow(train: start..<trainEnd, test: tested, counted: tested, isWhole: share >= 0.95)
  }
}

/// Moments and bars of a range, counted from its first bar.
private struct WindowClock {
  /// A moment of the calendar, and the first bar that opens at it or later.
  struct Place {
    var moment: Timestamp
    var index: Int
  }

  let bars: Bars
  let range: Range<Int>
  /// The moment at which the last bar closes.
  let end: Timestamp

  init(bars: Bars, range: Range<Int>) {
    (self.bars, self.range) = (bars, range)
    end = bars.closings()[range.upperBound - 1]
  }

  /// The place some consecutive lengths after a place, by default the first bar; nil if a count of bars ends after the
  /// last one.
  func place(after lengths: [WindowLength], from start: Place? = nil) -> Place? {
    var place = start ?? Place(moment: bars.times[range.lowerBound], index: range.lowerBound)
    for length in lengths {
      switch length {
      case .bars(let count):
        guard count > 0 else { continue }
        guard count <= range.upperBound - place.index else { return nil }
        place.index += count
        place.moment = place.index < range.upperBound ? bars.times[place.index] : end
      case .duration(let duration):
        place.moment = moment(duration, after: place.moment)
        place.index = index(notBefore: place.moment)
      }
    }
    return place
  }

  private func moment(_ duration: DurationLiteral, after moment: Timestamp) -> Timestamp {
    DateRange.moment(DurationLiteral(-duration.count, duration.unit), before: moment, zone: bars.zone)
  }

  private func index(notBefore moment: Timestamp) -> Int {
    min(max(bars.firstIndex(notBefore: moment), range.lowerBound), range.upperBound)
  }

  /// The bar before which training ends so that an embargo lies between it and a test.
  ///
  /// An embargo of the calendar excludes at least one bar, even on days without any, and training uses no bar after its
  /// span.
  func trainEnd(before test: Int, _ embargo: WindowLength?, _ train: WindowLength, _ steps: WindowLength) -> Int {
    switch embargo {
    case nil: return test
    case .bars(let count): return max(range.lowerBound, test - count)
    case .duration(let duration):
      let moment = DateRange.moment(duration, before: bars.times[test], zone: bars.zone)
      let latest = min(index(notBefore: moment), max(range.lowerBound, test - 1))
      guard case .duration = train, let end = place(after: [train, steps]) else { return latest }
      return min(latest, end.index)
    }
  }

  /// The bar with which training begins that ends before another one.
  func trainStart(before end: Int, _ train: WindowLength, _ steps: WindowLength) -> Int {
    switch train {
    case .bars(let count): max(range.lowerBound, end - count)
    case .duration: place(after: [steps])?.index ?? end
    }
  }

  /// The share of a test from one moment to another that there are bars for; of a count of bars, all.
  func share(of test: WindowLength, from start: Timestamp, to whole: Timestamp) -> Double {
    guard case .duration = test else { return 1 }
    return Double(end.milliseconds - start.milliseconds) / Double(max(1, whole.milliseconds - start.milliseconds))
  }
}

extension WalkForwardTerms {
  /// The lengths in bars that are usual for forecasts so far ahead, by the name of the horizon.
  ///
  /// They are those of the walk-forward of an existing validator; `expanding` trains on all bars since the beginning.
  package static let presets: [(name: String, terms: WalkForwardTerms)] = {
    func terms(_ train: Int, _ test: Int, _ step: Int, isAnchored: Bool = false) -> WalkForwardTerms {
      WalkForwardTerms(train: .bars(train), test: .bars(test), step: .bars(step), isAnchored: isAnchored)
    }
    return [
      ("usual", terms(252, 21, 5)), ("1d", terms(126, 10, 2)), ("1w", terms(252, 25, 5)), ("1mo", terms(504, 60, 20)),
      ("2mo", terms(504, 90, 30)), ("3mo", terms(756, 120, 40)), ("4mo", terms(756, 150, 50)),
      ("5mo", terms(756, 165, 55)), ("6mo", terms(756, 180, 60)), ("expanding", terms(200, 50, 50, isAnchored: true)),
    ]
  }()
}
