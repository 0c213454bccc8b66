import CSamples

/// A file inside the program's binary.
enum EmbeddedFile {
  /// The bytes of a file, read in place; nothing is copied or decoded before it is needed.
  static func withBytes<Result>(
    named name: String,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    var size = 0
    guard let start = csamples_find(name, &size) else { return nil }
    return body(UnsafeBufferPointer(start: start, count: size))
  }

  /// A copy of a file's bytes.
  static func bytes(named name: String) -> [UInt8]? { withBytes(named: name) { Array($0) } }
}
