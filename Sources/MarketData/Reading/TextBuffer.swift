import LibC

/// The bytes of a text in memory of their own, followed by a newline and 63 zero bytes.
///
/// The added newline ends a last line that has none; the rest lets a parser look ahead without asking
/// whether it may. The instance owns the memory and frees it.
package final class TextBuffer {
  /// The number of bytes that follow the text.
  static let padding = 64

  let bytes: UnsafeMutablePointer<UInt8>
  package private(set) var count: Int
  private let mappedLength: Int

  /// Makes memory for `count` bytes that the caller writes; nil if there is not so much memory.
  ///
  /// - Parameter isReused: true for memory that is written again and again, for which large pages waste memory.
  init?(count: Int, isReused: Bool = false) {
    self.count = count
    let page = isReused ? 1 << 12 : 1 << 21
    mappedLength = (count + Self.padding + page - 1) / page * page
    let memory = mmap(nil, mappedLength, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    if !isReused { Self.preferLargePages(memory, mappedLength) }
    bytes = memory.assumingMemoryBound(to: UInt8.self)
    bytes[count] = 10
  }

  /// Copies bytes; nil if memory is short.
  convenience init?(_ source: UnsafeBufferPointer<UInt8>) {
    self.init(count: source.count)
    if let base = source.baseAddress { bytes.update(from: base, count: source.count) }
  }

  deinit { munmap(UnsafeMutableRawPointer(bytes), mappedLength) }

  /// Makes the text the first `count` bytes of the memory, up to its capacity.
  func end(at count: Int) {
    self.count = count
    bytes[count] = 10
    for index in 1..<Self.padding { bytes[count + index] = 0 }
  }

  /// The text from an offset up to another one, bytes that are not UTF-8 replaced.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count), as: UTF8.self)
  }

  /// Asks for large pages under a block of at least 2 MiB: a fresh page costs more than parsing the text in it.
  static func preferLargePages(_ start: UnsafeMutableRawPointer, _ length: Int) {
    if length >= 1 << 21 { LargePages.prefer(start, byteCount: length) }
  }
}
