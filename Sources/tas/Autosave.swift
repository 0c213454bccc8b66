import LibC
import Platform
import Shell

/// Keeps the prompt's session in its file after each statement that changed it.
///
/// The sessions of the three starts before stay beside it, and so does one that could not be read. A session in which
/// nothing was done does not take the place of the last one.
final class Autosave {
  /// The file of the session.
  let path: String
  /// True for the file of `--session`, which is this session's own from the start.
  private let isChosen: Bool
  private let program: Program
  private var files: any FileSystem { program.environment.files }
  /// The revision of the session that is in the file.
  private var savedRevision: Int
  /// The file as this program left it, and nobody else since.
  private var written: FileStatus?
  /// The last save failed.
  private(set) var hasFailed = false
  /// True where the file could not be opened as a session.
  private var didNotOpen = false

  /// True where the session is in the file.
  var hasSaved: Bool { written != nil }

  init(program: Program, _ interpreter: Interpreter) {
    self.program = program
    isChosen = program.options.session != nil
    path = program.options.session ?? program.environment.stateDirectory + "/session.json"
    savedRevision = interpreter.revision
    files.removeLeftovers(in: FileName.folder(of: path))
  }

  /// Takes note of a session that was refused: the file is kept when the next session is written.
  func noteRefusedSession() { didNotOpen = true }

  /// Saves the session where a statement may have changed it since the last time.
  func save(_ interpreter: Interpreter) {
    guard interpreter.revision != savedRevision, !interpreter.session.isEmpty || hasSaved || isChosen else { return }
    savedRevision = interpreter.revision
    write(interpreter, .unsynced)
  }

  /// Saves the session for good, when the prompt is left.
  func finish(_ interpreter: Interpreter) {
    if isChosen || interpreter.revision != savedRevision && (!interpreter.session.isEmpty || hasSaved) || hasSaved {
      write(interpreter, [])
    }
  }

  private func write(_ interpreter: Interpreter, _ options: WriteOptions) {
    do throws(FileError) {
      try makeRoom(interpreter)
      try interpreter.save(to: path, options)
      written = files.status(of: path)
      hasFailed = false
    } catch {
      if !hasFailed { program.console.write("error: the session is not saved: \(error.message)\n", to: .errors) }
      hasFailed = true
    }
  }

  /// Moves the file aside, where it holds another session than this one.
  private func makeRoom(_ interpreter: Interpreter) throws(FileError) {
    if let written, files.status(of: path) == written { return }
    let isUnread =
      written == nil && (didNotOpen || interpreter.sessionNotReadWhole == files.absolutePath(of: path))
    if written == nil, isChosen, !isUnread { return }
    if !isUnread, isSame(interpreter) { return }
    let problem = isUnread ? nil : SessionBackup.problem(with: path, in: files)
    guard let kept = try SessionBackup.rotate(path, in: files), isUnread || problem != nil else { return }
    if let problem {
      return program.console.write(
        "warning: \(path) could not be read and is kept as \(kept): \(problem)\n", to: .errors)
    }
    program.console.write("note: the session that could not be read whole is kept as \(kept)\n", to: .errors)
  }

  /// True where the file holds the same session, saved at another time.
  private func isSame(_ interpreter: Interpreter) -> Bool {
    guard let bytes = try? files.read(path) else { return false }
    return interpreter.isSaved(as: bytes, at: path)
  }
}
