import LibC

/// The file that keeps the entries across starts.
///
/// One entry is one line of UTF-8, oldest first; its time, if known, comes first, as in `zsh`'s longer form: `:
/// 2026-03-02T09:14:05Z;rsi(14)`. Inside an entry a newline is written `\n`, a carriage return `\r` and a backslash
/// `\\`; everything else is as typed, so that the file can be read and searched. A backslash before anything else means
/// itself.
///
/// Several shells may use one file at a time: each entry is appended with one write under a lock, and shortening the
/// file replaces it atomically. The file is readable by its owner only. A file that cannot be read or written is not an
/// error of a line editor: the entries are then kept in memory only.
package struct HistoryFile {
  /// The file's path; its folder is created when the first entry is written.
  let path: String

  package init(path: String) {
    self.path = path
  }

  /// An entry with the time at which it was handed over, if that is known.
  package struct Line: Equatable {
    package var entry: String
    var time: String?
  }

  /// The line of an entry in the file, without its newline.
  package static func encode(_ entry: String, time: String? = nil) -> String {
    var line = time.map { ": \($0);" } ?? ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The entry of a line of the file, and its time.
  static func decodeLine(_ line: Substring) -> Line {
    // No entry begins so: a colon, a blank and the year of a time with its zone.
    guard line.utf8.starts(with: [0x3A, 0x20]), let end = line.utf8.firstIndex(of: UInt8(ascii: ";")) else {
      return Line(entry: decode(line))
    }
    let time = line[line.utf8.index(line.startIndex, offsetBy: 2)..<end]
    guard time.utf8.count <= 32, time.utf8.first.map({ (0x30...0x39).contains($0) }) == true, time.utf8.last == 0x5A
    else { return Line(entry: decode(line)) }
    return Line(entry: decode(line[line.utf8.index(after: end)...]), time: String(time))
  }

  /// The entry of a line of the file without a time.
  package static func decode(_ line: Substring) -> String {
    guard line.utf8.contains(UInt8(ascii: "\\")) else { return String(line) }
    var entry = ""
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        isEscaped = false
        switch scalar {
        case "\\": entry += "\\"
        case "n": entry += "\n"
        case "r": entry += "\r"
        default:
          entry += "\\"
          entry.unicodeScalars.append(scalar)
        }
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        entry.unicodeScalars.append(scalar)
      }
    }
    return isEscaped ? entry + "\\" : entry
  }

  /// The newest entries of the file, oldest first, at most `limit` of them.
  ///
  /// A file that has grown to more than twice the limit is shortened to it.
  package func load(limit: Int) -> [Line] {
    let lines = lines()
    let recent = lines.suffix(limit)
    if lines.count > 2 * limit { shorten(to: limit) }
    return recent.map(HistoryFile.decodeLine)
  }

  /// Appends an entry; false if the file cannot be written.
  @discardableResult
  package func append(_ entry: String, time: String? = nil) -> Bool {
    createFolder()
    return withLockedFile { descriptor in
      var line = HistoryFile.encode(entry, time: time) + "\n"
      if !endsWithNewline(descriptor) { line = "\n" + line }
      return write(Array(line.utf8), to: descriptor)
    } ?? false
  }

  // MARK: Reading

  private func lines() -> [Substring] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes += block[..<count]
    }
    // Splitting bytes, not characters: to Swift a carriage return and a newline are one character.
    return bytes.split(separator: UInt8(ascii: "\n"))
      .map { Substring(String(decoding: $0, as: UTF8.self)) }
  }

  private func endsWithNewline(_ descriptor: Int32) -> Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size > 0 else { return true }
    var last: UInt8 = 0
    return pread(descriptor, &last, 1, size - 1) != 1 || last == UInt8(ascii: "\n")
  }

  // MARK: Writing

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func shorten(to limit: Int) {
    _ = withLockedFile { _ in
      // Read again under the lock: another shell may have shortened the file, or added to it.
      let lines = lines()
      guard lines.count > 2 * limit else { return true }
      let target = resolvedPath()
      let temporary = target + ".\(getpid())"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return false }
      let text = lines.suffix(limit).joined(separator: "\n") + "\n"
      let isWritten = write(Array(text.utf8), to: descriptor) && fsync(descriptor) == 0
      close(descriptor)
      guard isWritten, rename(temporary, target) == 0 else {
        unlink(temporary)
        return false
      }
      return true
    }
  }

  /// Opens and locks the file.
  ///
  /// It may be replaced while the lock is waited for: then it is reopened.
  private func withLockedFile<Result>(_ body: (Int32) -> Result) -> Result? {
    for _ in 0..<10 {
      let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      defer { _ = close(descriptor) }
      while flock(descriptor, LOCK_EX) != 0 {
        if errno != EINTR { return nil }
      }
      var opened = stat()
      var named = stat()
      guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0,
        opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
      else { continue }
      return body(descriptor)
    }
    return nil
  }

  private func resolvedPath() -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func createFolder() {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var folder = ""
    for part in parts {
      folder += part + "/"
      if !part.isEmpty { mkdir(folder, 0o700) }
    }
  }
}

/// `write` of the C library, under a name that does not collide with a method's.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
