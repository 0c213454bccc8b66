import Spreadsheet
import Valuation

/// A model that is written as formulas.
///
/// One writer serves the chosen scenario's sheets, each scenario's result beside the others', and each cell of a grid:
/// only the cells that the inputs stand in differ.
enum ModelLines: Equatable {
  case firm(tranches: Int)
  case equityFlow(tranches: Int)
  case book(BookLines.Shape, tranches: Int)
  case dividend(isFading: Bool)

  /// The model of a valuation; an error names what of it has no formulas.
  init(_ result: ValuationResult) throws(WorkbookError) {
    guard result.sumOfParts == nil, result.segments.isEmpty else {
      throw WorkbookError(
        "a company in parts is not written as a workbook yet: its parts and segments have no formulas",
        hint: "`.csv`, `.json` and `.md` have the whole result")
    }
    switch result.method {
    case .fcff: self = .firm(tranches: Self.tranches(of: result))
    case .fcfe: self = .equityFlow(tranches: Self.tranches(of: result))
    case .ddm where result.equityYears.first?.book == nil:
      self = .dividend(isFading: result.assumptions.word(.method) == "h")
    case .ddm, .residualIncome: self = .book(Self.shape(of: result), tranches: Self.tranches(of: result))
    }
  }

  private static func tranches(of result: ValuationResult) -> Int {
    result.assumptions.word(.options).flatMap { OptionTranche.list($0) }?.count ?? 0
  }

  private static func shape(of result: ValuationResult) -> BookLines.Shape {
    let all = result.assumptions
    let isTangibleGiven =
      switch all[.tangibleBook]?.source {
      case .typed, .scenario: true
      case .fundamentals, .default, .outside, nil: false
      }
    return BookLines.Shape(
      isResidual: result.method == .residualIncome, returns: all[.rote] != nil || isTangibleGiven ? .rote : .roe,
      growthSaysPayout: all[.growth] != nil && all[.payout] == nil)
  }

  /// The same model with as many tranches of options as either has; `nil` where the two are different models.
  func joined(with other: ModelLines) -> ModelLines? {
    switch (self, other) {
    case (.firm(let a), .firm(let b)): .firm(tranches: max(a, b))
    case (.equityFlow(let a), .equityFlow(let b)): .equityFlow(tranches: max(a, b))
    case (.book(let a, let m), .book(let b, let n)): a == b ? .book(a, tranches: max(m, n)) : nil
    case (.dividend, .dividend): self == other ? self : nil
    default: nil
    }
  }

  /// The cells of a model's result.
  struct Result {
    var valuePerShare: Formula
    var equityValue: Formula
    var enterpriseValue: Formula?
  }

  /// The discount rate's assumption.
  var rateName: AssumptionName { if case .firm = self { .discount } else { .costOfEquity } }

  /// Writes the model: its forecast first, then its value on the same sheet or another.
  func write(_ inputs: ModelInputs, forecast: inout LineSheet) -> (inout LineSheet) -> Result {
    let isOfEquity = if case .firm = self { false } else { true }
    let built =
      CapitalLines.areNeeded(inputs, ofEquity: isOfEquity)
      ? CapitalLines.write(inputs, ofEquity: isOfEquity, into: &forecast) : nil
    forecast.row += 1
    forecast.years("Forecast", hasAfter: !isOfEquity)
    switch self {
    case .firm(let tranches):
      let lines = FirmLines(inputs, built: built, into: &forecast)
      return { lines.write(tranches: tranches, into: &$0) }
    case .equityFlow(let tranches):
      let lines = EquityFlowLines(inputs, built: built, into: &forecast)
      return { lines.write(tranches: tranches, into: &$0) }
    case .book(let shape, let tranches):
      let lines = BookLines(shape, inputs, built: built, into: &forecast)
      return { lines.write(tranches: tranches, into: &$0) }
    case .dividend(let isFading):
      let lines = DividendLines(inputs, isFading: isFading, built: built, into: &forecast)
      return { lines.write(into: &$0) }
    }
  }
}
