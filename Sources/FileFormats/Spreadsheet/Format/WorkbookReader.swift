/// A workbook that was read: the values that its cells had when it was saved.
public struct ReadWorkbook: Sendable, Equatable {
  /// One cell.
  public struct Cell: Sendable, Equatable {
    /// The value, which for a formula is the one that the program which saved the file computed.
    public var value: CellValue
    /// Whether the value comes from a formula.
    public var isFormula: Bool

    /// Makes a cell.
    public init(_ value: CellValue, isFormula: Bool = false) {
      self.value = value
      self.isFormula = isFormula
    }
  }

  /// One sheet.
  public struct Sheet: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The cells that are not empty, by their places.
    public var cells: [CellAddress: Cell] = [:]

    /// The cell at a row and a column; an empty one if none is stored.
    public subscript(row: Int, column: Int) -> Cell { cells[CellAddress(row, column)] ?? Cell(.empty) }
    /// The last row that has a cell; 0 for an empty sheet.
    public var lastRow: Int { cells.keys.map(\.row).max() ?? 0 }
  }

  /// The sheets from left to right.
  public var sheets: [Sheet]

  /// The sheet of a name; `nil` if there is none.
  public subscript(name: String) -> Sheet? { sheets.first { $0.name == name } }
}

/// Reads workbooks in the format of Office Open XML, whichever program wrote them.
public enum WorkbookReader {
  /// The most cells that are read.
  static let mostCells = 2_000_000

  /// Whether bytes are a zip archive that names the part of a workbook; it may be damaged all the same.
  public static func isLikely(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return false }
    let name = Array("xl/workbook.xml".utf8)
    var start = 0
    while let place = bytes[start...].firstIndex(of: name[0]) {
      if bytes[place...].starts(with: name) { return true }
      start = place + 1
    }
    return false
  }

  /// Reads a file.
  public static func workbook(_ bytes: [UInt8]) throws(SpreadsheetError) -> ReadWorkbook {
    let archive = try WorkbookArchive(bytes)
    guard let main = try archive.part("xl/workbook.xml") else {
      throw SpreadsheetError(.notAWorkbook, "the archive has no workbook")
    }
    let (sheets, startsIn1904) = try sheetList(main)
    guard !startsIn1904 else {
      throw SpreadsheetError(.unsupported, "the workbook counts its days from 1904, which is not supported")
    }
    let targets = try relations(archive)
    let strings = try archive.part("xl/sharedStrings.xml").map { bytes throws(SpreadsheetError) in
      try sharedStrings(bytes)
    }
    var read: [ReadWorkbook.Sheet] = []
    var count = 0
    for sheet in sheets {
      guard let target = targets[sheet.relation], let bytes = try archive.part(target) else {
        throw SpreadsheetError(.damaged, "the sheet `\(sheet.name)` is missing in the file")
      }
      let cells = try SheetReader.cells(bytes, part: target, strings: strings ?? [])
      count += cells.count
      guard count <= mostCells else {
        throw SpreadsheetError(.tooLarge, "the workbook has more than \(mostCells) cells")
      }
      read.append(ReadWorkbook.Sheet(name: sheet.name, cells: cells))
    }
    return ReadWorkbook(sheets: read)
  }

  private static func sheetList(
    _ bytes: [UInt8]
  ) throws(SpreadsheetError) -> (sheets: [(name: String, relation: String)], startsIn1904: Bool) {
    var reader = XMLReader(bytes, part: "xl/workbook.xml")
    var sheets: [(String, String)] = []
    var startsIn1904 = false
    while let event = try reader.next() {
      guard case .start(let name, let attributes) = event else { continue }
      if name == "workbookPr" { startsIn1904 = ["1", "true"].contains(attributes["date1904"] ?? "") }
      if name == "sheet", let title = attributes["name"], let relation = attributes["id"] {
        sheets.append((title, relation))
      }
    }
    return (sheets, startsIn1904)
  }

  /// The parts of the sheets by their relations.
  private static func relations(_ archive: WorkbookArchive) throws(SpreadsheetError) -> [String: String] {
    let part = "xl/_rels/workbook.xml.rels"
    guard let bytes = try archive.part(part) else { throw SpreadsheetError(.damaged, "\(part) is missing") }
    var reader = XMLReader(bytes, part: part)
    var targets: [String: String] = [:]
    while let event = try reader.next() {
      guard case .start("Relationship", let attributes) = event, let id = attributes["Id"],
        let target = attributes["Target"]
      else { continue }
      targets[id] = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
    }
    return targets
  }

  private static func sharedStrings(_ bytes: [UInt8]) throws(SpreadsheetError) -> [String] {
    var reader = XMLReader(bytes, part: "xl/sharedStrings.xml")
    var strings: [String] = []
    while let event = try reader.next() {
      guard case .start("si", _) = event else { continue }
      strings.append(try SheetReader.richText(&reader, endingWith: "si"))
      guard strings.count <= mostCells else { throw SpreadsheetError(.tooLarge, "the workbook has too many texts") }
    }
    return strings
  }
}
