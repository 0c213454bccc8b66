import Presentation
import Text
import Valuation

/// The way from the flows of a forecast to the value of a share, in the unit of the forecast.
struct BridgeTable {
  private struct Step {
    var title: String
    var amount: Double
    var isTotal = false
    var remark = StyledText()
  }

  /// A step in the currency of the accounts.
  struct Amount {
    var title: String
    var amount: Double
    var isTotal: Bool
  }

  /// The steps without their remarks.
  var amounts: [Amount] { steps.map { Amount(title: $0.title, amount: $0.amount, isTotal: $0.isTotal) } }

  private let result: ValuationResult
  private let unit: MoneyUnit

  init(_ result: ValuationResult, in unit: MoneyUnit) {
    self.result = result
    self.unit = unit
  }

  var table: Table {
    let steps = self.steps
    let showsShares = isDivided
    let hasRemarks = steps.contains { !$0.remark.isEmpty }
    let amounts = unit.cells(steps.map { abs($0.amount) })
    var columns: [Table.Column] = [.whole("from flows to a share"), .number(unit.title, key: "amount")]
    if showsShares { columns.append(.number("a share", .fixed(2), key: "per_share")) }
    if hasRemarks { columns.append(.text("", .dim, key: "remark").wrapping) }
    let rows = zip(steps, amounts).map { step, amount -> [Cell] in
      var row = [Cell.text(StyledText(step.title, step.isTotal ? .strong : .plain)), sign(amount, of: step)]
      if showsShares { row.append(.number(step.amount / result.shareCount.diluted)) }
      if hasRemarks { row.append(.text(step.remark)) }
      return row
    }
    return Table(columns: columns, rows: rows, rules: Set(steps.indices.filter { $0 > 0 && steps[$0].isTotal }))
  }

  /// A sum may be negative; the sign of any other step precedes its name.
  private func sign(_ amount: Cell, of step: Step) -> Cell {
    guard step.isTotal || step.title.first != "-", step.amount < 0, let number = amount.numericValue else {
      return step.isTotal ? amount.styled(.strong) : amount
    }
    return .number(-number, amount.format, style: step.isTotal ? .strong : nil)
  }

  /// Whether each step is its amount over the shares: not for receipts, nor if options bring in money.
  private var isDivided: Bool {
    let value = result.equityValue / result.shareCount.diluted
    return value.isFinite && abs(value - result.valuePerShare) <= 1e-9 * abs(value)
  }

  private var steps: [Step] {
    var steps: [Step] = []
    if let parts = result.sumOfParts {
      steps = parts.steps.map { step($0, totals: ["sum_of_parts", "enterprise_value"], isPart: parts[$0.item] != nil) }
    } else {
      steps = [
        Step(title: "present value of \(result.method.flowTitle)", amount: result.presentValueOfFlows),
        Step(
          title: "present value of the terminal", amount: result.presentValueOfTerminal, remark: result.terminalRemark),
      ]
    }
    if result.method == .fcff, result.goingConcernValue != result.enterpriseValue {
      steps.append(Step(title: "value if it does not fail", amount: result.goingConcernValue, isTotal: true))
    }
    let flows = ["dividends", "dividends_and_buybacks", "residual_income", "terminal_residual_income", "equity_flows"]
    for item in result.bridge where item.value != 0 && !flows.contains(item.item) {
      if result.sumOfParts != nil, item.item == "enterprise_value" { continue }
      steps.append(step(item, totals: ["enterprise_value", "equity_value"]))
    }
    return steps
  }

  private func step(_ item: BridgeItem, totals: [String], isPart: Bool = false) -> Step {
    let name = isPart ? item.item : item.item.replacing("_", with: " ")
    if totals.contains(item.item) { return Step(title: name, amount: item.value, isTotal: true) }
    return Step(title: item.value < 0 ? "- \(name)" : "+ \(name)", amount: item.value)
  }
}

extension ValuationResult {
  /// The terminal value in other terms: its share of the value, its multiple or the growth that it implies.
  package var terminalRemark: StyledText {
    var parts: [String] = []
    if let share = terminalShare { parts.append("\(NumberFormat.percent(1).text(share)) of the value") }
    if case .multiple(_, let metric) = terminal.assumption {
      parts.append("a multiple of \(metric.title)")
      if let growth = terminal.impliedGrowth {
        parts.append("implies growth of \(NumberFormat.percent(2).text(growth))")
      }
    } else if let multiple = terminal.impliedEBITDAMultiple {
      parts.append("\(NumberFormat.fixed(1).text(multiple))x EBITDA")
    }
    return StyledText(parts.joined(separator: ", "), .dim)
  }
}
