import LibC

/// An open file of the machine, or another descriptor to read from.
public final class DiskFile: ReadableFile {
  /// The path as typed.
  public let path: String
  /// The number of bytes; nil for anything but a regular file.
  public let size: Int?
  private let descriptor: Int32
  private let isOwned: Bool
  private let isCancelled: @Sendable () -> Bool

  /// Takes a descriptor, and closes it at the end if it owns it.
  ///
  /// - Parameter isCancelled: Whether a wait for a pipe or a terminal is to end; asked ten times a second.
  public init(
    descriptor: Int32, path: String, isOwned: Bool = true, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.descriptor = descriptor
    self.path = path
    self.isOwned = isOwned
    self.isCancelled = isCancelled
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
        ? try readSome(into: rest) : pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if step < 0 {
        if errno == EINTR { continue }
        throw FileError(.read, path)
      }
      if step == 0 { break }
      done += step
    }
    return done
  }

  /// Reads the bytes available, at least one; 0 at the end.
  ///
  /// Only for files that are not regular, such as pipes and terminals. Throws if the wait is cancelled from outside.
  public func readSome(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      guard !isCancelled() else { throw FileError(.read, path, number: ECANCELED, detail: "interrupted") }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, 100)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let step = readBytes(descriptor, buffer.baseAddress, buffer.count)
      if step < 0, errno == EINTR || errno == EAGAIN { continue }
      guard step >= 0 else { throw FileError(.read, path) }
      return step
    }
  }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
