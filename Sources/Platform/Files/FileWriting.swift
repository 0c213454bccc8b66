import LibC

/// One write of a file: next to its place, then moved there, so that a reader sees the old file or the new one.
///
/// If the place cannot be taken without losing something (a device, a pipe, a second name of the same file, an owner
/// other than the user) it is written in place.
struct FileWriting {
  /// The path as typed, for errors.
  let path: String
  /// The path as the system knows it.
  let target: String
  let options: WriteOptions
  let isCancelled: @Sendable () -> Bool

  func write(_ bytes: [UInt8]) throws(FileError) {
    var status = stat()
    guard stat(target, &status) == 0 else {
      return try replace(Self.endOfLinks(target), with: bytes, mode: options.contains(.ownerOnly) ? 0o600 : nil)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.write, path, number: EISDIR) }
    // Paths below `/dev` and `/proc` are files that are already open.
    let isOpenElsewhere = target.hasPrefix("/dev/") || target.hasPrefix("/proc/")
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1, !isOpenElsewhere else {
      return try writeInPlace(bytes, isRegular: status.st_mode & S_IFMT == S_IFREG)
    }
    // A file that may not be written is not replaced either.
    guard access(target, W_OK) == 0 else { throw FileError(.write, path) }
    try replace(Self.endOfLinks(target), with: bytes, mode: status.st_mode & 0o7777, like: status)
  }

  // MARK: Beside its place

  /// - Parameter place: the path of the file itself, links followed.
  private func replace(
    _ place: String, with bytes: [UInt8], mode: mode_t?, like former: stat? = nil
  ) throws(FileError) {
    let folder = Self.folder(of: place)
    let temporary = "\(folder)/\(Self.temporaryName())"
    let descriptor = openFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o644)
    guard descriptor >= 0 else {
      let error = FileError(.write, path)
      // A folder may refuse a new file and still let the old one be written.
      if former != nil, [EACCES, EPERM, EROFS].contains(error.number) {
        return try writeInPlace(bytes, isRegular: true)
      }
      throw error
    }
    let isNoted = TemporaryFile.begin(temporary)
    defer { if isNoted { TemporaryFile.end() } }
    if let former {
      if former.st_uid != geteuid() || former.st_gid != getegid(),
        fchown(descriptor, former.st_uid, former.st_gid) != 0
      {
        close(descriptor)
        unlink(temporary)
        return try writeInPlace(bytes, isRegular: true)
      }
      fchmod(descriptor, former.st_mode & 0o7777)
    }
    do throws(FileError) {
      try write(bytes, to: descriptor)
      guard options.contains(.unsynced) || fsync(descriptor) == 0 else { throw FileError(.write, path) }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    close(descriptor)
    guard rename(temporary, place) == 0 else {
      let error = FileError(.write, path)
      unlink(temporary)
      throw error
    }
    if !options.contains(.unsynced) { Self.sync(folder) }
  }

  /// Makes the new name last: a file is on the disk only when its folder is.
  private static func sync(_ folder: String) {
    let descriptor = openFile(folder, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The path of a file after following links, even if the last one is dangling.
  private static func endOfLinks(_ path: String) -> String {
    var path = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    for _ in 0..<40 {
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let next = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = FilePath.joined(folder(of: path), next)
    }
    return path
  }

  private static func folder(of path: String) -> String { FileName.folder(of: path) }

  // MARK: In place

  private func writeInPlace(_ bytes: [UInt8], isRegular: Bool) throws(FileError) {
    let isStream = !isRegular || target.hasPrefix("/dev/") || target.hasPrefix("/proc/")
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (isStream ? O_NONBLOCK : O_TRUNC)
    let descriptor = openFile(target, flags, 0)
    guard descriptor >= 0 else { throw FileError(.write, path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
    if isRegular, !options.contains(.unsynced), fsync(descriptor) != 0 { throw FileError(.write, path) }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard !isCancelled() else { throw FileError(.write, path, number: ECANCELED, detail: "interrupted") }
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, min($0.count, 1 << 24)) }
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { throw FileError(.write, path) }
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, 100)
        continue
      }
      rest = rest.dropFirst(count)
    }
  }
}

extension FileWriting {
  private static let prefix = ".tas-"
  private static let suffix = ".tmp"

  /// An unguessable name, with the process that made it: `.tas-4711-0f3a….tmp`.
  private static func temporaryName() -> String {
    var random = SystemRandomNumberGenerator()
    return "\(prefix)\(getpid())-\(String(random.next(), radix: 16))\(String(random.next(), radix: 16))\(suffix)"
  }

  /// Makes a folder for a program that works for this one, with a name by which it is cleaned up if this one is killed.
  static func makeTemporaryFolder(in folder: String) -> String? {
    var template = Array("\(folder)/\(prefix)\(getpid())-work\(suffix).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the files and folders of processes that are gone: also those that other programs were to read or to work in,
  /// `.tas-4711-….tmp.png`.
  static func removeLeftovers(in folder: String) {
    for name in names(in: folder) {
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) || name.contains(suffix + "."),
        let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0
      else { continue }
      if kill(process, 0) != 0, errno == ESRCH { removeTree("\(folder)/\(name)") }
    }
  }

  /// Removes a file or a folder of this user with all that is in it; links are not followed.
  static func removeTree(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_uid == getuid() else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in names(in: path) where name != "." && name != ".." { removeTree("\(path)/\(name)") }
    rmdir(path)
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let found = readdir(stream) {
      names.append(
        withUnsafePointer(to: &found.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
