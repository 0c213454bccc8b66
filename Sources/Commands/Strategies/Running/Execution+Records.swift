import Calendar
import LibC
import Platform
import Sessions
import Work

extension Execution {
  /// The bytes of a file of records; none if it is not there yet.
  ///
  /// Without a folder of data the interpreter keeps them in its memory.
  package func records(in file: RecordFile) throws(FileError) -> [UInt8] {
    guard let path = path(of: file) else { return state.records[file] ?? [] }
    return environment.files.exists(path) ? try environment.files.read(path) : []
  }

  /// Adds a line to a file of records, and flushes it to the disk before it returns.
  ///
  /// The file is locked from the check to the end, so that two programs do not write the same line twice. If its last
  /// line is incomplete, as after a killed program, the new one begins after it.
  ///
  /// - Parameter line: the line to add, given the bytes of the file so far; nil to add none.
  mutating func addRecord(to file: RecordFile, _ line: (_ bytes: [UInt8]) -> String?) throws(FileError) {
    guard let folder = environment.dataDirectory, let path = path(of: file) else {
      let bytes = state.records[file] ?? []
      if let line = line(bytes) { state.records[file] = bytes + Array(line.utf8) }
      return
    }
    environment.files.makeFolder(folder)
    let held = try openRecords(path)
    let bytes = try records(in: file)
    guard let line = line(bytes) else { return }
    let newline = UInt8(ascii: "\n")
    let isWhole = bytes.last.map { $0 == newline } ?? true
    try held.append((isWhole ? [] : [newline]) + Array(line.utf8))
    try held.synchronize()
  }

  /// The file, once no other program adds to it.
  ///
  /// A line takes milliseconds, on a busy disk more. One that holds it for some seconds is an error.
  private func openRecords(_ path: String) throws(FileError) -> any AppendedFile {
    for _ in 0..<500 {
      do throws(FileError) { return try environment.files.openForAppending(path) } catch {
        // Asking whether the file is held now would miss a program that gave it up a moment ago.
        guard error.isLocked, !environment.monitor.isStopped else { throw error }
      }
      usleep(10_000)
    }
    return try environment.files.openForAppending(path)
  }

  private func path(of file: RecordFile) -> String? {
    environment.dataDirectory.map { "\($0)/\(file.rawValue)" }
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
