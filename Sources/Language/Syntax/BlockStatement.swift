/// Statements between braces that run for each of several symbols, or if a condition holds.
///
/// It is deliberately limited to a list of symbols and a guard: names that the statements define stay defined.
public struct BlockStatement: Hashable, Sendable {
  /// The text before the opening brace, as parsed.
  public enum Header: Hashable, Sendable {
    /// `for NAME in A, B`: the name is the symbol as a string, in each round.
    case each(name: String, nameSpan: SourceSpan, symbols: [Word])
    /// `if COND`.
    case guarded(Expression)
  }

  /// The text before the opening brace, as parsed.
  public var header: Header
  /// The statements in order.
  public var body: [Statement]

  /// Makes a block.
  public init(header: Header, body: [Statement]) {
    self.header = header
    self.body = body
  }
}
