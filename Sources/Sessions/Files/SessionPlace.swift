import JSON
import Platform

/// The place of a session's file, from which the files of its series and companies are found again.
package struct SessionPlace {
  /// The folder of the session's file, from the root on.
  package let folder: String
  package let files: any FileSystem

  /// The place of a session's file.
  package init(of path: String, in files: any FileSystem) {
    folder = FileName.folder(of: files.absolutePath(of: path))
    self.files = files
  }

  /// The keys of a file besides its path as typed: the path from the root, and the one from the session's file, for
  /// moved folders.
  package func members(of path: String) -> [(String, JSONValue)] {
    let absolute = files.absolutePath(of: path)
    return [("path", .string(absolute)), ("relative", .string(FilePath.relative(absolute, to: folder)))]
  }

  /// The paths under which a file may be found again, the likelier first, without one twice.
  package func candidates(typed: String, in json: JSONValue) -> [String] {
    guard let absolute = json["path"]?.stringValue else { return [typed] }
    // The path as typed if it still names the same file, so that messages show the path the user knows.
    var all = [files.absolutePath(of: typed) == absolute ? typed : absolute]
    if let relative = json["relative"]?.stringValue {
      let other = FilePath.normalized(FilePath.joined(folder, relative))
      if other != absolute { all.append(other) }
    }
    return all
  }
}
