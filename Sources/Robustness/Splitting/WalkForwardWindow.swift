/// Bars to choose on, and the later ones to test the choice on.
public struct WalkForwardWindow: Sendable, Hashable {
  /// The bars that parameters are chosen on.
  public var train: Range<Int>
  /// The bars that the choice is tested on, all after those of ``train``.
  public var test: Range<Int>

  /// Makes a window.
  public init(train: Range<Int>, test: Range<Int>) {
    self.train = train
    self.test = test
  }
}
