import LibC

/// The files of the machine, seen from a folder.
public struct DiskFiles: FileSystem {
  /// The folder that relative paths begin at.
  public let folder: String
  /// The folder of `~/`; nil if there is none.
  public let home: String?
  /// The memory of the places at which relative paths were opened; nil if the folder does not change.
  private let workingFolder: WorkingFolder?
  /// True once the wait for a pipe or a terminal is to end.
  private let isCancelled: @Sendable () -> Bool

  /// Makes the files of the machine as seen from a folder; by default the one that the process is in.
  public init(
    folder: String = ".", home: String? = getenv("HOME").map { String(cString: $0) },
    workingFolder: WorkingFolder? = nil, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.folder = folder
    self.home = home
    self.workingFolder = workingFolder
    self.isCancelled = isCancelled
  }

  /// The path as the system knows it.
  private func resolved(_ path: String) -> String {
    if let home, path.hasPrefix("~/") { return home + path.dropFirst(1) }
    return folder == "." || path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// The path of a file to read: a relative one that is missing is searched at its former place.
  private func located(_ path: String) -> String {
    let target = resolved(path)
    guard let workingFolder, !target.hasPrefix("/"), access(target, F_OK) != 0 else { return target }
    return workingFolder.place(of: path) ?? target
  }

  /// Opens a file for reading.
  public func open(_ path: String) throws(FileError) -> any ReadableFile {
    guard !path.utf8.contains(0) else { throw .nul(.read, path) }
    // A pipe whose writer has not come yet is waited for while it is read, if the wait can be ended.
    let target = located(path)
    let descriptor = openFile(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    if let workingFolder, !target.hasPrefix("/") { workingFolder.note(path, at: absolutePath(of: path)) }
    return DiskFile(descriptor: descriptor, path: path, isCancelled: isCancelled)
  }

  /// Writes a file next to its place and then moves it there; see ``FileSystem/write(_:to:_:)``.
  public func write(_ bytes: [UInt8], to path: String, _ options: WriteOptions) throws(FileError) {
    guard !path.utf8.contains(0) else { throw .nul(.write, path) }
    let writing = FileWriting(path: path, target: resolved(path), options: options, isCancelled: isCancelled)
    try writing.write(bytes)
  }

  /// Opens a file that is only added to.
  public func openForAppending(_ path: String) throws(FileError) -> any AppendedFile {
    guard !path.utf8.contains(0) else { throw .nul(.write, path) }
    return try DiskAppendedFile(path: path, target: resolved(path))
  }

  /// True if a program that is running adds to the file.
  public func isHeld(_ path: String) -> Bool { DiskAppendedFile.isHeld(resolved(path)) }

  /// Takes a file or an empty folder away.
  public func remove(_ path: String) throws(FileError) {
    let target = resolved(path)
    if unlink(target) == 0 || errno == ENOENT { return }
    // The systems differ in the error for a folder.
    guard [EISDIR, EPERM].contains(errno), rmdir(target) == 0 else { throw FileError(.write, path) }
  }

  /// Gives a file another name.
  public func move(_ path: String, to newPath: String) throws(FileError) {
    guard !newPath.utf8.contains(0) else { throw .nul(.write, newPath) }
    guard rename(resolved(path), resolved(newPath)) == 0 else { throw FileError(.write, newPath) }
  }

  /// Removes the files that a program that was killed while it wrote has left in a folder.
  public func removeLeftovers(in folder: String) { FileWriting.removeLeftovers(in: resolved(folder)) }

  /// The path from the root on.
  public func absolutePath(of path: String) -> String {
    let path = located(path)
    if path.hasPrefix("/") { return FilePath.normalized(path) }
    guard let current = getcwd(nil, 0) else { return FilePath.normalized(path) }
    defer { free(current) }
    return FilePath.normalized(FilePath.joined(String(cString: current), path))
  }

  /// Makes a folder and those above it that are missing.
  public func makeFolder(_ path: String) {
    var made = ""
    for part in resolved(path).split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : part + "/"
      if !part.isEmpty { mkdir(made, 0o700) }
    }
  }

  /// The names in a folder, in the order of the system.
  public func entries(of folder: String) -> [FolderEntry] {
    guard let stream = opendir(folder.isEmpty ? self.folder : resolved(folder)) else { return [] }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while let found = readdir(stream) {
      let name = withUnsafePointer(to: &found.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      let isFolder = fstatat(dirfd(stream), name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
      entries.append(FolderEntry(name: name, isFolder: isFolder))
    }
    return entries
  }

  /// The kind, size and age of the file or folder at a path.
  public func status(of path: String) -> FileStatus? {
    var status = stat()
    guard stat(located(path), &status) == 0 else { return nil }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return FileStatus(
      isFolder: status.st_mode & S_IFMT == S_IFDIR, isRegular: status.st_mode & S_IFMT == S_IFREG,
      size: Int(status.st_size),
      modified: Int(modified.tv_sec) * 1_000_000_000 + Int(modified.tv_nsec),
      identity: [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)],
      isOpenToOthers: status.st_mode & 0o066 != 0,
      isWritableByOthers: status.st_mode & 0o022 != 0)
  }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o644) }
