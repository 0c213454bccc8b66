/// All text that was read in a session, so that an error can point at a line typed earlier.
public struct SourceMap: Sendable {
  /// One piece of input text.
  public struct Source: Sendable {
    /// What it is called in a diagnostic: a file's path, `-c`, `prompt`.
    public var name: String
    /// The text, as UTF-8.
    public var text: [UInt8]
  }

  private var sources: [Source] = []
  /// Where the lines of each source begin.
  private var lineStarts: [[Int]] = []

  /// Makes an empty map.
  public init() {}

  /// Keeps a text and gives it an id.
  public mutating func add(name: String, text: String) -> SourceID {
    add(name: name, bytes: Array(text.utf8))
  }

  /// Keeps a text of bytes, which may turn out not to be UTF-8, and gives it an id.
  public mutating func add(name: String, bytes: [UInt8]) -> SourceID {
    sources.append(Source(name: name, text: bytes))
    lineStarts.append([0] + bytes.indices.filter { bytes[$0] == Ascii.newline }.map { $0 + 1 })
    return SourceID(sources.count - 1)
  }

  /// The text of an id; nil for an id of another map.
  public subscript(id: SourceID) -> Source? {
    sources.indices.contains(id.index) ? sources[id.index] : nil
  }

  /// The text that a span covers; empty where the span does not fit its source.
  public func text(of span: SourceSpan) -> String {
    guard let source = self[span.source], span.start >= 0, span.start <= span.end,
      span.end <= source.text.count
    else { return "" }
    return String(decoding: source.text[span.start..<span.end], as: UTF8.self)
  }

  /// The line of a byte offset, counted from 1.
  public func line(of offset: Int, in id: SourceID) -> Int {
    guard lineStarts.indices.contains(id.index) else { return 1 }
    let starts = lineStarts[id.index]
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(1, low)
  }
}
