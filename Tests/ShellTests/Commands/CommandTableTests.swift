import Language
import Sessions
import Shell
import Testing

@Suite("The table of commands")
struct CommandTableTests {
  private static let built = CommandTable.all

  @Test("Words that begin a statement are unique: names, aliases, commands of earlier versions")
  func uniqueNames() {
    let names = CommandTable.all.flatMap { command in
      [command.syntax.name] + command.syntax.aliases + command.syntax.formerCommands
    }
    #expect(Set(names).count == names.count)
  }

  @Test(
    "The forms of a command are told apart by their names and by their first words", arguments: CommandTable.syntaxes)
  func forms(syntax: CommandSyntax) {
    #expect(Set(syntax.forms.map(\.name)).count == syntax.forms.count)
    let heads = syntax.forms.map { form in
      form.subject.prefix { if case .keyword = $0 { true } else { false } }
    }
    // Forms without keywords differ in the words that follow their first name.
    let beginnings = zip(heads, syntax.forms).map { Array($0) + $1.followers.map { .keyword($0) } }
    #expect(Set(beginnings).count == heads.count, "two forms begin alike")
  }

  @Test("A value has one role in a form, and each clause begins with other words", arguments: CommandTable.syntaxes)
  func roles(syntax: CommandSyntax) {
    for form in syntax.forms {
      let subject = form.subject.flatMap(\.roles)
      #expect(Set(subject).count == subject.count, "\(form.name)")
      for clause in form.clauses {
        #expect(Set(subject).isDisjoint(with: clause.elements.flatMap(\.roles)), "\(form.name) \(clause.keywords)")
      }
      let keywords = form.clauses.map(\.keywords)
      #expect(Set(keywords).count == keywords.count, "\(form.name)")
      #expect(keywords.allSatisfy { !$0.isEmpty })
    }
  }

  @Test("A clause asks for no words that belong to every statement", arguments: CommandTable.syntaxes)
  func resultWords(syntax: CommandSyntax) {
    guard syntax.hasResult else { return }
    for form in syntax.forms {
      for clause in form.clauses where !clause.isWindow {
        #expect(clause.keywords.first != "as" && clause.keywords.first != "to", "\(syntax.name)")
      }
    }
  }

  @Test("The usage begins with the command's word and has a line for each form", arguments: built.map(\.name))
  func usage(name: String) throws {
    let command = try #require(CommandTable.command(named: name))
    #expect(command.usage.count >= command.syntax.forms.count { !$0.yieldsToName })
    #expect(command.usage.allSatisfy { $0 == name || $0.hasPrefix(name + " ") })
    #expect(command.usage.allSatisfy { !$0.contains("  ") })
  }

  @Test("A command has a sentence, and its examples are of its own", arguments: built.map(\.name))
  func texts(name: String) throws {
    let command = try #require(CommandTable.command(named: name))
    #expect(command.summary.hasSuffix("."))
    #expect(!command.examples.isEmpty)
    let words = [name] + command.syntax.aliases
    #expect(command.examples.allSatisfy { example in words.contains { example.contains($0) } })
  }

  @Test("An example is read as a call of its command", arguments: built.map(\.name))
  func examples(name: String) throws {
    let command = try #require(CommandTable.command(named: name))
    for example in command.examples {
      var parser = Parser(source: SourceID(0), text: example, commands: CommandTable.syntaxes)
      var commands: [String] = []
      while let statement = try parser.next() {
        switch statement.kind {
        case .command(let call):
          commands.append(call.command)
          let forms = command.syntax.forms.map(\.name)
          if call.command == name { #expect(forms.contains(call.form), "\(example)") }
        case .strategy(let definition): commands.append(definition.isPortfolio ? "portfolio" : "strategy")
        default: break
        }
      }
      #expect(commands.contains(name), "\(example)")
    }
  }

  @Test("A statement in a text of help is read: a whole one, or the beginning of one")
  func statementsInTexts() {
    let texts =
      CommandTable.all.map(\.discussion) + RuleClause.all.map(\.discussion) + LanguagePage.all.flatMap(\.paragraphs)
    var count = 0
    for text in texts {
      for (place, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where place % 2 == 1 {
        let words = part.split(separator: " ")
        guard words.count > 1, CommandTable.command(named: String(words[0])) != nil,
          RuleClause.named(String(words[0])).isEmpty, !part.contains("…"), !part.contains("|"),
          words[1].first?.isLetter != false || words[1].first == "\""
        else { continue }
        count += 1
        var parser = Parser(source: SourceID(0), text: String(part), commands: CommandTable.syntaxes)
        do { while try parser.next() != nil {} } catch {
          #expect(error.span.map { $0.start >= part.utf8.count } == true, "`\(part)`: \(error.message)")
        }
      }
    }
    #expect(count > 50)
  }

  @Test("A word of an earlier version opens the form that took its place")
  func formerCommands() throws {
    for syntax in CommandTable.syntaxes {
      for former in syntax.formerCommands {
        var parser = Parser(source: SourceID(0), text: former, commands: CommandTable.syntaxes)
        let statement = try #require(try parser.next())
        guard case .command(let call) = statement.kind else {
          Issue.record("\(former) is not a command")
          continue
        }
        #expect(call.command == syntax.name)
        #expect(call.form == former)
        #expect(call.formerCommand == former)
      }
    }
  }

  @Test(
    "A command that ends too early says its form",
    arguments: ["load", "use", "sweep", "save scenario", "trades sort by"])
  func unfinished(text: String) {
    var parser = Parser(source: SourceID(0), text: text, commands: CommandTable.syntaxes)
    let error = #expect(throws: Diagnostic.self) { while try parser.next() != nil {} }
    #expect(error?.hints.isEmpty == false)
  }
}

extension CommandSyntax.Element {
  /// The names of the values that the element reads.
  fileprivate var roles: [String] {
    switch self {
    case .value(let slot): [slot.name]
    case .optional(let element): element.roles
    case .group(let elements): elements.flatMap(\.roles)
    case .keyword, .assign: []
    }
  }
}
