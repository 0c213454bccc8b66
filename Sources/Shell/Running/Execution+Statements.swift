import Language
import OrderedCollections
import Presentation

extension Execution {
  /// How many sessions `undo` can go back.
  private static let undoLimit = 200

  /// Runs a statement; the session before is kept for `undo` where it can change the session.
  mutating func run(_ statement: Statement) throws(Diagnostic) -> (any StatementResult)? {
    let before = session
    resultName = statement.resultName
    var result: (any StatementResult)?
    var changes = true
    switch statement.kind {
    case .expression(let expression, let window):
      changes = false
      result = try show(expression, window: window.map { ($0, expression.span) })
    case .definition(let definition): result = try define(definition, statement.span)
    case .strategy(let definition): result = try define(definition, statement.span)
    case .valuation(let valuation):
      if case .show = valuation.form { changes = false }
      result = try value(valuation, statement.span)
    case .command(let call):
      let command = try command(of: call)
      changes = command.changesSession && !command.formsThatOnlyRead.contains(call.form)
      guard let run = command.run else { throw notBuiltYet(call) }
      result = try run(&self, call)
      noteFormerCommand(of: call)
    }
    // A result that is named is kept, whatever statement gave it.
    if changes || statement.resultName != nil {
      past.append(KeptSession(before))
      if past.count > Self.undoLimit { past.removeFirst() }
      future = []
    }
    try keep(&result, of: statement)
    return result
  }

  private func command(of call: CommandCall) throws(Diagnostic) -> Command {
    guard let command = CommandTable.command(named: call.command) else {
      throw Diagnostic("unknown-command", "unknown command `\(call.command)`", at: call.commandSpan)
    }
    return command
  }

  /// Says once in a session what a command of an earlier version is called now.
  private mutating func noteFormerCommand(of call: CommandCall) {
    guard let former = call.formerCommand, session.notedFormerCommands.insert(former).inserted else { return }
    note(.formerCommand, "`\(former)` is called `\(call.command) \(former)` now", at: call.commandSpan)
  }

  private func notBuiltYet(_ call: CommandCall) -> Diagnostic {
    Diagnostic(.notBuiltYet, "`\(call.command)` is not built yet", at: call.commandSpan)
  }

  /// Names the result (`as NAME`) and writes it (`to "FILE"`).
  private mutating func keep(
    _ result: inout (any StatementResult)?, of statement: Statement
  ) throws(Diagnostic) {
    if let word = statement.resultName {
      guard let value = result else {
        throw Diagnostic(.noResult, "this statement has no result to name", at: word.span)
      }
      // A backtest keeps itself under its name; other results keep the numbers that have a key.
      if !(value is any SelfNaming) {
        let name = try text(word)
        store(NamedResult(name: name, kind: value.kind, fields: value.data.numbers, backtest: nil), as: name)
      }
    }
    if let word = statement.output {
      guard let value = result else {
        throw Diagnostic(.noResult, "this statement has no result to write", at: word.span)
      }
      result = try write(value, to: word)
    }
  }

  /// Keeps a result under a name; `_` means it until the next one.
  mutating func store(_ result: NamedResult, as name: String) {
    session.results[name] = result
    session.lastResult = name
  }
}

/// A result that its own statement keeps under a name.
protocol SelfNaming {}

/// A result that later statements can use by its name.
struct NamedResult: Sendable {
  var name: String
  var kind: String
  /// The numbers of its JSON, by key.
  var fields: [String: Double]
  /// The backtest behind it, where it is one.
  var backtest: BacktestReport?
}

extension JSONValue {
  /// The numbers of an object and of the objects right inside it, by key.
  var numbers: [String: Double] {
    var all: [String: Double] = [:]
    for member in members ?? [] {
      if let number = member.value.doubleValue { all[member.key] = number }
      for inner in member.value.members ?? [] {
        if let number = inner.value.doubleValue, all[inner.key] == nil { all[inner.key] = number }
      }
    }
    return all
  }
}
