import JSON
import Platform

/// The journal of one run of the prompt: each statement that changed the session is added as it succeeds.
///
/// Its file is made by the first such statement, and is this program's alone while it runs. If the program ends for any
/// reason, only the statement under way is lost, and two prompts have a journal each.
public final class SessionJournal {
  /// The size from which a journal is rewritten, as one line with the full session.
  private static let largest = 8 << 20

  private let environment: Environment
  private let kept: KeptSessions
  private let startedAt: String
  private var log: DurableLog?
  private var size = 0
  /// The session's document as the journal has it.
  private var document: JSONValue = .object([JSONValue.Member]())
  /// The journal's file; nil before the first statement that changed the session.
  public private(set) var path: String?

  /// Makes a journal that has no file yet.
  public init(environment: Environment) {
    self.environment = environment
    kept = KeptSessions(environment)
    startedAt = environment.now()
  }

  /// Adds a statement that changed the session.
  package func add(_ statement: String, _ session: Session, _ trials: Trials) throws(FileError) {
    if log == nil, session.isEmpty { return }
    let log: DurableLog
    if let open = self.log { log = open } else { log = try open() }
    let now = SessionFile.json(of: session, trials, savedAt: "", at: kept.place)
    guard let difference = JSONDifference(from: document, to: now) else { return }
    let entry = JournalText.Entry(time: environment.now(), statement: statement)
    let line = Array(JournalText.line(entry, difference).utf8)
    try log.append(line)
    document = now
    size += line.count
    if size > Self.largest { try shorten(entry) }
  }

  /// Waits until the journal is on the disk.
  public func finish() throws(FileError) { try log?.synchronize() }

  private func open() throws(FileError) -> DurableLog {
    environment.files.makeFolder(kept.folder)
    environment.files.removeLeftovers(in: kept.folder)
    let (path, file) = try kept.openNew(startedAt: startedAt)
    do throws(FileError) { try file.append(Array(beginning.utf8)) } catch {
      try? environment.files.remove(path)
      throw error
    }
    let log = DurableLog(file)
    self.path = path
    self.log = log
    size = beginning.utf8.count
    return log
  }

  private var beginning: String {
    JournalText.beginning(at: startedAt, in: environment.files.absolutePath(of: "."))
  }

  /// Rewrites the journal in another file with the session as one difference, then gives up the long one.
  private func shorten(_ entry: JournalText.Entry) throws(FileError) {
    guard let long = path, let whole = JSONDifference(from: .object([JSONValue.Member]()), to: document) else { return }
    let text = Array((beginning + JournalText.line(entry, whole)).utf8)
    guard text.count < size / 2 else { return }
    let (path, file) = try kept.openNew(startedAt: startedAt)
    try file.append(text)
    try file.synchronize()
    (log, self.path, size) = (DurableLog(file), path, text.count)
    try environment.files.remove(long)
  }
}
