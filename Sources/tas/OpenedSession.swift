import Platform
import Sessions
import Shell

/// The file of `--session`: it is written after each statement that changed the session, at the place where it was
/// opened.
final class OpenedSession {
  /// The file from the root on, so that another working folder changes nothing.
  let path: String
  private let program: Program
  private var files: any FileSystem { program.environment.files }
  /// The revision of the session that is in the file.
  private var savedRevision: Int
  /// The file as this program left it, and unchanged since.
  private var written: FileStatus?

  init(_ path: String, program: Program, _ interpreter: Interpreter) {
    self.program = program
    self.path = program.environment.files.absolutePath(of: path)
    savedRevision = interpreter.revision
    files.removeLeftovers(in: FileName.folder(of: self.path))
  }

  /// Saves the session if a statement may have changed it since the last time.
  func save(_ interpreter: Interpreter) throws(FileError) {
    guard interpreter.revision != savedRevision else { return }
    savedRevision = interpreter.revision
    try write(interpreter, .unsynced)
  }

  /// Saves the session for good.
  func finish(_ interpreter: Interpreter) throws(FileError) { try write(interpreter, []) }

  private func write(_ interpreter: Interpreter, _ options: WriteOptions) throws(FileError) {
    try makeRoom(interpreter)
    try interpreter.save(to: path, options)
    written = files.status(of: path)
  }

  /// Moves the file aside, if it could not be read completely, or another program has written it since.
  private func makeRoom(_ interpreter: Interpreter) throws(FileError) {
    if let written, files.status(of: path) == written { return }
    let isUnread = written == nil && interpreter.sessionNotReadWhole == path
    if written == nil, !isUnread { return }
    if !isUnread, isSame(interpreter) { return }
    let problem = isUnread ? nil : SessionBackup.problem(with: path, in: files)
    guard let kept = try SessionBackup.rotate(path, in: files), isUnread || problem != nil else { return }
    if let problem {
      return program.console.write(
        "warning: \(path) could not be read and is kept as \(kept): \(problem)\n", to: .errors)
    }
    program.console.write("note: the session that could not be read completely is kept as \(kept)\n", to: .errors)
  }

  /// True if the file holds the same session, saved at another time.
  private func isSame(_ interpreter: Interpreter) -> Bool {
    guard let bytes = try? files.read(path) else { return false }
    return interpreter.isSaved(as: bytes, at: path)
  }
}
