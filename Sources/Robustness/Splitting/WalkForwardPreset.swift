/// Lengths of walk-forward windows for how far ahead a rule looks, in daily bars.
///
/// The farther ahead, the longer a test must be to hold some independent outcomes, and the more bars training needs.
public struct WalkForwardPreset: Sendable, Hashable {
  /// The name: a horizon such as `1W` or `3M`, `default` or `expanding`.
  public let name: String
  /// The bars of a training window.
  public let train: Int
  /// The bars of a test window.
  public let test: Int
  /// The bars to move on by.
  public let step: Int
  /// Whether training windows begin at the first bar.
  public let anchored: Bool

  private init(_ name: String, _ train: Int, _ test: Int, _ step: Int, anchored: Bool = false) {
    self.name = name
    self.train = train
    self.test = test
    self.step = step
    self.anchored = anchored
  }

  /// All presets, in the order of their horizons.
  public static let all = [
    WalkForwardPreset("default", 252, 21, 5),
    WalkForwardPreset("1D", 126, 10, 2),
    WalkForwardPreset("1W", 252, 25, 5),
    WalkForwardPreset("1M", 504, 60, 20),
    WalkForwardPreset("2M", 504, 90, 30),
    WalkForwardPreset("3M", 756, 120, 40),
    WalkForwardPreset("4M", 756, 150, 50),
    WalkForwardPreset("5M", 756, 165, 55),
    WalkForwardPreset("6M", 756, 180, 60),
    WalkForwardPreset("expanding", 200, 50, 50, anchored: true),
  ]

  /// The preset of a name, upper and lower case alike.
  public static func named(_ name: String) -> WalkForwardPreset? {
    all.first { $0.name.lowercased() == name.lowercased() }
  }

  /// The plan for a series of so many bars.
  public func plan(count: Int, embargo: Int = 0) throws(SplittingError) -> WalkForwardPlan {
    try WalkForwardPlan(count: count, train: train, test: test, step: step, anchored: anchored, embargo: embargo)
  }
}
