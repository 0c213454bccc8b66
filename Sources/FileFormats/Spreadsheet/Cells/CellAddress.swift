/// The place of a cell on its sheet.
public struct CellAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The last row and column that the format has.
  public static let lastRow = 1_048_576
  /// The last column, `XFD`.
  public static let lastColumn = 16_384

  /// The row, from 1.
  public var row: Int
  /// The column, from 1.
  public var column: Int

  /// Makes an address of a row and a column, both from 1.
  public init(_ row: Int, _ column: Int) {
    self.row = row
    self.column = column
  }

  /// Reads `B7` or `$B$7`; `nil` for any other text, and outside of the sheets that the format has.
  public init?(_ text: some StringProtocol) {
    var column = 0
    var row = 0
    var hasRow = false
    for byte in text.utf8 where byte != UInt8(ascii: "$") {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where !hasRow:
        column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        hasRow = true
        row = row * 10 + Int(byte - UInt8(ascii: "0"))
      default: return nil
      }
      guard column <= Self.lastColumn, row <= Self.lastRow else { return nil }
    }
    guard column > 0, row > 0 else { return nil }
    self.init(row, column)
  }

  /// The letters of a column: `A`, `Z`, `AA`.
  public static func letters(_ column: Int) -> String {
    var rest = column
    var letters: [UInt8] = []
    while rest > 0 {
      letters.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }

  /// The address as written: `B7`.
  public var description: String { Self.letters(column) + String(row) }

  /// Cells from the top, each row from the left.
  public static func < (left: CellAddress, right: CellAddress) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }
}

/// A cell of a workbook.
public struct CellReference: Hashable, Sendable, CustomStringConvertible {
  /// The name of the sheet.
  public var sheet: String
  /// The place on it.
  public var address: CellAddress

  /// Makes a reference.
  public init(_ sheet: String, _ row: Int, _ column: Int) {
    self.sheet = sheet
    address = CellAddress(row, column)
  }

  /// The reference as written: `Assumptions!B7`, `'my sheet'!B7`.
  public var description: String { "\(SheetName.quoted(sheet))!\(address)" }
}

/// The name of a sheet in formulas.
enum SheetName {
  /// The name, in quotes if it is not a plain word.
  static func quoted(_ name: String) -> String {
    let isPlain =
      name.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
      && name.utf8.allSatisfy {
        ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
          || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || $0 == UInt8(ascii: "_")
      } && CellAddress(name.uppercased()) == nil
    if isPlain { return name }
    return "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
