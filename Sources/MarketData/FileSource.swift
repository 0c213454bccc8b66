import Columns
import Work

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The text of a file in memory, with what was learnt while its blocks were read.
struct FileSource {
  var text: TextBuffer
  /// Line ends in each block of `ContentHash.blockSize` bytes.
  var lineEnds: [Int]
  var hash: String
  var name: String

  /// Reads a file with `read` and `pread`; what is no regular file (a pipe) is read to its end.
  init(path: String, threads: Int) throws(MarketDataError) {
    name = path
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Self.failure(path, EISDIR) }
    if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
      guard let buffer = TextBuffer(count: Int(status.st_size)) else { throw Self.failure(path, ENOMEM) }
      text = buffer
      let blocks = Self.blocks(of: buffer.count)
      var read = [Int](repeating: 0, count: blocks)
      var sums = [BlockSum](repeating: BlockSum(), count: blocks)
      read.withUnsafeMutableBufferPointer { read in
        sums.withUnsafeMutableBufferPointer { sums in
          ParallelLoop.forEach(count: blocks, workers: threads) { block in
            let start = block * ContentHash.blockSize
            let length = min(ContentHash.blockSize, buffer.count - start)
            read[block] = Self.fill(buffer.bytes + start, length, descriptor, start)
            sums[block] = BlockSum(buffer.bytes + start, count: read[block])
          }
        }
      }
      if let negative = read.first(where: { $0 < 0 }) { throw Self.failure(path, Int32(-negative)) }
      // A file that shrank while it was read ends at the first byte that was not there.
      if let short = read.indices.first(where: {
        read[$0] < min(ContentHash.blockSize, buffer.count - $0 * ContentHash.blockSize)
      }) {
        buffer.shorten(to: short * ContentHash.blockSize + read[short])
        sums = Array(sums[...short])
      }
      lineEnds = sums.map(\.lineEnds)
      hash = ContentHash.joined(sums.map(\.hash), byteCount: buffer.count)
    } else {
      self = try Self(bytes: Self.drained(descriptor, path), name: path, threads: threads)
    }
  }

  /// Takes bytes that are in memory already.
  init(bytes: [UInt8], name: String, threads: Int) throws(MarketDataError) {
    self.name = name
    guard let buffer = bytes.withUnsafeBufferPointer({ TextBuffer($0) }) else {
      throw Self.failure(name, ENOMEM)
    }
    text = buffer
    let blocks = Self.blocks(of: buffer.count)
    var sums = [BlockSum](repeating: BlockSum(), count: blocks)
    sums.withUnsafeMutableBufferPointer { sums in
      ParallelLoop.forEach(count: blocks, workers: threads) { block in
        let start = block * ContentHash.blockSize
        sums[block] = BlockSum(buffer.bytes + start, count: min(ContentHash.blockSize, buffer.count - start))
      }
    }
    lineEnds = sums.map(\.lineEnds)
    hash = ContentHash.joined(sums.map(\.hash), byteCount: buffer.count)
  }

  /// Turns line ends of a lone carriage return into newlines, where the text has no newline at all.
  mutating func normalizeLineEnds() {
    guard lineEnds.allSatisfy({ $0 == 0 }) else { return }
    for index in 0..<text.count where text.bytes[index] == 13 {
      text.bytes[index] = 10
      lineEnds[index / ContentHash.blockSize] += 1
    }
  }

  private static func blocks(of count: Int) -> Int {
    (count + ContentHash.blockSize - 1) / ContentHash.blockSize
  }

  /// Reads `count` bytes at an offset; gives how many there were, or an error number, negated.
  private static func fill(
    _ target: UnsafeMutablePointer<UInt8>,
    _ count: Int,
    _ descriptor: Int32,
    _ offset: Int
  ) -> Int {
    var done = 0
    while done < count {
      let step = pread(descriptor, target + done, count - done, off_t(offset + done))
      if step < 0 {
        if errno == EINTR { continue }
        return -Int(errno)
      }
      if step == 0 { break }
      done += step
    }
    return done
  }

  private static func drained(_ descriptor: Int32, _ path: String) throws(MarketDataError) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let step = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if step < 0 {
        if errno == EINTR { continue }
        throw failure(path, errno)
      }
      if step == 0 { return all }
      all.append(contentsOf: piece[..<step])
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> MarketDataError {
    switch number {
    case ENOENT, ENOTDIR:
      return MarketDataError(.noSuchFile, file: path, message: "there is no such file")
    case EISDIR:
      return MarketDataError(
        .directory,
        file: path,
        message: "this is a directory, not a file",
        hint: "name one of the files in it"
      )
    default:
      let reason = String(cString: strerror(number))
      return MarketDataError(.notReadable, file: path, message: "the file cannot be read: \(reason)")
    }
  }
}

/// What one block of a file sums up to.
private struct BlockSum {
  var lineEnds = 0
  var hash: (UInt64, UInt64) = (0, 0)

  init() {}

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    guard count > 0 else { return }
    hash = ContentHash.block(bytes, count: count)
    let raw = UnsafeRawPointer(bytes)
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var index = 0
    while index + 8 <= count {
      // Eight counts of one byte each hold 255 steps at most.
      let stop = min(count - 7, index + 255 * 8)
      var counts: UInt64 = 0
      while index < stop {
        // A byte that equals the newline becomes zero, and then its highest bit one.
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
        counts &+= ~(((word & low) &+ low) | word | low) >> 7
        index += 8
      }
      while counts != 0 {
        lineEnds += Int(counts & 0xFF)
        counts >>= 8
      }
    }
    while index < count {
      if bytes[index] == 10 { lineEnds += 1 }
      index += 1
    }
  }
}
