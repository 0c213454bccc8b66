import LibC

/// Programs of the machine that the prompt runs, with its terminal.
public enum OutsideProgram {
  /// Runs a line of the system's shell to its end.
  ///
  /// Ctrl-C belongs to it while it runs.
  ///
  /// - Parameter input: the text that it reads; nil gives it the terminal.
  /// - Returns: its exit status, 128 and the signal's number if a signal ended it; nil if it could not be started.
  @discardableResult
  public static func run(_ line: String, input: String? = nil) -> Int32? {
    var pipeEnds: [Int32] = [-1, -1]
    if input != nil, pipe(&pipeEnds) != 0 { return nil }
    var redirecting: [(from: Int32, to: Int32)] = []
    if input != nil { redirecting.append((from: pipeEnds[0], to: 0)) }
    let identifier = spawn(
      ["/bin/sh", "-c", line], redirecting: redirecting, closing: input == nil ? [] : pipeEnds)
    guard let identifier else {
      for end in pipeEnds where end >= 0 { close(end) }
      return nil
    }
    if let input {
      close(pipeEnds[0])
      write(input, to: pipeEnds[1])
      close(pipeEnds[1])
    }
    var result: Int32 = 0
    while waitpid(identifier, &result, 0) < 0 { if errno != EINTR { return nil } }
    return result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + (result & 0x7F)
  }

  /// The output of a line of the system's shell; nil if it failed or printed more than 64 KB.
  public static func output(of line: String) -> String? {
    guard let stream = popen(line, "r") else { return nil }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= 1 << 16 {
      let count = fread(&block, 1, block.count, stream)
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    let status = pclose(stream)
    return status == 0 && bytes.count <= 1 << 16 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Starts a program, which is looked for in the folders of `PATH`.
  ///
  /// - Parameters:
  ///   - redirecting: this program's descriptors and those that they are in the other one.
  ///   - closing: descriptors that the other program does not get.
  ///   - readsNothing: whether its input is empty; else it has this program's, or one of `redirecting`.
  /// - Returns: nil if it could not be started.
  static func spawn(
    _ words: [String], redirecting: [(from: Int32, to: Int32)], closing: [Int32], readsNothing: Bool = false
  ) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if readsNothing { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
    for (from, to) in redirecting { posix_spawn_file_actions_adddup2(&actions, from, to) }
    for descriptor in closing { posix_spawn_file_actions_addclose(&actions, descriptor) }
    // Signals that this program ignores or handles have their default action in the other one.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var nothing = sigset_t()
    sigemptyset(&nothing)
    posix_spawnattr_setsigmask(&attributes, &nothing)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var identifier: pid_t = 0
    return posix_spawnp(&identifier, words[0], &actions, &attributes, arguments, environ) == 0 ? identifier : nil
  }

  /// Writes a text to a pipe, all of it or until its reader is gone.
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = writeBytes(descriptor, start, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }

  /// Edits a text in the program that `VISUAL` or `EDITOR` names, else in `vi`.
  ///
  /// - Returns: the text as left, without the newlines at its end; nil if the program failed.
  public static func edit(_ text: String) -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/.tas-\(getpid())-XXXXXX.tmp.tas".utf8CString)
    let descriptor = mkstemps(&path, 8)
    guard descriptor >= 0 else { return nil }
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(name) }
    write(text + "\n", to: descriptor)
    close(descriptor)
    guard run("${VISUAL:-${EDITOR:-vi}} '\(name)'") == 0, let bytes = try? DiskFiles().read(name) else { return nil }
    var edited = String(decoding: bytes, as: UTF8.self)
    while edited.last?.isNewline == true { edited.removeLast() }
    return edited
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
