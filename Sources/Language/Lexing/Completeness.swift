extension Lexer {
  /// The surroundings of the end of a text.
  enum StateAtEnd: Hashable, Sendable {
    case code
    case comment
    /// A string that begins at an offset on the last line and is not closed.
    case text(Int)
  }

  /// The surroundings of the end of the text.
  func stateAtEnd() -> StateAtEnd { scan().state }

  /// True if the text ends in a `\` or with a bracket open; a string ends with its line.
  var isOpenAtEnd: Bool {
    let end = scan()
    return !end.brackets.isEmpty || end.endsInBackslash
  }

  private func scan() -> (state: StateAtEnd, brackets: OpenBrackets, endsInBackslash: Bool) {
    var offset = start
    var brackets = OpenBrackets()
    while offset < bytes.count {
      switch bytes[offset] {
      case Ascii.hash:
        offset = endOfLine(from: offset)
        if offset >= bytes.count { return (.comment, brackets, false) }
      case Ascii.doubleQuote, Ascii.singleQuote:
        guard let end = endOfQuoted(at: offset) else {
          brackets.meetUnclosedText()
          let quote = offset
          offset = endOfLine(from: offset)
          if offset >= bytes.count { return (.text(quote), brackets, false) }
          break
        }
        offset = end
      case Ascii.backslash:
        guard let next = continuation(at: offset) else {
          offset += 1
          break
        }
        if next >= bytes.count { return (.code, brackets, true) }
        offset = next
      default:
        brackets.meet(bytes[offset])
        offset += 1
      }
    }
    return (.code, brackets, false)
  }
}

extension Parser {
  /// True if a prompt may run a text: nothing in it waits for another line.
  ///
  /// False while a bracket is open, or if the text ends in an operator, a comma, `=` or `\`. A text with an error, such
  /// as a string that is not closed on its line, is complete: more lines would not correct it.
  public static func isComplete(_ text: String, commands: [CommandSyntax]) -> Bool {
    let bytes = Array(text.utf8)
    if Lexer(source: SourceID(0), bytes: bytes).isOpenAtEnd { return false }
    var parser = Parser(source: SourceID(0), bytes: bytes, commands: commands)
    while true {
      do throws(Diagnostic) {
        guard try parser.next() != nil else { return !parser.ranOut }
      } catch {
        if parser.ranOut { return false }
        parser.recover()
      }
    }
  }

  /// True if the statement that failed may continue in text that has not arrived yet.
  ///
  /// To be asked right after an error, before anything else is read.
  public var waitsForMore: Bool {
    if ranOut { return true }
    let rest = Array(lexer.bytes[min(statementStart, lexer.bytes.count)...])
    return Lexer(source: SourceID(0), bytes: rest).isOpenAtEnd
  }

  /// The offset at which the statement that was read last begins.
  public var startOfStatement: Int { statementStart }

  /// The offset just past the last byte read.
  public var offset: Int { min(position, lexer.bytes.count) }

  /// Reads a full text as one expression.
  public static func expression(parsing text: String, source: SourceID) throws(Diagnostic) -> Expression {
    var parser = Parser(source: source, text: text, commands: [])
    try parser.skipSeparators()
    let expression = try parser.expression()
    try parser.skipSeparators()
    try parser.expectEnd()
    return expression
  }
}
