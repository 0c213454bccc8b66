import Language
import Sessions

extension Command {
  static let refine = Command(
    CommandSyntax("_", forms: [CommandSyntax.Form("", [], clauses: .list)]), category: .data,
    summary: "Applies the clauses of a list to the last result.",
    discussion: """
      The `_` may be left out: after `trades`, `where profit > 0` lists those with a gain, and then `last 3` the last three \
      of them. The statement of the last result is computed again with these clauses: a condition holds besides the one \
      it already has, `last` and `first` count within its `since` and `until`, and otherwise a clause replaces its \
      counterpart. `_` alone shows the last result.
      """,
    examples: ["load sample SPY; rsi(14); _ last 3", "show close, rsi(14); _ where rsi(14) < 30; _ since 2020 last 3"]
  ) { _, call throws(Diagnostic) in throw Execution.nothingToRefine(at: call.commandSpan) }
}

extension Execution {
  /// The statement that clauses alone mean, and its text: that of the last result with them; any other as it is.
  mutating func refined(_ statement: Statement) throws(Diagnostic) -> (Statement, text: String) {
    let text = sources.text(of: statement.span)
    guard case .command(let call) = statement.kind, call.command == Command.refine.name else {
      return (statement, text)
    }
    guard let shown = state.lastShown, session.last != nil, !call.arguments.isEmpty else {
      throw Self.nothingToRefine(at: statement.span)
    }
    if let name = statement.resultName {
      throw Diagnostic(
        .noResult, "clauses alone refine the last result, and cannot name it", at: name.span,
        hints: ["`\(shown.text)` with these clauses can have a name"])
    }
    guard shown.revision == state.revision else {
      throw Diagnostic(
        .noResult, "the session has changed since `\(shown.text)`, which would now give a different result",
        at: statement.span,
        hints: ["type the statement with its clauses"])
    }
    var result = shown.statement
    (result.output, result.replacesLoaded, result.span) = (statement.output, statement.replacesLoaded, statement.span)
    result.resultName = nil
    switch result.kind {
    case .command(let former): result.kind = .command(try former.refined(by: call))
    case .expression(let expression, let former):
      if let window = call.window?.window, call.arguments.count == 1 {
        result.kind = .expression(expression, window: former?.joined(with: window) ?? window)
      } else {
        var show = CommandCall(
          command: Command.show.name, commandSpan: expression.span, form: "",
          arguments: [("columns", .columns([NamedExpression(expression: expression)]))])
        if let former { show.arguments.append(("window", .window(former, expression.span))) }
        result.kind = .command(try show.refined(by: call))
      }
    default: throw Self.nothingToRefine(at: statement.span)
    }
    return (result, "\(shown.text), then \(text)")
  }

  /// The error of clauses without a list that they could apply to.
  static func nothingToRefine(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .noResult, "the last result is not a list that clauses apply to", at: span,
      hints: ["such as `trades`, then `where profit > 0`"])
  }
}

extension CommandCall {
  /// The call with more clauses: a condition besides its own, a window within its own, others in the place of theirs.
  fileprivate func refined(by clauses: CommandCall) throws(Diagnostic) -> CommandCall {
    let taken = CommandTable.command(named: command)?.syntax.forms.first { $0.name == form }?.clauses ?? []
    var call = self
    if clauses.argument(named: "sort") != nil { call.arguments.removeAll { $0.role == "sort" || $0.role == "desc" } }
    for (role, value) in clauses.arguments {
      let isTaken = taken.contains { role == "window" ? $0.isWindow : role == "desc" || $0.keywords.first == role }
      guard isTaken else {
        let lists = command == "backtest" ? ["`trades`, `orders` and `equity` list the parts of a backtest"] : []
        throw Diagnostic(
          .unknownClause, "the last result is of `\(command)`, which takes no `\(role)`", at: value.span(in: clauses),
          hints: lists)
      }
      let former = call.argument(named: role)
      call.arguments.removeAll { $0.role == role }
      switch (former, value) {
      case (.expression(let former)?, .expression(let added)) where role == "where":
        call.arguments.append((role, .expression(.binary(.and, former, added, operatorSpan: added.span))))
      case (.window(let former, _)?, .window(let added, let span)):
        call.arguments.append((role, .window(former.joined(with: added) ?? added, span)))
      default: call.arguments.append((role, value))
      }
    }
    return call
  }
}

extension Argument {
  /// The place of a clause's value.
  fileprivate func span(in call: CommandCall) -> SourceSpan {
    switch self {
    case .expression(let expression): expression.span
    case .window(_, let span), .present(let span): span
    default: call.commandSpan
    }
  }
}
