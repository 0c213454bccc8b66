/// Writes parts to a zip archive in memory.
///
/// Every part has the same time, so that equal content gives equal bytes.
public struct ZipWriter {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// Makes an empty archive.
  public init() {}

  /// Adds a part.
  ///
  /// - Precondition: the name is ASCII, and parts and archive are below 4 GiB.
  public mutating func add(_ name: String, _ content: [UInt8]) {
    let packed = Deflate.compressed(content)
    let data = packed.map { $0.count < content.count ? $0 : content } ?? content
    let isPacked = data.count < content.count
    let offset = bytes.count
    var header: [UInt8] = []
    // Version 2.0, no flags, the method, 1980-01-01 00:00.
    header.append(little: UInt16(20))
    header.append(little: UInt16(0))
    header.append(little: UInt16(isPacked ? 8 : 0))
    header.append(little: UInt16(0))
    header.append(little: UInt16(0x21))
    header.append(little: Deflate.checksum(content))
    header.append(little: UInt32(truncatingIfNeeded: data.count))
    header.append(little: UInt32(truncatingIfNeeded: content.count))
    header.append(little: UInt16(truncatingIfNeeded: name.utf8.count))
    header.append(little: UInt16(0))
    bytes.append(little: Zip.localHeader)
    bytes += header
    bytes += name.utf8
    bytes += data
    directory.append(little: Zip.directoryEntry)
    directory.append(little: UInt16(20))
    directory += header
    // No comment, the first disk, no attributes.
    for _ in 0..<3 { directory.append(little: UInt16(0)) }
    directory.append(little: UInt32(0))
    directory.append(little: UInt32(truncatingIfNeeded: offset))
    directory += name.utf8
    count += 1
  }

  /// The archive with its directory.
  public consuming func finished() -> [UInt8] {
    let offset = bytes.count
    bytes += directory
    bytes.append(little: Zip.directoryEnd)
    for number in [0, 0, count, count] { bytes.append(little: UInt16(truncatingIfNeeded: number)) }
    bytes.append(little: UInt32(truncatingIfNeeded: directory.count))
    bytes.append(little: UInt32(truncatingIfNeeded: offset))
    bytes.append(little: UInt16(0))
    return bytes
  }
}

/// The marks of a zip archive's records.
enum Zip {
  static let localHeader: UInt32 = 0x0403_4b50
  static let directoryEntry: UInt32 = 0x0201_4b50
  static let directoryEnd: UInt32 = 0x0605_4b50
}

extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger>(little number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
