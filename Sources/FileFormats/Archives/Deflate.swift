import CZlib

/// The compression of zip files.
enum Deflate {
  /// The CRC-32 of bytes.
  static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
    let found = bytes.withContiguousStorageIfAvailable { czlib_crc32($0.baseAddress, $0.count) }
    return found ?? checksum(Array(bytes))
  }

  /// The bytes as a raw deflate stream; `nil` if that fails.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    let bound = czlib_deflate_bound(bytes.count)
    let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = czlib_deflate(bytes, bytes.count, buffer.baseAddress, bound)
    }
    return output.isEmpty ? nil : output
  }

  /// The bytes of a raw deflate stream.
  ///
  /// - Parameters:
  ///   - size: the number of bytes that the archive promises; another number is damage.
  ///   - part: the name of the part, for errors.
  static func decompressed(
    _ bytes: ArraySlice<UInt8>, size: Int, of part: String
  ) throws(ArchiveError) -> [UInt8] {
    var outcome = CZLibDone
    let output = [UInt8](unsafeUninitializedCapacity: max(1, size)) { buffer, count in
      bytes.withUnsafeBufferPointer { input in
        outcome = czlib_inflate(input.baseAddress, input.count, buffer.baseAddress, size, &count)
      }
    }
    switch outcome {
    case CZLibDone where output.count == size: return output
    case CZLibNoMemory: throw ArchiveError(.tooLarge, "there is no memory to unpack \(part)")
    case CZLibTooLarge:
      throw ArchiveError(.damaged, "\(part) unpacks to more than the \(size) bytes that the archive states")
    default: throw ArchiveError(.damaged, "\(part) does not unpack")
    }
  }
}
