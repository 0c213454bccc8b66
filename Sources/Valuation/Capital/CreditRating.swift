/// A rating of debt with the spread that such debt pays, and the interest coverage that earns it.
///
/// The table is Aswath Damodaran's for large non-financial companies, of January 2025 (pages.stern.nyu.edu,
/// datafile/ratings.htm).
public struct CreditRating: Sendable, Equatable {
  /// The rating in the letters of S&P.
  public let name: String
  /// The spread of debt of this rating over the risk-free rate.
  public let spread: Double
  /// The lowest operating income over interest that earns it.
  public let coverage: Double

  /// The author and the day of the table.
  public static let origin =
    "Aswath Damodaran, ratings of large non-financial companies, January 2025 (pages.stern.nyu.edu, datafile/ratings.htm)"

  /// The ratings from the best to the worst.
  public static let all: [CreditRating] = [
    CreditRating(name: "AAA", spread: 0.0045, coverage: 8.5),
    CreditRating(name: "AA", spread: 0.0060, coverage: 6.5),
    CreditRating(name: "A+", spread: 0.0077, coverage: 5.5),
    CreditRating(name: "A", spread: 0.0085, coverage: 4.25),
    CreditRating(name: "A-", spread: 0.0095, coverage: 3),
    CreditRating(name: "BBB", spread: 0.0120, coverage: 2.5),
    CreditRating(name: "BB+", spread: 0.0155, coverage: 2.25),
    CreditRating(name: "BB", spread: 0.0183, coverage: 2),
    CreditRating(name: "B+", spread: 0.0261, coverage: 1.75),
    CreditRating(name: "B", spread: 0.0300, coverage: 1.5),
    CreditRating(name: "B-", spread: 0.0442, coverage: 1.25),
    CreditRating(name: "CCC", spread: 0.0728, coverage: 0.8),
    CreditRating(name: "CC", spread: 0.1010, coverage: 0.65),
    CreditRating(name: "C", spread: 0.1550, coverage: 0.2),
    CreditRating(name: "D", spread: 0.1900, coverage: -.infinity),
  ]

  /// The rating that a coverage earns.
  public static func earned(by coverage: Double) -> CreditRating {
    all.first { coverage >= $0.coverage } ?? all[all.count - 1]
  }

  /// The rating called `name`.
  static func named(_ name: String) -> CreditRating? { all.first { $0.name == name } }
}
