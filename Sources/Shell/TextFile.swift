import LibC

/// Small files: read whole, written whole or not at all.
public enum TextFile {
  /// A file could not be read or written.
  public struct Failure: Error, Sendable {
    /// One sentence with the path.
    public let message: String
  }

  /// The bytes of a file.
  public static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(expanded(path), O_RDONLY)
    guard descriptor >= 0 else { throw failure("cannot read \(path)") }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, named: path)
  }

  /// All bytes of an open descriptor, such as standard input.
  public static func read(descriptor: Int32, named name: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("cannot read \(name)")
      }
      bytes += buffer[0..<count]
    }
  }

  /// Writes a file beside its place and then moves it there: a reader sees the old file or the new one.
  public static func write(_ text: String, to path: String) throws(Failure) {
    let target = expanded(path)
    let temporary = "\(target).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw failure("cannot write \(path)") }
    var bytes = ArraySlice(Array(text.utf8))
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        let reason = failure("cannot write \(path)")
        close(descriptor)
        unlink(temporary)
        throw reason
      }
      bytes = bytes.dropFirst(count)
    }
    let isSynced = fsync(descriptor) == 0
    close(descriptor)
    guard isSynced, rename(temporary, target) == 0 else {
      let reason = failure("cannot write \(path)")
      unlink(temporary)
      throw reason
    }
  }

  /// True where there is something at a path.
  public static func exists(_ path: String) -> Bool { access(expanded(path), F_OK) == 0 }

  /// True where there is a folder at a path.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(expanded(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The folder that a path's file is in; `.` for a name alone.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a folder and those above it that are missing.
  public static func makeDirectory(_ path: String) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : part + "/"
      if !part.isEmpty { mkdir(made, 0o700) }
    }
  }

  /// `~/` at the front is the home folder.
  static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst(1)
  }

  private static func failure(_ what: String) -> Failure {
    Failure(message: "\(what): \(String(cString: strerror(errno)))")
  }

  private static func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    LibC.read(descriptor, buffer, count)
  }

  private static func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    LibC.write(descriptor, buffer, count)
  }
}
