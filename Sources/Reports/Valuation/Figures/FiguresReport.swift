import Filings
import JSON
import Presentation
import Text

/// A company's reported figures as a table: a line a row, the periods to the right.
package struct FiguresReport: StatementResult {
  package var history: FigureHistory
  /// The number of older periods that are there and not shown.
  package var older: Int

  package init(history: FigureHistory, older: Int = 0) {
    self.history = history
    self.older = older
  }

  package var kind: String { "figures" }
  package var rowCount: Int? { history.lines.count }

  package var data: JSONValue {
    [
      "ticker": .string(history.symbol), "company": .string(history.company), "currency": .string(history.currency),
      "span": .string(history.span.rawValue),
      "periods": .array(
        history.periods.map { period in
          ["name": .string(period.name), "start": .string("\(period.start)"), "end": .string("\(period.end)")]
        }),
      "rows": .array(
        history.lines.map { line in
          let cells = history.periods.indices.map { history[line, $0] }
          return [
            "line": .string(line.rawValue), "title": .string(line.title), "section": .string(line.section.rawValue),
            "unit": .string(line.unit.rawValue), "values": .array(cells.map { .number($0.value) }),
            "tags": .array(cells.map { .string($0.figures.isEmpty ? nil : $0.tags) }),
          ]
        }),
      "changes": .strings(changes),
    ]
  }

  package var document: Document {
    let lines = history.lines
    return Document(heading, mainTable: exportTable(lines)) {
      if lines.isEmpty { Block.note("no figures are stated in these periods") } else { table(lines) }
      for change in changes.prefix(Self.shownChanges) { Block.note(StyledText(change)) }
      if changes.count > Self.shownChanges {
        Block.note(
          "\(changes.count - Self.shownChanges) more lines changed their concept: `to \"figures.json\"` has them")
      }
      if older > 0 { Block.note("\(older) older periods: `since YEAR` shows them") }
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
        table.append(
          [.text(line.title)]
            + history.periods.indices.map { place in
              let value = history[line, place].value
              return .number(value.map { $0 / size(line) }, format(line))
            })
      }
    }
    return table
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

  /// A size that amounts are shown in.
  private struct Scale {
    var size: Double
    var word: String
    var decimals: Int

    /// The scale in which the largest of some amounts has three or four digits.
    init(largest: Double) {
      let sizes: [(Double, String)] = [(1e9, "billions"), (1e6, "millions"), (1e3, "thousands")]
      let fitting = sizes.first { largest >= $0.0 * 10 } ?? (1, "")
      (size, word) = fitting
      let whole = largest / size
      decimals = whole >= 1000 ? 0 : whole >= 100 ? 1 : 2
    }
  }

  private var scale: Scale { Scale(largest: largest { $0.unit == .money }) }
  private var shareScale: Scale { Scale(largest: largest { $0.unit == .shares }) }

  private func largest(_ isCounted: (FigureLine) -> Bool) -> Double {
    history.lines.filter(isCounted).flatMap { history.values($0) }.compactMap { $0?.magnitude }.max() ?? 0
  }

  private func size(_ line: FigureLine) -> Double {
    switch line.unit {
    case .money: scale.size
    case .shares: shareScale.size
    case .perShare, .rate, .times: 1
    }
  }

  private func format(_ line: FigureLine) -> NumberFormat {
    switch line.unit {
    case .money: NumberFormat.fixed(scale.decimals).grouped
    case .shares: NumberFormat.fixed(shareScale.decimals).grouped
    case .perShare: .fixed(2)
    case .rate: .percent(1)
    case .times: NumberFormat.fixed(1).suffixed("x")
    }
  }

  // MARK: Concepts

  /// The lines whose concept is not the same in all periods: two bases may stand in one row.
  private var changes: [String] {
    // Quarters alternate between the notes of an annual report and those of the others.
    guard history.span == .annual else { return [] }
    return history.lines.compactMap { line in
      let runs = history.concepts(of: line)
      guard runs.count > 1 else { return nil }
      let list = runs.map { "\($0.tags) from \($0.first)" }
      return "\(line.title) is \(Wording.list(list))"
    }
  }
}
