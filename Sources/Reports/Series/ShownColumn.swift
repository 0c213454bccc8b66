import Calendar
import Columns
import Evaluation
import Indicators
import Language
import Presentation
import Text

/// A column that a statement shows: its heading, its values, their kind.
package struct ShownColumn: Sendable {
  package var title: String
  package var kind: Kind
  package var column: Column
  /// The strings that the numbers of a series of strings denote.
  package var texts: [String] = []
  /// The bars at which it begins and settles.
  package var beginning = Beginning(warmUp: 0, settled: 0)

  /// True for fractions such as returns, which a picture shows in percent.
  package var isFraction = false

  package init(
    title: String, kind: Kind, column: Column, beginning: Beginning = Beginning(warmUp: 0, settled: 0),
    texts: [String] = []
  ) {
    self.title = title
    self.kind = kind
    self.column = column
    self.texts = texts
    self.beginning = beginning
  }

  /// The format of its numbers in a table.
  package var tableFormat: NumberFormat { ColumnText.tableColumn(title, kind).format }

  /// The value of a bar as a table shows it.
  package func cell(_ index: Int, on bars: Bars) -> Cell {
    ColumnText.cell(column[index], kind, zone: bars.zone, days: !bars.timeframe.isIntraday, texts: texts)
  }
}
