import Evaluation
import Language
import MarketData
import Platform
import Reports

/// A file of dates, one a line: it becomes an indicator that is true on the bars that they fall on.
package enum DateFile {
  /// A line that has no date.
  package struct Failure: Error {
    package var line: Int
    package var text: String
  }

  /// The dates of a text: of each line the first field that is a date.
  ///
  /// A heading, blank lines and comments are left out.
  package static func dates(in text: String) throws(Failure) -> [DateLiteral] {
    var dates: [DateLiteral] = []
    for (place, row) in ShortTable.rows(of: text).enumerated() {
      if let date = row.fields.lazy.compactMap({ DateLiteral($0) }).first {
        dates.append(date)
      } else if place > 0 {
        throw Failure(line: row.line, text: row.fields.first { !$0.isEmpty } ?? "")
      }
    }
    return dates
  }

  /// Whether the fields next to the dates of a text are words, such as the names of meetings.
  package static func hasNoNumbers(_ text: String) -> Bool {
    ShortTable.rows(of: text).allSatisfy { row in
      row.fields.allSatisfy { field in DateLiteral(field) != nil || !field.contains(where: \.isNumber) }
    }
  }
}

extension Execution {
  /// `load dates FILE as NAME`: defines an indicator, so that a saved session has the dates themselves.
  package mutating func loadDates(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.file]
    let path = try text(word)
    let name = try call[.newSeries].map { word throws(Diagnostic) in try text(word) } ?? FileName.stem(of: path)
    let bytes = try readDocument(path, at: word.span)
    var dates: [String] = []
    do {
      dates = try DateFile.dates(in: String(decoding: bytes, as: UTF8.self)).map(\.description)
    } catch {
      throw Diagnostic(
        .noDates, "\(path):\(error.line): `\(error.text)` is not a date", at: word.span,
        hints: ["a date is written 2024-01-31"])
    }
    if dates.isEmpty {
      throw Diagnostic(
        .noDates, "\(path) has no dates", at: word.span, hints: ["one a line, written 2024-01-31"])
    }
    let list = dates.map { "\"\($0)\"" }.joined(separator: ", ")
    let definition = "indicator \(name) = in [\(list)]"
    var parser = Parser(
      source: sources.add(name: path, text: definition), text: definition, commands: [])
    guard let statement = try? parser.next(), case .definition(let indicator) = statement.kind else {
      throw Diagnostic(
        .invalidName, "`\(name)` cannot be the name of an indicator", at: call[.newSeries]?.span ?? word.span,
        hints: ["letters, digits and `_`: `load dates \(path) as meetings`"])
    }
    _ = try define(indicator, statement.span)
    noteRead(path, as: .dates(name))
    return LoadedDates(name: name, source: path, dates: dates)
  }
}
