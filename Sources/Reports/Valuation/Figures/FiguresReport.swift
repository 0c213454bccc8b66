import JSON
import Presentation
import Research
import Text

/// A company's reported figures as a table: a line a row, the periods to the right.
package struct FiguresReport: ShapedResult {
  package var history: FigureHistory
  /// How many of how many periods are shown; nil for all.
  package var remark: String?

  package init(history: FigureHistory, remark: String? = nil) {
    self.history = history
    self.remark = remark
  }

  package var rowCount: Int? { history.lines.count }

  package static let shape = ResultShape<FiguresReport>(
    "figures", "Reported figures by year.",
    [
      .text("ticker") { $0.history.symbol }, .text("company") { $0.history.company },
      .text("currency") { $0.history.currency }, .text("span") { $0.history.span.rawValue },
      .list("periods", periodFields) { $0.history.periods },
      .list("rows", lineFields) { report in report.history.lines.map { ($0, report.history) } },
      .strings("changes") { $0.changes }, .strings("warnings") { $0.history.remarks },
    ])

  private static let periodFields: [Field<FigureHistory.Period>] = [
    .text("name") { $0.name }, .text("start") { "\($0.start)" }, .text("end") { "\($0.end)" },
  ]

  private static let lineFields: [Field<(line: FigureLine, history: FigureHistory)>] = [
    .text("line") { $0.line.rawValue }, .text("title") { $0.line.title }, .text("section") { $0.line.section.rawValue },
    .text("unit") { $0.line.unit.rawValue },
    .value("values", [.list]) { row in
      .array(row.history.periods.indices.map { .number(row.history[row.line, $0].value) })
    },
    .value("tags", [.list]) { row in
      let cells = row.history.periods.indices.map { row.history[row.line, $0] }
      return .array(cells.map { .string($0.figures.isEmpty ? nil : $0.tags) })
    },
  ]

  package var document: Document {
    let lines = history.lines
    return Document(heading, mainTable: exportTable(lines)) {
      if lines.isEmpty { Block.note("no figures are stated in these periods") } else { table(lines) }
      for remark in history.remarks { Block.warning(StyledText(remark)) }
      for change in changes.prefix(Self.shownChanges) { Block.note(StyledText(change)) }
      if changes.count > Self.shownChanges {
        let more = NumberText.counted(changes.count - Self.shownChanges, "more change")
        Block.note(StyledText("\(more) of concepts: `to \"figures.json\"` has all"))
      }
      if let remark { Block.note(StyledText(remark)) }
    }
  }

  private static let shownChanges = 3

  private var heading: StyledText {
    let unit = "\(history.currency) \(scale.word), shares in \(shareScale.word)".replacing("  ", with: " ")
    return StyledText("\(history.symbol): \(history.company), \(unit)")
  }

  // MARK: Tables

  /// Numbers in one unit for the whole, the sections apart.
  private func table(_ lines: [FigureLine]) -> Table {
    var table = Table(
      columns: [.text("line")] + history.periods.map { Table.Column($0.name, alignment: .right) })
    for section in FigureLine.Section.allCases {
      let ofSection = lines.filter { $0.section == section }
      guard !ofSection.isEmpty else { continue }
      if !table.rows.isEmpty { table.rules.insert(table.rows.count) }
      for line in ofSection {
        table.append([.text(line.title)] + cells(of: line))
      }
    }
    return table
  }

  private func cells(of line: FigureLine) -> [Cell] {
    let values = history.periods.indices.map { history[line, $0].value }
    switch line.unit {
    case .money: return MoneyUnit(size: scale.size, title: scale.word).cells(values)
    case .shares: return values.map { .number($0.map { $0 / shareScale.size }, shareScale.format) }
    case .perShare: return values.map { .number($0, .fixed(2)) }
    case .rate: return values.map { .number($0, .percent(1)) }
    case .times: return values.map { .number($0, NumberFormat.fixed(1).suffixed("x")) }
    }
  }

  /// Full numbers, with the names that programs know.
  private func exportTable(_ lines: [FigureLine]) -> Table {
    Table(
      columns: [.text("line"), .text("unit")] + history.periods.map { Table.Column($0.name, format: .exact) },
      rows: lines.map { line in
        [.text(line.rawValue), .text(line.unit == .money ? history.currency : line.unit.rawValue)]
          + history.periods.indices.map { .number(history[line, $0].value) }
      })
  }

  // MARK: Units

  /// A size that amounts are shown in, with its word.
  private struct Scale {
    var size: Double
    var word: String
    /// The format with which the largest has four digits.
    var format: NumberFormat

    /// The scale in which the largest of some amounts has three or four digits.
    init(largest: Double) {
      let sizes: [(Double, String)] = [(1e9, "billions"), (1e6, "millions"), (1e3, "thousands")]
      let fitting = sizes.first { largest >= $0.0 * 10 } ?? (1, "")
      (size, word) = fitting
      let whole = largest / size
      format = .fixed(whole >= 1000 ? 0 : whole >= 100 ? 1 : 2).grouped
    }
  }

  private var scale: Scale { Scale(largest: largest { $0.unit == .money }) }
  private var shareScale: Scale { Scale(largest: largest { $0.unit == .shares }) }

  private func largest(_ isCounted: (FigureLine) -> Bool) -> Double {
    history.lines.filter(isCounted).flatMap { history.values($0) }.compactMap { $0?.magnitude }.max() ?? 0
  }

  // MARK: Concepts

  /// The lines whose concept is not the same in all periods: two bases may share one row.
  private var changes: [String] {
    // Quarters alternate between the notes of an annual report and those of the others.
    guard history.span == .annual else { return [] }
    // In chronological order, regardless of the order in which the periods are listed.
    let ordered = history.keeping(history.periods.indices.sorted { history.periods[$0].end < history.periods[$1].end })
    return history.lines.compactMap { line in
      let runs = ordered.concepts(of: line)
      guard runs.count > 1 else { return nil }
      let list = runs.map { "\($0.tags) from \($0.first)" }
      return "\(line.title) is \(Wording.list(list))"
    }
  }
}
