import FileFormats
import JSON
import Research
import Valuation

/// The hidden sheet that stores the scenarios exactly, so that a workbook reads back as the scenarios it was written
/// from.
///
/// Texts, sources, reasons and inheritance live here; the numbers that count are those of the cells.
enum RecordSheet {
  static let name = "tas"
  /// The mark in the first cell, with the version of the layout.
  static let mark = "tas workbook 1"
  /// A cell holds at most 32,767 UTF-16 units.
  private static let longestText = 8000

  /// The sheet of scenarios.
  ///
  /// - Parameters:
  ///   - written: the scenarios that have cells, in their order.
  ///   - ancestors: the scenarios that they inherit from and that have none.
  static func sheet(written: [Scenario], ancestors: [Scenario]) throws(ValuationError) -> Worksheet {
    var rows: [JSONValue] = []
    for scenario in written + ancestors { rows.append(try ScenarioFile.json(scenario)) }
    let record: JSONValue = ["cells": .strings(written.map(\.id)), "scenarios": .array(rows)]
    var sheet = Worksheet(name)
    sheet.isHidden = true
    sheet.put(.text(mark), 1, 1)
    var rest = record.write()[...].unicodeScalars
    var row = 2
    while !rest.isEmpty {
      sheet.put(.text(String(String.UnicodeScalarView(rest.prefix(longestText)))), row, 1)
      rest = rest.dropFirst(longestText)
      row += 1
    }
    return sheet
  }

  /// The scenarios of a workbook that was read, and the identifiers of those that have cells.
  static func read(_ workbook: ReadWorkbook) throws(WorkbookError) -> (scenarios: [Scenario], written: [String]) {
    guard let sheet = workbook[name], sheet[1, 1].value == .text(mark) else {
      throw WorkbookError(
        "this workbook was not written by tas: the hidden sheet `\(name)` is missing, or is of another version")
    }
    var text = ""
    var row = 2
    while let part = sheet[row, 1].value.text {
      text += part
      row += 1
    }
    guard let record = try? JSONValue(parsing: Array(text.utf8)), let rows = record["scenarios"]?.elements,
      let written = record["cells"]?.elements?.compactMap(\.stringValue)
    else { throw WorkbookError("\(name)!A2: the hidden sheet's record of the scenarios is damaged") }
    var scenarios: [Scenario] = []
    for (index, row) in rows.enumerated() {
      do throws(ScenarioFileError) { scenarios.append(try ScenarioFile.scenario(row, index + 1).scenario) } catch {
        throw WorkbookError("\(name)!A2: \(error.message)")
      }
    }
    return (scenarios, written)
  }
}
