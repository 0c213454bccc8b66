import JSON
import Platform

/// The text of a session's journal: a line of JSON that begins it, then one for each statement that changed the session.
///
/// A line holds the time, the statement and the difference that it made to the session's document, so that the session
/// is found again without anything being run. A last line that was cut off counts as not written.
package enum JournalText {
  /// The version of the journal that this program writes, and the newest that it reads.
  package static let version = 1
  private static let opening = Array("{\"journal\":".utf8)

  /// A statement that changed the session.
  package struct Entry: Sendable, Hashable {
    /// The moment at which it succeeded, in ISO 8601.
    package var time: String
    /// The statement as typed.
    package var statement: String
  }

  /// A journal that was read.
  package struct Reading: Sendable {
    /// The moment at which the session began, in ISO 8601.
    package var startedAt: String
    /// The folder that the program was in.
    package var folder: String
    /// The statements that changed the session.
    package var entries: [Entry] = []
    /// The session's document as the last statement left it.
    package var document: JSONValue = .object([JSONValue.Member]())
    /// The number of the first line that cannot be read, from 1; it and those after it are left out.
    package var damagedLine: Int?

    /// The moment of the last change, in ISO 8601.
    package var savedAt: String { entries.last?.time ?? startedAt }
    /// The time and the folder in words.
    package var origin: String { "\(savedAt) in \(folder)" }
  }

  /// True if bytes begin as a journal does.
  package static func isJournal(_ bytes: [UInt8]) -> Bool { bytes.starts(with: opening) }

  /// The line that begins a journal.
  package static func beginning(at time: String, in folder: String) -> String {
    let json: JSONValue = [
      "journal": .integer(version), "program": "tas", "started_at": .string(time), "folder": .string(folder),
    ]
    return json.write() + "\n"
  }

  /// The line of a statement.
  package static func line(_ entry: Entry, _ difference: JSONDifference) -> String {
    let json: JSONValue = [
      "at": .string(entry.time), "statement": .string(entry.statement), "change": difference.json,
    ]
    return json.write() + "\n"
  }

  /// Reads the intact part of a journal.
  ///
  /// Throws if it is none, or one of a later version.
  package static func read(_ bytes: [UInt8]) throws(SessionFileError) -> Reading {
    let newline = UInt8(ascii: "\n")
    // Bytes after the last newline were being written when the program ended.
    let whole = bytes[..<((bytes.lastIndex(of: newline) ?? -1) + 1)]
    let lines = whole.split(separator: newline)
    guard let first = lines.first, let head = try? JSONValue(parsing: Array(first)), head["program"] == "tas",
      let version = head["journal"]?.intValue
    else { throw SessionFileError(code: "damaged-session", message: "the journal of the session is damaged") }
    guard version <= Self.version else {
      throw SessionFileError(
        code: "newer-session", message: "the journal has version \(version), but this tas reads up to \(Self.version)",
        hint: "a newer tas wrote it")
    }
    var reading = Reading(
      startedAt: head["started_at"]?.stringValue ?? "", folder: head["folder"]?.stringValue ?? "")
    for (index, line) in lines.enumerated().dropFirst() {
      guard let json = try? JSONValue(parsing: Array(line)), let time = json["at"]?.stringValue,
        let statement = json["statement"]?.stringValue, let change = json["change"],
        let document = try? JSONDifference(reading: change).applied(to: reading.document)
      else {
        reading.damagedLine = index + 1
        break
      }
      reading.document = document
      reading.entries.append(Entry(time: time, statement: statement))
    }
    if let last = reading.entries.last { reading.document["saved_at"] = .string(last.time) }
    return reading
  }
}
