import CZlib

/// Files that are compressed by gzip (RFC 1952), of one member or of several, which are joined.
public enum Gzip {
  /// The first bytes of such a file.
  public static let mark: [UInt8] = [0x1F, 0x8B]

  /// The bytes that a file unpacks to.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that it may unpack to.
  ///   - isStopped: asked each mebibyte whether to continue.
  /// - Throws: `damaged` if it ends early, continues after its end or fails its checksum, `tooLarge`, `interrupted`.
  public static func unpacked(
    _ bytes: UnsafeBufferPointer<UInt8>, limit: Int, isStopped: () -> Bool = { false }
  ) throws(ArchiveError) -> [UInt8] {
    guard let stream = czlib_gunzip_open(bytes.baseAddress, bytes.count) else {
      throw ArchiveError(.tooLarge, "there is no memory to unpack it")
    }
    defer { czlib_gunzip_close(stream) }
    var output: [UInt8] = []
    // Text packs at three to twelve to one.
    output.reserveCapacity(min(limit, bytes.count * 6))
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      guard !isStopped() else { throw ArchiveError(.interrupted, "the work was interrupted") }
      var written = 0
      let outcome = czlib_gunzip_next(stream, &block, block.count, &written)
      guard written <= limit - output.count else {
        throw ArchiveError(.tooLarge, "it unpacks to more than \(limit) bytes")
      }
      output += block[..<written]
      switch outcome {
      case CZLibDone: return output
      case CZLibTooLarge: continue
      case CZLibNoMemory: throw ArchiveError(.tooLarge, "there is no memory to unpack it")
      default: throw ArchiveError(.damaged, "it is damaged or ends early, after \(output.count) bytes unpacked")
      }
    }
  }
}
