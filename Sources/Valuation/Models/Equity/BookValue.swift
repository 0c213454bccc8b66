/// The book value of a company's equity, the return on it, and the payout.
///
/// Common equity is shareholders' equity less preferred; tangible book also leaves goodwill out. Excess capital is
/// common equity that the business does not need: it counts as paid out at the start, and returns are on the rest.
struct BookValue: Sendable, Equatable {
  /// Shareholders' equity as the balance sheet states it; tangible book if that was given instead.
  var stated: Double
  /// Preferred equity inside it.
  var preferred = 0.0
  /// Goodwill and other intangible assets inside it that returns are not counted on; 0 for a model of all book value.
  var goodwill = 0.0
  /// Common equity beyond the needs of the business; negative for a shortfall, which shareholders pay in.
  var excess = 0.0
  /// Whether returns are on tangible book, and not on all of it.
  var isTangible = false
  /// Whether tangible book was given, and not worked out from book value.
  var isGivenTangible = false
  /// Return of each year on the book value at its start.
  var returns: [Double]
  /// Dividends of each year as a share of net income.
  var payout: [Double]
  /// Buybacks less issues of each year as a share of net income; empty if none are assumed.
  ///
  /// Shares are bought and issued at fair value, which leaves the value of the others as it is: the equity of today is
  /// divided among the shares of today.
  var buybacks: [Double] = []
  /// The share of residual income that is left of the year before, after the forecast.
  var persistence: Double?

  /// Common equity, tangible or full, matching the returns.
  var common: Double { stated - preferred - goodwill }

  /// The book value that earns the return of the first year.
  var opening: Double { common - excess }

  /// The share of net income that shareholders get in a year with an index from 0: dividends and buybacks.
  func paidOut(_ year: Int) -> Double { buybacks.isEmpty ? payout[year] : payout[year] + buybacks[year] }
}
