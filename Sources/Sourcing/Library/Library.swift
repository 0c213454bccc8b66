import FileFormats
import Platform

/// The library: data loaded from the network, in one SQLite file that several programs share.
///
/// Each page of a provider is stored in a transaction of its own, so that a program that is killed loses at most the
/// page under way. Addresses are stored without keys.
public struct Library: Sendable {
  /// The path of the file.
  public let path: String
  private let folder: String
  private let files: any FileSystem

  /// The library of an environment; nil if nothing is kept.
  public init?(_ environment: Environment) {
    guard let folder = environment.dataDirectory else { return nil }
    self.folder = folder
    path = folder + "/library.sqlite"
    files = environment.files
  }

  /// Works on the file, which is made if it is not there.
  @discardableResult
  func open<Value>(_ work: (SQLiteDatabase) throws(SQLiteError) -> Value) throws(LibraryError) -> Value {
    files.makeFolder(folder)
    do throws(SQLiteError) {
      let database = try SQLiteDatabase(path: path)
      try Self.prepare(database)
      return try work(database)
    } catch {
      throw LibraryError(path: path, reason: error.isDamage ? "the file is not a library, or is damaged" : error.reason)
    }
  }

  private static func prepare(_ database: SQLiteDatabase) throws(SQLiteError) {
    // Both are of a connection, not of the file: a page is handed to the disk when the log is taken over, not each time.
    try database.runScript("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL")
    if try version(of: database) == LibrarySchema.version { return }
    // Readers continue while another program writes.
    try database.runScript("PRAGMA journal_mode = WAL")
    try database.transaction { () throws(SQLiteError) in
      let found = try version(of: database)
      if found == LibrarySchema.version { return }
      guard found < LibrarySchema.version else {
        throw SQLiteError(code: 1, reason: "it was written by a newer version of tas")
      }
      try database.runScript(
        (found == 0 ? LibrarySchema.script : "") + LibrarySchema.ledger
          + "PRAGMA user_version = \(LibrarySchema.version)")
    }
  }

  private static func version(of database: SQLiteDatabase) throws(SQLiteError) -> Int64 {
    try database.run("PRAGMA user_version").first?.first?.integer ?? 0
  }
}

/// The reason why the library could not be read or written.
public struct LibraryError: Error, Sendable, Hashable {
  /// The path of the library.
  public var path: String
  /// The reason.
  public var reason: String

  /// Makes an error.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// One sentence with the path.
  public var message: String { "the library \(path): \(reason)" }
}
