/// The file that a company's reported figures came from.
public struct FiguresFile: Sendable, Hashable {
  /// The path as typed.
  public var path: String
  /// A hash of the file's bytes: a session detects changes by it.
  public var contentHash: String

  /// The front of the path of figures that came from the SEC itself: `sec:AAPL`.
  public static let secPrefix = "sec:"

  /// The ticker of figures that came from the SEC itself; nil for those of a file.
  public var secTicker: String? {
    path.hasPrefix(Self.secPrefix) ? String(path.dropFirst(Self.secPrefix.count)) : nil
  }

  /// Makes a record of a file.
  public init(path: String, contentHash: String) {
    self.path = path
    self.contentHash = contentHash
  }
}
