import CLanes

/// A hash of bytes that is the same on every machine and in every version: it shows whether a source changed.
///
/// Blocks of 1 MiB are hashed apart, so that several threads can share the work, and then joined in order.
/// It is not a cryptographic hash: it finds changes, not forgeries.
public enum ContentHash {
  static let blockSize = 1 << 20

  /// Hashes one block.
  static func block(_ bytes: UnsafePointer<UInt8>, count: Int) -> (UInt64, UInt64) {
    var lanes = Lanes()
    let raw = UnsafeRawPointer(bytes)
    var index = 0
    while index + 32 <= count {
      lanes.take(raw + index)
      index += 32
    }
    return lanes.end(UnsafeBufferPointer(start: bytes + index, count: count - index), count: count)
  }

  /// Hashes one block and counts its newlines: the lanes wait for one another, so that the count takes no time of its own.
  static func blockWithLineEnds(_ bytes: UnsafePointer<UInt8>, count: Int) -> (hash: (UInt64, UInt64), lineEnds: Int) {
    var part = Part()
    let lineEnds = part.take(bytes, count: count)
    return (part.end(), lineEnds)
  }

  /// The hash of the bytes of one block that have come so far.
  struct Part {
    private var lanes = Lanes()
    private(set) var count = 0
    /// The bytes at the end that fill no step of the lanes: of the last piece only.
    private var rest: [UInt8] = []

    /// Takes the next bytes, and counts the newlines in them.
    ///
    /// All but the last ones come in multiples of 64 bytes.
    mutating func take(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
      let raw = UnsafeRawPointer(bytes)
      var (lanes, index, lineEnds) = (lanes, 0, 0)
      while index + 64 <= count {
        lanes.take(raw + index)
        lanes.take(raw + index + 32)
        lineEnds &+= lanes_marks(bytes + index, 10, 10).nonzeroBitCount
        index += 64
      }
      lineEnds += BlockSum.lineEnds(bytes + index, count: count - index)
      if index + 32 <= count {
        lanes.take(raw + index)
        index += 32
      }
      rest = (index..<count).map { bytes[$0] }
      self.lanes = lanes
      self.count += count
      return lineEnds
    }

    /// The hash of all bytes.
    func end() -> (UInt64, UInt64) {
      rest.withUnsafeBufferPointer { rest in lanes.end(rest, count: count) }
    }
  }

  /// Four lanes that take eight bytes each in turn; the rest of a block goes byte by byte.
  private struct Lanes {
    private var a: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private var c: UInt64 = 0x1656_67B1_9E37_79F9
    private var d: UInt64 = 0x2545_F491_4F6C_DD1D

    /// Takes 32 bytes.
    @inline(__always)
    mutating func take(_ raw: UnsafeRawPointer) {
      a = step(a, word(raw, 0))
      b = step(b, word(raw, 8))
      c = step(c, word(raw, 16))
      d = step(d, word(raw, 24))
    }

    /// The hash of a block of `count` bytes, whose last ones were not taken.
    func end(_ rest: UnsafeBufferPointer<UInt8>, count: Int) -> (UInt64, UInt64) {
      var a = a
      for byte in rest { a = step(a, UInt64(byte) | 0x100) }
      let low = mixed(a &+ rotated(c, 17) &+ UInt64(count))
      let high = mixed(b &+ rotated(d, 29) &+ low)
      return (mixed(low ^ rotated(b, 41) ^ d), high ^ rotated(a, 7) ^ c)
    }
  }

  /// Joins the hashes of all blocks, in order, to 32 hexadecimal digits.
  static func joined(_ blocks: [(UInt64, UInt64)], byteCount: Int) -> String {
    var low = mixed(UInt64(byteCount) &+ 1)
    var high = mixed(low ^ 0x5851_F42D_4C95_7F2D)
    for block in blocks {
      low = mixed(step(low, block.0) ^ rotated(high, 23))
      high = mixed(step(high, block.1) &+ low)
    }
    return hexadecimal(low) + hexadecimal(high)
  }

  /// The hash of bytes that come piece by piece: that of all of them, in sequence.
  struct Pieces {
    private var rest: [UInt8] = []
    private var blocks: [(UInt64, UInt64)] = []
    private var count = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      var piece = UnsafeBufferPointer(
        start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
      count += piece.count
      if !rest.isEmpty {
        let missing = min(ContentHash.blockSize - rest.count, piece.count)
        rest.append(contentsOf: piece[..<missing])
        piece = UnsafeBufferPointer(rebasing: piece[missing...])
        guard rest.count == ContentHash.blockSize else { return }
        rest.withUnsafeBufferPointer { add(block: $0) }
        rest.removeAll(keepingCapacity: true)
      }
      while piece.count >= ContentHash.blockSize {
        add(block: UnsafeBufferPointer(rebasing: piece[..<ContentHash.blockSize]))
        piece = UnsafeBufferPointer(rebasing: piece[ContentHash.blockSize...])
      }
      rest.append(contentsOf: piece)
    }

    private mutating func add(block: UnsafeBufferPointer<UInt8>) {
      guard let base = block.baseAddress, !block.isEmpty else { return }
      blocks.append(ContentHash.block(base, count: block.count))
    }

    /// The hash of what has come, as 32 hexadecimal digits.
    func text() -> String {
      var whole = self
      rest.withUnsafeBufferPointer { whole.add(block: $0) }
      return ContentHash.joined(whole.blocks, byteCount: count)
    }
  }

  /// The hash of bytes as 32 hexadecimal digits.
  public static func text(of bytes: [UInt8]) -> String { bytes.withUnsafeBufferPointer { text(of: $0) } }

  /// Hashes bytes in memory.
  public static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    var blocks: [(UInt64, UInt64)] = []
    if let base = bytes.baseAddress {
      for start in stride(from: 0, to: bytes.count, by: blockSize) {
        blocks.append(block(base + start, count: min(blockSize, bytes.count - start)))
      }
    }
    return joined(blocks, byteCount: bytes.count)
  }

  @inline(__always)
  private static func word(_ raw: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  @inline(__always)
  private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
    rotated((state ^ word) &* 0xD6E8_FEB8_6659_FD93, 32)
  }

  /// Spreads each bit over the full word (two rounds of multiply and shift).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { digits in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 15
        digits[place] = digit + (digit < 10 ? 48 : 87)
      }
      return 16
    }
  }
}
