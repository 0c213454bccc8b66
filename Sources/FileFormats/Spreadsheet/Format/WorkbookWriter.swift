/// Writes a workbook in the format of Office Open XML (ECMA-376), which spreadsheet programs call `.xlsx`.
///
/// Each formula is written with its value, for programs that show a file without computing it; those that compute are
/// asked to when they open it.
public enum WorkbookWriter {
  /// The bytes of the file.
  ///
  /// - Parameter values: the values of the workbook's formulas.
  public static func bytes(_ workbook: Workbook, _ values: inout WorkbookValues) -> [UInt8] {
    var archive = ZipWriter()
    let count = workbook.sheets.count
    archive.add("[Content_Types].xml", Array(contentTypes(sheets: count).utf8))
    archive.add("_rels/.rels", Array(packageRelations.utf8))
    archive.add("xl/workbook.xml", Array(workbookXML(workbook).utf8))
    archive.add("xl/_rels/workbook.xml.rels", Array(workbookRelations(sheets: count).utf8))
    archive.add("xl/styles.xml", Array(StyleTable.xml.utf8))
    for (index, sheet) in workbook.sheets.enumerated() {
      archive.add("xl/worksheets/sheet\(index + 1).xml", Array(SheetXML.text(sheet, &values).utf8))
    }
    return archive.finished()
  }

  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

  private static func contentTypes(sheets: Int) -> String {
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    var text = declaration + "<Types xmlns=\"\(package)/content-types\">"
    text += "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    text += "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
    text += "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(kind).sheet.main+xml\"/>"
    text += "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(kind).styles+xml\"/>"
    for index in 0..<sheets {
      text += "<Override PartName=\"/xl/worksheets/sheet\(index + 1).xml\" ContentType=\"\(kind).worksheet+xml\"/>"
    }
    return text + "</Types>"
  }

  private static let packageRelations =
    declaration + "<Relationships xmlns=\"\(package)/relationships\"><Relationship Id=\"rId1\" "
    + "Type=\"\(office)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"

  private static func workbookRelations(sheets: Int) -> String {
    var text = declaration + "<Relationships xmlns=\"\(package)/relationships\">"
    for index in 0..<sheets {
      text += "<Relationship Id=\"rId\(index + 1)\" Type=\"\(office)/worksheet\" "
      text += "Target=\"worksheets/sheet\(index + 1).xml\"/>"
    }
    text += "<Relationship Id=\"rId\(sheets + 1)\" Type=\"\(office)/styles\" Target=\"styles.xml\"/>"
    return text + "</Relationships>"
  }

  private static func workbookXML(_ workbook: Workbook) -> String {
    var text = declaration + "<workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\"><sheets>"
    for (index, sheet) in workbook.sheets.enumerated() {
      text += "<sheet name=\"\(XMLText.escaped(sheet.name))\" sheetId=\"\(index + 1)\""
      text += sheet.isHidden ? " state=\"hidden\"" : ""
      text += " r:id=\"rId\(index + 1)\"/>"
    }
    return text + "</sheets><calcPr calcId=\"191029\" fullCalcOnLoad=\"1\"/></workbook>"
  }
}
