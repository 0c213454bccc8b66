import JSON
import Presentation
import Text
import Valuation

extension SensitivityReport {
  /// The grid, blue if the value reaches the price and orange if it does not; without a price by the base.
  package var picture: Picture? {
    let rows = sensitivity.axes[0]
    let columns = sensitivity.axes.count > 1 ? sensitivity.axes[1] : nil
    let base = sensitivity.base
    let map = HeatMap(
      rowTitle: rows.label, columnTitle: columns?.label ?? "",
      rows: rows.values.indices.map { rows.text($0) },
      columns: columns.map { axis in axis.values.indices.map { axis.text($0) } } ?? ["value per share"],
      values: sensitivity.values, format: .fixed(2), scheme: .around(base.price ?? base.valuePerShare),
      marked: rows.base.map { HeatMap.Place(row: $0, column: columns?.base ?? 0) })
    let price = base.price.map { "blue reaches the price of \(NumberFormat.fixed(2).text($0)), orange does not" }
    return Picture(
      title: "\(title): value of a share", [Picture.Part("", .grid(map))],
      remark: "the frame is the base, \(NumberFormat.fixed(2).text(base.valuePerShare)) a share"
        + (price.map { "; \($0)" } ?? "; blue is above it, orange below"))
  }
}

extension SimulationReport {
  /// The histogram of the values, with nine tenths of them and the price marked.
  package var picture: Picture? {
    let shown = simulation.histogram
    guard !shown.counts.isEmpty, shown.step > 0 else { return nil }
    let value = NumberFormat.fixed(2)
    func place(_ number: Double) -> Int? {
      let place = Int(((number - shown.start) / shown.step).rounded(.down).clamped(to: -1, 1e9))
      return shown.counts.indices.contains(place) ? place : nil
    }
    var series: [Chart.Series] = []
    let part = { part in simulation.percentiles.first { abs($0.part - part) < 1e-9 }?.value }
    if let low = part(0.05), let high = part(0.95), let first = place(low), let last = place(high) {
      series.append(.zones("90% of the values, \(value.text(low)) to \(value.text(high))", [first...last]))
    }
    series.append(.histogram("valuations", shown.counts.map(Double.init)))
    if let price = simulation.base.price, let bar = place(price) {
      series.append(.zones("the price, \(value.text(price))", [bar...bar]))
    }
    if let median = part(0.5), let bar = place(median) {
      series.append(.zones("the median, \(value.text(median))", [bar...bar]))
    }
    let pane = Chart.Pane(series, height: 15, format: .integer)
    let above = simulation.probabilityAbovePrice.map {
      "; above the price: \(NumberFormat.percent(1).text($0))"
    }
    return Picture(
      title: "\(title): the value of a share in \(NumberText.grouped(simulation.runs)) valuations",
      [Picture.Part("", .chart(Chart(panes: [pane], time: .spans(Spans(start: shown.start, step: shown.step)))))],
      remark: "mean \(value.text(simulation.mean)), base \(value.text(simulation.base.valuePerShare))\(above ?? ""); "
        + "seed \(String(simulation.seed)); \(draws.joined(separator: ", "))")
  }
}

extension Double {
  fileprivate func clamped(to low: Double, _ high: Double) -> Double { isNaN ? low : min(max(self, low), high) }
}

extension ComparisonReport {
  /// The ranges of the values on one axis, the way from one value to another, or the curves of backtests.
  package var picture: Picture? {
    if let field { return Picture(title: field.title.plain, [Picture.Part("", .bars(field.chart))]) }
    return curves ?? gaps
  }

  /// What each assumption adds on the way from one value a share to another, each step from the end of the one before.
  private var gaps: Picture? {
    let worth = rows.first { $0.item == "value_per_share" }?.values.map(\.doubleValue)
    var parts: [Picture.Part] = []
    func add(_ from: String, _ to: String, _ start: Double, _ steps: [(String, Double)]) {
      let chart = Self.bridge(from: (from, start), steps, to: to)
      parts.append(Picture.Part("from \(from) to \(to), a share", .bars(chart)))
    }
    for item in attribution {
      guard let index = columns.firstIndex(of: item.from), let start = worth?[index] else { continue }
      add(item.from, item.to, start, item.split.parts.map { ($0.assumptions.joined(separator: ", "), $0.amount) })
    }
    for item in walks {
      let steps = item.walk.steps.map { ($0.groups.map(\.title).joined(separator: " with "), $0.amount) }
      add(item.from, item.to, item.walk.start, steps)
    }
    return parts.isEmpty ? nil : Picture(title: columns.joined(separator: " to "), parts)
  }

  private static func bridge(
    from start: (name: String, value: Double), _ steps: [(name: String, amount: Double)], to end: String
  ) -> BarChart {
    var level = start.value
    var bars = [BarChart.Bar(start.name, level, style: .dim)]
    for step in steps {
      var bar = BarChart.Bar(
        step.name, from: level, to: level + step.amount, style: step.amount < 0 ? .negative : .accent)
      bar.amount = step.amount
      bars.append(bar)
      level += step.amount
    }
    bars.append(BarChart.Bar(end, level, style: .dim))
    return BarChart(bars, format: .fixed(2))
  }
}
