/// A cell of a sheet that is written: its content, and how it looks.
public struct SheetCell: Sendable, Equatable {
  /// The content of a cell.
  public enum Content: Sendable, Equatable {
    /// A literal value.
    case value(CellValue)
    /// A formula.
    case formula(Formula)
  }

  /// The content.
  public var content: Content
  /// Its looks.
  public var style: CellStyle

  /// Makes a cell.
  public init(_ content: Content, _ style: CellStyle) {
    self.content = content
    self.style = style
  }
}

/// The style of a cell: its number format and its role.
public struct CellStyle: Hashable, Sendable {
  /// The way a number is written.
  public enum Format: Int, Hashable, Sendable, CaseIterable {
    /// The program's default.
    case general
    /// `6.25%`.
    case percent
    /// Digits in groups, without decimals: `383,300,000,000`.
    case grouped
    /// `12.34`, in groups.
    case decimal
    /// `0.9174`.
    case factor
    /// `2025-09-27`.
    case day
    /// Words that wrap.
    case wrapped
  }

  /// The purpose of a cell.
  public enum Purpose: Int, Hashable, Sendable, CaseIterable {
    /// A label or a result.
    case plain
    /// A value that the user may change.
    case input
    /// The title of a column.
    case header
    /// The title of a sheet or a block.
    case title
    /// A result that others sum up to.
    case total
    /// A remark.
    case remark
  }

  /// The format.
  public var format: Format
  /// The purpose.
  public var purpose: Purpose

  /// Makes a style.
  public init(_ format: Format = .general, _ purpose: Purpose = .plain) {
    self.format = format
    self.purpose = purpose
  }

  /// The same format for another purpose.
  public func with(_ purpose: Purpose) -> CellStyle { CellStyle(format, purpose) }
}

/// One sheet of a workbook that is written.
public struct Worksheet: Sendable, Equatable {
  /// A choice of values for a cell.
  public struct Choice: Sendable, Equatable {
    /// The place of the values.
    public enum Source: Sendable, Equatable {
      /// In the choice itself; none of the words has a comma or a quote.
      case words([String])
      /// In cells of the same row and sheet, from one to another.
      case row(CellAddress, CellAddress)
    }

    /// The cell.
    public var address: CellAddress
    /// The values.
    public var source: Source

    /// Makes a choice.
    public init(_ address: CellAddress, _ source: Source) {
      self.address = address
      self.source = source
    }
  }

  /// The name, at most 31 characters.
  public let name: String
  /// The cells by their places.
  public private(set) var cells: [CellAddress: SheetCell] = [:]
  /// The widths of columns in characters, by the column from 1.
  public var widths: [Int: Double] = [:]
  /// The first cell that moves when the sheet is scrolled; `nil` if all do.
  public var scrollingFrom: CellAddress?
  /// The cells with a list of values to choose from.
  public var choices: [Choice] = []
  /// Whether the sheet is hidden from the tabs.
  public var isHidden = false

  /// Makes an empty sheet.
  public init(_ name: String) { self.name = name }

  /// The cell at a place.
  public subscript(address: CellAddress) -> SheetCell? {
    get { cells[address] }
    set { cells[address] = newValue }
  }

  /// Puts a value at a row and a column.
  public mutating func put(_ value: CellValue, _ row: Int, _ column: Int, _ style: CellStyle = CellStyle()) {
    cells[CellAddress(row, column)] = SheetCell(.value(value), style)
  }

  /// Puts a formula at a row and a column.
  public mutating func put(formula: Formula, _ row: Int, _ column: Int, _ style: CellStyle = CellStyle()) {
    cells[CellAddress(row, column)] = SheetCell(.formula(formula), style)
  }
}

/// A workbook that is written.
public struct Workbook: Sendable, Equatable {
  /// The sheets from left to right.
  public var sheets: [Worksheet] = []

  /// Makes a workbook.
  public init(_ sheets: [Worksheet] = []) { self.sheets = sheets }

  /// The sheet of a name; `nil` if there is none.
  public subscript(name: String) -> Worksheet? {
    get { sheets.first { $0.name == name } }
    set {
      guard let newValue else { return sheets.removeAll { $0.name == name } }
      if let place = sheets.firstIndex(where: { $0.name == name }) {
        sheets[place] = newValue
      } else {
        sheets.append(newValue)
      }
    }
  }
}
