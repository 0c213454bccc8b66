import Calendar
import Columns
import Evaluation
import Language

/// The length of a part of a walk-forward: a count of bars or a span of the calendar.
package enum WindowLength: Sendable, Hashable {
  case bars(Int)
  case duration(DurationLiteral)

  /// The length in words, as it is typed.
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
  /// The bars on which the choice is tested, all of them behind those of ``train``.
  package var test: Range<Int>
  /// The bars of the test that the joined curve takes from this window: up to the test of the next one, so that where
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
  /// The length that is left out between choosing and testing; nil for nothing.
  package var embargo: WindowLength?
  /// True where each choice looks at all bars since the beginning.
  package var isAnchored = false
  /// True where a position stays open over the seam of two windows whose choices both hold it.
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

  /// The windows on bars, in their order; empty where there are too few bars for one.
  ///
  /// The first test begins where the first `train` is over, each further one `step` later. A window counts where its test
  /// is whole; of spans of the calendar one that the data end in counts too where half of it is there, as the last day of
  /// a span has seldom a bar.
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
    let first = clock.index(after: [train, step.times(number)])
    guard first < clock.range.upperBound else { return nil }
    let end = clock.index(after: [train, step.times(number), test])
    guard first < end else { return nil }
    let share = clock.share(of: test, after: [train, step.times(number)])
    guard share >= 0.5 else { return nil }
    let trainEnd = embargo.map { clock.index($0, before: first, [train, step.times(number)]) } ?? first
    let start = isAnchored ? clock.range.lowerBound : clock.index(after: [step.times(number)])
    guard start < trainEnd else { return nil }
    return TestWindow(train: start..<trainEnd, test: first..<end, counted: first..<end, isWhole: share >= 0.95)
  }
}

/// Moments and bars of a range, counted from its first bar.
private struct WindowClock {
  let bars: Bars
  let range: Range<Int>
  /// The moment at which the last bar closes.
  let end: Timestamp

  init(bars: Bars, range: Range<Int>) {
    (self.bars, self.range) = (bars, range)
    end = bars.closings()[range.upperBound - 1]
  }

  /// The moment that lies some lengths after the opening of the first bar; those that count bars are left out.
  private func moment(after lengths: [WindowLength]) -> Timestamp {
    lengths.reduce(bars.times[range.lowerBound]) { moment, length in
      guard case .duration(let duration) = length else { return moment }
      return DateRange.moment(DurationLiteral(-duration.count, duration.unit), before: moment, zone: bars.zone)
    }
  }

  private func count(of lengths: [WindowLength]) -> Int {
    lengths.reduce(0) { sum, length in
      if case .bars(let count) = length { sum + count } else { sum }
    }
  }

  /// The bar that lies some lengths after the first: spans of the calendar first, then counts of bars.
  func index(after lengths: [WindowLength]) -> Int {
    let start = max(range.lowerBound, bars.firstIndex(notBefore: moment(after: lengths)))
    return min(start + count(of: lengths), range.upperBound)
  }

  /// The bar from which on a length before a bar begins, of which the moment is some lengths after the first.
  func index(_ length: WindowLength, before index: Int, _ lengths: [WindowLength]) -> Int {
    switch length {
    case .bars(let count): return max(range.lowerBound, index - count)
    case .duration(let duration):
      let moment = DateRange.moment(duration, before: bars.times[index], zone: bars.zone)
      return max(range.lowerBound, bars.firstIndex(notBefore: moment))
    }
  }

  /// The share of a length that the bars hold: 0 of a count of bars that is not all there.
  func share(of length: WindowLength, after lengths: [WindowLength]) -> Double {
    let start = moment(after: lengths)
    switch length {
    case .bars(let count):
      let first = bars.firstIndex(notBefore: start) + self.count(of: lengths)
      return first + count <= range.upperBound ? 1 : 0
    case .duration:
      let whole = moment(after: lengths + [length]).milliseconds - start.milliseconds
      return Double(end.milliseconds - start.milliseconds) / Double(max(1, whole))
    }
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
