import JSON
import Research

/// A CSV of assumptions: a name, a value as typed, and a reason.
struct AssumptionTable {
  /// One assumption.
  package struct Row {
    /// The line of the file, from 1.
    package var line: Int
    package var name: String
    package var value: String
    package var reason: String

    /// The assumption as typed.
    package var statement: String { "\(name) = \(value)" }
  }

  /// A line that is not read.
  package struct Problem: Error {
    package var line: Int
    package var message: String
  }

  package private(set) var rows: [Row] = []

  /// Reads a file with a header of names in any order; other columns are ignored.
  package init(_ bytes: [UInt8]) throws(Problem) {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Problem(line: 1, message: "it is not UTF-8") }
    let lines = try Self.lines(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    guard let header = lines.first else { throw Problem(line: 1, message: "it is empty") }
    let names = header.fields.map { $0.lowercased() }
    guard let name = names.firstIndex(of: "name"), let value = names.firstIndex(of: "value") else {
      throw Problem(line: header.line, message: "its header has no `name` and `value`")
    }
    let reason = names.firstIndex(of: "reason")
    for (line, fields) in lines.dropFirst() where fields != [""] {
      guard fields.count == names.count else {
        throw Problem(line: line, message: "it has \(fields.count) fields, and the header \(names.count)")
      }
      guard !fields[name].isEmpty, !fields[value].isEmpty else {
        throw Problem(line: line, message: "\(fields[name].isEmpty ? "name" : "value") is empty")
      }
      rows.append(Row(line: line, name: fields[name], value: fields[value], reason: reason.map { fields[$0] } ?? ""))
    }
    guard !rows.isEmpty else { throw Problem(line: header.line, message: "it has no assumptions") }
  }

  /// The fields of each line, without the blanks around them; a quoted field may have commas, quotes and newlines.
  private static func lines(_ bytes: [UInt8]) throws(Problem) -> [(line: Int, fields: [String])] {
    var lines: [(Int, [String])] = []
    var fields: [String] = []
    var field: [UInt8] = []
    var (line, first) = (1, 1)
    var isQuoted = false
    var index = 0
    func text() -> String {
      var text = String(decoding: field, as: UTF8.self)[...]
      while text.first?.isWhitespace == true { text.removeFirst() }
      while text.last?.isWhitespace == true { text.removeLast() }
      return String(text)
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if index < bytes.count, bytes[index] == byte {
          field.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where field.allSatisfy({ $0 == UInt8(ascii: " ") }):
        field = []
        isQuoted = true
      case UInt8(ascii: ","):
        fields.append(text())
        field = []
      case UInt8(ascii: "\n"):
        lines.append((first, fields + [text()]))
        (fields, field, first) = ([], [], line)
      default: field.append(byte)
      }
    }
    guard !isQuoted else { throw Problem(line: first, message: "a quote is not closed") }
    if !fields.isEmpty || !field.isEmpty { lines.append((first, fields + [text()])) }
    return lines
  }

  /// The documents in the column `model` of a list of scenarios or forecasts.
  static func models(_ bytes: [UInt8]) throws(ScenarioFileError) -> [JSONValue] {
    do throws(Problem) {
      let lines = try Self.lines(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
      guard let place = lines.first?.fields.firstIndex(of: "model") else {
        throw Problem(line: 1, message: "its header has no `model`")
      }
      var models: [JSONValue] = []
      for (line, fields) in lines.dropFirst() where fields != [""] {
        guard fields.count > place, let model = try? JSONValue(parsing: Array(fields[place].utf8)), model.members != nil
        else { throw Problem(line: line, message: "its `model` is unknown") }
        models.append(model)
      }
      guard !models.isEmpty else { throw Problem(line: 1, message: "it has no rows") }
      return models
    } catch {
      throw ScenarioFileError(message: "line \(error.line): \(error.message)")
    }
  }
}
