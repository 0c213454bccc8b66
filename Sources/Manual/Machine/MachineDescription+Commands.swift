import JSON
import Language
import Sessions
import Shell
import Valuation

extension MachineDescription {
  /// The commands that are built, with all that their syntax says.
  package static var commands: [JSONValue] {
    CommandTable.all.map { command in
      [
        "name": .string(command.name), "aliases": .strings(command.syntax.aliases),
        "category": .string(command.category.rawValue), "summary": .string(command.summary),
        "usage": .strings(command.usage), "discussion": .string(command.discussion),
        "examples": .strings(command.examples), "has_result": .bool(command.syntax.hasResult),
        "changes_session": .bool(command.changesSession),
        "forms": .array(command.syntax.forms.map(form)),
      ]
    }
  }

  private static func form(_ form: CommandSyntax.Form) -> JSONValue {
    [
      "name": .string(form.name), "elements": .array(form.subject.map(element)),
      "clauses": .array(form.clauses.map(clause)),
    ]
  }

  private static func clause(_ clause: CommandSyntax.Clause) -> JSONValue {
    if clause.isWindow {
      return ["window": true, "keywords": .strings(["first", "last", "since", "until", "all"])]
    }
    return [
      "keywords": .strings(clause.keywords), "elements": .array(clause.elements.map(element)),
      "alternative": .bool(clause.isAlternative),
    ]
  }

  private static func element(_ element: CommandSyntax.Element) -> JSONValue {
    switch element {
    case .keyword(let word): ["keyword": .string(word)]
    case .assign: ["sign": "="]
    case .optional(let inner): ["optional": self.element(inner)]
    case .group(let elements): ["group": .array(elements.map(self.element))]
    case .value(let slot): value(slot)
    }
  }

  private static func value(_ slot: CommandSyntax.Slot) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("value", .string(slot.name)), ("reads", .string(slot.reading.name)), ("usage", .strings(slot.spellings)),
    ]
    switch slot.reading {
    case .word(let kind), .words(let kind), .wordsBeforeColon(let kind), .subject(let kind), .subjects(let kind),
      .weighted(let kind), .priced(let kind):
      members.append(("names", .string(kind.rawValue)))
    case .choice(let words): members.append(("choices", .strings(words)))
    case .key(let names): members.append(("keys", .strings(names)))
    case .expression, .columns, .values, .settings, .axes, .unknowns, .uncertain, .overrides, .range: break
    }
    return .object(members)
  }
}

extension CommandSyntax.Reading {
  /// The word that programs know the reading by.
  fileprivate var name: String {
    switch self {
    case .word: "word"
    case .words: "words"
    case .wordsBeforeColon: "words_before_colon"
    case .subject: "call"
    case .subjects: "calls"
    case .weighted: "weighted_words"
    case .priced: "priced_words"
    case .expression, .key: "expression"
    case .columns: "columns"
    case .values: "expressions"
    case .settings: "settings"
    case .axes: "axes"
    case .unknowns: "unknowns"
    case .uncertain: "distributions"
    case .overrides: "overrides"
    case .range: "range"
    case .choice: "choice"
    }
  }
}
