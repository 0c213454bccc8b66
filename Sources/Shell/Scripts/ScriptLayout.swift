import Language

/// A script in its canonical layout, with its comments and its line breaks where they were.
///
/// Statements begin at the left, each line inside of brackets four blanks further, and so does a continuation line;
/// blanks are single, a comma has one after it and `=` one on either side, a comment comes two blanks after its line,
/// with at most one empty line in a row. Expressions are written as the language prints them: blanks around operators,
/// no parentheses but those that are needed. The output parses to the same script, and laying it out again changes
/// nothing.
public enum ScriptLayout {
  /// The text in its layout; throws if it cannot be read.
  ///
  /// - Parameter source: the text as diagnostics know it.
  public static func format(_ bytes: [UInt8], source: SourceID = SourceID(0)) throws(Diagnostic) -> String {
    let statements = try statements(of: bytes, source)
    let outline = statements.map(\.outline)
    let printed = replacing(statements.flatMap(\.expressions), in: bytes)
    // What would not read back as the same script is laid out less.
    let continued = continuedLines(of: statements, in: bytes)
    for (text, spacesSigns) in [(printed, true), (printed, false), (bytes, false)] {
      let result = LayoutLines(text, continued: continued, spacesSigns: spacesSigns).text
      if let again = try? Self.statements(of: Array(result.utf8), source), again.map(\.outline) == outline {
        return result
      }
    }
    throw Diagnostic(
      .layoutChanges, "the layout of this script would not read back as the same script", at: nil,
      hints: ["it is left as it is"])
  }

  private static func statements(of bytes: [UInt8], _ source: SourceID) throws(Diagnostic) -> [Statement] {
    var parser = Parser(source: source, bytes: bytes, commands: CommandTable.syntaxes)
    var statements: [Statement] = []
    while let statement = try parser.next() { statements.append(statement) }
    return statements
  }

  /// The numbers from 0 of the lines that begin inside of a statement.
  private static func continuedLines(of statements: [Statement], in bytes: [UInt8]) -> Set<Int> {
    var lines: Set<Int> = []
    var number = 0
    var rest = statements[...]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      number += 1
      while let first = rest.first, first.span.end <= offset { rest = rest.dropFirst() }
      if let first = rest.first, first.span.start <= offset { lines.insert(number) }
    }
    return lines
  }

  /// The text with each expression of one line as the language prints it.
  private static func replacing(_ expressions: [Expression], in bytes: [UInt8]) -> [UInt8] {
    var sources = SourceMap()
    let source = sources.add(name: "", bytes: bytes)
    let places = expressions.compactMap { expression -> (range: Range<Int>, printed: [UInt8])? in
      // A number or a name alone is laid out, and its words may be more than it: `40 bars`.
      switch expression {
      case .literal, .name: return nil
      default: break
      }
      let span = SourceSpan(source, expression.span.start, expression.span.end)
      return sources.extent(of: span).map { ($0, Array(expression.description.utf8)) }
    }
    var result: [UInt8] = []
    var position = 0
    for (range, printed) in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard range.lowerBound >= position, !range.isEmpty, isReplaceable(bytes[range], by: printed) else { continue }
      result += bytes[position..<range.lowerBound] + printed
      position = range.upperBound
    }
    return result + bytes[position...]
  }

  /// True if a stretch is one line whose parentheses close in it.
  ///
  /// An expression over several lines keeps its lines and comments, and digits separated by `_` stay so. A parenthesis
  /// before a sign keeps it from the word before it: `trail (-n) + 1`.
  private static func isReplaceable(_ written: ArraySlice<UInt8>, by printed: [UInt8]) -> Bool {
    if written.first == UInt8(ascii: "("), printed.first == UInt8(ascii: "-") { return false }
    var depth = 0
    for byte in written {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\\"), UInt8(ascii: "_"): return false
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
