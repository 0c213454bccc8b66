/// The styles of a workbook: one for each format and purpose, numbered by both.
enum StyleTable {
  /// The number of a style.
  static func number(of style: CellStyle) -> Int {
    style.purpose.rawValue * CellStyle.Format.allCases.count + style.format.rawValue
  }

  /// The part `xl/styles.xml`.
  static let xml: String = {
    var text = WorkbookWriter.declaration + "<styleSheet xmlns=\"\(WorkbookWriter.main)\">"
    text += "<numFmts count=\"2\"><numFmt numFmtId=\"164\" formatCode=\"0.0000\"/>"
    text += "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\"/></numFmts>"
    text += fonts + fills + borders
    text += "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
    let styles = CellStyle.Purpose.allCases.flatMap { purpose in
      CellStyle.Format.allCases.map { CellStyle($0, purpose) }
    }
    text += "<cellXfs count=\"\(styles.count)\">" + styles.map(format).joined() + "</cellXfs>"
    text += "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>"
    return text + "</styleSheet>"
  }()

  private static let family = "<name val=\"Calibri\"/><family val=\"2\"/>"

  /// Plain, input (blue), bold, title, remark (grey).
  private static let fonts =
    "<fonts count=\"5\"><font><sz val=\"11\"/>\(family)</font>"
    + "<font><sz val=\"11\"/><color rgb=\"FF0000FF\"/>\(family)</font>"
    + "<font><b/><sz val=\"11\"/>\(family)</font><font><b/><sz val=\"14\"/>\(family)</font>"
    + "<font><i/><sz val=\"10\"/><color rgb=\"FF595959\"/>\(family)</font></fonts>"

  /// None, the one that the format demands, input (light yellow), header (light grey).
  private static let fills =
    "<fills count=\"4\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/>"
    + "</fill><fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFFFF9D6\"/></patternFill></fill>"
    + "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFE7E6E6\"/></patternFill></fill></fills>"

  /// None, a line above.
  private static let borders =
    "<borders count=\"2\"><border><left/><right/><top/><bottom/><diagonal/></border>"
    + "<border><left/><right/><top style=\"thin\"/><bottom/><diagonal/></border></borders>"

  private static func format(_ style: CellStyle) -> String {
    let (font, fill, border) =
      switch style.purpose {
      case .plain: (0, 0, 0)
      case .input: (1, 2, 0)
      case .header: (2, 3, 0)
      case .title: (3, 0, 0)
      case .total: (2, 0, 1)
      case .remark: (4, 0, 0)
      }
    let number =
      switch style.format {
      case .general, .wrapped: 0
      case .percent: 10
      case .grouped: 3
      case .decimal: 4
      case .factor: 164
      case .day: 165
      }
    var text = "<xf numFmtId=\"\(number)\" fontId=\"\(font)\" fillId=\"\(fill)\" borderId=\"\(border)\" xfId=\"0\""
    text += " applyNumberFormat=\"1\" applyFont=\"1\" applyFill=\"1\" applyBorder=\"1\""
    guard style.format == .wrapped else { return text + "/>" }
    return text + " applyAlignment=\"1\"><alignment vertical=\"top\" wrapText=\"1\"/></xf>"
  }
}
