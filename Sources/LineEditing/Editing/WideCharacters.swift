import CLibEdit

extension Unicode.Scalar {
  /// The character as C's wide character, which is its number in Unicode in every UTF-8 locale.
  var wide: wchar_t { wchar_t(bitPattern: value) }

  /// A wide character of C; a value that is not a character becomes U+FFFD.
  init(wide: wchar_t) {
    self = Unicode.Scalar(UInt32(bitPattern: wide)) ?? "\u{FFFD}"
  }
}

extension [Unicode.Scalar] {
  /// The characters of a piece of C's memory.
  init(wide start: UnsafePointer<wchar_t>, count: Int) {
    self = UnsafeBufferPointer(start: start, count: count).map(Unicode.Scalar.init(wide:))
  }

  /// The characters as a text of C, with the 0 that ends it.
  var wideText: [wchar_t] { map(\.wide) + [0] }
}
