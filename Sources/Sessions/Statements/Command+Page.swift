import CPages

extension String {
  /// The text of a long page of help, a file inside the program: empty lines part its paragraphs, whose lines are joined.
  ///
  /// - Parameter values: the texts that take the places of `{name}`.
  package static func page(_ name: String, _ values: [String: String] = [:]) -> String {
    var bytes = bytes(of: name)
    let newline = UInt8(ascii: "\n")
    if bytes.last == newline { bytes.removeLast() }
    for index in bytes.indices.dropFirst().dropLast() where bytes[index] == newline {
      if bytes[index - 1] != newline, bytes[index + 1] != newline { bytes[index] = UInt8(ascii: " ") }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  /// The text of a file inside the program, as it is.
  package static func file(_ name: String) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

  private static func bytes(of name: String) -> [UInt8] {
    var size = 0
    guard let start = cpages_find(name, &size) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: size))
  }
}
