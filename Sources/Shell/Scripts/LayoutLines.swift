import Language

/// The lines of a script with their indents and single blanks.
struct LayoutLines {
  /// The text in its layout; it ends with a newline if it has any line.
  let text: String

  /// A line as it is laid out.
  private struct Line {
    /// The code with single blanks, without the comment.
    var code = ""
    /// The comment with its `#`; nil if there is none.
    var comment: String?
    /// The brackets that it begins with closing.
    var closedFirst = 0
    /// The brackets that it opens, less those that it closes.
    var opened = 0
  }

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - continued: the numbers from 0 of lines that continue a statement, such as those of indented clauses.
  ///   - spacesSigns: whether a comma has a blank after it, and `=` one on either side.
  init(_ bytes: [UInt8], continued: Set<Int>, spacesSigns: Bool) {
    var result: [String] = []
    var depth = 0
    var goesOn = false
    let written = String(decoding: bytes.drop { [0xEF, 0xBB, 0xBF].contains($0) }, as: UTF8.self)
    // To Swift a carriage return and a newline are one character.
    let lines = written.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (number, line) in lines.enumerated() {
      let line = Self.line(line, spacesSigns)
      if line.code.isEmpty, line.comment == nil {
        if result.last?.isEmpty == false { result.append("") }
        continue
      }
      let isContinued = goesOn || Self.continues(line.code, depth) || depth == 0 && continued.contains(number)
      let levels = max(0, depth - line.closedFirst) + (isContinued ? 1 : 0)
      let indent = String(repeating: " ", count: 4 * levels)
      let comment = line.comment.map { line.code.isEmpty ? $0 : "  " + $0 } ?? ""
      result.append(indent + line.code + comment)
      depth = max(0, depth + line.opened)
      // A comment between two lines of a statement does not end it.
      if !line.code.isEmpty { goesOn = Self.isOpen(line.code) }
    }
    while result.last?.isEmpty == true { result.removeLast() }
    text = result.isEmpty ? "" : result.joined(separator: "\n") + "\n"
  }

  /// Inside of braces a line that begins with `and` or `or` continues the one above.
  private static func continues(_ code: String, _ depth: Int) -> Bool {
    depth > 0 && (code.hasPrefix("and ") || code.hasPrefix("or "))
  }

  /// True if a line cannot end a statement: it ends with an operator, a comma, `=` or `\`.
  private static func isOpen(_ code: String) -> Bool {
    guard let last = code.last else { return false }
    if "+-*/^<>=!,~@\\".contains(last) { return true }
    let word = code.split { !$0.isLetter }.last.map(String.init) ?? ""
    return code.hasSuffix(word) && ["and", "or", "not", "between", "crosses", "above", "below"].contains(word)
  }

  /// A line with single blanks outside of its strings.
  private static func line(_ written: Substring, _ spacesSigns: Bool) -> Line {
    var line = Line()
    var before: Character = " "
    var quote: Character?
    var isEscaped = false
    var rest = written[...]
    while let character = rest.first {
      defer { before = character }
      if let mark = quote {
        line.code.append(character)
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == mark {
          quote = nil
        }
      } else if character == "#" {
        line.comment = String(rest).trimmedAtEnd
        break
      } else if character == " " || character == "\t" || character == "\r" || character == "\r\n" {
        if !line.code.isEmpty, line.code.last != " " { line.code.append(" ") }
      } else if spacesSigns, character == "," {
        line.code = line.code.trimmedAtEnd + ", "
      } else if spacesSigns, character == "=", isAssignment(before, rest.dropFirst()) {
        line.code = line.code.trimmedAtEnd + " = "
      } else {
        if character == "\"" || character == "'" { quote = character }
        if "([{".contains(character) { line.opened += 1 }
        if ")]}".contains(character) {
          line.opened -= 1
          if line.code.allSatisfy({ ")]} ".contains($0) }) { line.closedFirst += 1 }
        }
        line.code.append(character)
      }
      rest = rest.dropFirst()
    }
    line.code = line.code.trimmedAtEnd
    return line
  }

  /// True if a `=` is alone: not part of `==` or `<=`, nor of a symbol such as `EURUSD=X`.
  private static func isAssignment(_ before: Character, _ after: Substring) -> Bool {
    guard !"=!<>".contains(before), let next = after.first, !"=<>".contains(next) else { return false }
    let isSymbol = before.isLetter && next.isUppercase && after.dropFirst().first.map { " ,;)".contains($0) } != false
    return !isSymbol
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmedAtEnd: String {
    var text = self[...]
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text = text.dropLast() }
    return String(text)
  }
}
