import Calendar
import Columns
import Evaluation
import Language
import Presentation
import Text

extension ShownColumn {
  /// The bars of each value in rising order, without those of a missing one.
  ///
  /// Texts are in the order of the choices. There are no groups once it is stopped.
  package func groups(_ indices: [Int], isStopped: () -> Bool = { false }) -> [(value: Double, indices: [Int])] {
    var groups: [Double: [Int]] = [:]
    for (place, index) in indices.enumerated() where !column[index].isNaN {
      if place & 0xFFFF == 0, isStopped() { return [] }
      groups[column[index], default: []].append(index)
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A value of the key in the rows of a table.
  package func keyCell(_ value: Double, on bars: Bars) -> Cell {
    kind == .number
      ? .number(value) : ColumnText.cell(value, kind, zone: bars.zone, days: !bars.timeframe.isIntraday, texts: texts)
  }

  /// A value of the key as the heading of a column.
  package func keyText(_ value: Double) -> String {
    switch kind {
    case .truth: value == 1 ? "true" : "false"
    case .text: Plan.text(value, texts) ?? ""
    case .rate: NumberText.percent(value)
    case .timeOfDay: Value.timeOfDay(value).text
    default: NumberText.plain(value)
    }
  }
}
