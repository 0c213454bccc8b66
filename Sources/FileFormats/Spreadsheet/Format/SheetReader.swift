/// Reads the cells of one sheet.
enum SheetReader {
  static func cells(
    _ bytes: [UInt8], part: String, strings: [String]
  ) throws(SpreadsheetError) -> [CellAddress: ReadWorkbook.Cell] {
    var reader = XMLReader(bytes, part: part)
    var cells: [CellAddress: ReadWorkbook.Cell] = [:]
    // A program may omit the places of rows and cells: they are then consecutive.
    var row = 0
    var column = 0
    while let event = try reader.next() {
      guard case .start(let name, let attributes) = event else { continue }
      switch name {
      case "row":
        row = try attributes["r"].map { text throws(SpreadsheetError) in try number(text, part) } ?? row + 1
        column = 0
      case "c":
        if let text = attributes["r"] {
          guard let address = CellAddress(text) else { throw damaged(part, "`\(text)` is not a cell") }
          (row, column) = (address.row, address.column)
        } else {
          column += 1
        }
        guard (1...CellAddress.lastRow).contains(row), (1...CellAddress.lastColumn).contains(column) else {
          throw damaged(part, "a cell is outside the sheet")
        }
        let address = CellAddress(row, column)
        let cell = try self.cell(&reader, kind: attributes["t"] ?? "n", at: address, part: part, strings)
        if cell.value != .empty || cell.isFormula { cells[address] = cell }
        guard cells.count <= WorkbookReader.mostCells else {
          throw SpreadsheetError(.tooLarge, "\(part) has more than \(WorkbookReader.mostCells) cells")
        }
      default: break
      }
    }
    return cells
  }

  /// The text of an element that has begun and may be of several runs, without hints for its pronunciation.
  static func richText(_ reader: inout XMLReader, endingWith end: String) throws(SpreadsheetError) -> String {
    var text = ""
    while let event = try reader.next() {
      switch event {
      case .end(end): return text
      case .start("t", _): text += try reader.content()
      case .start("rPh", _): try reader.skip()
      default: break
      }
    }
    return text
  }

  private static func cell(
    _ reader: inout XMLReader, kind: String, at address: CellAddress, part: String, _ strings: [String]
  ) throws(SpreadsheetError) -> ReadWorkbook.Cell {
    var raw: String?
    var inline: String?
    var isFormula = false
    reading: while let event = try reader.next() {
      switch event {
      case .end("c"): break reading
      case .start("f", _):
        isFormula = true
        try reader.skip()
      case .start("v", _): raw = try reader.content()
      case .start("is", _): inline = try richText(&reader, endingWith: "is")
      case .start: try reader.skip()
      case .text, .end: break
      }
    }
    let value = try value(raw: raw, inline: inline, kind: kind, "\(part), \(address)", strings)
    return ReadWorkbook.Cell(value, isFormula: isFormula)
  }

  private static func value(
    raw: String?, inline: String?, kind: String, _ place: String, _ strings: [String]
  ) throws(SpreadsheetError) -> CellValue {
    if kind == "inlineStr" { return (inline ?? raw).map { .text($0) } ?? .empty }
    // A program that does not compute leaves the value of a formula empty.
    guard let raw, kind == "str" || !raw.isEmpty else { return .empty }
    switch kind {
    case "s":
      guard let index = Int(raw.filter { !$0.isWhitespace }), strings.indices.contains(index) else {
        throw damaged(place, "there is no text number \(raw)")
      }
      return .text(strings[index])
    case "str": return .text(raw)
    case "b": return .flag(raw == "1" || raw == "true")
    case "e": return .error(CellError(rawValue: raw) ?? .value)
    case "d": return .text(raw)
    default:
      guard let number = Double(raw), number.isFinite else { throw damaged(place, "`\(raw)` is not a number") }
      return .number(number)
    }
  }

  private static func number(_ text: String, _ part: String) throws(SpreadsheetError) -> Int {
    guard let number = Int(text), (1...CellAddress.lastRow).contains(number) else {
      throw damaged(part, "`\(text)` is not a row")
    }
    return number
  }

  private static func damaged(_ place: String, _ what: String) -> SpreadsheetError {
    SpreadsheetError(.damaged, "\(place): \(what)")
  }
}
