import Evaluation
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell

/// Everything that can be typed and every result that can be returned, as one JSON document.
///
/// Language servers, notebooks and editors are written from it. It is made from the tables that the program itself
/// reads, so that it always matches the program. `tas --describe` prints it, and `{"describe": true}` asks for it in
/// `tas --batch`. The command `describe` sums up series, so that no statement has the word.
public enum MachineDescription {
  /// The document; `format` counts up if a key changes its meaning.
  public static var json: JSONValue {
    [
      "program": "tas",
      "version": .string(Environment.version),
      "format": 1,
      "language": language,
      "commands": .array(commands),
      "definitions": .array(HelpPages.definitions.map(definition)),
      "rule_clauses": .array(RuleClause.all.map(clause)),
      "indicators": .array(indicators),
      "functions": .array(functions),
      "settings": .array(settings),
      "assumptions": .array(assumptions),
      "metrics": .array(metrics),
      "codes": .array(codes),
      "results": .array(results.map(\.json)),
      "batch": batch,
    ]
  }

  /// The words and signs that every statement shares.
  private static var language: JSONValue {
    [
      "operators": .strings(
        ["or", "and", "not", "<", "<=", ">", ">=", "==", "!=", "between", "crosses", "+", "-", "*", "/", "^", "@"]),
      "word_operators": .strings(ReservedWord.operators),
      "fields": .strings(Planner.barsFieldNames),
      "names": .array(
        StandardName.all.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
      "number_suffixes": .strings(["%", "bp", "pp", "k", "M", "B", "T", "x"]),
      "duration_units": .strings(["s", "m", "h", "d", "w", "mo", "q", "y"]),
      "comment": "#",
      "statement_ends": .strings(["\n", ";"]),
      "formats": .strings(OutputFormat.all.map(\.name)),
      "pages": .array(
        LanguagePage.all.map { page in
          [
            "name": .string(page.name), "aliases": .strings(page.aliases), "summary": .string(page.summary),
            "paragraphs": .strings(page.paragraphs), "examples": .strings(page.examples),
          ]
        }),
    ]
  }

  private static func definition(_ entry: HelpPages.DefinitionEntry) -> JSONValue {
    [
      "name": .string(entry.name), "category": .string(entry.category.rawValue), "summary": .string(entry.summary),
      "usage": .strings(entry.usage), "discussion": .string(entry.discussion), "examples": .strings(entry.examples),
    ]
  }

  private static func clause(_ clause: RuleClause) -> JSONValue {
    [
      "name": .string(clause.name), "of": .string(clause.place.rawValue), "usage": .strings(clause.usage),
      "summary": .string(clause.summary), "discussion": .string(clause.discussion),
      "example": .string(clause.example),
    ]
  }

  /// The requests of `--batch` and their answers.
  private static var batch: JSONValue {
    [
      "requests": [
        "statement": "runs statements; `show` lists formats for people, `width` is in columns, `brief` cuts lists",
        "cancel": "ends the statement of that id, or with null the one under way",
        "complete": "the words allowed at `cursor`, in UTF-8 bytes",
        "completeness": "whether a text is whole, so that it can run",
        "describe": "this document",
      ],
      "answers": [
        "results": "the results of a statement, of the kinds of `results`",
        "warnings": "diagnostics of statements without a result",
        "error": "the failure that ended a statement, or that made a line no request",
        "progress": "how far a statement is, before its answer",
        "completions": "where the word begins, and the candidates",
        "complete": "true for a complete text",
        "cancelled": "true if there was a statement to end",
        "description": "this document",
        "quit": "true if the statement was `quit`: no answer follows",
      ],
    ]
  }
}
