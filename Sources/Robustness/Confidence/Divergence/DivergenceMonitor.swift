import Calendar

/// The divergence of test results from training results, window by window: a symptom of overfitted parameters.
///
/// The divergence of a window is |train - test| / train, in whichever measure both are given. If the training result is
/// not above 0 there is no base for the ratio: the divergence is missing, and the summary leaves the window out.
public struct DivergenceMonitor: Sendable, Hashable {
  /// The bands of a divergence.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// Up to 0.15.
    case normal
    /// Above 0.15.
    case warning
    /// Above 0.30.
    case critical

    /// The word that is shown.
    public var name: String { rawValue }

    /// The band of a divergence.
    public init(divergence: Double) {
      let divergence = divergence.withoutNoise
      self = divergence > 0.30 ? .critical : divergence > 0.15 ? .warning : .normal
    }
  }

  /// A window with its results.
  public struct Window: Sendable, Hashable {
    /// The symbol.
    public var symbol: String
    /// The time at which the window was tested.
    public var time: Timestamp
    /// The result on the bars that parameters were chosen on.
    public var train: Double
    /// The result on the bars after them.
    public var test: Double

    /// Makes a window.
    public init(symbol: String, time: Timestamp, train: Double, test: Double) {
      (self.symbol, self.time, self.train, self.test) = (symbol, time, train, test)
    }

    /// The divergence |train - test| / train; nil if it is not known.
    public var divergence: Double? {
      guard train > 0 else { return nil }
      let divergence = abs(train - test) / train
      return divergence.isFinite ? divergence : nil
    }

    /// The band; nil if the divergence is not known.
    public var level: Level? { divergence.map { Level(divergence: $0) } }
  }

  /// The divergence above which a window is overfitted, if none is given.
  public static let usualThreshold = 0.20

  /// The divergence above which a window is overfitted.
  public let threshold: Double
  /// The windows, in the order given.
  public let windows: [Window]

  /// Makes a monitor of windows.
  public init(_ windows: [Window], threshold: Double = DivergenceMonitor.usualThreshold) {
    (self.windows, self.threshold) = (windows, threshold)
  }

  /// True if the divergence of a window is known and above the threshold.
  public func isOverfitted(_ window: Window) -> Bool {
    window.divergence.map { $0.withoutNoise > threshold.withoutNoise } ?? false
  }

  /// The symbols with an overfitted window within `days` days up to a time, by their largest divergence, worst first.
  public func worst(days: Int = 7, until end: Timestamp) -> [(symbol: String, divergence: Double)] {
    let start = end.adding(days: -days)
    var largest: [String: Double] = [:]
    for window in windows where window.time > start && window.time <= end && isOverfitted(window) {
      guard let divergence = window.divergence else { continue }
      largest[window.symbol] = max(largest[window.symbol] ?? 0, divergence)
    }
    // Equal divergences in the order of names, as a dictionary has none.
    return largest.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (symbol: $0.key, divergence: $0.value) }
  }
}
