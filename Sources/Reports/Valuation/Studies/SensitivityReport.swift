import JSON
import Language
import Presentation
import Text
import Valuation

/// A grid of values per share.
package struct SensitivityReport: ShapedResult {
  package var title: String
  package var sensitivity: Sensitivity

  package init(title: String, sensitivity: Sensitivity) {
    self.title = title
    self.sensitivity = sensitivity
  }

  package static let shape = ResultShape<SensitivityReport>(
    "sensitivity", "Values for each pair of two assumptions.",
    [
      .text("title") { $0.title }, .list("axes", axisFields) { $0.sensitivity.axes },
      .value("values", [.list]) { .array($0.sensitivity.values.map { .numbers($0) }) },
      .number("base_value") { $0.sensitivity.base.valuePerShare },
      .number("price", .possible) { $0.sensitivity.base.price }, .integer("refused") { $0.sensitivity.refusedCount },
    ])

  private static let axisFields: [Field<Sensitivity.Axis>] = [
    .text("parameter") { $0.parameter }, .truth("shift") { $0.variation.isShift }, .numbers("values") { $0.values },
    .integer("base", .possible) { $0.base },
  ]

  package var document: Document {
    let rows = sensitivity.axes[0]
    let columns = sensitivity.axes.count > 1 ? sensitivity.axes[1] : nil
    let price = sensitivity.base.price
    let headings = columns.map { axis in axis.values.indices.map { axis.text($0) } } ?? ["value per share"]
    return Document(StyledText(title)) {
      Table(
        columns: [.text(rows.label + (columns.map { " \\ \($0.label)" } ?? ""), .name)]
          + headings.enumerated().map {
            .number(columns?.base == $0.offset ? "\($0.element) *" : $0.element, .fixed(2))
          },
        rows: sensitivity.values.enumerated().map { index, values in
          [.text(rows.text(index) + (rows.base == index ? " *" : ""))]
            + values.enumerated().map { column, value in
              let isBase = rows.base == index && (columns == nil || columns?.base == column)
              let style: Style = isBase ? .strong : price.map { value >= $0 ? .positive : .negative } ?? .plain
              return .number(value, format(value, price), style: style)
            }
        })
      Block.note("\("*") is the base, \(sensitivity.base.valuePerShare, .fixed(2)) a share\(priceRemark)")
      if sensitivity.refusedCount > 0 {
        Block.note("\(sensitivity.refusedCount, .integer) cells are refused by the model and stay empty")
      }
    }
  }

  private var priceRemark: String {
    sensitivity.base.price.map { "; ▴ reaches the price of \(NumberFormat.fixed(2).text($0))" } ?? ""
  }

  /// A value, marked if it reaches the price, so that a page without colours shows it as well.
  private func format(_ value: Double, _ price: Double?) -> NumberFormat {
    guard let price else { return .fixed(2) }
    return .fixed(2).suffixed(value >= price ? " ▴" : "  ")
  }
}

extension Variation {
  /// Whether its values multiply or divide the assumption.
  private var isFactor: Bool {
    switch mode {
    case .shift(.multiply), .shift(.divide): true
    case .shift, .set, .multiple, .path: false
    }
  }

  /// A value of the assumption in its unit.
  package func text(_ value: Double) -> String {
    let unit = AssumptionDefinition.named(parameter)?.unit
    if case .multiple = mode { return "\(NumberText.plain(value))x" }
    if unit == .rate || unit == .terminal {
      if case .shift(.add) = mode { return "\(NumberFormat.general.text(value * 100))pp" }
      if case .shift(.subtract) = mode { return "\(NumberFormat.general.text(value * 100))pp" }
      switch mode {
      case .set, .path: return "\(NumberFormat.general.text(value * 100))%"
      case .shift, .multiple: break
      }
    }
    if unit == .years, !isFactor { return NumberFormat.general.text(value) + "y" }
    return unit == .money || unit == .count ? NumberFormat.compact(2).text(value) : NumberFormat.general.text(value)
  }
}

extension Variation {
  /// True if its values move the assumption, as in `growth + 1pp`.
  var isShift: Bool { if case .shift = mode { true } else { false } }

  /// The name of its values: `discount`, or `growth +` if the assumption is moved.
  package var label: String {
    if case .shift(let how) = mode { return "\(parameter) \(how.rawValue)" }
    return parameter
  }
}

extension Sensitivity.Axis {
  package var label: String { variation.label }
  package func text(_ index: Int) -> String { variation.text(values[index]) }
}
