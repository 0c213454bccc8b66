import Text

/// Rows of values under titled columns.
public struct Table: Sendable, Hashable {
  /// On which side the values of a column are flush.
  public enum Alignment: Sendable, Hashable {
    /// Flush left, for words.
    case left
    /// Flush right, for numbers.
    case right
  }

  /// The title, alignment, format and style of a column.
  public struct Column: Sendable, Hashable {
    /// The words above the values.
    public var title: String
    /// The name in CSV if it differs from the title.
    public var key: String?
    /// On which side the values are flush.
    public var alignment: Alignment
    /// The format of numbers.
    public var format: NumberFormat
    /// The style of values that have none of their own.
    public var style: Style
    /// True if words that do not fit wrap; otherwise they are cut.
    public var wraps = false
    /// True if words are never cut, as numbers never are: a date without its end is another date.
    public var isWhole = false
    /// True if numbers are coloured by their sign.
    public var colorsBySign = false
    /// The group that it belongs to, such as five years of a forecast; nil for a column of its own.
    ///
    /// A table that is too wide is split between groups if they fit.
    public var group: Int?

    /// Makes a column.
    public init(
      _ title: String,
      key: String? = nil,
      alignment: Alignment = .left,
      format: NumberFormat = .general,
      style: Style = .plain
    ) {
      self.title = title
      self.key = key
      self.alignment = alignment
      self.format = format
      self.style = style
    }

    /// A column of words, dates or names.
    public static func text(_ title: String, _ style: Style = .plain, key: String? = nil) -> Column {
      Column(title, key: key, style: style)
    }

    /// A column of numbers.
    public static func number(
      _ title: String,
      _ format: NumberFormat = .general,
      key: String? = nil
    ) -> Column {
      Column(title, key: key, alignment: .right, format: format)
    }

    /// A column of fractions that are shown in percent.
    public static func percent(_ title: String, decimals: Int = 2, key: String? = nil) -> Column {
      Column(title, key: key, alignment: .right, format: .percent(decimals))
    }

    /// A column of counts.
    public static func integer(_ title: String, key: String? = nil) -> Column {
      Column(title, key: key, alignment: .right, format: .integer)
    }

    /// A column of amounts that are shown as 391.0B.
    public static func money(_ title: String, decimals: Int? = nil, key: String? = nil) -> Column {
      Column(title, key: key, alignment: .right, format: decimals.map { .compact($0) } ?? .amount)
    }

    /// A column of words that are never cut.
    public static func whole(_ title: String, key: String? = nil) -> Column {
      var column = text(title, key: key)
      column.isWhole = true
      return column
    }

    /// A column of dates or times, which are never cut.
    public static func date(_ title: String, key: String? = nil) -> Column { whole(title, key: key) }

    /// The same column with its words on several lines if they do not fit in one.
    public var wrapping: Column {
      var copy = self
      copy.wraps = true
      return copy
    }

    /// The same column with gains and losses in their colours.
    public var coloredBySign: Column {
      var copy = self
      copy.colorsBySign = true
      return copy
    }
  }

  /// The columns from left to right.
  public var columns: [Column]
  /// The rows from top to bottom, a cell for each column; cells that a row lacks are missing.
  public var rows: [[Cell]]
  /// The number of rows shown of a long table, its first and its last ones; `nil` shows all.
  ///
  /// CSV always has all rows.
  public var visibleRows: Int?
  /// The numbers of the rows above which a thin rule is drawn, as above a total.
  public var rules: Set<Int>

  /// True if a part of a table that is split leaves out rows with nothing but the first cell.
  public var leavesOutEmptyRows = false

  /// True for a list, whose last columns are left out if it is too wide; the columns of other tables, such as a
  /// statement or a grid, belong together, and they are split.
  public var isList = false

  /// Makes a table.
  public init(columns: [Column], rows: [[Cell]] = [], visibleRows: Int? = nil, rules: Set<Int> = []) {
    precondition(rows.allSatisfy { $0.count <= columns.count }, "A row has no more cells than columns.")
    self.columns = columns
    self.rows = rows
    self.visibleRows = visibleRows
    self.rules = rules
  }

  /// Adds a row at the end.
  public mutating func append(_ row: [Cell]) {
    precondition(row.count <= columns.count, "A row has no more cells than columns.")
    rows.append(row)
  }

  /// The cell in a row and a column; missing if the row is too short.
  func cell(_ row: Int, _ column: Int) -> Cell {
    column < rows[row].count ? rows[row][column] : .missing
  }
}

extension Table {
  /// The same table as a list.
  public var asList: Table {
    var copy = self
    copy.isList = true
    return copy
  }
}
