import Evaluation
import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Research
import Sessions
import Sourcing
import Strategies
import Text
import Workspace

/// The findings on a script without running it: syntax errors, kinds that do not fit, names that are unknown or never
/// used.
///
/// No file is read and no statement runs. A value that is known only at run time is treated as any value of its kind,
/// so that conditions on data, such as whether a symbol is loaded, are not judged.
public struct ScriptCheck {
  private var execution: Execution
  private let bytes: [UInt8]
  private let source: SourceID
  /// False once a statement may have defined names that are not known here: `run`, `load session`.
  private var knowsAllNames = true
  /// The words that a script loads or uses, which may be the names of series.
  private var loadedWords: Set<String> = []
  /// The definitions of the script, in their order.
  private var defined: [(name: String, span: SourceSpan, kind: Definition.Kind)] = []

  /// The errors and warnings, in the order of the script.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The text, for drawing diagnostics.
  public var sources: SourceMap { execution.sources }
  /// True without errors.
  public var hasSucceeded: Bool { !diagnostics.contains { $0.severity == .error } }

  /// Checks a script.
  public init(_ bytes: [UInt8], named name: String, environment: Environment) {
    let bytes = environment.addresses.hiding(bytes)
    self.bytes = bytes
    let state = InterpreterState(
      session: Session(), history: SessionHistory(budget: environment.memory.undo),
      columns: ColumnBudget(limit: environment.memory.columns), live: LiveDesk(environment))
    execution = Execution(state: state, environment: environment, emit: { _, _ in })
    source = execution.sources.add(name: name, bytes: bytes)
    var parser = Parser(source: source, bytes: bytes, commands: CommandTable.syntaxes)
    while true {
      do throws(Diagnostic) {
        guard let statement = try parser.next() else { break }
        diagnostics += parser.warnings
        check(statement)
      } catch {
        diagnostics.append(error)
        parser.recover()
      }
    }
    tellUnusedNames()
    diagnostics.sort { ($0.span?.start ?? 0) < ($1.span?.start ?? 0) }
  }

  private mutating func check(_ statement: Statement) {
    switch statement.kind {
    case .expression(let expression, _): _ = plan(expression)
    case .definition(let definition): check(definition, statement.span)
    case .strategy(let definition):
      attempt { execution throws(Diagnostic) in _ = try execution.define(definition, statement.span) }
      // One with a mistake is still known, so that the mistake is reported once.
      execution.session.strategies[definition.name] = NamedStrategy(
        definition: definition, text: sources.text(of: statement.span))
    case .valuation: keepResult(of: statement, usualName: "valuation")
    case .block(let block): check(block)
    case .command(let call): check(call, of: statement)
    }
  }

  // MARK: Definitions

  private mutating func check(_ definition: Definition, _ span: SourceSpan) {
    defined.append((definition.name, definition.nameSpan, definition.kind))
    guard definition.kind != .indicator else {
      return attempt { execution throws(Diagnostic) in _ = try execution.define(definition, span) }
    }
    var value = Value.number(1)
    if let planned = plan(definition.value) {
      if planned.isSeries {
        diagnostics.append(
          Diagnostic(
            .seriesInLet, "`\(definition.kind.rawValue)` keeps one value, but this is a series",
            at: definition.value.span, hints: ["`indicator \(definition.name) = …` names a series"]))
      }
      value = planned.value
    }
    define(definition.name, value, definition.kind, span)
  }

  private mutating func define(_ name: String, _ value: Value, _ kind: Definition.Kind, _ span: SourceSpan) {
    execution.session.names[name] = NamedDefinition(
      meaning: .value(value, looksAhead: false, span), kind: kind, text: name, uses: [])
  }

  private mutating func check(_ block: BlockStatement) {
    switch block.header {
    case .guarded(let condition): _ = plan(condition)
    case .each(let name, let span, _): define(name, .text("symbol"), .let, span)
    }
    for statement in block.body { check(statement) }
  }

  /// Names that are defined but used nowhere in the script, not even after `$` in a string.
  private mutating func tellUnusedNames() {
    guard knowsAllNames else { return }
    let counts = ScriptWords.counts(in: bytes)
    for (name, span, kind) in defined where counts[name, default: 0] < 2 && kind != .param {
      diagnostics.append(
        Diagnostic(.unusedName, "`\(name)` is defined and never used", at: span, severity: .warning))
    }
  }

  // MARK: Commands

  private mutating func check(_ call: CommandCall, of statement: Statement) {
    if call.command == "run" || call.command == "load" && call.form == "session" { knowsAllNames = false }
    if call.command == "load" { checkSample(call) }
    if call.command == "load" || call.command == "use" {
      for case (_, .word(let word)) in call.arguments {
        if let name = word.literal { loadedWords.formUnion([name, FileName.stem(of: name).uppercased()]) }
      }
    }
    for (_, argument) in call.arguments {
      switch argument {
      case .subject(let subject): check(subject)
      case .subjects(let subjects): for subject in subjects { check(subject) }
      default: break
      }
    }
    if Self.plansSubject.contains(call.command), let argument = call.arguments.first?.value {
      switch argument {
      case .expression(let expression): _ = plan(expression)
      case .columns(let columns):
        for column in columns where !isShownWhole(column.expression, of: columns.count, by: call.command) {
          _ = plan(column.expression)
        }
      default: break
      }
    }
    if call.command == "universe", case .word(let word)? = call.arguments.first?.value, let name = word.literal {
      execution.session.universes[name] = Universe(symbols: [])
    }
    switch call.arguments.first?.value {
    case .subject(let subject): keepResult(of: statement, usualName: subject.name.literal)
    case .subjects(let subjects): keepResult(of: statement, usualName: subjects[0].name.literal)
    default: keepResult(of: statement, usualName: nil)
    }
  }

  /// True for arguments that `plot` and `show` do not evaluate: candles, and a series or a result on its own.
  private func isShownWhole(_ expression: Expression, of count: Int, by command: String) -> Bool {
    guard case .name(let name, _) = expression, command == "plot" || command == "show" else { return false }
    let isWhole = loadedWords.contains(name) || command == "plot" && execution.session.results[name] != nil
    return command == "plot" && name == "candles" || count == 1 && isWhole
  }

  /// The commands whose first part is expressions on bars.
  private static let plansSubject: Set<String> = ["show", "describe", "plot", "print", "assert", "expect", "study"]

  private mutating func checkSample(_ call: CommandCall) {
    guard call.form.hasPrefix("sample"), case .word(let word)? = call.argument(named: "name"),
      let name = word.literal, !Sample.all.contains(where: { $0.name == name })
    else { return }
    let names = Sample.all.map(\.name)
    diagnostics.append(
      Diagnostic(
        code: Diagnostic.Code(engine: MarketDataError.Code.unknownSample.name), "there is no sample `\(name)`",
        at: word.span, hints: [Spelling.hint(for: name, in: names) ?? "`data` lists the samples"]))
  }

  private mutating func check(_ subject: Subject) {
    guard let name = subject.name.literal, knowsAllNames else { return }
    guard let strategy = execution.session.strategies[name] else {
      guard ReadyStrategy.named(name) == nil else { return }
      let known = Array(execution.session.strategies.keys) + ReadyStrategy.all.map(\.name)
      diagnostics.append(
        Diagnostic(
          .unknownStrategy, "there is no strategy `\(name)`", at: subject.name.span,
          hints: [Spelling.hint(for: name, in: known) ?? "`strategy \(name) { … }` defines it"]))
      return
    }
    let parameters = strategy.definition.parameters.map(\.name)
    for argument in subject.parameters where !parameters.contains(argument.name) {
      let list = parameters.isEmpty ? "it has no parameters" : "its parameters: \(parameters.joined(separator: ", "))"
      diagnostics.append(
        Diagnostic(
          .unknownArgument, "`\(name)` has no parameter `\(argument.name)`", at: argument.nameSpan, hints: [list]))
    }
  }

  /// Keeps the name under which a later statement may ask for the result.
  private mutating func keepResult(of statement: Statement, usualName: String?) {
    guard let name = statement.resultName?.literal ?? usualName else { return }
    execution.session.results[name] = NamedResult(name: name, kind: "checked", fields: [:])
    execution.session.lastResult = name
  }

  // MARK: Expressions

  /// An expression as far as it is known before it runs.
  private struct Checked {
    var value: Value
    var isSeries: Bool
  }

  private mutating func plan(_ expression: Expression) -> Checked? {
    var checked: Checked?
    attempt { execution throws(Diagnostic) in
      var planner = execution.makePlanner(isDefinition: true)
      let planned = try execution.plan(expression, &planner)
      var value = Value.placeholder(of: planned.kind)
      var isSeries = false
      switch planned.content {
      case .value(let known): value = known
      case .node(let node):
        isSeries = !planner.plan.isScalar(node)
        if let constant = planner.plan.constantValue(node) {
          value = planner.plan.value(constant, kind: planned.kind)
        }
      case .record: break
      }
      checked = Checked(value: value, isSeries: isSeries)
    }
    return checked
  }

  /// Runs work that may fail; an error that depends on run-time data is ignored.
  private mutating func attempt(_ work: (inout Execution) throws(Diagnostic) -> Void) {
    execution.warnings = []
    do throws(Diagnostic) {
      try work(&execution)
      diagnostics += execution.warnings
    } catch {
      if !isUndecided(error) { diagnostics.append(error) }
    }
  }

  private func isUndecided(_ error: Diagnostic) -> Bool {
    if Self.undecidedCodes.contains(error.code.name) { return true }
    let ofNames: [DiagnosticCode] = [.unknownName, .unknownFunction, .unknownField]
    guard ofNames.contains(where: { $0.name == error.code.name }) else { return false }
    return !knowsAllNames || error.code == .unknownField
  }

  /// The codes of errors that depend on the data and companies present when the script runs.
  private static let undecidedCodes: Set<String> = [
    DiagnosticCode.noSeries.name, DiagnosticCode.unknownSeries.name, DiagnosticCode.unknownScenario.name,
    DiagnosticCode.noData.name,
  ]
}

extension Value {
  /// A placeholder for an unknown value of a kind.
  fileprivate static func placeholder(of kind: Kind) -> Value {
    switch kind {
    case .rate: .rate(0.01)
    case .truth: .truth(true)
    case .text: .text("")
    case .date: .moment(0)
    case .timeOfDay: .timeOfDay(0)
    case .duration: .bars(1)
    case .list: .list([])
    case .number, .record: .number(1)
    }
  }
}

/// The words of a script, comments left out.
private enum ScriptWords {
  /// The number of occurrences of each name in a text, strings included.
  static func counts(in bytes: [UInt8]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      // A `#` in a string is rare, and cuts off no name of this line's definition.
      let code = line.prefix { $0 != "#" }
      for word in code.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        counts[String(word), default: 0] += 1
      }
    }
    return counts
  }
}
