import Foundation

/// The folder of reference files beside the package; absent where only the package was copied.
enum SharedFiles {
  /// The folder, or nil where it is absent.
  static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["TAS_SHARED"] { return existing(URL(filePath: path)) }
    let file = URL(filePath: #filePath).deletingLastPathComponent().resolvingSymlinksInPath()
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
    return existing(root.deletingLastPathComponent().appending(path: "shared"))
  }()

  /// True where the reference files can be read.
  static let arePresent = folder != nil

  private static func existing(_ folder: URL) -> URL? {
    FileManager.default.fileExists(atPath: folder.appending(path: "oracles/backtest").path) ? folder : nil
  }

  struct Absent: Error {}

  /// The rows of a CSV file as cells, the header first.
  static func rows(_ path: String) throws -> [[String]] {
    let text = try String(contentsOf: file(path), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// A JSON object.
  static func json(_ path: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file(path)))
    guard let dictionary = object as? [String: Any] else { throw Absent() }
    return dictionary
  }

  private static func file(_ path: String) throws -> URL {
    guard let folder else { throw Absent() }
    return folder.appending(path: path)
  }
}
