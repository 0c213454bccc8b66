import LibC

/// The files of the machine, seen from a folder.
public struct DiskFiles: FileSystem {
  /// The folder that relative paths begin at.
  public let folder: String
  /// The folder that `~/` stands for; nil where there is none.
  public let home: String?

  /// Makes the files of the machine as seen from a folder; by default the one that the process is in.
  public init(folder: String = ".", home: String? = getenv("HOME").map { String(cString: $0) }) {
    self.folder = folder
    self.home = home
  }

  /// The path as the system knows it.
  private func resolved(_ path: String) -> String {
    if let home, path.hasPrefix("~/") { return home + path.dropFirst(1) }
    return folder == "." || path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// Opens a file for reading.
  public func open(_ path: String) throws(FileError) -> any ReadableFile {
    let descriptor = openFile(resolved(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    return DiskFile(descriptor: descriptor, path: path)
  }

  /// Writes a file beside its place and then moves it there.
  public func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let target = resolved(path)
    let temporary = "\(target).\(getpid()).tmp"
    let descriptor = openFile(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        let error = FileError(.write, path)
        close(descriptor)
        unlink(temporary)
        throw error
      }
      rest = rest.dropFirst(count)
    }
    let isSynced = fsync(descriptor) == 0
    let error = isSynced ? nil : FileError(.write, path)
    close(descriptor)
    guard isSynced, rename(temporary, target) == 0 else {
      let error = error ?? FileError(.write, path)
      unlink(temporary)
      throw error
    }
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
    guard stat(resolved(path), &status) == 0 else { return nil }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return FileStatus(
      isFolder: status.st_mode & S_IFMT == S_IFDIR, size: Int(status.st_size),
      modified: Int(modified.tv_sec) * 1_000_000_000 + Int(modified.tv_nsec))
  }
}

/// An open file of the machine, or another descriptor to read from.
public final class DiskFile: ReadableFile {
  /// The path as it was typed.
  public let path: String
  /// The number of bytes; nil for anything but a regular file.
  public let size: Int?
  private let descriptor: Int32
  private let isOwned: Bool

  /// Takes a descriptor, and closes it at the end where it is its own to close.
  public init(descriptor: Int32, path: String, isOwned: Bool = true) {
    self.descriptor = descriptor
    self.path = path
    self.isOwned = isOwned
    var status = stat()
    size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Reads until the buffer is full or the file ends.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let step =
        size == nil
        ? readBytes(descriptor, rest.baseAddress, rest.count)
        : pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if step < 0 {
        if errno == EINTR { continue }
        throw FileError(.read, path)
      }
      if step == 0 { break }
      done += step
    }
    return done
  }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o644) }

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
