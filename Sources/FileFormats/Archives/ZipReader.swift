/// Reads the parts of a zip archive that somebody else may have made.
///
/// Nothing in the file is trusted: each offset and length is checked against the actual bytes, sizes against limits
/// before anything is unpacked, and each part against its CRC-32.
public struct ZipReader {
  /// The first bytes of an archive.
  public static let mark: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// The most bytes of an archive that is read, and that all its parts together may unpack to.
  public struct Limits: Sendable {
    var archive: Int
    var unpacked: Int

    /// Makes limits.
    public init(archive: Int, unpacked: Int) {
      self.archive = archive
      self.unpacked = unpacked
    }
  }

  /// The most parts.
  static let mostParts = 4096

  /// A part as the directory states it.
  private struct Entry {
    var method: UInt16
    var checksum: UInt32
    var packedSize: Int
    var size: Int
    var offset: Int
  }

  private let bytes: [UInt8]
  private let limits: Limits
  private var entries: [String: Entry] = [:]

  /// Reads the directory of an archive.
  ///
  /// - Throws: `notAnArchive`, and of its directory `damaged`, `encrypted` and `tooLarge`.
  public init(_ bytes: [UInt8], limits: Limits) throws(ArchiveError) {
    self.bytes = bytes
    self.limits = limits
    guard bytes.count <= limits.archive else {
      throw ArchiveError(.tooLarge, "the file is larger than \(limits.archive >> 20) MiB")
    }
    guard let end = directoryEnd() else { throw ArchiveError(.notAnArchive, "the file is not a zip archive") }
    let count = Int(try number(UInt16.self, at: end + 10))
    var place = Int(try number(UInt32.self, at: end + 16))
    guard count <= Self.mostParts else { throw ArchiveError(.tooLarge, "the archive has \(count) parts") }
    var total = 0
    for _ in 0..<count {
      let (name, entry, next) = try self.entry(at: place)
      place = next
      total += entry.size
      guard total <= limits.unpacked else {
        throw ArchiveError(.tooLarge, "the archive unpacks to more than \(limits.unpacked >> 20) MiB")
      }
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw ArchiveError(.damaged, "the archive has two parts called \(name)")
      }
    }
  }

  /// The names of the parts, sorted.
  public var names: [String] { entries.keys.sorted() }

  /// The content of a part; `nil` if there is none.
  ///
  /// - Throws: `damaged` if it is not as the directory states it, and `unsupported`.
  public func part(_ name: String) throws(ArchiveError) -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    guard try number(UInt32.self, at: entry.offset) == Zip.localHeader else {
      throw ArchiveError(.damaged, "\(name) is not where the directory says")
    }
    let nameLength = Int(try number(UInt16.self, at: entry.offset + 26))
    let extraLength = Int(try number(UInt16.self, at: entry.offset + 28))
    let start = entry.offset + 30 + nameLength + extraLength
    guard start <= bytes.count, entry.packedSize <= bytes.count - start else {
      throw ArchiveError(.damaged, "the file ends within \(name)")
    }
    let packed = bytes[start..<start + entry.packedSize]
    let content: [UInt8]
    switch entry.method {
    case 0:
      guard entry.packedSize == entry.size else { throw ArchiveError(.damaged, "\(name) has two sizes") }
      content = Array(packed)
    case 8:
      // Deflate packs at most about 1032 to 1: a promise beyond that does not justify an allocation.
      guard entry.size / 1100 <= entry.packedSize else {
        throw ArchiveError(.damaged, "\(name) cannot unpack to the \(entry.size) bytes that the archive states")
      }
      content = try Deflate.decompressed(packed, size: entry.size, of: name)
    default: throw ArchiveError(.unsupported, "\(name) is packed by method \(entry.method), which is not supported")
    }
    guard Deflate.checksum(content) == entry.checksum else {
      throw ArchiveError(.damaged, "the checksum of \(name) is wrong")
    }
    return content
  }

  // MARK: The directory

  /// The place of the record that ends the archive, followed by at most a comment.
  private func directoryEnd() -> Int? {
    guard bytes.count >= 22 else { return nil }
    for place in stride(from: bytes.count - 22, through: max(0, bytes.count - 22 - 0xFFFF), by: -1) {
      if (try? number(UInt32.self, at: place)) == Zip.directoryEnd { return place }
    }
    return nil
  }

  private func entry(at place: Int) throws(ArchiveError) -> (name: String, entry: Entry, next: Int) {
    guard try number(UInt32.self, at: place) == Zip.directoryEntry else {
      throw ArchiveError(.damaged, "the directory of the archive is damaged")
    }
    let flags = try number(UInt16.self, at: place + 8)
    let nameLength = Int(try number(UInt16.self, at: place + 28))
    let extraLength = Int(try number(UInt16.self, at: place + 30))
    let commentLength = Int(try number(UInt16.self, at: place + 32))
    guard nameLength <= bytes.count - place - 46 else {
      throw ArchiveError(.damaged, "the directory of the archive ends early")
    }
    let name = String(decoding: bytes[place + 46..<place + 46 + nameLength], as: UTF8.self)
    guard flags & 1 == 0 else { throw ArchiveError(.encrypted, "\(name) is encrypted") }
    let folders = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, !name.hasPrefix("/"), !name.contains("\\"), !folders.contains("..") else {
      throw ArchiveError(.damaged, "the archive has a part called `\(name)`, which is not the name of a part")
    }
    let entry = Entry(
      method: try number(UInt16.self, at: place + 10),
      checksum: try number(UInt32.self, at: place + 16),
      packedSize: Int(try number(UInt32.self, at: place + 20)),
      size: Int(try number(UInt32.self, at: place + 24)),
      offset: Int(try number(UInt32.self, at: place + 42)))
    guard entry.size <= limits.unpacked else {
      throw ArchiveError(.tooLarge, "\(name) unpacks to more than \(limits.unpacked >> 20) MiB")
    }
    return (name, entry, place + 46 + nameLength + extraLength + commentLength)
  }

  private func number<Number: FixedWidthInteger>(
    _ type: Number.Type, at place: Int
  ) throws(ArchiveError) -> Number {
    let size = MemoryLayout<Number>.size
    guard place >= 0, place <= bytes.count - size else {
      throw ArchiveError(.damaged, "the archive ends early")
    }
    var result: Number = 0
    for index in (0..<size).reversed() { result = result << 8 | Number(bytes[place + index]) }
    return result
  }
}
