import Text

/// Values by two keys, each a field whose colour says how great it is.
public struct HeatMap: Sendable, Equatable {
  /// The meaning of the colours.
  public enum Scheme: Sendable, Equatable {
    /// From the least value to the greatest, in one colour.
    case rising
    /// Two colours on the sides of a value, such as zero or a price.
    case around(Double)
  }

  /// A field by its row and its column, from 0.
  public struct Place: Sendable, Hashable {
    /// The row from the top.
    public var row: Int
    /// The column from the left.
    public var column: Int

    /// Makes a place.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The name of the key of the rows.
  public var rowTitle: String
  /// The name of the key of the columns.
  public var columnTitle: String
  /// The value of the key of each row, from the top.
  public var rows: [String]
  /// The value of the key of each column, from the left.
  public var columns: [String]
  /// The values by row and column; one that is not finite is missing, and its field stays empty.
  public var values: [[Double]]
  /// The format of the values.
  public var format: NumberFormat
  /// The meaning of the colours.
  public var scheme: Scheme
  /// The field that is framed, such as the best one or the base.
  public var marked: Place?
  /// The number of last columns that sum up the others, and so have a strength of their own.
  public var sumColumns = 0

  /// Makes a map; rows that are too short have missing values at their ends.
  public init(
    rowTitle: String, columnTitle: String, rows: [String], columns: [String], values: [[Double]],
    format: NumberFormat = .general, scheme: Scheme = .rising, marked: Place? = nil
  ) {
    self.rowTitle = rowTitle
    self.columnTitle = columnTitle
    self.rows = rows
    self.columns = columns
    self.values = values
    self.format = format
    self.scheme = scheme
    self.marked = marked
  }

  /// The numbers of a table, whose first column names the rows.
  public init(of table: Table, columnTitle: String, format: NumberFormat, scheme: Scheme) {
    let texts = table.rows.indices.map {
      ColumnText.text(table.cell($0, 0), in: table.columns[0], format: table.columns[0].format).plain
    }
    self.init(
      rowTitle: table.columns.first?.title ?? "", columnTitle: columnTitle, rows: texts,
      columns: table.columns.dropFirst().map(\.title),
      values: table.rows.map { row in row.dropFirst().map { $0.numericValue ?? .nan } }, format: format, scheme: scheme)
  }

  /// The values as a table.
  var table: Table {
    let key = columnTitle.isEmpty ? rowTitle : "\(rowTitle) \\ \(columnTitle)"
    return Table(
      columns: [.text(key, .name)] + columns.map { .number($0, format) },
      rows: rows.indices.map { row in [.text(rows[row])] + columns.indices.map { .number(value(row, $0)) } })
  }

  /// The format with the decimals that all values need.
  var sharedFormat: NumberFormat { format.shared(by: values.joined().filter(\.isFinite)) }

  /// The format of the fields of a picture, which are narrow: of values without decimals of their own about three digits.
  var pictureFormat: NumberFormat {
    let known = values.joined().filter(\.isFinite)
    let largest = known.reduce(0) { max($0, abs($1)) }
    guard format == .general, largest >= 1e-6 else { return format }
    if known.allSatisfy({ $0 == $0.rounded() }), largest < 1e6 { return .fixed(0) }
    return largest >= 1e5 ? .compact(2) : .fixed(max(2 - DecimalText.exponent(largest), 0))
  }

  /// The value of a field; not a number if it is missing.
  func value(_ row: Int, _ column: Int) -> Double {
    guard values.indices.contains(row), values[row].indices.contains(column) else { return .nan }
    return values[row][column]
  }

  /// True if a field has no colour: its value is the one that the others lie around.
  func isCentre(_ strength: Double) -> Bool {
    guard case .around = scheme else { return false }
    return (strength * 100).rounded() == 0
  }

  /// The strength of a value's colour: from 0 to 1, below zero for the other side; nil for a missing one.
  func strengths() -> [[Double?]] {
    let parts = max(columns.count - sumColumns, 0)
    let ranges = [0..<parts, parts..<columns.count].filter { !$0.isEmpty }
    let groups = ranges.map { strengths(ofColumns: $0) }
    return rows.indices.map { row in groups.flatMap { $0[row] } }
  }

  private func strengths(ofColumns range: Range<Int>) -> [[Double?]] {
    let known = rows.indices.flatMap { row in range.map { value(row, $0) } }.filter(\.isFinite)
    guard let low = known.min(), let high = known.max() else { return rows.map { _ in range.map { _ in nil } } }
    let centre = if case .around(let value) = scheme, value.isFinite { value } else { low }
    let reach = max(high - centre, centre - low)
    return rows.indices.map { row in
      range.map { column in
        let value = value(row, column)
        guard value.isFinite else { return nil }
        return reach > 0 && reach.isFinite ? min(max((value - centre) / reach, -1), 1) : 0
      }
    }
  }
}
