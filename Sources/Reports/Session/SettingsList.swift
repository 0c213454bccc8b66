import JSON
import Presentation

/// The settings in their groups, one line each.
package struct SettingsList: StatementResult {
  /// A setting with its value.
  package struct Line: Sendable {
    var group: String
    var name: String
    var value: String
    var isChanged: Bool
    var meaning: String

    package init(group: String, name: String, value: String, isChanged: Bool, meaning: String) {
      (self.group, self.name, self.value) = (group, name, value)
      (self.isChanged, self.meaning) = (isChanged, meaning)
    }
  }

  private let rows: TableResult
  private let lines: [Line]

  /// Makes a list of settings; the table has all that is known of them, for programs.
  package init(table: Table, settings: [Line], notes: [String], details: [(String, JSONValue)]) {
    rows = TableResult(table: table, notes: notes, details: details)
    lines = settings
  }

  package var kind: String { rows.kind }
  package var rowCount: Int? { rows.rowCount }
  package var data: JSONValue { rows.data }
  package var wholeTable: Table? { rows.table }

  package var document: Document {
    // One table for all groups, so that their columns are aligned.
    var cells: [[Cell]] = []
    var group: String?
    var rules: Set<Int> = []
    for line in lines {
      if line.group != group {
        if group != nil { rules.insert(cells.count) }
        group = line.group
        cells.append([.text(line.group, .heading)])
      }
      cells.append([
        .text("  " + line.name, .name),
        .text(line.value + (line.isChanged ? " *" : ""), line.isChanged ? .strong : nil),
        .text(line.meaning, .dim),
      ])
    }
    let columns: [Table.Column] = [.whole("setting"), .text("value"), .text("meaning")]
    return Document(mainTable: rows.table) {
      Table(columns: columns, rows: cells.map { $0 + Array(repeating: .text(""), count: 3 - $0.count) }, rules: rules)
        .asList
      for note in rows.notes { Block.note(StyledText(note)) }
    }
  }
}
