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
    /// The values that it takes, in words.
    var allowed: String
    var meaning: String

    package init(group: String, name: String, value: String, isChanged: Bool, allowed: String, meaning: String) {
      (self.group, self.name, self.value) = (group, name, value)
      (self.isChanged, self.allowed, self.meaning) = (isChanged, allowed, meaning)
    }

    package static let fields: [Field<Line>] = [
      .text(.text("setting", .name)) { $0.name }, .text(.text("value")) { $0.value },
      .truth(.text("changed")) { $0.isChanged }, .text(.text("allowed").wrapping) { $0.allowed },
      .text(.text("meaning", .dim).wrapping) { $0.meaning }, .text(.text("group")) { $0.group },
    ]
  }

  private let rows: TableResult
  private let lines: [Line]

  /// Makes a list of settings; its table has all that is known of them, for programs.
  package init(_ lines: [Line], notes: [String], details: [(String, JSONValue)]) {
    rows = TableResult(table: Line.fields.table(of: lines), notes: notes, details: details)
    self.lines = lines
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
