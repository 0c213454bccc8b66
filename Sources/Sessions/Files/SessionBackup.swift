import Platform

/// The sessions that were in a file before: `session.json.1` is the one right before, up to `session.json.3`.
public enum SessionBackup {
  /// The number of sessions that are kept.
  public static let depth = 3

  /// Moves a session's file, and those kept before it, one place further; the oldest is dropped.
  ///
  /// - Returns: the name that the file has now; nil if there was no file.
  @discardableResult
  public static func rotate(_ path: String, in files: any FileSystem) throws(FileError) -> String? {
    guard let status = files.status(of: path), status.isRegular else { return nil }
    for place in (1..<depth).reversed() where files.exists("\(path).\(place)") {
      try files.move("\(path).\(place)", to: "\(path).\(place + 1)")
    }
    try files.move(path, to: "\(path).1")
    return "\(path).1"
  }

  /// The reason for which a file cannot be opened as a session; nil if it can, and if there is none.
  ///
  /// A session with only a damaged part can be opened.
  public static func problem(with path: String, in files: any FileSystem) -> String? {
    guard files.status(of: path)?.isRegular == true else { return nil }
    let bytes: [UInt8]
    do { bytes = try files.read(path) } catch { return error.message }
    do throws(SessionFileError) { _ = try SessionFile.document(bytes) } catch { return error.message }
    return nil
  }

  /// Keeps a session that could not be read completely, before another one is written to its file.
  ///
  /// - Parameter unread: the file of such a session; nil if there is none.
  /// - Returns: its new name; nil if `path` is another file.
  package static func keepUnread(
    _ unread: String?, before path: String, in files: any FileSystem
  ) throws(FileError) -> String? {
    guard let unread, files.absolutePath(of: path) == unread else { return nil }
    return try rotate(path, in: files)
  }
}
