import FileFormats
import Valuation

/// A model that is written as formulas.
///
/// One writer serves the chosen scenario's sheets, each scenario's result next to the others', and each cell of a grid:
/// only the cells of the inputs differ.
indirect enum ModelLines: Equatable {
  case firm(tranches: OptionLines.Tranches)
  case equityFlow(tranches: OptionLines.Tranches)
  case book(BookLines.Shape, tranches: OptionLines.Tranches)
  case dividend(isFading: Bool)
  /// A model of the segments' totals.
  case segments([SegmentLines.Shape], of: ModelLines)
  case parts(PartsLines.Shape)

  /// The model of a valuation; the error names the feature that has no formulas.
  init(_ result: ValuationResult) throws(WorkbookError) {
    if let sum = result.sumOfParts {
      self = .parts(try PartsLines.Shape(sum, result, tranches: Self.tranches(of: result)))
      return
    }
    let segments = result.segments.map { segment in
      SegmentLines.Shape(segment, result.assumptions.part(segment.name)?.assumptions)
    }
    let whole: ModelLines
    switch result.method {
    case .fcff: whole = .firm(tranches: Self.tranches(of: result))
    case .fcfe: whole = .equityFlow(tranches: Self.tranches(of: result))
    case .ddm where result.equityYears.first?.book == nil:
      whole = .dividend(isFading: result.assumptions.word(.method) == "h")
    case .ddm, .residualIncome: whole = .book(Self.shape(of: result), tranches: Self.tranches(of: result))
    }
    self = segments.isEmpty ? whole : .segments(segments, of: whole)
  }

  private static func tranches(of result: ValuationResult) -> OptionLines.Tranches {
    OptionLines.Tranches(result.assumptions.word(.options).flatMap { OptionTranche.list($0) } ?? [])
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

  /// The same model with the larger number of option tranches; `nil` if the two are different models.
  func joined(with other: ModelLines) -> ModelLines? {
    switch (self, other) {
    case (.firm(let a), .firm(let b)): .firm(tranches: a.joined(with: b))
    case (.equityFlow(let a), .equityFlow(let b)): .equityFlow(tranches: a.joined(with: b))
    case (.book(let a, let m), .book(let b, let n)): a == b ? .book(a, tranches: m.joined(with: n)) : nil
    case (.dividend, .dividend): self == other ? self : nil
    case (.segments(let a, of: let one), .segments(let b, of: let two)):
      a == b ? one.joined(with: two).map { .segments(a, of: $0) } : nil
    case (.parts(let a), .parts(let b)): a.joined(with: b).map { .parts($0) }
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
  var rateName: AssumptionName { isOfEquity ? .costOfEquity : .discount }

  private var isOfEquity: Bool {
    switch self {
    case .firm, .parts: false
    case .equityFlow, .book, .dividend: true
    case .segments(_, of: let whole): whole.isOfEquity
    }
  }

  /// Whether a change of the company's assumption moves the value as it does in the engine, in each scenario.
  func moves(_ name: AssumptionName) -> Bool {
    switch self {
    case .firm, .equityFlow, .book, .dividend: true
    case .segments(let segments, _):
      switch name {
      case .growth: segments.contains { !$0.hasOwnGrowth }
      case .margin: segments.contains { !$0.hasOwnMargin }
      default: true
      }
    case .parts(let shape): shape.moves(name)
    }
  }

  /// Writes the model: its forecast first, then its value on the same sheet or another.
  ///
  /// - Parameter endsAtOperations: whether a model of operations ends at their value, without a bridge.
  func write(
    _ inputs: ModelInputs, forecast: inout LineSheet, endsAtOperations: Bool = false
  ) -> (inout LineSheet) -> Result {
    switch self {
    case .firm(let tranches):
      let built = begin(inputs, &forecast)
      let lines = FirmLines(inputs, built: built, into: &forecast)
      return { lines.write(tranches: tranches, endsAtOperations: endsAtOperations, into: &$0) }
    case .equityFlow(let tranches):
      let built = begin(inputs, &forecast)
      let lines = EquityFlowLines(inputs, built: built, into: &forecast)
      return { lines.write(tranches: tranches, into: &$0) }
    case .book(let shape, let tranches):
      let built = begin(inputs, &forecast)
      let lines = BookLines(shape, inputs, built: built, into: &forecast)
      return { lines.write(tranches: tranches, into: &$0) }
    case .dividend(let isFading):
      let built = begin(inputs, &forecast)
      let lines = DividendLines(inputs, isFading: isFading, built: built, into: &forecast)
      return { lines.write(into: &$0) }
    case .segments(let segments, of: let whole):
      let all = SegmentLines.write(segments, inputs, into: &forecast)
      return whole.write(all, forecast: &forecast, endsAtOperations: endsAtOperations)
    case .parts(let shape): return PartsLines.write(shape, inputs, forecast: &forecast)
    }
  }

  /// Writes the rate if it is built, and the titles of the years.
  private func begin(_ inputs: ModelInputs, _ forecast: inout LineSheet) -> Formula? {
    let built =
      CapitalLines.areNeeded(inputs, ofEquity: isOfEquity)
      ? CapitalLines.write(inputs, ofEquity: isOfEquity, into: &forecast) : nil
    forecast.row += 1
    forecast.years("Forecast", hasAfter: !isOfEquity)
    return built
  }
}
