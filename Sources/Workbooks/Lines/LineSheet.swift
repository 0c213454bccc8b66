import FileFormats

/// A line of a forecast: a cell for the base year, one for each year, and one for the time after.
struct Line {
  let sheet: String
  let row: Int

  /// The cell of a year: 0 is the base year, the first after the horizon the time after the forecast.
  func callAsFunction(_ year: Int) -> Formula { .cell(sheet, row, LineSheet.firstColumn + year) }

  /// The cells of the years from one to another.
  func range(_ first: Int, _ last: Int) -> Formula {
    .range(CellReference(sheet, row, LineSheet.firstColumn + first), CellAddress(row, LineSheet.firstColumn + last))
  }
}

/// A sheet that is written line by line, from the top.
struct LineSheet {
  /// The column of the base year, and of a line with one value.
  static let firstColumn = 2

  var sheet: Worksheet
  /// The years of the forecast that is written next.
  var horizon: Int
  /// The row that is written next.
  var row = 1

  init(_ name: String, horizon: Int) {
    sheet = Worksheet(name)
    self.horizon = horizon
  }

  /// The line that is written `count` lines from here.
  func line(after count: Int = 0) -> Line { Line(sheet: sheet.name, row: row + count) }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - base: the base year, if the line has one.
  ///   - years: the formula of a year, from 1.
  ///   - after: the time after the forecast, if the line has one.
  @discardableResult
  mutating func line(
    _ label: String, _ format: CellStyle.Format, purpose: CellStyle.Purpose = .plain, base: Formula? = nil,
    after: Formula? = nil, years: (Int) -> Formula
  ) -> Line {
    let style = CellStyle(format, purpose)
    sheet.put(.text(label), row, 1, CellStyle(.general, purpose))
    if let base { sheet.put(formula: base, row, Self.firstColumn, style) }
    for year in 1...horizon { sheet.put(formula: years(year), row, Self.firstColumn + year, style) }
    if let after { sheet.put(formula: after, row, Self.firstColumn + horizon + 1, style) }
    defer { row += 1 }
    return line()
  }

  /// Writes a line with one value.
  @discardableResult
  mutating func item(
    _ label: String, _ formula: Formula, _ format: CellStyle.Format = .grouped, purpose: CellStyle.Purpose = .plain
  ) -> Formula {
    sheet.put(.text(label), row, 1, CellStyle(.general, purpose))
    sheet.put(formula: formula, row, Self.firstColumn, CellStyle(format, purpose))
    defer { row += 1 }
    return .cell(sheet.name, row, Self.firstColumn)
  }

  /// Writes a title, with a line left free above it.
  mutating func title(_ text: String, purpose: CellStyle.Purpose = .header) {
    if row > 1 { row += 1 }
    sheet.put(.text(text), row, 1, CellStyle(.general, purpose))
    row += 1
  }

  /// Writes the titles of the years above a forecast.
  mutating func years(_ label: String, hasAfter: Bool) {
    let style = CellStyle(.general, .header)
    sheet.put(.text(label), row, 1, style)
    sheet.put(.text("base"), row, Self.firstColumn, style)
    for year in 1...horizon { sheet.put(.number(Double(year)), row, Self.firstColumn + year, style) }
    if hasAfter { sheet.put(.text("after"), row, Self.firstColumn + horizon + 1, style) }
    row += 1
  }
}
