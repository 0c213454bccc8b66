import LibC

/// The program for output longer than the screen: `$PAGER`, otherwise `less -FRX`, without its way to other programs.
enum Pager {
  /// The command; nil if the reader wants none.
  private static var command: String? {
    guard let chosen = Console.variable("PAGER") else { return "less -FRX" }
    return chosen.isEmpty || chosen == "cat" ? nil : chosen
  }

  /// Shows a text if it has more lines than the screen; false if it is to be printed normally.
  static func show(_ text: String, rows: Int) -> Bool {
    guard let command, Console.variable("TERM") != "dumb", text.end(ofLine: rows) != nil
    else { return false }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    // Keys that were typed ahead are for the next statement; to the pager they would be commands.
    tcflush(0, TCIFLUSH)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    guard let child = start(command, input: ends[0]) else {
      _ = close(ends[0])
      _ = close(ends[1])
      return false
    }
    _ = close(ends[0])
    write(text, to: ends[1])
    _ = close(ends[1])
    let status = ChildProcess.status(of: child)
    // The system's shell reports a missing program: nothing was then shown.
    return (status >> 8) & 0xFF != 127
  }

  /// Starts the command in the system's shell, with the signals that a program expects.
  private static func start(_ command: String, input: Int32) -> pid_t? {
    var child = ChildProcess("/bin/sh", ["-c", command])
    child.copy(input, as: 0)
    child.close(input)
    // `less` then runs no programs and opens no other files.
    let had = Console.variable("LESSSECURE")
    setenv("LESSSECURE", "1", 1)
    defer { if let had { setenv("LESSSECURE", had, 1) } else { unsetenv("LESSSECURE") } }
    return try? child.start()
  }

  /// Hands the text over, as far as the pager wants it.
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = writeBytes(descriptor, start, min(rest.count, 1 << 16))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}

extension String {
  /// The index after a line, counted from 1; nil if there are fewer lines.
  func end(ofLine number: Int) -> Index? {
    var place = startIndex
    for _ in 0..<number {
      guard let newline = utf8[place...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      place = utf8.index(after: newline)
    }
    return place
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
