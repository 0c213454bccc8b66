import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Reports
import Sessions
import Strategies
import Text

extension Execution {
  /// Defines the strategy that a JSON document describes.
  package mutating func loadStrategy(document word: Word, as other: Word?) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    let bytes = try readDocument(path, at: word.span)
    let json: JSONValue
    do { json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
      throw Diagnostic(.damagedDocument, "\(path): \(error)", at: word.span)
    }
    let document: StrategyDocument
    do { document = try StrategyDocument(reading: json) } catch {
      let faults = error.faults
      throw Diagnostic(
        .unreadableStrategy, "\(path): \(faults[0])", at: word.span,
        hints: faults[1...].prefix(4).map { "also \($0)" }
          + (faults.count > 5 ? ["and \(NumberText.counted(faults.count - 5, "more fault"))"] : []))
    }
    guard document.rules.contains(where: \.isEntry) else {
      throw Diagnostic(
        .unreadableStrategy, "\(path): no rule enters: every signal_type is exit", at: word.span,
        hints: ["a position begins with a rule of signal_type entry"])
    }
    var defined = try define(strategy: document.text, named: path, as: other)
    let changed = document.changedNames.map { "\"\($0.old)\" is \($0.new)" }
    if !changed.isEmpty { defined.notes.append("as names: \(changed.joined(separator: ", "))") }
    let ofRun = StrategyDocument.partsOfRun(json)
    if !ofRun.isEmpty {
      defined.notes.append("of the run, not of the strategy, and left out: \(ofRun.joined(separator: ", "))")
    }
    defined.notes.append(
      "the service fills at the deciding close: `backtest \(defined.name) with fill close, commission 0.1%, periods_per_year 365`"
    )
    return defined
  }

  /// Writes a strategy to a file: as text, or as the JSON document that `load strategy` reads.
  package mutating func write(_ strategy: StrategyText, to path: String, _ ending: String) throws(Diagnostic) -> Written
  {
    var text = strategy.text
    var written = Written(file: path, format: ending)
    if ending == "json" {
      guard let definition = try definition(of: strategy) else { return written }
      var names = session.expressionNames
      names.like = session.settings.like
      let document = try StrategyDocument(
        definition, comment: Self.comment(of: text), names: names, source: session.seriesSource,
        today: environment.today)
      text = document.json.prettyWrite()
      let values = definition.parameters.map { "\($0.name) = \($0.defaultValue)" }
      if !values.isEmpty {
        written.notes.append("a document has no parameters: it uses \(values.joined(separator: ", "))")
      }
    }
    do { try environment.files.write(text.hasSuffix("\n") ? text : text + "\n", to: path) } catch {
      throw diagnostic(error, at: nil)
    }
    return written
  }

  /// The definition of a strategy of the session, else of a text.
  private mutating func definition(of strategy: StrategyText) throws(Diagnostic) -> StrategyDefinition? {
    if let known = session.strategies[strategy.name] { return known.definition }
    var parser = Parser(
      source: sources.add(name: strategy.name, text: strategy.text), text: strategy.text,
      commands: [])
    guard case .strategy(let definition)? = try parser.next()?.kind else { return nil }
    return definition
  }

  /// The comments at the start of a strategy's block; nil if there are none.
  private static func comment(of text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).dropFirst()
      .map { String($0).trimmingBlanks }.prefix { $0.hasPrefix("#") }
    let comment = lines.map { String($0.dropFirst()).trimmingBlanks }.joined(separator: "\n")
    return comment.isEmpty ? nil : String(comment.prefix(500))
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
