import LibC

/// A folder for one test, which is removed with all that is in it once the test lets go of it.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String

  /// Makes the folder; throws if the system makes none.
  public init() throws {
    var template = Array("/tmp/tas-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NoFolder() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private struct NoFolder: Error {}

  deinit { Self.remove(path) }

  /// Removes a folder with all that is in it.
  public static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(folder)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
