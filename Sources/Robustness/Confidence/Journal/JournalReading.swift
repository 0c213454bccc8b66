import JSON

/// A journal that was read from its file, with the lines that could not be taken.
///
/// Each line is an entry as JSON. A damaged line (the last one of a program that was ended while it wrote, for
/// instance) takes nothing else with it.
public struct JournalReading: Sendable, Hashable {
  /// A line that was not taken.
  public struct Line: Sendable, Hashable {
    /// The number of the line, from 1.
    public let number: Int
    /// The reason, in one or two sentences.
    public let reason: String
  }

  /// The entries that could be read.
  public let journal: SignalJournal
  /// The lines that are not entries.
  public let damaged: [Line]
  /// The lines that repeat an earlier entry, or contradict it on the same data.
  public let repeated: [Line]

  /// Reads the bytes of a file, which are untrusted; blank lines are skipped.
  public init(_ bytes: [UInt8]) {
    var journal = SignalJournal()
    var (damaged, repeated): ([Line], [Line]) = ([], [])
    for (index, bytes) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }) {
        continue
      }
      switch Self.entry(Array(bytes)) {
      case .failure(let refusal): damaged.append(Line(number: index + 1, reason: refusal.reason))
      case .success(let entry):
        switch journal.append(entry) {
        case .entered, .enteredAgain: break
        case .duplicate: repeated.append(Line(number: index + 1, reason: "The entry exists already."))
        case .contradicted:
          repeated.append(Line(number: index + 1, reason: "An entry of the same bar and data has other contents."))
        }
      }
    }
    (self.journal, self.damaged, self.repeated) = (journal, damaged, repeated)
  }

  private struct Refusal: Error { let reason: String }

  private static func entry(_ bytes: [UInt8]) -> Result<SignalEntry, Refusal> {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      return .failure(Refusal(reason: "The line is not JSON: \(error)."))
    }
    do throws(RecordError) {
      return .success(try SignalEntry(json: json))
    } catch {
      return .failure(Refusal(reason: error.description))
    }
  }
}

extension SignalEntry {
  /// The entry as a line of a journal's file, its newline included.
  public var line: String { json.write() + "\n" }
}

extension SignalJournal {
  /// The journal as its file has it: each entry on a line.
  public var lines: String { entries.map(\.line).joined() }
}
