/// The value of a company as the sum of its parts, up to the value of its operations.
public struct SumOfParts: Sendable, Equatable {
  /// One part and its contribution to the sum.
  public struct Part: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Its valuation, in its own currency; `nil` if its value is given.
    ///
    /// It ends at the enterprise value: cash and debt are 0, and a share is one of the company's.
    public let valuation: ValuationResult?
    /// The multiple, its metric and that metric's figure, if the part is valued by a multiple.
    public let priced: Pricing?
    /// The currency of the part, if it is given.
    public let currency: String?
    /// Units of the part's currency for one of the company's.
    public let fx: Double
    /// The value of the entire part in its own currency.
    public let ownValue: Double
    /// The value of the entire part in the company's currency.
    public let value: Double
    /// The share of it that belongs to the company.
    public let ownership: Double
    /// The value of the company's share of it.
    public let attributable: Double
    /// That as a share of the sum of the parts; `nil` if the sum is not positive.
    public internal(set) var share: Double?
    /// Its contribution to the value of one share before the holding discount: the attributable value over the shares.
    public let perShare: Double
    /// Findings about it; each begins with its name.
    public let findings: [ValuationFinding]
  }

  /// A price by a multiple.
  public struct Pricing: Sendable, Equatable {
    /// How many times the figure.
    public let multiple: Double
    /// The kind of the figure.
    public let metric: TerminalAssumption.Metric
    /// The figure.
    public let figure: Double
  }

  /// The parts, in the order in which they were declared.
  public let parts: [Part]
  /// Their value together.
  public let sum: Double
  /// The discount of the market, as a share of the sum.
  public let holdingDiscount: Double
  /// The costs of the centre in the coming year, before tax.
  public let corporateCosts: Double
  /// Their value after tax, forever.
  public let corporateCostsValue: Double
  /// The model of that value, in which the costs are a revenue that is all profit; `nil` if there are none.
  public var corporateCostsModel: ValuationResult? { costs.first }
  /// None or one: a result contains a sum of parts, so it cannot be a direct member of it.
  let costs: [ValuationResult]
  /// The sum less discount and costs: the value of operations, from which the bridge starts.
  public let enterpriseValue: Double
  /// The terminal value's share of the parts' values, weighted by the company's stake in each.
  ///
  /// `nil` if a part's value is given or the sum is not positive.
  public let terminalShare: Double?

  /// The part called `name`.
  public subscript(name: String) -> Part? { parts.first { $0.name == name } }

  /// The way from the parts to the value of operations.
  ///
  /// Each part by its name, then `sum_of_parts`, `holding_discount`, `corporate_costs`, `enterprise_value`. Deductions
  /// are negative; items of 0 are left out.
  public var steps: [BridgeItem] {
    var items = parts.map { BridgeItem(item: $0.name, value: $0.attributable) }
    items.append(BridgeItem(item: "sum_of_parts", value: sum))
    if holdingDiscount != 0 {
      items.append(BridgeItem(.holdingDiscount, -holdingDiscount * max(0, sum)))
    }
    if corporateCosts != 0 { items.append(BridgeItem(.corporateCosts, -corporateCostsValue)) }
    items.append(BridgeItem(item: "enterprise_value", value: enterpriseValue))
    return items
  }

  /// The reason why a sum of parts is not a single model.
  static let isNoModel = ValuationError(
    code: .sumOfParts,
    message: "a sum of parts has a model for each part, not one for the company",
    hint: "name the part, as in `aero.margin`"
  )
}

extension ValuationResult {
  /// The numbers of a part's assumption, by its name with a dot.
  func numbersOfPart(_ name: String) -> [Double]? {
    let dotted = DottedName(name)
    guard let part = dotted.part, let own = dotted.key else { return nil }
    if let segment = segments.first(where: { $0.name == part }), let numbers = segment.numbers(of: own) {
      return numbers
    }
    if let found = sumOfParts?[part], let numbers = found.valuation?.numbers(of: own) { return numbers }
    guard let assumption = assumptions.holding(name) else { return nil }
    switch assumption.value {
    case .scalar(let number): return [assumption.afterShifts(number)]
    case .priced(let multiple, _, let figure): return [assumption.afterShifts(multiple * figure)]
    case .terminal, .path, .word: return nil
    }
  }
}
