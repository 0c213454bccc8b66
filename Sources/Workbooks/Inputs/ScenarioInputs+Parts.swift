import FileFormats
import Valuation

/// The cells of a company in parts: the company's assumptions are listed once, and a part's own under its name. A part
/// that inherits a number refers to the company's cells.
extension ScenarioInputs {
  /// Reads a company with segments.
  init(name: String, segmentsOf given: Assumptions, _ result: ValuationResult) throws(WorkbookError) {
    try self.init(name: name, InputContext(given: given, ofSegments: result))
    for segment in result.segments {
      guard let part = given.part(segment.name) else { continue }
      let own = try Self.inside(part.name) { () throws(WorkbookError) in
        try ScenarioInputs(name: name, InputContext(segment, of: part))
      }
      let keys = part.assumptions.all.compactMap(\.key)
      for key in keys { take(key, from: own, into: part.name) }
      taken[part.name] = Set([.growth, .margin].filter { !keys.contains($0) })
    }
  }

  /// Reads a sum of parts.
  init(
    name: String, _ given: Assumptions, _ sum: SumOfParts, _ result: ValuationResult
  ) throws(WorkbookError) {
    self.init(name: name, horizon: result.horizon)
    for part in sum.parts {
      guard let declared = given.part(part.name) else { continue }
      if let valuation = part.valuation {
        let effective = given.effective(in: part.name) ?? declared.assumptions
        let inner = try Self.inside(part.name) { () throws(WorkbookError) in
          try ScenarioInputs(name: name, InputContext(given: effective, valuation))
        }
        take(inner, declared, given)
      }
      for key in Self.besideModels {
        if let assumption = declared.assumptions[key] { read(assumption, key, of: part) }
      }
    }
    if let costs = sum.corporateCostsModel { try takeCosts(costs, given) }
    for assumption in result.assumptions.all {
      guard let key = assumption.key, assumptions[InputRow(key)] == nil else { continue }
      takeRest(assumption, key, given, result)
    }
  }

  /// The assumptions of a part outside its model: its given value, and the conversions of that value to the company's
  /// share.
  static let besideModels: [AssumptionName] = [.value, .ownership, .fx, .currency]

  /// The assumptions that the sum gives to each model, so that it ends at the value of its operations.
  private static let standing: Set<AssumptionName> = [.cash, .debt, .shares, .allow]

  private static func inside(
    _ part: String, _ body: () throws(WorkbookError) -> ScenarioInputs
  ) throws(WorkbookError) -> ScenarioInputs {
    do throws(WorkbookError) { return try body() } catch {
      throw WorkbookError("\(part): \(error.message)", hint: error.hint)
    }
  }

  /// Takes the rows of a part's model: those of its own, and those outside that several parts may share.
  private mutating func take(_ inner: ScenarioInputs, _ part: ValuationPart, _ given: Assumptions) {
    for (row, assumption) in inner.assumptions where !Self.standing.contains(row.name) {
      let isOutside = part.assumptions[row.name] == nil && assumption.source == .outside
      guard let outside = given[row.name], isOutside else {
        if !isOutside { take(row.name, from: inner, into: part.name) }
        continue
      }
      taken[part.name, default: []].insert(row.name)
      // A link follows the part's own numbers, and a path that starts or ends elsewhere has others.
      let isShared =
        inner.derived[row] == nil && !inner.fromBase.contains(row)
        && (assumptions[row] == nil || agrees(row, with: inner))
      if isShared {
        takeLonger(row, from: inner, as: outside)
      } else {
        take(row.name, from: inner, into: part.name)
      }
    }
  }

  private mutating func read(_ assumption: Assumption, _ key: AssumptionName, of part: SumOfParts.Part) {
    let row = InputRow(key, of: part.name)
    switch assumption.value {
    case .priced(let multiple, let metric, let figure) where assumption.shifts.isEmpty:
      put([0: .input(.number(multiple)), 1: .input(.number(figure))], row, assumption)
      put([0: .input(.text(metric.rawValue))], row.with(.of))
    case .priced(let multiple, _, let figure):
      put([0: .input(.number(assumption.shifted(multiple * figure)))], row, assumption)
    case .scalar(let number): put([0: .input(.number(assumption.shifted(number)))], row, assumption)
    case .word(let word): put([0: .fixed(.text(word))], row, assumption)
    case .path, .terminal: break
    }
  }

  /// Takes over the company's assumptions on which the costs of the centre depend.
  private mutating func takeCosts(_ costs: ValuationResult, _ given: Assumptions) throws(WorkbookError) {
    let inner = try ScenarioInputs(name: name, InputContext(given: given.withoutAnyParts, costs))
    for (row, assumption) in inner.assumptions where assumption.source == .outside {
      guard let outside = given[row.name], !Self.standing.contains(row.name) else { continue }
      guard assumptions[row] == nil || agrees(row, with: inner) else {
        throw WorkbookError(
          "`\(outside.statement)` is a different path for the costs of the centre than for the parts, because their horizons "
            + "differ",
          hint: "give one horizon for all, or the same \(row.name) in every year")
      }
      takeLonger(row, from: inner, as: outside)
    }
  }

  /// Whether a row outside the parts has the same number in every year that both know.
  private func agrees(_ row: InputRow, with inner: ScenarioInputs) -> Bool {
    zip(years[row] ?? [], inner.years[row] ?? []).allSatisfy { $0 == $1 }
  }

  /// Takes a row outside the parts, with the years of the longest forecast that reads it.
  private mutating func takeLonger(_ row: InputRow, from inner: ScenarioInputs, as outside: Assumption) {
    guard assumptions[row] == nil || inner.years[row]?.count ?? 0 > years[row]?.count ?? 0 else { return }
    take(row.name, from: inner, into: nil, as: outside)
  }

  /// Takes an assumption outside the parts that no part does.
  private mutating func takeRest(
    _ assumption: Assumption, _ key: AssumptionName, _ given: Assumptions, _ result: ValuationResult
  ) {
    var context = InputContext(given: given, result)
    context.used = [assumption]
    if let own = try? ScenarioInputs(name: name, context) {
      take(key, from: own, into: nil)
    } else {
      put([0: .fixed(.text(assumption.text))], InputRow(key), assumption)
    }
  }

  /// Lets parts follow the company's cells in rows that they have in another scenario only.
  mutating func follow(_ rows: some Sequence<InputRow>) {
    for row in rows where cells[row] == nil {
      guard let part = row.part, taken[part]?.contains(row.name) == true, let outside = cells[row.of(nil)] else {
        continue
      }
      put(outside.mapValues { _ in .outside }, row)
    }
  }
}

extension Assumptions {
  /// The same assumptions without parts.
  fileprivate var withoutAnyParts: Assumptions {
    (try? with(parts.map { .remove($0.name) })) ?? self
  }
}
