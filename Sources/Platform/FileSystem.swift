/// The files that a session can reach: the only way to them, so that a test or a server decides which they are.
///
/// Paths are as they were typed; a relative one begins at a folder that the file system knows.
///
/// ```swift
/// let files: any FileSystem = DiskFiles(folder: "/tmp/work")
/// try files.write("close\n1\n", to: "a.csv")
/// let text = String(decoding: try files.read("a.csv"), as: UTF8.self)
/// ```
public protocol FileSystem: Sendable {
  /// Opens a file for reading.
  func open(_ path: String) throws(FileError) -> any ReadableFile

  /// Writes a file whole or not at all: a reader sees the old file or the new one.
  func write(_ bytes: [UInt8], to path: String) throws(FileError)

  /// Makes a folder and those above it that are missing; one that is there stays.
  func makeFolder(_ path: String)

  /// The names in a folder, in no order; empty where it cannot be read. An empty path is the working folder.
  func entries(of folder: String) -> [FolderEntry]

  /// The kind, size and age of the file or folder at a path; nil where there is nothing.
  func status(of path: String) -> FileStatus?
}

extension FileSystem {
  /// All bytes of a file.
  public func read(_ path: String) throws(FileError) -> [UInt8] { try open(path).bytes() }

  /// Writes a text as UTF-8, whole or not at all.
  public func write(_ text: String, to path: String) throws(FileError) { try write(Array(text.utf8), to: path) }

  /// True where there is something at a path.
  public func exists(_ path: String) -> Bool { status(of: path) != nil }

  /// True where there is a folder at a path.
  public func isFolder(_ path: String) -> Bool { status(of: path)?.isFolder ?? false }
}

/// A file that is open for reading, from any thread.
public protocol ReadableFile: Sendable {
  /// The path as it was typed.
  var path: String { get }

  /// The number of bytes; nil where only reading tells it (a pipe), and then reading goes on where it stopped.
  var size: Int? { get }

  /// Reads into a buffer from an offset on; fewer bytes than the buffer holds mean the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int
}

extension ReadableFile {
  /// All bytes.
  public func bytes() throws(FileError) -> [UInt8] {
    var all: [UInt8] = []
    if let size { all.reserveCapacity(size) }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let offset = all.count
      let read = piece.withUnsafeMutableBytes { buffer -> Result<Int, FileError> in
        do throws(FileError) { return .success(try self.read(into: buffer, at: offset)) } catch {
          return .failure(error)
        }
      }
      let count = try read.get()
      all += piece[..<count]
      if count < piece.count { return all }
    }
  }
}

/// The kind, size and age of a file or folder.
public struct FileStatus: Sendable, Hashable {
  /// True for a folder.
  public var isFolder: Bool
  /// The number of bytes.
  public var size: Int
  /// The time of the last change, in nanoseconds since 1970.
  public var modified: Int

  /// Makes a status.
  public init(isFolder: Bool, size: Int, modified: Int) {
    self.isFolder = isFolder
    self.size = size
    self.modified = modified
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
