import LibC
import Platform

/// The names in folders, for the completion of file names.
public struct FolderListing: Sendable {
  private let list: @Sendable (_ path: String) -> [FolderEntry]

  /// Makes a listing; the closure gets a folder's path as typed, which is empty for the working folder.
  public init(_ list: @escaping @Sendable (_ path: String) -> [FolderEntry]) { self.list = list }

  /// The folders of a file system.
  public init(_ files: any FileSystem) { list = { files.entries(of: $0) } }

  /// The names in a folder, sorted; empty if it cannot be read.
  public func entries(of path: String) -> [FolderEntry] { list(path).sorted { $0.name < $1.name } }

  /// A listing of nothing.
  public static let nothing = FolderListing { _ in [] }
}
