import Accounts
import Bookkeeping
import Calendar
import Evaluation
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Text

/// The forms of `guard`.
private enum GuardForm: String {
  case value = ""
  case reset
}

/// The forms of `guards`.
private enum GuardsForm: String {
  case list, log
}

extension Command {
  package static let guardrail = Command(
    CommandSyntax(
      "guard",
      forms: [
        CommandSyntax.Form(
          GuardForm.value, [.required(.guardField), .required(.guardValue)],
          clauses: [.clause(.clamp), .clause("in", .bookedIn)]),
        CommandSyntax.Form(GuardForm.reset, [.keyword("reset")], clauses: [.clause("in", .bookedIn)]),
      ]),
    category: .accounts, summary: "Sets a guardrail of an account, or lifts a halt.",
    discussion: """
      Each order that opens a position passes five checks, in this order: the account is not halted; it holds fewer than \
      `max_positions` symbols; its equity is less than `max_drawdown` below its peak, and less than `daily_loss` below \
      the peak of the day (by UTC); the order loses at most `risk_per_trade` of the equity at its stop. An order \
      without a stop counts as one at `atr_stop` average true ranges of 14 bars (a hundredth of the price where they are \
      not known); `stop atr` and `target atr` set the levels so. A fall below a limit halts the account: entries that \
      wait are cancelled, and what closes a position stays. `guard reset` lifts the halt and measures from the present \
      equity on. \(GuardField.allCases.map { "`\($0.rawValue)` \($0.rangeText), usually \($0.text($0.terms.usual))" }.joined(separator: "; ")).
      """,
    examples: ["guard max_drawdown 15%", "guard daily_loss 60% clamp", "guard reset"]
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: GuardForm.self) {
    case .value: try execution.setGuard(call)
    case .reset: try execution.resetGuards(call)
    }
  }

  package static let guards = Command(
    CommandSyntax(
      "guards",
      forms: [
        CommandSyntax.Form(
          GuardsForm.list, [.optional(role: .account)], clauses: .list(GuardReport.fields.names())),
        CommandSyntax.Form(
          GuardsForm.log, [.keyword("log"), .optional(role: .account)], clauses: .list(GuardChange.names)),
      ]), category: .accounts, summary: "Lists the guardrails of an account; `log` lists their last ten changes.",
    examples: ["guards", "guards log"]
  ) { execution, call throws(Diagnostic) in
    let (_, account) = try execution.account(call[.account], at: call.commandSpan)
    return try call.form(of: GuardsForm.self) == .log
      ? execution.guardLog(call, account.account) : execution.guardList(call, account.account)
  }
}

extension Role<String> {
  fileprivate static var guardField: Self {
    .choice("field", GuardField.allCases.map(\.rawValue), GuardField.allCases.map(\.rawValue).joined(separator: "|"))
  }
}

extension Role<Expression> {
  fileprivate static var guardValue: Self { .expression("value", "VALUE") }
}

extension Flag {
  fileprivate static let clamp = Flag("clamp")
}

extension GuardChange {
  fileprivate static let names = fields(in: .utc).names()

  fileprivate static func fields(in zone: Zone) -> [Field<GuardChange>] {
    [
      .integer(.integer("id"), .never) { $0.id },
      .ledgerTime(.date("at"), .never) { LedgerTime($0.at, isDay: false, in: zone) },
      .text(.text("field", .name), .never) { $0.field.rawValue },
      .number(.number("from"), cell: { $0.field.cell($0.was) }) { $0.was },
      .number(.number("to"), cell: { $0.field.cell($0.value) }) { $0.value }, .text(.text("by"), .never) { $0.setBy },
    ]
  }
}

extension Execution {
  fileprivate mutating func setGuard(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (_, account) = try account(call[.bookedIn], at: call.commandSpan)
    let name = account.account.name
    guard let field = GuardField(rawValue: try call[.guardField]) else {
      throw Diagnostic(.missingArgument, "a guardrail is needed here", at: call.commandSpan)
    }
    let expression = try call[.guardValue]
    var (value, notes) = (try guardValue(expression, of: field), [String]())
    let terms = field.terms
    if !terms.range.contains(value) || terms.isWhole && value != value.rounded() {
      let bound = min(max(value, terms.range.lowerBound), terms.range.upperBound)
      let taken = terms.isWhole ? bound.rounded(.down) : bound
      guard call.has(.clamp) else {
        let ends = [terms.range.lowerBound, terms.range.upperBound].map(field.text)
        throw Diagnostic(
          .outOfRange,
          "\(field.rawValue) is \(ends[0]) to \(ends[1])\(terms.isWhole ? ", a whole number" : ""), and this is "
            + field.text(value), at: expression.span,
          hints: ["`guard \(field.rawValue) \(field.text(value)) clamp` takes \(field.text(taken))"])
      }
      notes.append("\(field.text(value)) is outside of \(field.rangeText): it is \(field.text(taken)) now")
      value = taken
    }
    let was = try guardSettings(of: name, at: call.commandSpan).first { $0.field == field }?.value ?? terms.usual
    try write(to: name, at: call.commandSpan) { [value] book throws(BookError) in
      try book.set(field, to: value, from: was, by: "you", of: name)
    }
    var report = GuardReport(
      field, value, in: name, by: "you",
      at: LedgerTime(environment.moment, isDay: false, in: account.account.zone))
    report.notes = notes
    return report
  }

  private mutating func guardValue(_ expression: Expression, of field: GuardField) throws(Diagnostic) -> Double {
    switch try value(of: expression).value {
    case .rate(let rate) where field.terms.isRate && rate.isFinite: return rate
    case .number(let number) where !field.terms.isRate && number.isFinite: return number
    case let other:
      throw Diagnostic(
        .wrongKind, "\(field.rawValue) is \(field.terms.isRate ? "a rate" : "a number"), but this is \(other.shown)",
        at: expression.span, hints: ["`guard \(field.rawValue) \(field.text(field.terms.usual))`"])
    }
  }

  /// The six guardrails of an account.
  func guardSettings(of account: String, at span: SourceSpan) throws(Diagnostic) -> [GuardSetting] {
    do throws(BookError) { return try state.book.guardSettings(of: account, environment) } catch {
      throw diagnostic(error, at: span)
    }
  }

  fileprivate mutating func guardList(
    _ call: CommandCall, _ account: Account
  ) throws(Diagnostic) -> any StatementResult {
    let all = try guardSettings(of: account.name, at: call.commandSpan).map { setting in
      GuardReport(
        setting.field, setting.value, in: account.name, by: setting.setBy,
        at: setting.at.map { LedgerTime($0, isDay: false, in: account.zone) })
    }
    let frame = ItemFrame(one: "a guardrail", many: "guardrails", all, GuardReport.fields)
    let listing = try listing(of: frame, ListClauses(call))
    var notes: [String] = []
    if let halt = try guards(of: account.name, at: call.commandSpan).marks?.halt {
      notes.append("`\(account.name)` is halted (\(halt.rawValue)): `guard reset` lifts it")
    }
    return TableResult(
      table: frame.table(listing), notes: (listing.note.map { [$0] } ?? []) + notes,
      details: listing.details + [("account", .string(account.name))])
  }

  fileprivate mutating func guardLog(
    _ call: CommandCall, _ account: Account
  ) throws(Diagnostic) -> any StatementResult {
    let changes: [GuardChange]
    do throws(BookError) { changes = try state.book.guardChanges(of: account.name, environment) } catch {
      throw diagnostic(error, at: call.commandSpan)
    }
    let frame = ItemFrame(
      one: "a change", many: "changes", Array(changes.prefix(10)), GuardChange.fields(in: account.zone))
    let listing = try listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing), notes: changes.isEmpty ? ["nothing was changed"] : listing.notes,
      details: listing.details + [("account", .string(account.name))])
  }

  fileprivate mutating func resetGuards(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (books, account) = try account(call[.bookedIn], at: call.commandSpan)
    let name = account.account.name
    var watched = try watched(books, account, at: call.commandSpan)
    let halt = watched.marks.halt
    watched.marks.reset()
    try write(to: name, at: call.commandSpan) { [marks = watched.marks] book throws(BookError) in
      try book.keep(marks, of: name)
    }
    notify(
      Notice(
        .guard_, key: "guard \(name) reset \(environment.moment.milliseconds)", "\(name)",
        halt.map { "the halt (\($0.rawValue)) is lifted" } ?? "falls are measured from now on",
        at: environment.clock.now(),
        payload: ["account": .string(name)]))
    return Done(
      action: "guard reset",
      message: StyledText(
        halt.map { "`\(name)` opens positions again: the halt (\($0.rawValue)) is lifted" }
          ?? "`\(name)` was not halted; falls are measured from the present equity on"),
      details: [("account", .string(name)), ("halt", .string(halt?.rawValue))])
  }
}
