/// A model as plain numbers: what remains of the assumptions once every path is one number a year.
///
/// It is made once and can then be valued again and again, with a number changed here and there, without
/// allocating anything. Grids and searches work on it.
public struct ResolvedModel: Sendable, Equatable {
  /// A row of yearly numbers.
  enum Row: Int, CaseIterable {
    case growth, margin, tax, capex, depreciation, workingCapital, discount, salesToCapital

    var name: AssumptionName {
      switch self {
      case .growth: .growth
      case .margin: .margin
      case .tax: .tax
      case .capex: .capex
      case .depreciation: .depreciation
      case .workingCapital: .workingCapital
      case .discount: .discount
      case .salesToCapital: .salesToCapital
      }
    }

    init?(named name: AssumptionName) {
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
  /// The rows one after the other, `horizon` numbers each; the last row only where it is given.
  var series: [Double]
  /// What the full model adds, as one element; empty for the plain one.
  ///
  /// In an array it costs the plain model nothing when a model is copied, and is changed in place like the rows.
  var firms: [FirmModel] = []

  /// What the full model adds; `nil` for the plain one.
  var firm: FirmModel? { firms.first }

  /// The yearly numbers of `row`.
  func values(_ row: Row) -> ArraySlice<Double> {
    series[row.rawValue * horizon..<(row.rawValue + 1) * horizon]
  }

  /// The yearly numbers of an assumption; `nil` where `name` is no path.
  public func values(of name: AssumptionName) -> [Double]? {
    guard let row = Row(named: name), has(row) else { return nil }
    return Array(values(row))
  }

  /// Whether the model has a row.
  func has(_ row: Row) -> Bool { (row.rawValue + 1) * horizon <= series.count }

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
