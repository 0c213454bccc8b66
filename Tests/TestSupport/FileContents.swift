import LibC

/// Whole files, as tests read them.
public enum FileContents {
  /// A file that cannot be opened.
  public struct Unreadable: Error {
    /// The path that was asked for.
    public let path: String
  }

  /// The bytes of a file.
  public static func bytes(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw Unreadable(path: path) }
    defer { fclose(file) }
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { return all }
      all.append(contentsOf: piece[..<count])
    }
  }

  /// The text of a file in UTF-8.
  public static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  /// The cells of a CSV file without quotes, row by row, the header first.
  public static func rows(_ path: String) throws -> [[String]] {
    try text(path).split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
