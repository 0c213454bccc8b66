import Backtesting
import Evaluation
import JSON
import Presentation
import Text

/// The figure that a sweep ranks by, for each pair of values of two parameters.
package struct SweepMap: Sendable {
  /// A parameter and the values that were tried.
  package struct Axis: Sendable {
    package var name: String
    package var kind: Kind
    package var values: [Double]

    package init(name: String, kind: Kind, values: [Double]) {
      self.name = name
      self.kind = kind
      self.values = values
    }

    static let fields: [Field<Axis>] = [.text("parameter") { $0.name }, .numbers("values") { $0.values }]

    func text(_ value: Double) -> String {
      kind == .rate ? NumberText.percent(value) : NumberText.plain(value)
    }
  }

  package var metric: Metric
  package var rows: Axis
  package var columns: Axis
  /// The figures by row and column; nil for a pair that was left out, or has none.
  package var values: [[Double?]]

  package init(metric: Metric, rows: Axis, columns: Axis, values: [[Double?]]) {
    self.metric = metric
    self.rows = rows
    self.columns = columns
    self.values = values
  }

  static let fields: [Field<SweepMap>] = [
    .text("metric") { $0.metric.name }, .object("rows", Axis.fields) { $0.rows },
    .object("columns", Axis.fields) { $0.columns },
    .value("values", [.list]) { .array($0.values.map { .array($0.map { .number($0) }) }) },
  ]

  /// The best figure, and the limits of the thirds that are coloured.
  private var limits: (best: Double, low: Double, high: Double)? {
    let known = values.joined().compactMap(\.self).sorted()
    guard let worst = known.first, let top = known.last, worst < top else { return nil }
    let isLower = metric.preference == .lower
    return (isLower ? worst : top, known[known.count / 3], known[known.count * 2 / 3])
  }

  package var table: Table {
    let limits = limits
    let isLower = metric.preference == .lower
    return Table(
      columns: [.text("\(rows.name) \\ \(columns.name)", .name)]
        + columns.values.map { .number(columns.text($0), .general) },
      rows: zip(rows.values, values).map { value, figures in
        [.text(rows.text(value))]
          + figures.map { figure in
            guard let figure, let limits else { return metric.cell(of: figure ?? .nan, style: .plain, isBest: false) }
            let isHigh = figure >= limits.high
            let style: Style = isHigh ? .positive : figure < limits.low ? .negative : .plain
            let other: Style = isHigh ? .negative : figure < limits.low ? .positive : .plain
            return metric.cell(of: figure, style: isLower ? other : style, isBest: figure == limits.best)
          }
      })
  }
}

extension SweepMap {
  /// The map as a drawing, with the best pair framed.
  var heatMap: HeatMap {
    let figures = values.map { $0.map { $0 ?? .nan } }
    let known = figures.joined().filter(\.isFinite)
    let best = metric.preference == .lower ? known.min() : known.max()
    let place = figures.indices.lazy.compactMap { row in
      figures[row].firstIndex { $0 == best }.map { HeatMap.Place(row: row, column: $0) }
    }.first
    return HeatMap(
      rowTitle: rows.name, columnTitle: columns.name, rows: rows.values.map { rows.text($0) },
      columns: columns.values.map { columns.text($0) }, values: figures, format: metric.format,
      scheme: (known.min() ?? 0) < 0 ? .around(0) : .rising, marked: place)
  }
}

extension SweepReport {
  /// The figure that ranks for each pair of two parameters; of others the listed rows as bars.
  package var picture: Picture? {
    let title = "\(strategy) on \(place): \(metric.title.lowercased()) of \(NumberText.grouped(evaluated)) combinations"
    let luck = evaluated > 1 ? "the best of \(NumberText.grouped(evaluated)) trials is partly luck" : ""
    let remark = [surface == nil ? "" : "the frame is the best", luck, assumptionsText].filter { !$0.isEmpty }
      .joined(separator: "; ")
    if let surface {
      let part = Picture.Part("", .grid(surface.heatMap))
      return Picture(title: title, [part], remark: remark)
    }
    let bars = rows.indices.compactMap { index -> BarChart.Bar? in
      let row = rows[index].row
      let names = zip(parameters, rows[index].values).map {
        "\($0.name) \($0.kind == .rate ? NumberText.percent($1) : NumberText.plain($1))"
      }
      return row.key.isFinite ? BarChart.Bar((names + settings(of: index)).joined(separator: ", "), row.key) : nil
    }
    guard !bars.isEmpty else { return nil }
    return Picture(
      title: title, [Picture.Part("", .bars(BarChart(bars, format: metric.format)))], remark: remark)
  }
}

extension Metric {
  /// The format of a figure in the metric's unit.
  package var format: NumberFormat {
    switch unit {
    case .fraction: .percent(2)
    case .ratio: .fixed(3)
    case .money: NumberFormat.fixed(2).grouped
    case .bars, .count: .general
    }
  }

  /// A figure in the metric's unit, marked if it is the best of a map.
  fileprivate func cell(of number: Double, style: Style, isBest: Bool) -> Cell {
    .number(number, format.suffixed(isBest ? " *" : "  "), style: isBest ? .strong : style)
  }
}
