/// The file that a company's reported figures came from.
public struct FiguresFile: Sendable, Hashable {
  /// The path as it was typed.
  public var path: String
  /// A hash of the file's bytes: a session tells when they have changed.
  public var contentHash: String

  /// Makes a record of a file.
  public init(path: String, contentHash: String) {
    self.path = path
    self.contentHash = contentHash
  }
}
