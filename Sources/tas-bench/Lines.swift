import LibC

/// Writes lines at once, so that a reader sees each measurement when it is done.
enum Lines {
  static func output(_ line: String) { send(line, to: 1) }
  static func error(_ line: String) { send(line, to: 2) }

  private static func send(_ line: String, to descriptor: Int32) {
    var text = line + "\n"
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = write(descriptor, start, rest.count)
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
