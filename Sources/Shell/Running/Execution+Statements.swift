import Commands
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Work
import Workspace

extension Execution {
  /// Runs a statement; the session before is kept for `undo` if it can change the session.
  mutating func run(_ statement: Statement) throws(Diagnostic) -> (any StatementResult)? {
    let before = session
    let (statement, typed) = try refined(statement)
    let readsLast = sources.text(of: statement.span).readsLastResult
    if readsLast { session.fieldsOfLast = session.lastWithoutName.map { ResultFields($0) } }
    defer { session.fieldsOfLast = nil }
    let keptBefore = session.lastKept
    tallies = []
    var usualName: String?
    var result: (any StatementResult)?
    var changes = true
    writesResult = statement.output != nil
    writesPage =
      try statement.output.map { word throws(Diagnostic) in try text(word) }
      .map { FileName.ending(of: $0) == "html" } ?? false
    let (outerName, outerReads) = (resultName, reads)
    reads = SeriesReads()
    defer { (resultName, reads) = (outerName, outerReads) }
    resultName = try statement.resultName.map { word throws(Diagnostic) in try text(word) }
    statementText = typed
    switch statement.kind {
    case .expression(let expression, let window):
      changes = false
      result = try show(expression, window: window.map { ($0, expression.span) })
    case .definition(let definition): result = try define(definition, statement.span)
    case .strategy(let definition): result = try define(definition, statement.span)
    case .valuation(let valuation):
      if valuation.form.onlyReads { changes = false }
      do throws(Diagnostic) { result = try value(valuation, statement.span) } catch {
        guard error.code == .missingAssumptions, !session.absentFigures.isEmpty else { throw error }
        // Figures that the session once had may be the missing ones.
        throw session.absentFigures.keys.reduce(error) { $0.hint(session.hint(forAbsentFiguresOf: $1) ?? "") }
      }
      if changes { usualName = "valuation" }
    case .block(let block): changes = try run(block)
    case .command(let call):
      let command = try command(of: call)
      changes = command.changesSession(by: call)
      result = try command.run(&self, call)
      noteFormerCommand(of: call)
      noteUnusedEngine(of: call)
    }
    let remarks = tellPriceRemarks(of: statement.commandName)
    do throws(Diagnostic) {
      try keep(&result, of: statement, since: before, usualName: usualName, remarks: remarks)
    } catch {
      Leftovers.release(&result, leaving: nil)
      throw error
    }
    if let result, !(result is Done) {
      let session = session
      if let entry = state.entries.indices.last {
        state.shown.keep(result, of: &state.entries[entry], besides: session.heldAddresses)
      }
      let isKept = session.lastKept != keptBefore
      if isKept || result.isAnswer {
        self.session.last = result
        self.session.lastHasName = isKept
        self.session.lastOrigin = origin(of: statement, text: typed)
      }
    }
    // A result with a name is kept, regardless of the statement that gave it.
    if changes || statement.resultName != nil {
      state.history.push(before, now: session, statement: sources.text(of: statement.span))
      state.revision += 1
    }
    if let result, result.isAnswer, !(result is Done), !statement.showsFormerResult {
      state.lastShown = ShownStatement(statement, text: typed, revision: state.revision)
    }
    return result
  }

  private func command(of call: CommandCall) throws(Diagnostic) -> Command {
    guard let command = CommandTable.command(named: call.command) else {
      throw Diagnostic(.unknownCommand, "unknown command `\(call.command)`", at: call.commandSpan)
    }
    return command
  }

  /// Notes once in a session the present name of a command of an earlier version.
  private mutating func noteFormerCommand(of call: CommandCall) {
    guard let former = call.formerCommand, session.notedFormerCommands.insert(former).inserted else { return }
    if former == Window.formerWord {
      return note(.formerCommand, "a window is written `since D until D` now; `between` compares", at: call.commandSpan)
    }
    note(.formerCommand, "`\(former)` is called `\(call.command) \(former)` now", at: call.commandSpan)
  }

  /// Keeps the result under its name (`as NAME`, else the usual one) and writes it (`to "FILE"`).
  ///
  /// - Parameters:
  ///   - before: the session before the statement.
  ///   - remarks: the remarks on the prices that it rests on, for a page that others read.
  private mutating func keep(
    _ result: inout (any StatementResult)?, of statement: Statement, since before: Session, usualName: String?,
    remarks: [String]
  ) throws(Diagnostic) {
    let reason = result?.reasonAgainstReplay
    lazy var inputs = inputs(of: statement, from: before, besides: reason)
    let chosenName = resultName
    if let word = statement.resultName, result == nil {
      throw Diagnostic(.noResult, "this statement has no result to name", at: word.span)
    }
    if let kept = result?.kept(as: chosenName) {
      for result in kept.named { store(result, of: statement, inputs) }
      result = kept.result
    } else if let name = chosenName ?? usualName, let value = result {
      if statement.resultHeadsColumn, let word = statement.resultName {
        noteBothNames(name, replacing: before.results[name], at: word.span)
      }
      var kept = NamedResult(name: name, of: value)
      if value.isSmall { kept.whole = value }
      store(kept, of: statement, inputs)
    }
    if let word = statement.output {
      guard let value = result else {
        throw Diagnostic(.noResult, "this statement has no result to write", at: word.span)
      }
      result = try write(value, remarks, to: word, over: statement.replacesLoaded)
    }
  }

  /// Notes once in a session that `as NAME` after the last column also names the result, and each time what it
  /// replaces.
  private mutating func noteBothNames(_ name: String, replacing former: NamedResult?, at span: SourceSpan) {
    let isNew = session.notedFormerCommands.insert("as").inserted
    guard isNew || former.map({ $0.kind != "table" }) == true else { return }
    let replaced = former.map { ", replacing the \($0.kind)" } ?? ""
    note(
      .namesBoth, "`\(name)` heads the column and, as the statement ends with it, names this result\(replaced)",
      at: span)
  }

  /// Keeps a result under its name; `_` means it until the next one.
  private mutating func store(_ result: NamedResult, of statement: Statement, _ inputs: ResultInputs?) {
    var result = result
    result.origin = origin(of: statement, text: sources.text(of: statement.span))
    result.inputs = inputs
    if result.kind == "sweep", let strategy = result.texts["strategy"] {
      result.texts["rules"] = rulesFingerprint(of: strategy, like: session.settings.like)
    }
    session.results[result.name] = result
    session.lastResult = result.name
    session.lastKept = result.id
  }
}

extension Statement {
  /// The name of its command; empty for a statement without one.
  fileprivate var commandName: String { if case .command(let call) = kind { call.command } else { "" } }

  /// True for `_`, `last` and `$3`, which show a result that there was before.
  fileprivate var showsFormerResult: Bool {
    if case .expression(.name(let name, _), nil) = kind {
      name == "_" || name == "last" || name.hasPrefix("$")
    } else {
      false
    }
  }
}

extension StatementResult {
  /// True if it may be kept with its name: apart from the session it holds a page, or some thousand rows.
  fileprivate var isSmall: Bool { (rowCount ?? 0) <= 10_000 }
}
