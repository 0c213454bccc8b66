import Evaluation
import JSON
import Language
import Text

/// The clauses that every list takes, as typed.
package struct ListClauses {
  /// `where COND`.
  package var condition: Expression?
  /// The window.
  package var window: (window: Window, span: SourceSpan)?
  /// `sort by EXPR`.
  package var key: Expression?
  /// True after `sort by EXPR desc`.
  package var descends = false
  /// `top N`.
  package var top: Expression?
  /// `page N`.
  package var page: Expression?
  /// `size N`, of a page.
  package var pageSize: Expression?
  /// True if the newest things come first: `last 5` are the first five then.
  package var newestFirst = false

  /// The clauses of a list's call.
  package init(_ call: CommandCall) {
    condition = call[.condition]
    window = call.window
    key = call[.listKey]
    descends = call.has(.descending)
    top = call[.top]
    (page, pageSize) = (call[.page], call[.pageSize])
  }

  /// True if any of them was typed.
  package var chooses: Bool { condition != nil || key != nil || top != nil || window != nil }

  /// The clauses that order and shorten the rows of a result whose window and condition choose bars.
  package init(rowsOf call: CommandCall) {
    self.init(call)
    (condition, window) = (nil, nil)
  }

  /// A window alone.
  package init(window: (window: Window, span: SourceSpan)?) { self.window = window }

  /// A condition, and an expression of which the greatest comes first.
  package init(condition: Expression?, greatest key: Expression?) {
    (self.condition, self.key, descends) = (condition, key, key != nil)
  }
}

extension [CommandSyntax.Clause] {
  /// The clauses of a list: its columns, its order, its length.
  package static let list: [CommandSyntax.Clause] = list([])

  /// The clauses of a list whose items have values of these names, which completion offers after `where` and `sort by`.
  package static func list(_ names: [String]) -> [CommandSyntax.Clause] {
    [
      .clause("where", .condition(on: names)), .clause("sort by", .listKey(names), .descending), .clause("top", .top),
      .window,
    ]
  }
}

/// The things of a list that its clauses leave, by their numbers and in their order.
package struct Listing: Sendable {
  /// The numbers of the things.
  package var indexes: [Int]
  /// The things in the window that the condition keeps, before a limit left some out.
  package let candidates: ListCandidates
  /// The things as messages call them.
  package let many: String
  /// How many there are in the window.
  package let total: Int
  /// How many of these a condition keeps; nil without a condition.
  package let matched: Int?
  /// The limits that left things out, the last one first: `top 5`, `first 20`.
  package var limits: [String] = []
  /// The number of the next page; nil if there is none.
  package var nextPage: Int?

  /// How many of how many are listed; nil if all are.
  package var note: String? { note(of: many) }

  private func note(of many: String) -> String? {
    let all = "\(NumberText.grouped(total)) \(many)"
    guard let matched else { return limits.isEmpty ? nil : "\(limits.joined(separator: " of ")) of \(all)\(more)" }
    let found = NumberText.grouped(matched)
    if limits.isEmpty { return "\(found) of \(all) match" }
    return "\(limits.joined(separator: " of ")) of \(found) that match, of \(all)\(more)"
  }

  private var more: String { nextPage.map { " · `page \($0)` continues" } ?? "" }

  /// The note as the remarks of a table.
  package var notes: [String] { note.map { [$0] } ?? [] }

  /// The note of a list of one result, which names it: `last 2 of 88 drawdowns of trial`.
  package func notes(of name: String) -> [String] {
    let things = total == 1 ? Self.singular(many) : many
    return [note(of: "\(things) of \(name)") ?? "\(NumberText.grouped(total)) \(things) of \(name)"]
  }

  /// One of some things: `entry` of `entries`.
  private static func singular(_ many: String) -> String {
    if many.hasSuffix("ies"), many != "series" { return many.dropLast(3) + "y" }
    return many.hasSuffix("s") && many != "series" ? String(many.dropLast()) : many
  }

  /// The numbers of a list of one result for a program, with its name.
  package func details(of name: String) -> [(String, JSONValue)] { details + [("result", .string(name))] }

  /// The same numbers for a program.
  package var details: [(String, JSONValue)] { [("matched", .integer(matched ?? total)), ("total", .integer(total))] }
}
