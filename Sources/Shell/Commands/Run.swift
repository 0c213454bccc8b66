import Commands
import Evaluation
import Language
import Platform
import Presentation
import Reports
import Sessions
import Text
import Work

/// The forms of `run`.
private enum RunForm: String {
  case file, example, strategy
}

extension Command {
  static let runScript = Command(
    CommandSyntax(
      "run",
      forms: [
        CommandSyntax.Form(RunForm.file, [.required(.script), .optional(role: .overrides)]),
        CommandSyntax.Form(
          RunForm.example, [.keyword("example"), .required(.exampleScript), .optional(role: .overrides)]),
        CommandSyntax.Form(
          RunForm.strategy, [.required(.strategy)],
          clauses: [
            .clause("on", .symbols), .clause("in", .bookedIn), .clause("with", .runSettings), .clause(.runOff),
          ]
        ).followed(by: "on", "in", "off"),
      ],
      hasResult: false),
    category: .session, summary: "Runs a script, or lets a strategy trade in an account.",
    discussion: """
      A script that fails changes nothing. `NAME=VALUE` sets the script's `param`s. `examples` lists the scripts inside \
      the program. An error in a script that another one runs names the script, the line, and each `run` on the way.

      `run STRATEGY on SERIES in ACCOUNT` lets a strategy trade live series, or a replay, in a paper account: the loop of \
      `backtest` takes each bar as it closes, and each fill is an entry of the ledger. Its trades, fills and equity are \
      those of `backtest` on the same bars, to the last bit, however often the program ends in between: the same statement \
      continues where it was. It trades with the account's cash that no other run has, or with `with cash 5k`, each series \
      with an equal part. The guardrails of the account refuse entries (`help guard`), which is the one difference to a backtest. \
      In an account that is live (`help mode`) an order goes to the broker at each close that changes what the run will hold, in \
      whole units; what fills inside of a bar is followed at its close. `off` ends it and leaves what it holds. `runs` lists runs, `runs check` compares them with the backtest.
      """,
    examples: [
      "run \"setup.tas\" symbol=QQQ", "run example rsi2_pullback", "run swing on GPIX in main", "run swing off",
    ], changesSession: true
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: RunForm.self) {
    case .file: try execution.runScript(call)
    case .example: try execution.runExample(call)
    case .strategy: return try execution.runStrategy(call)
    }
    return nil
  }

  static let exampleScripts = Command(
    CommandSyntax("examples", forms: [CommandSyntax.Form("", [], clauses: .list(ExampleScript.fields.names()))]),
    category: .help, summary: "Lists the example scripts inside the program.",
    discussion: "`run example NAME` runs one; `help NAME` shows its text.", examples: ["examples"]
  ) { execution, call throws(Diagnostic) in
    let frame = ItemFrame(one: "an example", many: "examples", ExampleScript.all, ExampleScript.fields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    let notes = listing.notes + ["`run example NAME` runs one, `help NAME` shows its text"]
    return TableResult(table: frame.table(listing), notes: notes, details: listing.details)
  }
}

extension ExampleScript {
  fileprivate static let fields: [Field<Self>] = [
    .text(.text("name", .name)) { $0.name }, .text(.text("summary").wrapping) { $0.summary },
  ]
}

extension Role<Word> {
  fileprivate static var exampleScript: Self { .word("example", .exampleScript, "NAME") }
}

extension Execution {
  /// The greatest depth of scripts that run scripts.
  static let deepestRun = 20

  /// Runs the statements of a file.
  fileprivate mutating func runScript(_ call: CommandCall) throws(Diagnostic) {
    let word = try call[.script]
    let path = try text(word)
    let bytes = try readDocument(path, at: word.span)
    noteRead(path, as: .script)
    try run(bytes, named: path, call, at: word.span)
  }

  /// Runs a script that is inside the program.
  fileprivate mutating func runExample(_ call: CommandCall) throws(Diagnostic) {
    let word = try call[.exampleScript]
    let name = try text(word)
    guard let example = ExampleScript.named(name) else {
      let names = ExampleScript.all.map(\.name)
      throw Diagnostic(
        .unknownExample, "there is no example `\(name)`", at: word.span,
        hints: [Spelling.hint(for: name, in: names)].compactMap(\.self) + [
          "the examples: \(names.joined(separator: ", "))"
        ])
    }
    try run(Array(example.text.utf8), named: "example \(name)", call, at: word.span)
  }

  /// Runs the statements of a text; if one fails, all changes are undone.
  private mutating func run(
    _ bytes: [UInt8], named name: String, _ call: CommandCall, at span: SourceSpan
  ) throws(Diagnostic) {
    guard runDepth < Self.deepestRun else {
      throw Diagnostic(.runTooDeep, "scripts run scripts more than \(Self.deepestRun) deep", at: span)
    }
    let bytes = environment.addresses.hiding(bytes)
    let source = sources.add(name: name, bytes: bytes)
    var inner = self
    // An error inside of a script that this one runs is drawn from that script's text.
    defer { sources = inner.sources }
    inner.runDepth += 1
    inner.state.overrides = call[.overrides] ?? []
    inner.state.takenOverrides = []
    do throws(Diagnostic) { try inner.runStatements(of: source, bytes, named: name) } catch {
      throw error.run(from: call.commandSpan)
    }
    for override in inner.state.overrides where !inner.state.takenOverrides.contains(override.name) {
      throw Diagnostic(.unusedOverride, "no `param` of \(name) is called `\(override.name)`", at: override.span)
    }
    session = inner.session
    state.readFiles = inner.state.readFiles
    state.trials = inner.state.trials
    state.account = inner.state.account
    state.isQuitting = inner.state.isQuitting
    warnings = []
  }

  private mutating func runStatements(
    of source: SourceID, _ bytes: [UInt8], named name: String
  ) throws(Diagnostic) {
    var parser = Parser(source: source, bytes: bytes, commands: CommandTable.syntaxes)
    while !state.isQuitting, let statement = try parser.next() {
      if environment.monitor.isStopped { throw diagnostic(EvaluationError.interrupted, at: nil) }
      warnings = parser.warnings
      let result = try run(statement)
      emit(
        Outcome(
          result: result, warnings: warnings, line: sources.line(of: statement.span.start, in: source), source: name,
          look: session.look),
        sources)
    }
  }
}
