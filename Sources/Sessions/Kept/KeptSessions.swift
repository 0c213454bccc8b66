import JSON
import Platform

/// The sessions that are kept by themselves, in a folder of journals: the last ones, by the time of their last change.
public struct KeptSessions: Sendable {
  /// The number of sessions that are kept, besides older ones that are bigger than all after them.
  package static let count = 10
  private static let ending = ".jsonl"

  private let environment: Environment
  private var files: any FileSystem { environment.files }

  /// The sessions of an environment.
  public init(_ environment: Environment) { self.environment = environment }

  /// The folder of their journals.
  package var folder: String { environment.stateDirectory + "/sessions" }

  /// The place from which their sources are found again.
  package var place: SessionPlace { SessionPlace(of: folder + "/session" + Self.ending, in: files) }

  /// True if there is a session that is not open in a prompt: `load session` brings the last one back.
  public var isAnyClosed: Bool { latest != nil }

  /// The most recent journal that no prompt has open; nil if there is none.
  package var latest: String? { paths.first { !files.isHeld($0) } }

  /// The journals, the one that was added to last first.
  private var paths: [String] {
    files.entries(of: folder).filter { !$0.isFolder && $0.name.hasSuffix(Self.ending) }
      .map { (path: "\(folder)/\($0.name)", modified: files.status(of: "\(folder)/\($0.name)")?.modified ?? 0) }
      .sorted { ($0.modified, $0.path) > ($1.modified, $1.path) }.map(\.path)
  }

  /// All sessions, the most recently changed first; those that cannot be read are left out.
  package var all: [KeptSession] {
    paths.compactMap { path in
      guard let bytes = try? files.read(path), let reading = try? JournalText.read(bytes), !reading.entries.isEmpty
      else { return nil }
      return KeptSession(path: path, reading: reading, isOpen: files.isHeld(path))
    }
  }

  /// Makes the journal of a session, under a name that no other one has.
  package func openNew(startedAt: String) throws(FileError) -> (path: String, file: any AppendedFile) {
    let stamp = startedAt.replacing(":", with: "-")
    var failure = FileError(.write, folder, number: 0, detail: "no name is left")
    for number in 1...1000 {
      let path = "\(folder)/\(stamp)\(number == 1 ? "" : "-\(number)")\(Self.ending)"
      if files.exists(path) { continue }
      do throws(FileError) { return (path, try files.openForAppending(path)) } catch {
        failure = error
        // Another prompt made it in between.
        if !files.exists(path) { break }
      }
    }
    throw failure
  }

  /// Keeps a session that no prompt has open.
  package func add(_ document: JSONValue) throws(FileError) -> String {
    guard let whole = JSONDifference(from: .object([JSONValue.Member]()), to: document) else { return folder }
    let now = environment.now()
    let (path, file) = try openNew(startedAt: now)
    let entry = JournalText.Entry(time: now, statement: "save session")
    let text = JournalText.beginning(at: now, in: files.absolutePath(of: ".")) + JournalText.line(entry, whole)
    try file.append(Array(text.utf8))
    try file.synchronize()
    return path
  }

  /// Takes away the oldest sessions beyond the number that is kept, and journals without a statement.
  ///
  /// An older session stays as long as it is bigger than every one after it: doing a little something ten times does
  /// not cost the work of a day. Of equal ones, as after `load session`, the last is kept.
  public func prune() {
    var biggest = -1
    var number = 0
    var documents: [JSONValue] = []
    for path in paths {
      let isOpen = files.isHeld(path)
      let reading = (try? files.read(path)).flatMap { try? JournalText.read($0) }
      // A file of a later version, or a damaged one, is never deleted.
      guard let reading else { continue }
      if reading.entries.isEmpty {
        if !isOpen, reading.damagedLine == nil { try? files.remove(path) }
        continue
      }
      number += 1
      let session = KeptSession(path: path, reading: reading, isOpen: isOpen)
      let size = session.contents.count
      let isRepeated = documents.contains { session.isSame(as: $0) }
      if !isOpen, isRepeated || number > Self.count && size <= biggest {
        try? files.remove(path)
        if isRepeated { number -= 1 }
        continue
      }
      documents.append(reading.document)
      biggest = max(biggest, size)
    }
  }
}

/// A stored session: its time, its folder, and its contents.
package struct KeptSession: Sendable {
  /// The journal's file.
  package let path: String
  /// The moment of the last change, in ISO 8601.
  package let savedAt: String
  /// The folder that the program was in.
  package let folder: String
  /// The number of statements that changed it.
  package let statements: Int
  /// The last of these statements.
  package let last: String
  package let contents: SessionContents
  /// True if a running prompt has it open.
  package let isOpen: Bool
  /// The session's document.
  package let document: JSONValue

  /// True if it is the session of a document, whenever that was kept.
  package func isSame(as other: JSONValue) -> Bool {
    var other = other
    other["saved_at"] = document["saved_at"]
    return JSONDifference(from: document, to: other) == nil
  }

  package init(path: String, reading: JournalText.Reading, isOpen: Bool) {
    self.path = path
    savedAt = reading.savedAt
    folder = reading.folder
    statements = reading.entries.count
    last = reading.entries.last?.statement ?? ""
    contents = SessionContents(reading.document)
    self.isOpen = isOpen
    document = reading.document
  }
}
