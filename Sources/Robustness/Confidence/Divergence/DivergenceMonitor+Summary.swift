import LibC

extension DivergenceMonitor {
  /// The divergences of all windows in a few numbers.
  public struct Summary: Sendable, Hashable {
    /// The number of windows.
    public let windows: Int
    /// The number of windows whose divergence is known.
    public let known: Int
    /// The number of overfitted windows.
    public let overfitted: Int
    /// The share of overfitted windows among those that are known, 0 to 1; nil if none is.
    public let overfittedShare: Double?
    /// The mean divergence; nil if none is known.
    public let mean: Double?
    /// The largest divergence; nil if none is known.
    public let largest: Double?
    /// The smallest divergence; nil if none is known.
    public let smallest: Double?
    /// The standard deviation of the divergences, of the windows as all there are; nil if none is known.
    public let deviation: Double?
  }

  /// The divergences of all windows in a few numbers.
  public var summary: Summary {
    let divergences = windows.compactMap(\.divergence)
    let overfitted = windows.count { isOverfitted($0) }
    let count = Double(divergences.count)
    let mean = divergences.isEmpty ? nil : divergences.reduce(0, +) / count
    let squares = mean.map { mean in divergences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count }
    return Summary(
      windows: windows.count, known: divergences.count, overfitted: overfitted,
      overfittedShare: divergences.isEmpty ? nil : Double(overfitted) / count, mean: mean,
      largest: divergences.max(), smallest: divergences.min(), deviation: squares.map { sqrt($0) })
  }
}
