import Calendar
import FileFormats
import Research

/// The company's figures as its reports state them, each with its tag and filing: below the numbers is the same table
/// with their sources.
///
/// No formula of the model reads the sheet, and nothing of it is read back.
struct FigureSheet {
  static let name = "Figures"

  private(set) var sheet = Worksheet(name)
  private let history: FigureHistory
  private let lines: [FigureLine]
  private var row = 4

  /// Writes the sheet.
  init(_ history: FigureHistory) {
    self.history = history
    lines = history.lines
    sheet.put(.text("\(history.symbol): figures of \(history.company)"), 1, 1, CellStyle(.general, .title))
    sheet.put(
      .text(
        "Amounts in \(history.currency), as filed; shares and amounts per share in the shares of today. Below are "
          + "the sources of each number."),
      2, 1, CellStyle(.general, .remark))
    writeHeader("Numbers")
    writeDays()
    for line in lines { write(line) }
    row += 1
    writeHeader("Tags and filings")
    for line in lines { writeSource(line) }
    setLooks()
  }

  private mutating func writeHeader(_ title: String) {
    let style = CellStyle(.general, .header)
    sheet.put(.text(title), row, 1, style)
    for (place, period) in history.periods.enumerated() { sheet.put(.text(period.name), row, 2 + place, style) }
    row += 1
  }

  private mutating func writeDays() {
    sheet.put(.text("last day"), row, 1, CellStyle(.general, .remark))
    for (place, period) in history.periods.enumerated() {
      sheet.put(.number(Double(DayNumber.of(period.end))), row, 2 + place, CellStyle(.day, .remark))
    }
    row += 1
  }

  private mutating func write(_ line: FigureLine) {
    sheet.put(.text(line.title), row, 1)
    for place in history.periods.indices {
      guard let value = history[line, place].value else { continue }
      sheet.put(.number(value), row, 2 + place, CellStyle(Self.format(line)))
    }
    row += 1
  }

  private mutating func writeSource(_ line: FigureLine) {
    let style = CellStyle(.general, .remark)
    sheet.put(.text(line.title), row, 1)
    for place in history.periods.indices {
      let cell = history[line, place]
      sheet.put(.text(Self.source(of: cell)), row, 2 + place, style)
    }
    row += 1
  }

  /// The tags of a cell with the filing of each, or how it is computed, or why it is missing.
  static func source(of cell: FigureCell) -> String {
    if let reason = cell.reason { return "missing: \(reason)" }
    guard let first = cell.figures.first, cell.figures.count == 1 else {
      // A figure derived from several others names its formula and their sources.
      return ([cell.formula] + cell.figures.map(\.provenance)).joined(separator: "; ")
    }
    return first.provenance
  }

  private static func format(_ line: FigureLine) -> CellStyle.Format {
    switch line.unit {
    case .money, .shares: .grouped
    case .rate: .percent
    case .perShare, .times: .decimal
    }
  }

  private mutating func setLooks() {
    sheet.widths[1] = 34
    for place in history.periods.indices { sheet.widths[2 + place] = 20 }
    sheet.scrollingFrom = CellAddress(5, 2)
  }
}
