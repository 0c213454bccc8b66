import Bookkeeping
import JSON
import Language
import OrderedCollections
import Platform
import Reports
import Sessions

extension Execution {
  /// The inputs of the results of a statement, for a session's file; of a statement that need not give them again, the
  /// reason.
  ///
  /// - Parameter reason: the reason that the result knows of.
  func inputs(of statement: Statement, from before: Session, besides reason: String?) -> ResultInputs {
    let text = sources.text(of: statement.span)
    var isValuation = false
    var reason = reason
    switch statement.kind {
    case .valuation: isValuation = true
    case .command(let call):
      switch CommandTable.command(named: call.command)?.category {
      case .valuation: isValuation = true
      case .session, .help: reason = reason ?? StatementReason.program
      case .accounts: reason = reason ?? StatementReason.records
      case .data, .names, .strategies, nil: break
      }
      // `resume` alone cannot be run again.
      if call.command == "resume" { reason = reason ?? StatementReason.stopped }
    case .expression, .definition, .strategy, .block: break
    }
    if text.readsLastResult || text.hasPrefix("$") { reason = reason ?? StatementReason.lastResult }
    if warnings.contains(where: { $0.code == .interrupted }) { reason = reason ?? StatementReason.stopped }
    if let reason { return ResultInputs(kept: ["reason": .string(reason)]) }
    return before.inputs(
      of: text, isValuation: isValuation, listsAllRows: listsAllRows, tallies: tallies, on: environment.today)
  }

  /// The results of a session that its file keeps with their statements, each made again from the inputs of that.
  ///
  /// - Parameter known: the results that were computed again already, whose remaining figures count with them.
  func remadeResults(
    of session: Session, _ known: [ReplayReport.Line]
  ) throws(Diagnostic) -> [ReplayReport.Line] {
    var lines = known
    var remade: [String: Remade] = [:]
    for result in session.results.values {
      let place = lines.firstIndex { $0.name == result.name }
      if let absent = result.absent {
        // A different figure is not a fault if the bars differ, which only the inputs show.
        let changes = absent.document["inputs"].map { SessionFile.changes(since: $0, in: session) } ?? []
        if let place, lines[place].difference != nil, let change = changes.first {
          lines[place] = result.line(reason: change)
        }
        continue
      }
      guard let statement = result.origin.first(where: { $0.0 == "statement" })?.1, let inputs = result.inputs?.json
      else {
        if place == nil { lines.append(result.line(reason: "only its numbers are kept, not its inputs")) }
        continue
      }
      // One statement may have given several results.
      let key = statement + inputs.write()
      let again: Remade
      if let made = remade[key] { again = made } else { again = try self.remade(statement, inputs, in: session) }
      remade[key] = again
      let line = result.line(against: again, isKnown: place != nil)
      guard let place else {
        lines.append(line)
        continue
      }
      if lines[place].difference == nil, lines[place].reason == nil { lines[place].difference = line.difference }
    }
    let places = session.results.keys.enumerated().map { ($1, $0) }
    let order = Dictionary(uniqueKeysWithValues: places)
    return lines.sorted { order[$0.name, default: .max] < order[$1.name, default: .max] }
  }

  /// The results of a statement that was run again.
  fileprivate struct Remade {
    /// By name; empty if it could not be run.
    var results: [String: NamedResult] = [:]
    /// Its inputs that are other ones now, or the reason for which it could not be run.
    var reason: String?
  }

  /// Runs the statement of a result again on the session of that time.
  ///
  /// Nothing outside is changed or requested: files are read only, and there is no network.
  private func remade(
    _ text: String, _ inputs: JSONValue, in session: Session
  ) throws(Diagnostic) -> Remade {
    if let reason = inputs["reason"]?.stringValue { return Remade(reason: reason) }
    var again = self
    guard
      let former = SessionFile.session(
        before: inputs, with: session, environment: environment, columns: state.columns, sources: &again.sources)
    else { return Remade(reason: "its inputs cannot be read") }
    again.session = former.session
    again.state.history = SessionHistory(budget: environment.memory.undo)
    again.state.book = Book()
    again.environment.dataDirectory = nil
    again.environment.files = ReadOnlyFiles(environment.files)
    again.environment.transport = ClosedTransport()
    again.environment.programs = ClosedPrograms()
    again.environment.dataDirectory = nil
    again.environment.today = former.day
    (again.warnings, again.listsAllRows, again.runDepth) = ([], former.listsAllRows, 0)
    again.formerTallies = former.tallies[...]
    let source = again.sources.add(name: "session", text: text)
    var parser = Parser(source: source, text: text, commands: CommandTable.syntaxes)
    guard var statement = try? parser.next() else { return Remade(reason: "its statement can no longer be read") }
    statement.output = nil
    do throws(Diagnostic) { _ = try again.run(statement) } catch {
      try checkInterruption()
      return Remade(reason: former.changes.first ?? "its statement can no longer be run: \(error.message)")
    }
    try checkInterruption()
    var made: [String: NamedResult] = [:]
    for (name, result) in again.session.results where result.id != former.session.results[name]?.id {
      made[name] = result
    }
    return Remade(results: made, reason: former.changes.first)
  }
}

extension NamedResult {
  fileprivate func line(reason: String) -> ReplayReport.Line {
    ReplayReport.Line(name: name, kind: kind, count: 0, reason: reason)
  }

  /// The result compared with the recomputed one.
  ///
  /// - Parameter isKnown: whether its numbers were already compared.
  fileprivate func line(against remade: Execution.Remade, isKnown: Bool) -> ReplayReport.Line {
    guard let now = remade.results[name] else {
      return line(reason: remade.reason ?? "its statement no longer gives it")
    }
    let difference = difference(from: now)
    // If its inputs have changed, a different figure is not a fault.
    if difference != nil, let reason = remade.reason { return line(reason: reason) }
    let data = (whole as? KeptPage)?.data
    let count = data?.leafCount ?? fields.count
    return ReplayReport.Line(name: name, kind: kind, count: isKnown ? 0 : count, difference: difference)
  }

  /// The first figure that is another one in the same result now: of its numbers and texts, of its JSON, of its page, of
  /// its certificate.
  private func difference(from now: NamedResult) -> ReplayedFigure? {
    if kind != now.kind { return ReplayedFigure(name: "kind", kept: .string(kind), now: .string(now.kind)) }
    func json(_ texts: [String: String]) -> JSONValue {
      .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }
    func numbers(_ fields: [String: Double]) -> JSONValue {
      .object(fields.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
    }
    if let found = ReplayedFigure.firstDifference(of: numbers(fields), from: numbers(now.fields)) { return found }
    if let found = ReplayedFigure.firstDifference(of: json(texts), from: json(now.texts)) { return found }
    if let page = whole as? KeptPage, let whole = now.whole {
      let (kept, made) = (KeptPage.json(page), KeptPage.json(whole))
      for key in ["data", "page"] {
        guard let own = kept[key], let others = made[key] else { continue }
        let path = key == "data" ? "" : key
        if let found = ReplayedFigure.firstDifference(of: own, from: others, at: path) { return found }
      }
    }
    guard let certificate = backtest?.certificateFile, let others = now.backtest?.certificateFile else { return nil }
    return ReplayedFigure.firstDifference(of: certificate, from: others, at: "certificate")
  }
}

extension JSONValue {
  /// The number of numbers in it.
  fileprivate var leafCount: Int {
    switch self {
    case .number, .integer, .decimal: 1
    case .object(let members): members.reduce(0) { $0 + $1.value.leafCount }
    case .array(let elements): elements.reduce(0) { $0 + $1.leafCount }
    case .null, .bool, .string: 0
    }
  }
}
