import Evaluation
import Language
import Platform
import Reports

/// A file of dates, one a line: it becomes an indicator that is true on the bars that they fall on.
enum DateFile {
  /// A line that has no date.
  struct Failure: Error {
    var line: Int
    var text: String
  }

  /// The dates of a text: of each line the first field that is a date.
  ///
  /// A heading, blank lines and comments are left out.
  static func dates(in text: String) throws(Failure) -> [DateLiteral] {
    var dates: [DateLiteral] = []
    var isFirst = true
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let fields = line.split { ",;\t\r".contains($0) }.map(trimmed)
      guard let first = fields.first(where: { !$0.isEmpty }), !first.hasPrefix("#") else { continue }
      if let date = fields.lazy.compactMap({ DateLiteral($0) }).first {
        dates.append(date)
      } else if !isFirst {
        throw Failure(line: index + 1, text: first)
      }
      isFirst = false
    }
    return dates
  }

  private static func trimmed(_ field: Substring) -> String {
    var field = field.drop { " \"'".contains($0) }
    while let last = field.last, " \"'".contains(last) { field.removeLast() }
    return String(field)
  }
}

extension Execution {
  /// `load dates FILE as NAME`: defines an indicator, so that a saved session has the dates themselves.
  mutating func loadDates(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
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
      source: sources.add(name: path, text: definition), text: definition, commands: CommandTable.syntaxes)
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
