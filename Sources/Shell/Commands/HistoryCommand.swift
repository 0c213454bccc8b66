import Language
import Platform
import Presentation
import Reports
import Sessions

extension Command {
  static let history = Command(
    CommandSyntax(
      "history",
      forms: [
        CommandSyntax.Form("", [.optional(role: .wordOfEntry)], clauses: .list(ListedEntry.fields.names())),
        CommandSyntax.Form("run", [.keyword("run"), .required(.entryNumber)]),
      ]),
    category: .session,
    summary: "Lists the entries of the prompt, those with a word in them, or runs one again.",
    discussion: """
      `history rsi` lists the entries with `rsi` in any case; words with blanks are quoted. \
      `history run 12` runs the entry of that number again. `result` is the name of the result of an entry of this session: \
      `$3` shows the third result again. Times are those on this machine's clock.
      """,
    examples: ["history last 20", "history rsi"]
  ) { execution, call throws(Diagnostic) in
    if call.form == "run" {
      try execution.runEntry(try call[.entryNumber])
      return nil
    }
    let word = try call[.wordOfEntry].map { word throws(Diagnostic) in try execution.text(word).lowercased() }
    let local = execution.environment.localTime
    let entries = execution.state.entries.enumerated().map { index, entry in
      ListedEntry(
        number: index + 1, result: entry.result.map { "$\($0)" }, time: entry.time.map(local), text: entry.text)
    }.filter { entry in word.map { entry.text.lowercased().contains($0) } ?? true }
    let frame = ItemFrame(one: "an entry", many: "entries", entries, ListedEntry.fields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(table: frame.table(listing), notes: listing.notes, details: listing.details)
  }
}

/// An entry of the prompt as `history` lists it.
private struct ListedEntry: Sendable {
  let number: Int
  let result: String?
  let time: String?
  let text: String

  static let fields: [Field<ListedEntry>] = [
    .integer(.integer("number")) { $0.number }, .text(.text("result", .dim)) { $0.result },
    .text(.text("time", .dim)) { $0.time }, .text(.text("entry").wrapping) { $0.text },
  ]
}

extension Execution {
  /// Runs the statements of an entry again; each that changes the session is one that `undo` takes back.
  fileprivate mutating func runEntry(_ expression: Expression) throws(Diagnostic) {
    let number = try count(expression)
    guard state.entries.indices.contains(number - 1) else {
      throw Diagnostic(
        .outOfRange, "there is no entry \(number)", at: expression.span, hints: ["`history` lists the entries"])
    }
    let text = state.entries[number - 1].text
    guard runDepth < Self.deepestRun else {
      throw Diagnostic(.runTooDeep, "the entry runs itself", at: expression.span)
    }
    let bytes = Array(text.utf8)
    let source = sources.add(name: "entry \(number)", bytes: bytes)
    var inner = self
    // An error inside of the entry is drawn from its text.
    defer { sources = inner.sources }
    inner.runDepth += 1
    emit(
      Outcome(
        result: Done(action: "history run", message: StyledText(text, .dim)), warnings: [], line: 1, look: session.look),
      sources)
    var parser = Parser(source: source, bytes: bytes, commands: CommandTable.syntaxes)
    while !inner.state.isQuitting, let statement = try parser.next() {
      try checkInterruption()
      inner.warnings = parser.warnings
      let result = try inner.run(statement)
      let line = inner.sources.line(of: statement.span.start, in: source)
      emit(Outcome(result: result, warnings: inner.warnings, line: line, look: inner.session.look), inner.sources)
    }
    state = inner.state
    warnings = []
  }
}
