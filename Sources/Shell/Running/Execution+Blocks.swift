import Evaluation
import Language
import OrderedCollections
import Sessions
import Workspace

extension Execution {
  /// Runs a block; false if it ran nothing.
  ///
  /// If a statement fails, nothing of the block is done.
  mutating func run(_ block: BlockStatement) throws(Diagnostic) -> Bool {
    switch block.header {
    case .guarded(let condition):
      guard try holds(condition) else { return false }
      try run(block.body)
    case .each(let name, let nameSpan, let words):
      let before = session.names[name]
      for (symbol, span) in try symbols(of: words) {
        session.names[name] = NamedDefinition(
          meaning: .value(.text(symbol), looksAhead: false, nameSpan), kind: .let,
          text: "let \(name) = \(Literal.text(symbol))", uses: [])
        do throws(Diagnostic) { try run(block.body) } catch {
          guard error.code.name != DiagnosticCode.interrupted.name else { throw error }
          throw error.pointing(at: span, "in the round of `\(symbol)`")
        }
      }
      session.names[name] = before
    }
    return true
  }

  /// The symbols of words, those of a universe in its place, each with the place of its word.
  private mutating func symbols(of words: [Word]) throws(Diagnostic) -> [(symbol: String, span: SourceSpan)] {
    var symbols: [(String, SourceSpan)] = []
    for word in words {
      let name = try text(word)
      if session.series[name] == nil, let universe = session.universes[name] {
        symbols += (universe.symbols ?? session.loadedSymbols).map { ($0, word.span) }
      } else {
        symbols.append((name, word.span))
      }
    }
    return symbols
  }

  /// Whether a condition holds: of a series its last value, and a missing one does not.
  private mutating func holds(_ condition: Expression) throws(Diagnostic) -> Bool {
    let value = try lastValue(of: condition)
    guard case .truth(let truth) = value else {
      throw Diagnostic(
        .wrongKind, "a condition must be a boolean, but this is \(value.kind.described)", at: condition.span)
    }
    return truth == true
  }

  private mutating func run(_ statements: [Statement]) throws(Diagnostic) {
    var inner = self
    // An error inside of a script that a statement runs is drawn from that script's text.
    defer { sources = inner.sources }
    for statement in statements where !inner.state.isQuitting {
      try checkInterruption()
      inner.warnings = []
      let result = try inner.run(statement)
      emit(
        Outcome(
          result: result, warnings: inner.warnings,
          line: sources.line(of: statement.span.start, in: statement.span.source),
          source: runDepth > 0 ? sources[statement.span.source]?.name : nil, look: inner.session.look),
        inner.sources)
    }
    session = inner.session
    state.readFiles = inner.state.readFiles
    state.takenOverrides = inner.state.takenOverrides
    state.trials = inner.state.trials
    state.account = inner.state.account
    state.isQuitting = inner.state.isQuitting
  }
}
