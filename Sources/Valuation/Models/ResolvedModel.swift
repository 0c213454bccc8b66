/// A model as plain numbers: its assumptions with every path as one number a year.
///
/// It is made once and can then be valued again and again, with a number changed here and there, without
/// allocating anything. Grids and searches work on it.
public struct ResolvedModel: Sendable, Equatable {
  /// The years of the forecast.
  public var horizon: Int { rows.horizon }
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
  /// The terminal, which follows the forecast.
  public internal(set) var terminal: TerminalAssumption
  /// The yearly numbers.
  var rows: ForecastTable
  /// The numbers that the full model adds, as one element; empty for the plain one.
  ///
  /// In an array it costs the plain model nothing when a model is copied, and is changed in place like the rows.
  var firms: [FirmModel] = []

  /// The numbers that the full model adds; `nil` for the plain one.
  package var firm: FirmModel? { firms.first }

  /// The yearly numbers of an assumption; `nil` if `name` is not a path.
  public func values(of name: AssumptionName) -> [Double]? {
    guard let row = ForecastTable.Row(named: name), rows.has(row) else { return nil }
    return Array(rows[row])
  }

  /// The number of an assumption that does not differ from year to year; `nil` for any other.
  func scalar(_ name: AssumptionName) -> Double? {
    switch name {
    case .revenue: revenue
    case .shares: shares
    case .cash: cash
    case .debt: debt
    case .terminal: terminal.number
    default: FirmModel.place(of: name).flatMap { place in firm.map { $0[keyPath: place] } }
    }
  }
}
