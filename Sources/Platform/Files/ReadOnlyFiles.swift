import LibC

/// The files of another file system that can be read and not be written.
public struct ReadOnlyFiles: FileSystem {
  private let files: any FileSystem

  /// The files of a file system, closed for writing.
  public init(_ files: any FileSystem) { self.files = files }

  /// Opens a file for reading.
  public func open(_ path: String) throws(FileError) -> any ReadableFile { try files.open(path) }

  /// Refuses to write.
  public func write(_ bytes: [UInt8], to path: String, _ options: WriteOptions) throws(FileError) {
    throw Self.refusal(path)
  }

  /// Refuses to add to a file.
  public func openForAppending(_ path: String) throws(FileError) -> any AppendedFile { throw Self.refusal(path) }

  /// True if a program that is running adds to the file.
  public func isHeld(_ path: String) -> Bool { files.isHeld(path) }

  /// Refuses to take a file away.
  public func remove(_ path: String) throws(FileError) { throw Self.refusal(path) }

  /// Refuses to give a file another name.
  public func move(_ path: String, to newPath: String) throws(FileError) { throw Self.refusal(newPath) }

  /// Makes no folder.
  public func makeFolder(_ path: String) {}

  /// Removes nothing.
  public func removeLeftovers(in folder: String) {}

  /// The path from the root on.
  public func absolutePath(of path: String) -> String { files.absolutePath(of: path) }

  /// The names in a folder.
  public func entries(of folder: String) -> [FolderEntry] { files.entries(of: folder) }

  /// The facts of a file.
  public func status(of path: String) -> FileStatus? { files.status(of: path) }

  private static func refusal(_ path: String) -> FileError {
    FileError(.write, path, detail: "no files are written with `--safe`")
  }
}
