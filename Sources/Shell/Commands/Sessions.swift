import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions

extension Command {
  static let sessions = Command(
    CommandSyntax(
      "sessions",
      forms: [
        CommandSyntax.Form(
          "", [], clauses: .list(ListedSession.fields.names()))
      ]),
    category: .session, summary: "Lists the sessions that were saved automatically, the last one first.",
    discussion: """
      The prompt keeps each session: a statement that changed it is in a file of its own as soon as it has succeeded, and \
      on the disk within a second, so that whatever ends the program loses the statement under way at most. Two prompts \
      have a session each; `open` marks those of other prompts. The last ten are kept, and an older one as long as it is bigger than all later ones. \
      `load session` brings back the last one that no prompt has open, `load session 3` the third of the list.
      """,
    examples: ["sessions", "sessions where contents != \"\" last 5"]
  ) { execution, call throws(Diagnostic) in
    let all = KeptSessions(execution.environment).all
    let own = execution.state.journal
    let local = execution.environment.localTime
    let rows = all.enumerated().map { index, session in
      ListedSession(
        number: index + 1, saved: local(session.savedAt), session: session,
        isOpen: session.isOpen && session.path != own)
    }
    let frame = ItemFrame(one: "a session", many: "sessions", rows, ListedSession.fields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    let number = all.firstIndex { $0.path == own }.map { $0 + 1 }
    let notes = listing.notes + (number.map { ["session \($0) is the one of this prompt"] } ?? [])
    return TableResult(table: frame.table(listing), notes: notes, details: listing.details)
  }
}

/// A kept session as `sessions` lists it.
private struct ListedSession: Sendable {
  let number: Int
  /// The time of saving, on the clock here.
  let saved: String
  let session: KeptSession
  /// True if another prompt has it open.
  let isOpen: Bool

  static let fields: [Field<ListedSession>] = [
    .integer(.integer("number")) { $0.number }, .text(.date("saved")) { $0.saved },
    .text(.text("contents").wrapping) { $0.session.contents.text },
    .integer(.integer("statements")) { $0.session.statements },
    .text(.text("last")) { $0.session.last.shortened }, .text(.text("folder", .dim)) { $0.session.folder },
    .truth(.text("open")) { $0.isOpen },
  ]
}
