/// The files that a session can reach: the only way to them, so that a test or a server decides which they are.
///
/// Paths are as typed; a relative one begins at a folder that the file system knows.
///
/// ```swift
/// let files: any FileSystem = DiskFiles(folder: "/tmp/work")
/// try files.write("close\n1\n", to: "a.csv")
/// let text = String(decoding: try files.read("a.csv"), as: UTF8.self)
/// ```
public protocol FileSystem: Sendable {
  /// Opens a file for reading.
  func open(_ path: String) throws(FileError) -> any ReadableFile

  /// Writes a file atomically: a reader sees the old file or the new one.
  ///
  /// A link stays a link, and a file that was there keeps its mode and its owner. A device or a pipe is written in
  /// place.
  func write(_ bytes: [UInt8], to path: String, _ options: WriteOptions) throws(FileError)

  /// Opens a file that is only added to; it is made if it is not there, for its owner alone.
  ///
  /// Throws if another program has it open so.
  func openForAppending(_ path: String) throws(FileError) -> any AppendedFile

  /// True if a program that is running adds to the file, this one among them.
  func isHeld(_ path: String) -> Bool

  /// Takes a file or an empty folder away; a missing one is not an error.
  func remove(_ path: String) throws(FileError)

  /// Gives a file another name; a file of that name is replaced.
  func move(_ path: String, to newPath: String) throws(FileError)

  /// Makes a folder and those above it that are missing; one that is there stays.
  func makeFolder(_ path: String)

  /// Removes the temporary files in a folder left by a program that was killed while writing.
  func removeLeftovers(in folder: String)

  /// The same path from the root of the file system on, without `.` and `..`; links are not followed.
  func absolutePath(of path: String) -> String

  /// The names in a folder, in no order; empty if it cannot be read. An empty path is the working folder.
  func entries(of folder: String) -> [FolderEntry]

  /// The kind, size and age of the file or folder at a path; nil if there is nothing.
  func status(of path: String) -> FileStatus?
}

extension FileSystem {
  /// All bytes of a file, of at most `FileLimit.document` bytes.
  public func read(_ path: String) throws(FileError) -> [UInt8] { try open(path).bytes(limit: FileLimit.document) }

  /// Writes a file atomically.
  public func write(_ bytes: [UInt8], to path: String) throws(FileError) { try write(bytes, to: path, []) }

  /// Writes a text as UTF-8, atomically.
  public func write(_ text: String, to path: String, _ options: WriteOptions = []) throws(FileError) {
    try write(Array(text.utf8), to: path, options)
  }

  /// True if there is something at a path.
  public func exists(_ path: String) -> Bool { status(of: path) != nil }

  /// True if there is a folder at a path.
  public func isFolder(_ path: String) -> Bool { status(of: path)?.isFolder ?? false }
}

/// The kind, size and age of a file or folder.
public struct FileStatus: Sendable, Hashable {
  /// True for a folder.
  public var isFolder: Bool
  /// True for a regular file, false for a folder, a device or a pipe.
  public var isRegular: Bool
  /// The number of bytes.
  public var size: Int
  /// The time of the last change, in nanoseconds since 1970.
  public var modified: Int
  /// The device and the number of the file on it: two paths with equal ones are one file.
  public var identity: [UInt64]
  /// True if others than its owner may read or write it.
  public var isOpenToOthers: Bool
  /// True if others than its owner may write it: a folder whose files they can exchange.
  public var isWritableByOthers: Bool

  /// Makes a status.
  public init(
    isFolder: Bool, isRegular: Bool, size: Int, modified: Int, identity: [UInt64], isOpenToOthers: Bool = false,
    isWritableByOthers: Bool = false
  ) {
    self.isWritableByOthers = isWritableByOthers
    self.isFolder = isFolder
    self.isRegular = isRegular
    self.size = size
    self.modified = modified
    self.identity = identity
    self.isOpenToOthers = isOpenToOthers
  }
}

/// A file or a folder within a folder.
public struct FolderEntry: Hashable, Sendable {
  /// Its name in the folder.
  public var name: String
  /// True for a folder.
  public var isFolder: Bool

  /// Makes an entry.
  public init(name: String, isFolder: Bool = false) {
    self.name = name
    self.isFolder = isFolder
  }
}
