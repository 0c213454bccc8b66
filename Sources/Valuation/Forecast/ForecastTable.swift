/// The yearly numbers of a model: a row for each assumption, a number for each year of the forecast.
///
/// The rows lie one after the other in one array, so that changing a number costs no allocation.
struct ForecastTable: Sendable, Equatable {
  /// An assumption that has a number for each year.
  enum Row: Int, CaseIterable {
    case growth, margin, tax, capex, depreciation, workingCapital, discount, salesToCapital

    /// The name of the assumption.
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

    /// The row of an assumption; `nil` if it has one number for all years.
    init?(named name: AssumptionName) {
      guard let row = Row.allCases.first(where: { $0.name == name }) else { return nil }
      self = row
    }
  }

  /// The years of the forecast.
  let horizon: Int
  private var numbers: [Double] = []

  /// A table without rows.
  init(horizon: Int) {
    self.horizon = horizon
    numbers.reserveCapacity(Row.allCases.count * horizon)
  }

  /// The rows that there are, which are the first of ``Row``: the last one only if it is given.
  var rowCount: Int { numbers.count / horizon }

  /// Whether the table has a row.
  func has(_ row: Row) -> Bool { row.rawValue < rowCount }

  /// The numbers of a row, one a year.
  subscript(row: Row) -> ArraySlice<Double> {
    numbers[row.rawValue * horizon..<(row.rawValue + 1) * horizon]
  }

  /// The number of a row in the year with the index `year`, from 0.
  subscript(row: Row, year: Int) -> Double { numbers[row.rawValue * horizon + year] }

  /// The number of a row in the last year.
  func last(_ row: Row) -> Double { self[row, horizon - 1] }

  /// Adds the row that follows those that there are.
  mutating func append(_ years: [Double]) { numbers += years }

  /// Replaces a row by the changed numbers of the same row of another table of the same horizon.
  ///
  /// - Parameter changed: the number of a year, from the year's index and the other table's number; `nil` if it is not
  ///   allowed, which leaves the later years as they are.
  /// - Returns: the last year's number; `nil` if a number is not allowed.
  @inline(__always)
  mutating func fill(_ row: Row, from other: ForecastTable, _ changed: (Int, Double) -> Double?) -> Double? {
    let start = row.rawValue * horizon
    var last: Double?
    return other.numbers.withUnsafeBufferPointer { other in
      numbers.withUnsafeMutableBufferPointer { numbers in
        for year in 0..<horizon {
          guard let number = changed(year, other[start + year]) else { return nil }
          numbers[start + year] = number
          last = number
        }
        return last
      }
    }
  }

  /// Calls `body` with the numbers as a forecast reads them.
  @inline(__always)
  func withYears<Result>(_ body: (Years) -> Result) -> Result {
    numbers.withUnsafeBufferPointer { body(Years(numbers: $0, horizon: horizon)) }
  }

  /// A view of the table that costs nothing to copy; valid while the table is.
  struct Years {
    fileprivate let numbers: UnsafeBufferPointer<Double>
    /// The years of the forecast.
    let horizon: Int

    /// The number of a row in the year with the index `year`, from 0.
    @inline(__always)
    subscript(row: Row, year: Int) -> Double { numbers[row.rawValue &* horizon &+ year] }
  }
}
