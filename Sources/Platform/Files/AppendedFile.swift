import LibC

/// A file that is only added to, and that this program alone holds while it is open.
public protocol AppendedFile: Sendable {
  /// Adds bytes at the end with one write: they are the system's at once, so that they outlive the program.
  ///
  /// If they do not all fit, none are added.
  func append(_ bytes: [UInt8]) throws(FileError)

  /// Flushes the appended bytes to the disk, so that they survive a power failure.
  func synchronize() throws(FileError)
}

/// A file of the machine that is only added to, under a lock that ends with the program.
final class DiskAppendedFile: AppendedFile {
  private let path: String
  private let descriptor: Int32

  /// Opens a file, which is made if it is not there; its owner alone may read it.
  init(path: String, target: String) throws(FileError) {
    self.path = path
    descriptor = openFile(target)
    guard descriptor >= 0 else {
      throw FileError(.write, path, number: errno == ENOENT ? Self.reasonAgainstFolder(of: target) : errno)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = FileError(.write, path, detail: "another program has it open")
      _ = close(descriptor)
      throw error
    }
  }

  /// The reason why the folder of a file is missing if it was to be made: nothing is written to its parent.
  private static func reasonAgainstFolder(of target: String) -> Int32 {
    var folder = FileName.folder(of: target)
    while access(folder, F_OK) != 0, case let above = FileName.folder(of: folder), above.utf8.count < folder.utf8.count
    {
      folder = above
    }
    return access(folder, W_OK) == 0 ? ENOENT : errno
  }

  deinit { _ = close(descriptor) }

  func append(_ bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    let size = lseek(descriptor, 0, SEEK_END)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = FileError(.write, path)
        if size >= 0 { _ = ftruncate(descriptor, size) }
        throw error
      }
      rest = rest.dropFirst(count)
    }
  }

  func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(.write, path) }
  }

  /// True if a program that is running has the file open for adding to it.
  static func isHeld(_ target: String) -> Bool {
    let descriptor = open(target, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    return false
  }
}

private func openFile(_ path: String) -> Int32 { open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600) }

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
