import Presentation
import Text
import Valuation

extension ValuationReport {
  /// The bridge from the flows to the equity, and the flows by year.
  package var picture: Picture? {
    let value = NumberFormat.fixed(2)
    let amounts = BridgeTable(result, in: MoneyUnit(size: 1, title: "")).amounts
    let unit = MoneyUnit(of: amounts.map(\.amount), currency: nil)
    var parts = [
      Picture.Part(
        "from flows to equity\(unit.title.isEmpty ? "" : ", \(unit.title)")", .bars(Self.bridge(amounts, unit)))
    ]
    if let flows = flowChart { parts.append(Picture.Part("by year", .chart(flows))) }
    let price = result.price.map { ", the price is \(value.text($0))" } ?? ""
    return Picture(title: "\(title): \(value.text(result.valuePerShare)) a share\(price)", parts)
  }

  /// Each step begins at the end of the one before; a sum begins at zero.
  private static func bridge(_ steps: [BridgeTable.Amount], _ unit: MoneyUnit) -> BarChart {
    var level = 0.0
    let bars = steps.map { step -> BarChart.Bar in
      let amount = step.amount / unit.size
      let from = step.isTotal ? 0 : level
      level = step.isTotal ? amount : level + amount
      var bar = BarChart.Bar(
        step.title, from: from, to: level, style: step.isTotal ? .dim : amount < 0 ? .negative : .accent)
      bar.amount = amount
      return bar
    }
    return BarChart(bars, format: .fixed(unit.size > 1 ? 1 : 0))
  }

  /// Revenue and free cash flow by year; nil for a model that states neither.
  private var flowChart: Chart? {
    let revenue = result.years.map(\.revenue)
    let flows =
      result.equityYears.isEmpty ? result.years.map(\.freeCashFlow) : result.equityYears.map(\.flow)
    let count = max(revenue.count, flows.count)
    func pane(_ name: String, _ values: [Double]) -> Chart.Pane? {
      guard values.contains(where: { $0.isFinite && $0 != 0 }) else { return nil }
      return Chart.Pane([.histogram(name, values)], height: 6, format: .compact(1))
    }
    let panes = [pane("revenue", revenue), pane(result.method.flowTitle, flows)]
      .compactMap { $0 }
    guard !panes.isEmpty else { return nil }
    return Chart(panes: panes, time: .ticks((0..<count).map { Chart.Tick($0, "year \($0 + 1)") }))
  }
}
