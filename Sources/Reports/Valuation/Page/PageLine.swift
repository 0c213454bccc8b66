import Presentation
import Text

/// One line of a page: a figure, a year a column.
struct PageLine {
  /// The kind of its numbers.
  enum Kind {
    /// Amounts in the table's unit.
    case money
    /// Fractions, shown in percent.
    case rate
    /// Numbers near to 1, with four decimals.
    case factor
    /// Years and parts of years.
    case plain
  }

  /// The figure in words.
  var title: String
  var kind: Kind
  /// True for a sum, which is to stand out.
  var isTotal = false
  /// True if a thin rule is above.
  var hasRule = false
  /// A value for each column; nil if there is none.
  var values: [Double?]

  /// The cells of the line, its name in front.
  func cells(_ unit: MoneyUnit) -> [Cell] {
    let name: StyledText =
      switch kind {
      case .rate: StyledText("  \(title)", .dim)
      default: StyledText(title, isTotal ? .strong : .plain)
      }
    let numbers: [Cell] =
      switch kind {
      case .money: unit.cells(values, hasTotal: true)
      case .rate: values.map { .number($0, .percent(1)) }
      case .factor: values.map { .number($0, .fixed(4)) }
      case .plain: values.map { .number($0, .fixed(3)) }
      }
    return [.text(name)] + numbers.map { blank($0) }
  }

  /// A missing value leaves its place empty: most lines have no past, or nothing after the forecast.
  private func blank(_ cell: Cell) -> Cell {
    guard cell.numericValue == nil else {
      return isTotal ? cell.styled(.strong) : kind == .rate ? cell.styled(.dim) : cell
    }
    return .text("")
  }
}
