/// Names one piece of input text: a line typed at the prompt, a script, the text of `-c`.
public struct SourceID: Hashable, Sendable {
  /// The position of the text in its `SourceMap`.
  public let index: Int

  /// Makes the id of the text at a position of a source map.
  public init(_ index: Int) { self.index = index }
}

/// A stretch of input text, in UTF-8 bytes from the start of its source, end excluded.
public struct SourceSpan: Hashable, Sendable {
  /// The text that the span lies in.
  public var source: SourceID
  /// The offset of the first byte.
  public var start: Int
  /// The offset after the last byte.
  public var end: Int

  /// Makes a span from byte offsets.
  public init(_ source: SourceID, _ start: Int, _ end: Int) {
    self.source = source
    self.start = start
    self.end = max(start, end)
  }

  /// The smallest span that holds both; they lie in the same source.
  public func joined(with other: SourceSpan) -> SourceSpan {
    SourceSpan(source, min(start, other.start), max(end, other.end))
  }
}
