import Language
import Sessions
import Shell

/// A request at the prompt, which may be more than statements.
public enum TypedEntry: Hashable, Sendable {
  /// Statements of the language.
  case statements(String)
  /// `statement | command`: the output of a statement goes to a program.
  case piped(String, into: String)
  /// `!command`: a line of the system's shell.
  case outside(String)
  /// `cd FOLDER`; an empty folder is the home folder, and `-` the one before.
  case changeFolder(String)
  /// `pwd`.
  case printFolder
  /// `clear`.
  case clearScreen
  /// `edit`: the last entry in an editor.
  case edit

  /// Reads an entry.
  ///
  /// The prompts in a text that was copied from a terminal are left out, and with them what tas answered. A command of
  /// another prompt, such as `\q`, is the entry that does the same.
  ///
  /// - Parameters:
  ///   - prompt: the prompt as it is now, besides the usual one.
  ///   - isName: true for a word that is a name of the session: `clear` then shows its value.
  public init(_ text: String, prompt: String = "tas> ", isName: (String) -> Bool = { _ in false }) {
    let text = PastedLines.withoutPrompts(text, prompt)
    let entry = text.trimmingBlanks
    if let own = ForeignWords.entry(entry), !isName(String(entry.prefix { !$0.isWhitespace })) {
      self = Self(own, isName: isName)
      return
    }
    if entry.hasPrefix("!") {
      self = .outside(String(entry.dropFirst()).trimmingBlanks)
    } else if entry.hasPrefix("?") {
      self = .statements("help " + Self.topic(entry.drop { $0 == "?" }))
    } else if entry.hasSuffix("?"), let word = Self.word(in: entry.dropLast(entry.hasSuffix("??") ? 2 : 1)) {
      self = .statements("help " + word)
    } else if let split = Self.pipe(in: entry) {
      self = .piped(split.statement, into: split.command)
    } else if let command = Self.command(entry), !isName(entry) {
      self = command
    } else {
      self = .statements(text)
    }
  }

  /// True if nothing in it waits for another line.
  public var isComplete: Bool {
    switch self {
    case .statements(let text), .piped(let text, into: _):
      Parser.isComplete(text, commands: CommandTable.syntaxes)
    default: true
    }
  }

  private static func command(_ entry: String) -> Self? {
    switch entry {
    case "clear", "cls": return .clearScreen
    case "pwd": return .printFolder
    case "edit": return .edit
    case "cd": return .changeFolder("")
    default: break
    }
    guard entry.hasPrefix("cd "), !entry.contains("\n") else { return nil }
    var folder = String(entry.dropFirst(3)).trimmingBlanks
    // `cd == 3` asks for the value of a name.
    if let first = folder.first, "=<>+*,)".contains(first) { return nil }
    for quote in ["\"", "'"] where folder.count > 1 && folder.hasPrefix(quote) && folder.hasSuffix(quote) {
      folder = String(folder.dropFirst().dropLast())
    }
    return .changeFolder(folder)
  }

  /// The topic after `?`, in quotes if it has several words.
  private static func topic(_ text: Substring) -> String {
    let topic = String(text).trimmingBlanks
    return topic.contains(" ") && !topic.hasPrefix("\"") ? "\"\(topic)\"" : topic
  }

  /// A single word before `?`; nil for anything else, such as an unknown of `solve`.
  private static func word(in text: Substring) -> String? {
    let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
    return isWord && text.first?.isLetter == true ? String(text) : nil
  }

  /// The two sides of the first `|` outside of strings, comments and brackets.
  private static func pipe(in text: String) -> (statement: String, command: String)? {
    guard text.contains("|") else { return nil }
    var quote: Character?
    var depth = 0
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == open {
          quote = nil
        }
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "#": return nil
      case "|" where depth == 0:
        let statement = String(text[..<index]).trimmingBlanks
        let command = String(text[text.index(after: index)...]).trimmingBlanks
        return statement.isEmpty || command.isEmpty || command.hasPrefix("|") ? nil : (statement, command)
      default: break
      }
    }
    return nil
  }

  /// The statements of a text after the first `count`.
  ///
  /// A text with an error has its statements apart all the same.
  public static func statements(of text: String, behind count: Int) -> [String] {
    var parser = Parser(source: SourceID(0), text: text, commands: CommandTable.syntaxes)
    let bytes = Array(text.utf8)
    var found: [String] = []
    while parser.offset < bytes.count {
      do throws(Diagnostic) {
        guard try parser.next() != nil else { break }
      } catch {
        parser.recover()
      }
      found.append(String(decoding: bytes[min(parser.startOfStatement, parser.offset)..<parser.offset], as: UTF8.self))
    }
    return Array(found.dropFirst(count))
  }
}

extension String {
  /// The text without the blanks and newlines around it.
  fileprivate var trimmingBlanks: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
