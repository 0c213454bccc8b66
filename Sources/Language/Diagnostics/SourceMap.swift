/// All text that was read in a session, so that an error can point at a line typed earlier.
public struct SourceMap: Sendable {
  /// One piece of input text.
  public struct Source: Sendable {
    /// Its name in a diagnostic: a file's path, `-c`, `prompt`.
    public var name: String
    /// The text, as UTF-8.
    public var text: [UInt8]
    /// The number of its first line, above 1 for a piece of a longer text.
    public var firstLine = 1
  }

  private var sources: [Source] = []
  /// The offsets at which the lines of each source begin.
  private var lineStarts: [[Int]] = []

  /// Makes an empty map.
  public init() {}

  /// Keeps a text and gives it an id.
  public mutating func add(name: String, text: String) -> SourceID {
    add(name: name, bytes: Array(text.utf8))
  }

  /// Keeps a text of bytes, which may turn out not to be UTF-8, and gives it an id.
  ///
  /// - Parameter firstLine: the number of its first line, if it is part of a longer text.
  public mutating func add(name: String, bytes: [UInt8], firstLine: Int = 1) -> SourceID {
    sources.append(Source(name: name, text: bytes, firstLine: firstLine))
    lineStarts.append([0] + bytes.indices.filter { bytes[$0] == Ascii.newline }.map { $0 + 1 })
    return SourceID(sources.count - 1)
  }

  /// Forgets the text that was added last, which nothing points at.
  public mutating func removeLast() {
    sources.removeLast()
    lineStarts.removeLast()
  }

  /// The text of an id; nil for an id of another map.
  public subscript(id: SourceID) -> Source? {
    sources.indices.contains(id.index) ? sources[id.index] : nil
  }

  /// The text that a span covers; empty if the span does not fit its source.
  ///
  /// An operator's span begins and ends with its operands, within the parentheses around these: if the other one of a
  /// pair is just outside, it is part of the text.
  public func text(of span: SourceSpan) -> String {
    guard let source = self[span.source], let range = extent(of: span) else { return "" }
    return String(decoding: source.text[range], as: UTF8.self)
  }

  /// The bytes that a span covers, completed by the other one of each pair of parentheses; nil if it does not fit.
  public func extent(of span: SourceSpan) -> Range<Int>? {
    guard let source = self[span.source], span.start >= 0, span.start <= span.end,
      span.end <= source.text.count
    else { return nil }
    let text = source.text
    var (unopened, unclosed) = Self.unmatched(text[span.start..<span.end])
    var (start, end) = (span.start, span.end)
    var place = start - 1
    while unopened > 0, place >= 0, Self.isBlank(text[place]) || text[place] == Ascii.openParenthesis {
      if text[place] == Ascii.openParenthesis { (start, unopened) = (place, unopened - 1) }
      place -= 1
    }
    place = end
    while unclosed > 0, place < text.count, Self.isBlank(text[place]) || text[place] == Ascii.closeParenthesis {
      if text[place] == Ascii.closeParenthesis { (end, unclosed) = (place + 1, unclosed - 1) }
      place += 1
    }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == Ascii.space || byte == Ascii.tab }

  /// The number of parentheses closed and not opened in a text, and the other way round; quoted ones do not count.
  private static func unmatched(_ text: ArraySlice<UInt8>) -> (unopened: Int, unclosed: Int) {
    var unopened = 0
    var unclosed = 0
    var quote: UInt8?
    for byte in text {
      if let mark = quote {
        if byte == mark { quote = nil }
      } else if byte == Ascii.doubleQuote || byte == Ascii.singleQuote {
        quote = byte
      } else if byte == Ascii.openParenthesis {
        unclosed += 1
      } else if byte == Ascii.closeParenthesis {
        if unclosed > 0 { unclosed -= 1 } else { unopened += 1 }
      }
    }
    return (unopened, unclosed)
  }

  /// The column of a byte offset in its line, in characters from 1.
  public func column(of offset: Int, in id: SourceID) -> Int {
    guard let source = self[id] else { return 1 }
    let start = lineStarts[id.index].last { $0 <= offset } ?? 0
    return String(decoding: source.text[start..<min(max(offset, start), source.text.count)], as: UTF8.self).count + 1
  }

  /// The line of a byte offset, counted from the number of the text's first line.
  public func line(of offset: Int, in id: SourceID) -> Int {
    guard lineStarts.indices.contains(id.index) else { return 1 }
    let starts = lineStarts[id.index]
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(1, low) + sources[id.index].firstLine - 1
  }
}
