/// One line of a text: its beginning and end, without its line end, and its number from 1.
struct TextLine {
  var start: Int
  var end: Int
  var number: Int

  /// One field of a line: its place, quotes around it left out.
  struct Field {
    var start: Int
    var end: Int
    var isQuoted: Bool
  }

  /// A quote that is opened and not closed on its line.
  struct UnclosedQuote: Error {
    var offset: Int
  }

  /// The line that begins at an offset; nil at the end of the text.
  init?(in text: TextBuffer, at start: Int, number: Int) {
    guard start < text.count else { return nil }
    var end = start
    while text.bytes[end] != 10 { end += 1 }
    end = min(end, text.count)
    next = end + 1
    if end > start, text.bytes[end - 1] == 13 { end -= 1 }
    self.start = start
    self.end = end
    self.number = number
  }

  /// The beginning of the line after this one.
  private(set) var next: Int

  /// True if the line holds blanks at most.
  func isBlank(in text: TextBuffer) -> Bool {
    (start..<end).allSatisfy { text.bytes[$0] == 32 || text.bytes[$0] == 9 }
  }

  /// The fields of the line; a separator inside quotes is text.
  func fields(in text: TextBuffer, separator: UInt8) throws(UnclosedQuote) -> [Field] {
    var fields: [Field] = []
    var index = start
    while true {
      var first = index
      while first < end, text.bytes[first] == 32 { first += 1 }
      if first < end, text.bytes[first] == 34 {
        var close = first + 1
        while close < end {
          if text.bytes[close] == 34 {
            if close + 1 < end, text.bytes[close + 1] == 34 { close += 1 } else { break }
          }
          close += 1
        }
        guard close < end else { throw UnclosedQuote(offset: first) }
        fields.append(Field(start: first + 1, end: close, isQuoted: true))
        index = close + 1
        while index < end, text.bytes[index] != separator { index += 1 }
      } else {
        while index < end, text.bytes[index] != separator { index += 1 }
        fields.append(Field(start: first, end: max(first, index), isQuoted: false))
      }
      if index >= end { return fields }
      index += 1
    }
  }

  /// The character column of an offset in the line, from 1.
  func column(of offset: Int, in text: TextBuffer) -> Int {
    // Bytes 0x80 to 0xBF continue a character that began before.
    (start..<max(start, min(offset, end))).reduce(1) { $0 + (text.bytes[$1] & 0xC0 == 0x80 ? 0 : 1) }
  }
}

extension TextBuffer {
  /// The bytes of a field.
  func bytes(of field: TextLine.Field) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + field.start, count: field.end - field.start)
  }

  /// The text of a field without blanks around it.
  func text(of field: TextLine.Field) -> String {
    var range = field.start..<field.end
    while let last = range.last, bytes[last] == 32 || bytes[last] == 9 { range = range.lowerBound..<last }
    while let first = range.first, bytes[first] == 32 || bytes[first] == 9 {
      range = first + 1..<range.upperBound
    }
    return text(range)
  }
}
