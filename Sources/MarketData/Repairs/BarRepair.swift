import Text

/// A mend of bad bars, by its name.
public enum BarRepair: String, Sendable, Hashable, CaseIterable {
  /// Leaves out bars outside the sessions of the calendar.
  case outsideSessions = "outside_sessions"
  /// Raises a high, and lowers a low, to the open and the close; changes back the two if they are exchanged.
  case highLow = "high_low"
  /// Leaves out bars with a price of zero or below.
  case nonPositive = "non_positive"
  /// Leaves out bars that repeat the one before while nothing trades.
  case stuck
  /// Takes prices in another unit to that of the others.
  case currency
  /// Takes changes like splits out of the prices before them.
  case splits
  /// Makes volumes below zero missing, and those of zero if a bar of a day has them or none of the bars has another.
  case volume
  /// Leaves out bars without a close; another price that is missing is the close.
  case missing

  /// The meaning, in one line without a full stop.
  public var meaning: String {
    switch self {
    case .outsideSessions: "bars outside the sessions of the calendar are left out"
    case .highLow:
      "a high below the open or close is raised to it, a low above one is lowered; exchanged, they change places"
    case .nonPositive: "bars with a price of zero or below are left out"
    case .stuck: "bars that repeat the one before without trading are left out"
    case .currency: "prices a hundred times those around them, or a hundredth, are converted to their unit"
    case .splits: "changes like splits are taken out of the prices and volumes before them"
    case .volume: "volumes below zero, and zero volumes of bars that must have traded, are set to missing"
    case .missing: "bars without a close are left out, other missing prices are the close"
    }
  }

  /// The finding that it mends.
  public var finding: BarFinding.Code {
    switch self {
    case .outsideSessions: .outsideSessions
    case .highLow: .inconsistentPrices
    case .nonPositive: .nonPositivePrices
    case .stuck: .stuckPrice
    case .currency: .otherCurrency
    case .splits: .possibleSplits
    case .volume: .zeroVolume
    case .missing: .missingPrices
    }
  }

  /// The findings that there is a mend of.
  public static func mending(_ code: BarFinding.Code) -> BarRepair? {
    code == .negativeVolume ? .volume : allCases.first { $0.finding == code }
  }

  /// The mends of a text: `high_low, splits`, or `all`; throws `unknown-repair` for other words.
  public static func named(_ text: String, file: String) throws(MarketDataError) -> [BarRepair] {
    let words = text.split { $0 == "," || $0 == " " }.map(String.init)
    if words == ["all"] { return allCases }
    let names = allCases.map(\.rawValue)
    var repairs: Set<BarRepair> = []
    for word in words {
      guard let repair = BarRepair(rawValue: word) else {
        throw MarketDataError(
          .unknownRepair, file: file, found: RowFault.shortened(word),
          message: "there is no repair `\(RowFault.shortened(word))`",
          hint: "the repairs: \(names.joined(separator: ", ")), all", candidates: names)
      }
      repairs.insert(repair)
    }
    guard !repairs.isEmpty else {
      throw MarketDataError(
        .unknownRepair, file: file, message: "a repair needs a name",
        hint: "the repairs: \(names.joined(separator: ", ")), all")
    }
    // A fixed order for all: each repair works on the result of those before it.
    return allCases.filter { repairs.contains($0) }
  }
}
