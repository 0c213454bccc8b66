import CLanes

/// The places of separators and newlines in a text, found for 64 bytes at a time.
///
/// The text ends with a newline that has 63 bytes after it, see ``TextBuffer``.
struct FieldMarks {
  private var base: UnsafePointer<UInt8>
  private var bits: UInt64
  private let separator: UInt8

  /// Looks from a byte on.
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ separator: UInt8) {
    base = start
    self.separator = separator
    bits = lanes_marks(start, separator, 10)
  }

  /// The next separator or newline.
  @inline(__always)
  mutating func next() -> UnsafePointer<UInt8> {
    while bits == 0 {
      base += 64
      bits = lanes_marks(base, separator, 10)
    }
    let place = base + bits.trailingZeroBitCount
    bits &= bits &- 1
    return place
  }
}
