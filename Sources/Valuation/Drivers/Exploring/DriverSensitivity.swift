/// The assumption along one axis of a study of sensitivity.
public struct DriverAxis: Sendable, Equatable {
  /// The assumptions that the original's studies move.
  public enum Variable: String, Sendable, Equatable, CaseIterable {
    /// The revenue index.
    case revenue
    /// Operating margin.
    case margin
    /// Discount rate.
    case discount
    /// Terminal growth.
    case terminal
  }

  enum Kind: Sendable, Equatable {
    /// A share of the number itself, or points of a rate; see ``DriverAxis/adjustments(_:_:)``.
    case adjustment(Variable)
    /// Steps of fixed points; see ``DriverAxis/steps(_:_:)``.
    case step(Variable)
    /// The numbers that an assumption takes.
    case values(String)
  }

  let kind: Kind
  /// The places on the axis: adjustments, steps or the numbers themselves.
  public let amounts: [Double]

  /// The axis of a one-dimensional study: revenue and margin change by the given percentages of themselves, discount
  /// rate and terminal growth by a tenth of that in percentage points.
  public static func adjustments(_ variable: Variable, _ amounts: [Double] = [-20, -10, 0, 10, 20]) -> DriverAxis {
    DriverAxis(kind: .adjustment(variable), amounts: amounts)
  }

  /// The axis of a grid: a step is one point of discount rate, two of margin, half of terminal growth, or 10 % of
  /// the revenue index.
  public static func steps(_ variable: Variable, _ amounts: [Double] = [-2, -1, 0, 1, 2]) -> DriverAxis {
    DriverAxis(kind: .step(variable), amounts: amounts)
  }

  /// The numbers that any driver or assumption takes, by its name.
  public static func values(_ name: String, _ amounts: [Double]) -> DriverAxis {
    DriverAxis(kind: .values(name), amounts: amounts)
  }

  /// The name of the assumption that varies along the axis.
  public var name: String {
    switch kind {
    case .adjustment(let variable), .step(let variable): variable.rawValue
    case .values(let name): name
    }
  }

  /// The same axis with its first places only.
  func first(_ count: Int) -> DriverAxis { DriverAxis(kind: kind, amounts: Array(amounts.prefix(count))) }

  /// The canonical name of an assumption.
  func canonicalName(in model: DriverModel) -> String {
    model.driver(named: name)?.id ?? DriverField(named: name)?.name ?? name
  }

  /// The place of the model as it is; `nil` if the axis does not contain it.
  func basePlace(in model: DriverModel) -> Int? {
    switch kind {
    case .adjustment, .step: return amounts.firstIndex(of: 0)
    case .values(let name):
      let number =
        LensField(rawValue: name) == .horizon
        ? Double(model.lens.horizonYears)
        : model.driver(named: name)?.value ?? DriverField(named: name).flatMap { model[$0] }
      return number.flatMap { number in amounts.firstIndex { abs($0 - number) <= 1e-12 * max(1, abs(number)) } }
    }
  }

  /// The model at one point of the axis, and the factor on its revenue index.
  func applied(to model: DriverModel, _ amount: Double) throws(ValuationError) -> (model: DriverModel, factor: Double) {
    var moved = model
    let (discount, growth) = (model.discount, model.terminalGrowth)
    switch kind {
    case .adjustment(.revenue): return (model, 1 + amount / 100)
    case .adjustment(.margin): moved.margin *= 1 + amount / 100
    case .adjustment(.discount): moved.discount = PercentNumber.add(discount, points: amount / 10)
    case .adjustment(.terminal): moved.terminalGrowth = PercentNumber.add(growth, points: amount / 10)
    case .step(.revenue): return (model, 1 + amount / 10)
    case .step(.margin): moved.margin = PercentNumber.add(model.margin, points: 2 * amount)
    case .step(.discount): moved.discount = PercentNumber.add(discount, points: amount)
    case .step(.terminal): moved.terminalGrowth = PercentNumber.add(growth, points: amount / 2)
    case .values(let name): return (try model.setting(name, .number(amount)), 1)
    }
    return (moved, 1)
  }
}

/// The value of a driver model if one or two assumptions take other numbers; each cell is a full valuation.
public struct DriverSensitivity: Sendable, Equatable {
  /// One valuation.
  public struct Cell: Sendable, Equatable {
    /// The value; `nil` if the model is refused.
    public let value: Double?
    /// `value / price - 1`; `nil` if the two cannot be compared.
    public let upside: Double?
    /// The reason for a missing value; `nil` if there is a value.
    public let refusal: ValuationError?
    /// Whether an automatic constraint or a limit of the original acted.
    public let isConstrained: Bool
  }

  /// The axis along a row.
  public let x: DriverAxis
  /// The axis down a column; `nil` in one dimension.
  public let y: DriverAxis?
  /// Cells by row and column; one row in one dimension.
  public let cells: [[Cell]]
  /// The column of the model as it is; `nil` if the axis does not contain it.
  public let baseColumn: Int?
  /// The row of the model as it is; `nil` if the axis does not contain it.
  public let baseRow: Int?
  /// The number of requested rows, or in one dimension of cells: more than valued if the work was stopped.
  public let requestedCount: Int

  /// The rows that were valued, or in one dimension the cells of the row.
  public var valuedCount: Int { y == nil ? x.amounts.count : cells.count }

  /// Values the model at every place.
  ///
  /// - Parameter isStopped: True once no more is to be valued; asked every few cells. Complete rows are kept, in one
  ///   dimension cells.
  /// - Throws: `interrupted` if nothing is valued yet; `same-variable` if both axes move the same, except like the
  ///   Investor Tool, if the second then overwrites the first; `unknown-assumption` for an axis of an unknown name.
  public init(
    of model: DriverModel,
    x: DriverAxis,
    y: DriverAxis? = nil,
    like convention: DriverConvention = .standard,
    method: DriverMethod = .discounted,
    on company: Assumptions = Assumptions(),
    symbol: String? = nil,
    isStopped: () -> Bool = { false }
  ) throws(ValuationError) {
    let isSame = y.map { $0.canonicalName(in: model) == x.canonicalName(in: model) } ?? false
    if isSame, convention == .standard {
      throw ValuationError(
        code: .sameVariable,
        message: "both axes move `\(x.name)`, and a grid needs two assumptions",
        assumptions: [x.name],
        hint: "leave out one axis, or choose another assumption"
      )
    }
    var rows: [[Cell]] = []
    var count = 0
    valuing: for down in y?.amounts ?? [0] {
      var row: [Cell] = []
      for along in x.amounts {
        count += 1
        if count % Self.cellsBetweenChecks == 0, isStopped() {
          if y == nil { rows.append(row) }
          if rows.isEmpty { throw ValuationError(code: .interrupted, message: "the sensitivity was stopped") }
          break valuing
        }
        var moved = (model: model, factor: 1.0)
        if !isSame { moved = try x.applied(to: model, along) }
        if let y {
          let second = try y.applied(to: moved.model, down)
          moved = (second.model, moved.factor * second.factor)
        }
        row.append(
          DriverSensitivity.cell(
            moved.model, moved.factor, convention: convention, method: method, company: company, symbol: symbol))
      }
      rows.append(row)
    }
    requestedCount = y?.amounts.count ?? x.amounts.count
    let x = y == nil ? x.first(rows.first?.count ?? 0) : x
    let y = y?.first(rows.count)
    self.x = x
    self.y = y
    cells = rows
    baseColumn = x.basePlace(in: model)
    baseRow = y.map { $0.basePlace(in: model) } ?? 0
  }

  /// The cells that are valued before it is asked whether somebody still waits: a few milliseconds.
  private static let cellsBetweenChecks = 64

  private static func cell(
    _ model: DriverModel, _ factor: Double, convention: DriverConvention, method: DriverMethod, company: Assumptions,
    symbol: String?
  ) -> Cell {
    do throws(ValuationError) {
      let found =
        switch convention {
        case .standard: try model.standardValue(method, on: company, revenueFactor: factor)
        case .investor:
          model.investorValue(
            method, price: DriverModel.number(.price, company), symbol: symbol, revenueFactor: factor)
        }
      return Cell(
        value: found.intrinsicValue, upside: found.upside, refusal: nil,
        isConstrained: found.findings.contains {
          $0.code.isClamp || $0.code == .marginAboveGross || $0.code == .terminalTooClose
        })
    } catch {
      return Cell(value: nil, upside: nil, refusal: error, isConstrained: false)
    }
  }
}
