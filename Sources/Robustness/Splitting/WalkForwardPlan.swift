/// Windows that walk through a series: each is trained on bars, and tested on those right after them.
///
/// ```swift
/// // 252 bars to choose on and 21 to test on, moved on by 21.
/// let plan = try WalkForwardPlan(count: 1000, train: 252, test: 21)
/// plan.windows[0]  // train 0..<252, test 252..<273
/// ```
public struct WalkForwardPlan: Sendable, Hashable {
  /// The number of bars of the series.
  public let count: Int
  /// The bars of a training window; of the first one where it is anchored.
  public let train: Int
  /// The bars of a test window.
  public let test: Int
  /// The bars from one test window's start to the next one's.
  public let step: Int
  /// Whether each training window begins at the first bar, and so grows.
  public let anchored: Bool
  /// The bars between training and test that neither uses: as many as an outcome reaches ahead.
  public let embargo: Int

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - count: the number of bars.
  ///   - train: the bars of a training window, 1 or more.
  ///   - test: the bars of a test window, 1 or more.
  ///   - step: the bars to move on by, 1 or more; without it the length of a test, so that tests follow each other.
  ///   - anchored: whether training windows begin at the first bar.
  ///   - embargo: the bars left out between training and test, 0 or more.
  /// - Throws: `SplittingError` for a number that is not allowed, and where the bars are too few for one window.
  public init(
    count: Int, train: Int, test: Int, step: Int? = nil, anchored: Bool = false, embargo: Int = 0
  ) throws(SplittingError) {
    try SplittingError.require("train", train, atLeast: 1)
    try SplittingError.require("test", test, atLeast: 1)
    try SplittingError.require("step", step ?? test, atLeast: 1)
    try SplittingError.require("embargo", embargo, atLeast: 0)
    // Numbers near the greatest one are no reason to trap.
    let needed = [test, embargo].reduce(train) { sum, next in
      let (whole, isOver) = sum.addingReportingOverflow(next)
      return isOver ? .max : whole
    }
    guard count >= needed else { throw .tooFewBars(count: count, needed: needed) }
    self.count = count
    self.train = train
    self.test = test
    self.step = step ?? test
    self.anchored = anchored
    self.embargo = embargo
  }

  /// The number of windows, 1 or more.
  public var windowCount: Int { (count - train - embargo - test) / step + 1 }

  /// The windows, the earliest first; bars that are left after the last whole test window are in none.
  public var windows: [WalkForwardWindow] {
    (0..<windowCount).map { index in
      let end = index * step + train
      let start = end + embargo
      return WalkForwardWindow(train: (anchored ? 0 : index * step)..<end, test: start..<start + test)
    }
  }
}
