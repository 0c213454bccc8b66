import Bookkeeping
import Calendar
import Platform
import Sessions

extension Execution {
  /// The lines of records of a kind; the book has them.
  package func records(of kind: RecordKind) throws(FileError) -> [UInt8] {
    do throws(BookError) { return try state.book.records(of: kind, environment) } catch {
      throw Self.fileError(error, .read)
    }
  }

  /// Adds lines to the records, on the disk before it returns.
  ///
  /// - Parameter lines: the lines to add, given those so far.
  mutating func addRecords(of kind: RecordKind, _ lines: (_ bytes: [UInt8]) -> [String]) throws(FileError) {
    do throws(BookError) {
      try state.book.addRecords(of: kind, environment, at: environment.moment, lines)
    } catch { throw Self.fileError(error, .write) }
  }

  private static func fileError(_ error: BookError, _ action: FileError.Action) -> FileError {
    switch error {
    case .file(let path, let reason): FileError(action, path, detail: reason)
    default: FileError(action, "book.sqlite", detail: "it is only read")
    }
  }
}

extension Environment {
  /// The current time; the beginning of today if the clock gives no valid time.
  package var moment: Timestamp {
    let text = now()
    let day = CivilDate(iso8601: String(text.prefix(10))) ?? today
    let clock = text.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, text.hasSuffix("Z") else { return Zone.utc.timestamp(of: CivilTime(date: day)) }
    return Zone.utc.timestamp(of: CivilTime(date: day, hour: clock[0], minute: clock[1], second: clock[2]))
  }
}
