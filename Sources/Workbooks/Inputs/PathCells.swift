import FileFormats
import Valuation

/// The yearly cells of an assumption, so that the ends of its phases are typed and the years between follow them.
///
/// `6% to 3%` is an input in the first year, one in the last, and a formula in each year between; a constant is an
/// input in the first year of its phase. Shifts are counted in, as they move both ends alike.
struct PathCells {
  /// One year: a number that is typed, or one that follows from years of the same row.
  enum Year: Equatable {
    case input(Double)
    /// The same as an earlier year.
    case same(as: Int)
    /// A number of equal steps from one year to another; year 0 is the base year.
    case step(from: Int, to: Int, Double)
  }

  /// The years in order.
  let years: [Year]
  /// Whether the first phase starts from the base year's value.
  var usesBase: Bool {
    years.contains { if case .step(from: 0, _, _) = $0 { true } else { $0 == .same(as: 0) } }
  }

  /// The cells of a path whose numbers are known.
  ///
  /// - Parameter values: the number of each year of the forecast, after shifts and exceptions.
  init(_ assumption: Assumption, values: [Double]) {
    let phases: [YearPath.Phase]
    switch assumption.value {
    case .path(let path): phases = path.phases
    default: phases = [YearPath.Phase(.constant(values.first ?? 0))]
    }
    let structured = Self.years(phases, values)
    // A year with a value of its own that others follow would move them.
    let isMoved = assumption.exceptions.contains { exception in
      structured.contains { $0.follows(exception.year) }
    }
    if isMoved || structured.count != values.count {
      years = values.map { .input($0) }
      return
    }
    var result = structured
    for exception in assumption.exceptions where exception.year <= values.count {
      result[exception.year - 1] = .input(exception.value)
    }
    years = result
  }

  private static func years(_ phases: [YearPath.Phase], _ values: [Double]) -> [Year] {
    var years: [Year] = []
    let horizon = values.count
    for (place, phase) in phases.enumerated() {
      let first = years.count + 1
      let last = min(horizon, lastYear(of: phase, first: first, isLast: place == phases.count - 1, horizon))
      guard first <= last else { break }
      for year in first...last {
        years.append(self.year(year, of: phase.shape, first, last, values[year - 1]))
      }
    }
    while years.count < horizon { years.append(.same(as: years.count)) }
    return years
  }

  /// The year of a phase from `first` to `last`, whose number is known.
  static func year(_ year: Int, of shape: YearPath.Shape, _ first: Int, _ last: Int, _ value: Double) -> Year {
    switch shape {
    // Amounts and links come as the rates that they are worked out to.
    case .list, .amounts, .linked, .approach: .input(value)
    case .hold: .same(as: first - 1)
    case .constant: year == first ? .input(value) : .same(as: first)
    case .glide(.some, _):
      year == first || year == last
        ? .input(value) : .step(from: first, to: last, Double(year - first) / Double(last - first))
    case .glide(nil, _):
      year == last
        ? .input(value) : .step(from: first - 1, to: last, Double(year - first + 1) / Double(last - first + 1))
    }
  }

  /// The last year of a phase.
  static func lastYear(of phase: YearPath.Phase, first: Int, isLast: Bool, _ horizon: Int) -> Int {
    switch (phase.length, phase.shape) {
    case (.years(let count), _): first + max(1, min(count, horizon)) - 1
    case (.byYear(let year), _): year
    case (nil, .list(let values)), (nil, .amounts(let values)): first + values.count - 1
    case (nil, _): isLast ? horizon : first
    }
  }
}

extension PathCells.Year {
  /// Whether the year follows another.
  func follows(_ year: Int) -> Bool {
    switch self {
    case .input: false
    case .same(let other): other == year
    case .step(let from, let to, _): from == year || to == year
    }
  }

  /// The cell of the year in a row.
  func cell(_ row: InputRow) -> InputCell {
    switch self {
    case .input(let number): .input(.number(number))
    case .same(let year): .derived { $0.cell(row, year) }
    case .step(let from, let to, let part):
      .derived { $0.cell(row, from) + ($0.cell(row, to) - $0.cell(row, from)) * .number(part) }
    }
  }
}
