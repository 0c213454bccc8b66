import Language
import Shell

/// The lines of a paste from a terminal or a page, which may begin with the prompt.
enum PastedLines {
  /// The statements of a text that begins with a prompt; any other text as it is.
  ///
  /// Lines without a prompt are answers of tas, unless the statement above them continues.
  static func withoutPrompts(_ text: String, _ prompt: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }), statement(of: first, prompt) != nil else {
      return text
    }
    var kept: [Substring] = []
    // The lines of the statement that may continue.
    var last: [Substring] = []
    for line in lines {
      if let typed = statement(of: line, prompt) {
        if !isContinuation(line) { last = [] }
        kept.append(typed)
        last.append(typed)
      } else if !last.isEmpty,
        !Parser.isComplete(last.joined(separator: "\n"), commands: CommandTable.syntaxes)
      {
        kept.append(line)
        last.append(line)
      }
    }
    return kept.joined(separator: "\n")
  }

  /// The text typed after a prompt: `tas> `, `tas SPY 1d> `, `...> ` or the current one; nil if none begins the line.
  private static func statement(of line: Substring, _ prompt: String) -> Substring? {
    if isContinuation(line) { return line.drop { $0 != ">" }.dropFirst(2) }
    if line.hasPrefix(prompt) { return line.dropFirst(prompt.count) }
    guard line.hasPrefix("tas"), let end = line.firstIndex(of: ">") else { return nil }
    let words = line[..<end].dropFirst(3)
    let isPrompt =
      words.isEmpty || words.first == " " && words.last != " " && !words.contains { "\"'(){}=<,;".contains($0) }
    guard isPrompt, line[end...].count == 1 || line[end...].dropFirst().first == " " else { return nil }
    return line[end...].dropFirst(2)
  }

  private static func isContinuation(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("...> ") || text == "...>"
  }
}
