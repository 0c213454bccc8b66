/// The XML of one sheet.
enum SheetXML {
  /// The part `xl/worksheets/sheetN.xml`.
  static func text(_ sheet: Worksheet, _ values: inout WorkbookValues) -> String {
    var text = WorkbookWriter.declaration + "<worksheet xmlns=\"\(WorkbookWriter.main)\">"
    if let pane = sheet.scrollingFrom { text += view(pane) }
    if !sheet.widths.isEmpty {
      text += "<cols>"
      for (column, width) in sheet.widths.sorted(by: { $0.key < $1.key }) {
        text += "<col min=\"\(column)\" max=\"\(column)\" width=\"\(width)\" customWidth=\"1\"/>"
      }
      text += "</cols>"
    }
    text += "<sheetData>"
    var row = 0
    for (address, cell) in sheet.cells.sorted(by: { $0.key < $1.key }) {
      if address.row != row {
        text += (row == 0 ? "" : "</row>") + "<row r=\"\(address.row)\">"
        row = address.row
      }
      text += self.cell(cell, CellReference(sheet.name, address.row, address.column), &values)
    }
    text += (row == 0 ? "" : "</row>") + "</sheetData>"
    if !sheet.choices.isEmpty { text += choices(sheet.choices, on: sheet.name) }
    return text + "</worksheet>"
  }

  private static func view(_ cell: CellAddress) -> String {
    var text = "<sheetViews><sheetView workbookViewId=\"0\"><pane"
    if cell.column > 1 { text += " xSplit=\"\(cell.column - 1)\"" }
    if cell.row > 1 { text += " ySplit=\"\(cell.row - 1)\"" }
    let pane = cell.column > 1 && cell.row > 1 ? "bottomRight" : cell.row > 1 ? "bottomLeft" : "topRight"
    return text + " topLeftCell=\"\(cell)\" activePane=\"\(pane)\" state=\"frozen\"/></sheetView></sheetViews>"
  }

  private static func cell(_ cell: SheetCell, _ place: CellReference, _ values: inout WorkbookValues) -> String {
    let start = "<c r=\"\(place.address)\" s=\"\(StyleTable.number(of: cell.style))\""
    switch cell.content {
    case .value(.text(let text)):
      return start + " t=\"inlineStr\"><is><t xml:space=\"preserve\">\(XMLText.escaped(text))</t></is></c>"
    case .value(.empty): return start + "/>"
    case .value(let value): return start + typed(value, after: "") + "</c>"
    case .formula(let formula):
      let text = "<f>\(XMLText.escaped(formula.text(on: place.sheet)))</f>"
      return start + typed(values.value(place), after: text) + "</c>"
    }
  }

  /// The rest of a cell's opening tag by the type of its value, the formula, and the value.
  private static func typed(_ value: CellValue, after formula: String) -> String {
    switch value {
    case .number(let number): ">\(formula)<v>\(Formula.text(number))</v>"
    case .flag(let flag): " t=\"b\">\(formula)<v>\(flag ? 1 : 0)</v>"
    case .error(let error): " t=\"e\">\(formula)<v>\(error.rawValue)</v>"
    case .text(let text): " t=\"str\">\(formula)<v>\(XMLText.escaped(text))</v>"
    case .empty: ">\(formula)"
    }
  }

  private static func choices(_ choices: [Worksheet.Choice], on sheet: String) -> String {
    var text = "<dataValidations count=\"\(choices.count)\">"
    for choice in choices {
      let source =
        switch choice.source {
        case .words(let words): "\"\(words.joined(separator: ","))\""
        case .row(let first, let last):
          "$\(CellAddress.letters(first.column))$\(first.row):$\(CellAddress.letters(last.column))$\(last.row)"
        }
      text += "<dataValidation type=\"list\" allowBlank=\"1\" showErrorMessage=\"1\" sqref=\"\(choice.address)\">"
      text += "<formula1>\(XMLText.escaped(source))</formula1></dataValidation>"
    }
    return text + "</dataValidations>"
  }
}
