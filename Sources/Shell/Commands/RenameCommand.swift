import Columns
import Commands
import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Strategies
import Text
import Workspace

extension Command {
  static let rename = Command(
    CommandSyntax(
      "rename",
      forms: [
        CommandSyntax.Form("", [.required(.renamedName), .keyword("to"), .required(.newNameOfThing)])
      ]
        + CommandSyntax.forms(of: NameKind.renamed) { kind in
          CommandSyntax.Form(
            kind,
            [
              .keyword(kind.rawValue), .required(.renamedName(of: kind)), .keyword("to"), .required(.newNameOfThing),
            ])
        }, hasResult: false), category: .names,
    summary: "Gives a named thing of any kind another name.",
    discussion: """
      The kind may be left out if only one thing has the name. Definitions that use the name use the new one from \
      then on, and scenarios that follow a scenario still do.
      """,
    examples: [
      "let threshold = 30; rename threshold to limit", "rename scenario bull to \"Bull 2026\"",
      "rename strategy cross to crossing",
    ], changesSession: true
  ) { execution, call throws(Diagnostic) in
    let word = try call[.renamedName]
    let newWord = try call[.newNameOfThing]
    let name = try execution.text(word)
    let new = try execution.text(newWord)
    let kind = try execution.kind(
      of: name, typed: NameKind(rawValue: call.form), among: NameKind.renamed, "rename", at: word.span)
    let old = try execution.rename(kind, name, to: new, word, at: newWord.span)
    return Done(
      action: "rename", message: "\(old) is now \(new)",
      details: [("kind", .string(kind.rawValue)), ("from", .string(old)), ("to", .string(new))])
  }
}

extension Execution {
  /// Gives a thing another name, and answers with the old one, without the company of a scenario.
  fileprivate mutating func rename(
    _ kind: NameKind, _ name: String, to new: String, _ word: Word, at span: SourceSpan
  ) throws(Diagnostic) -> String {
    switch kind {
    case .scenario:
      let scenario = try scenario(word)
      do throws(ResearchError) { try session.research.rename(scenario, to: new) } catch {
        throw diagnostic(error, at: span)
      }
      return scenario.name
    case .forecast:
      let forecast = try forecast(word)
      let others = session.research.forecasts.filter { $0.ticker == forecast.ticker && $0.id != forecast.id }
      guard !others.contains(where: { $0.name == new }) else {
        throw Diagnostic(.nameInUse, "\(forecast.ticker) has a forecast `\(new)` already", at: span)
      }
      for index in session.research.forecasts.indices where session.research.forecasts[index].id == forecast.id {
        session.research.forecasts[index].name = new
      }
      return forecast.name
    case .result: try renameResult(name, to: new, at: span)
    case .series: try renameSeries(name, to: new, at: span)
    case .value, .indicator:
      try refuse(session.names[new] != nil || session.universes[new] != nil, new, at: span)
      try rewrite(users(of: name) + [name], renaming: name, to: new, at: span)
    case .universe:
      try refuse(
        session.universes[new] != nil || session.series[new] != nil || session.names[new] != nil, new, at: span)
      try rewrite(users(of: name), renaming: name, to: new, at: span)
      session.universes.replaceKey(name, by: new)
    case .strategy:
      try refuse(session.strategies[new] != nil, new, at: span)
      try rewrite([name], renaming: name, to: new, at: span)
    case .figures: break
    }
    return name
  }

  private func users(of name: String) -> [String] { session.users(of: name) }

  private func refuse(_ isTaken: Bool, _ name: String, at span: SourceSpan) throws(Diagnostic) {
    guard isTaken else { return }
    throw Diagnostic(
      .nameInUse, "`\(name)` is \(session.kinds(of: name).first?.withArticle ?? "in use") already", at: span)
  }

  private mutating func renameResult(_ name: String, to new: String, at span: SourceSpan) throws(Diagnostic) {
    try refuse(session.results[new] != nil, new, at: span)
    guard var result = session.results[name] else { return }
    result.name = new
    result.backtest = result.backtest?.named(new)
    // The runs of a list of backtests keep their own names.
    if result.backtest != nil, let whole = result.whole?.kept(as: new) { result.whole = whole.result }
    session.results.replaceKey(name, by: new)
    session.results[new] = result
    if session.lastResult == name { session.lastResult = new }
  }

  /// A series keeps its bars; values computed on it must not be found under the old name.
  private mutating func renameSeries(_ name: String, to new: String, at span: SourceSpan) throws(Diagnostic) {
    try refuse(session.series[new] != nil || session.universes[new] != nil, new, at: span)
    guard let loaded = session.series[name] else { return }
    try checkRenamed(series: name, to: new, at: span)
    let renamed = loaded.named(new, columns: state.columns)
    session.series.replaceKey(name, by: new)
    session.series[new] = renamed
    for (universe, members) in session.universes {
      session.universes[universe]?.symbols = members.symbols?.map { $0 == name ? new : $0 }
      if let days = session.universes[universe]?.membership.removeValue(forKey: name) {
        session.universes[universe]?.membership[new] = days
      }
    }
    guard let active = session.active, active.name == name else { return }
    do {
      let series = try renamed.series(timeframe: active.timeframe, session: active.series.bars.session)
      session.active = ActiveSeries(name: new, timeframe: active.timeframe, series: series)
    } catch {
      throw Diagnostic(.cannotResample, "\(error)", at: span)
    }
  }

  /// Refuses to rename a series whose name is in definitions or results, and names them.
  private func checkRenamed(series name: String, to new: String, at span: SourceSpan) throws(Diagnostic) {
    let users = session.users(ofSeries: name)
    func list(_ names: [String]) -> String { Wording.list(names.map { "`\($0)`" }) }
    var parts: [String] = []
    var hints: [String] = []
    if !users.definitions.isEmpty {
      let definitions = list(users.definitions)
      parts.append("\(definitions) \(Wording.plural(users.definitions.count, "uses", "use")) \(name)")
      hints.append("change or drop \(definitions) first")
    }
    if !users.results.isEmpty {
      let one = users.results.count == 1
      parts.append("the \(one ? "result" : "results") \(list(users.results)) \(one ? "was" : "were") made on \(name)")
      hints.append(
        "`load … as \(new)` loads it under both names, `drop result \(users.results.joined(separator: ", "))` frees the name"
      )
    }
    guard !parts.isEmpty else { return }
    throw Diagnostic(.nameInUse, Wording.list(parts), at: span, hints: hints)
  }

  /// Writes a name otherwise in the texts of definitions, and defines them by their new texts.
  private mutating func rewrite(
    _ users: [String], renaming name: String, to new: String, at span: SourceSpan
  ) throws(Diagnostic) {
    for user in users {
      let newUser = user == name ? new : user
      do throws(Diagnostic) {
        if let definition = session.names[user] {
          guard case .definition(let old)? = try statement(of: definition.text)?.kind else { continue }
          let text = definition.text.replacing(name, at: old.places(of: name), by: new)
          guard case .definition(let changed)? = try statement(of: text)?.kind else { continue }
          let meaning: Names.Meaning =
            if case .value = definition.meaning { definition.meaning } else { .indicator(changed) }
          session.names[user] = nil
          session.names[newUser] = NamedDefinition(
            meaning: meaning, kind: definition.kind, text: text, uses: definition.isIndicator ? changed.uses : [],
            barDay: definition.barDay)
        } else if let strategy = session.strategies[user] {
          guard case .strategy(let old)? = try statement(of: strategy.text)?.kind else { continue }
          let text = strategy.text.replacing(name, at: old.places(of: name), by: new)
          guard case .strategy(let changed)? = try statement(of: text)?.kind else { continue }
          session.strategies.replaceKey(user, by: newUser)
          session.strategies[newUser] = NamedStrategy(definition: changed, text: text)
        }
      } catch {
        throw Diagnostic(code: error.code, "`\(new)` cannot be a name: \(error.message)", at: span, hints: error.hints)
      }
    }
  }

  private mutating func statement(of text: String) throws(Diagnostic) -> Statement? {
    var parser = Parser(
      source: sources.add(name: "rename", text: text), text: text, commands: CommandTable.syntaxes)
    return try parser.next()
  }
}

extension OrderedDictionary {
  /// Puts a value under another key, in the same place.
  fileprivate mutating func replaceKey(_ key: Key, by new: Key) {
    guard key != new, let index = index(forKey: key) else { return }
    let value = values[index]
    remove(at: index)
    updateValue(value, forKey: new, insertingAt: index)
  }
}

extension String {
  /// The text with another name at some places, which are byte offsets in it; at a place of `$name` the sign stays.
  fileprivate func replacing(_ name: String, at places: [SourceSpan], by new: String) -> String {
    var bytes = Array(utf8)
    for place in Set(places).sorted(by: { $0.start > $1.start }) {
      let text = String(decoding: bytes[place.start..<place.end], as: UTF8.self)
      guard let own = text.range(of: name) else { continue }
      bytes.replaceSubrange(place.start..<place.end, with: Array(text.replacingCharacters(own, by: new).utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func range(of name: String) -> Range<String.Index>? { ranges(of: name).first }

  private func replacingCharacters(_ range: Range<String.Index>, by new: String) -> String {
    self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
