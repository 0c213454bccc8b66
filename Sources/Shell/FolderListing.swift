import LibC

/// Lists folders, for the completion of file names.
public struct FolderListing: Sendable {
  /// A file or a folder.
  public struct Entry: Hashable, Sendable {
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

  private let list: @Sendable (_ path: String) -> [Entry]

  /// Makes a listing; the closure gets a folder's path as it was typed, which is empty for the working folder.
  public init(_ list: @escaping @Sendable (_ path: String) -> [Entry]) { self.list = list }

  /// What a folder holds, sorted by name; empty where it cannot be read.
  public func entries(of path: String) -> [Entry] { list(path).sorted { $0.name < $1.name } }

  /// A listing of nothing.
  public static let nothing = FolderListing { _ in [] }

  /// The folders of the machine.
  public static let system = FolderListing { path in
    guard let folder = opendir(path.isEmpty ? "." : TextFile.expanded(path)) else { return [] }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while let found = readdir(folder) {
      let name = withUnsafePointer(to: &found.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      let isFolder = fstatat(dirfd(folder), name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    return entries
  }
}
