import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Sessions
import Strategies
import Text
import Workspace

extension Execution {
  /// Defines a strategy that is inside the program, or one that a file describes.
  package mutating func loadStrategy(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.readyStrategy]
    let name = try text(word)
    if FileName.ending(of: name) == "json" { return try loadStrategy(document: word, as: call[.newStrategy]) }
    guard let ready = ReadyStrategy.named(name) else {
      throw Diagnostic(
        .unknownStrategy, "no strategy inside the program is called `\(name)`", at: word.span,
        hints: ReadyStrategy.hints(for: name))
    }
    let loaded = try loadSamples(ready.series, at: word.span)
    var defined = try define(strategy: ready.text, named: name, as: call[.newStrategy])
    defined.notes.append(ready.summary)
    if !loaded.isEmpty { defined.notes.append("its series were also loaded: \(Wording.list(loaded))") }
    return defined
  }

  /// The text of a strategy of the session, else of a ready one.
  package mutating func text(ofStrategy word: Word) throws(Diagnostic) -> any StatementResult {
    let name = try text(word)
    if session.strategies[name] == nil, let ready = ReadyStrategy.named(name) {
      return StrategyText(name: name, text: ready.text)
    }
    _ = try compiler(word, with: session.settings, on: nil)
    return StrategyText(name: name, text: session.strategies[name]?.text ?? "")
  }

  /// Defines the strategy of a text that was not typed, under its own name or another one.
  package mutating func define(
    strategy text: String, named source: String, as other: Word?
  ) throws(Diagnostic) -> Defined {
    var text = text
    if let other {
      let name = try self.text(other)
      guard case .strategy(let definition)? = try statement(text, of: source)?.kind else { return .nothing }
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(definition.nameSpan.start..<definition.nameSpan.end, with: Array(name.utf8))
      text = String(decoding: bytes, as: UTF8.self)
      guard case .strategy(let renamed)? = try? statement(text, of: source)?.kind, renamed.name == name else {
        throw Diagnostic(
          .invalidName, "`\(name)` is not the name of a strategy", at: other.span,
          hints: ["letters, digits and `_`, a letter first"])
      }
    }
    guard let statement = try statement(text, of: source), case .strategy(let definition) = statement.kind else {
      return .nothing
    }
    return try define(definition, statement.span)
  }

  private mutating func statement(_ text: String, of name: String) throws(Diagnostic) -> Statement? {
    var parser = Parser(source: sources.add(name: name, text: text), text: text, commands: [])
    return try parser.next()
  }

  /// Loads the economic series that the session has not, from inside the program.
  private mutating func loadSamples(_ names: [String], at span: SourceSpan) throws(Diagnostic) -> [String] {
    let missing = names.filter { session.series[$0] == nil }
    for name in missing {
      do {
        let source = try BarSources.source(for: BarRequest(SampleBars.word, name))
        session.series[name] = try LoadedSeries(
          try source.load(in: environment), name: name, source: source, published: nil, session: nil,
          columns: state.columns)
        session.absentSeries[name] = nil
      } catch let error as MarketDataError {
        throw diagnostic(error, at: span)
      } catch {
        throw Diagnostic(.cannotResample, "\(error)", at: span)
      }
    }
    return missing
  }
}

extension Defined {
  /// A definition of nothing, for a text that held no strategy.
  fileprivate static let nothing = Defined(name: "", type: "strategy", described: "", replaced: false, usedBy: [])
}
