import Calendar
import Columns

/// How long the last known value of another series holds.
public enum Holding: Hashable, Sendable {
  /// On the bar that brings it alone: `fresh(x @ C)`.
  case fresh
  /// Until the next, however late it comes: longer bars of the same series, and values that are published.
  case always
  /// Until the other series has been without a bar for longer than it usually is: it has ended, or rests.
  ///
  /// That is two weeks, three of its periods, or twice its longest pause so far, whichever is longest. Pauses that come
  /// later change nothing, so a bar sees the same whether or not the series continues.
  case usual
  /// Until this many bars without a new one have passed.
  case bars(Int)

  /// The shortest time without a bar that says something, in milliseconds: no holiday lasts as long.
  private static let shortestPause: Int64 = 14 * 86_400_000
  /// The number of periods without a bar that says something.
  private static let periods: Int64 = 3

  /// The time for which a value holds by `usual`, in milliseconds, for bars of a period whose longest pause is known.
  static func usualLimit(period: Int64, longestPause: Int64) -> Int64 {
    max(shortestPause, period * periods, 2 * longestPause)
  }
}
