/// A model as plain numbers: what remains of the assumptions once every path is one number a year.
///
/// It is made once and can then be valued again and again, with a number changed here and there, without
/// allocating anything. Grids and searches work on it.
public struct ResolvedModel: Sendable, Equatable {
  /// A row of yearly numbers.
  enum Row: Int, CaseIterable {
    case growth, margin, tax, capex, depreciation, workingCapital, discount

    var name: String {
      switch self {
      case .growth: "growth"
      case .margin: "margin"
      case .tax: "tax"
      case .capex: "capex"
      case .depreciation: "depreciation"
      case .workingCapital: "working_capital"
      case .discount: "discount"
      }
    }

    init?(named name: String) {
      guard let row = Row.allCases.first(where: { $0.name == name }) else { return nil }
      self = row
    }
  }

  /// The years of the forecast.
  public let horizon: Int
  /// Whether cash flows count as received in the middle of their year.
  public let isMidYear: Bool
  /// Revenue of the base year.
  public internal(set) var revenue: Double
  /// Shares outstanding.
  public internal(set) var shares: Double
  /// Cash, added to the value of operations.
  public internal(set) var cash: Double
  /// Debt, taken from the value of operations.
  public internal(set) var debt: Double
  /// What follows the forecast.
  public internal(set) var terminal: TerminalAssumption
  /// The rows one after the other, `horizon` numbers each.
  var series: [Double]

  /// The yearly numbers of `row`.
  func values(_ row: Row) -> ArraySlice<Double> {
    series[row.rawValue * horizon..<(row.rawValue + 1) * horizon]
  }

  /// The yearly numbers of an assumption; `nil` where `name` is no path.
  public func values(of name: String) -> [Double]? {
    guard let name = AssumptionDefinition.named(name)?.name else { return nil }
    return Row(named: name).map { Array(values($0)) }
  }

  /// The number of an assumption that does not differ from year to year; `nil` for any other.
  func scalar(_ name: String) -> Double? {
    switch name {
    case "revenue": revenue
    case "shares": shares
    case "cash": cash
    case "debt": debt
    case "terminal": terminal.number
    default: nil
    }
  }
}
