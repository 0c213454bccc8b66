import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Sessions
import Text

extension Command {
  package static let universe = Command(
    CommandSyntax(
      "universe",
      forms: [
        CommandSyntax.Form(
          "", [.required(.universe), .optional(.group([.assign, .required(.members)]))],
          clauses: [.clause("from", .memberFile)])
      ],
      hasResult: false),
    category: .data, summary: "Names a set of symbols, which can be used wherever symbols are.",
    discussion: """
      `all` means all bars that are loaded, at the time of use. A universe among the symbols means its members. \
      Symbols need not be loaded yet; commands that use it list those without data. `names` lists universes, \
      `drop` removes them, and a saved session keeps them. `from FILE` reads members with dates: on each line a \
      symbol, the first day that it belongs to the universe, and the last one, which may be left out; with a heading \
      (`symbol, from, until, sector`) further columns name groups. A symbol may be on several lines. The days of \
      several universes count together, and a symbol that is also listed without days always belongs.

      A portfolio holds a symbol only while it is a member, so it has no survivorship bias: it chooses among the \
      members of the deciding close, an order is refused if its symbol has left by the fill (`not-member`), and a symbol that has \
      left is sold at the first open, or the first close if orders fill at closes (`left-universe`). One account \
      enters members alone by the same two days, and sells as its rules say. `scan` lists the members on the day of each row, and \
      `across` looks at the members on the day of each bar. `correlation`, and commands that run each symbol by itself, say \
      that they look at all bars; a `for` loop goes through all symbols.
      """,
    examples: ["universe pair = SPY, AAPL", "universe loaded = all"], changesSession: true,
    onlyReads: { $0[.members] == nil && $0[.memberFile] == nil }
  ) { execution, call throws(Diagnostic) in
    try execution.defineUniverse(call)
  }
}

extension Execution {
  fileprivate mutating func defineUniverse(_ call: CommandCall) throws(Diagnostic) -> (any StatementResult)? {
    let word = try call[.universe]
    let name = try text(word)
    if session.series[name] != nil {
      throw Diagnostic(.nameInUse, "`\(name)` is a loaded series, so no universe can be called so", at: word.span)
    }
    if let file = call[.memberFile] {
      guard call[.members] == nil else {
        throw Diagnostic(.unexpectedToken, "give symbols or a file of them, not both", at: file.span)
      }
      return try defineUniverse(name, from: file)
    }
    var symbols: OrderedSet<String> = []
    guard let words = call[.members] else { return try universe(name, at: word.span) }
    var isAll = false
    for word in words {
      let symbol = try text(word)
      if symbol == "all", words.count == 1 {
        isAll = true
      } else if let inner = session.universes[symbol], session.series[symbol] == nil {
        symbols.formUnion(inner.symbols ?? session.loadedSymbols)
      } else {
        symbols.append(symbol)
      }
    }
    let names = try words.map { word throws(Diagnostic) in try text(word) }
    let universe = Universe(
      symbols: isAll ? nil : Array(symbols), membership: isAll ? [:] : session.membership(of: names),
      labels: session.labels(of: names))
    let isReplaced = session.universes.updateValue(universe, forKey: name) != nil
    return Defined(
      name: name, type: "universe",
      described: isAll
        ? "\(name) is the universe of all that is loaded"
        : "\(name) is a universe of \(NumberText.counted(symbols.count, "symbol"))"
          + (universe.membership.isEmpty ? "" : ", with the days of \(universe.membership.count)"),
      replaced: isReplaced, usedBy: session.users(of: name))
  }

  /// The members of a universe in words.
  private func universe(_ name: String, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    guard let universe = session.universes[name] else {
      throw Diagnostic(
        .unknownName, "there is no universe `\(name)`", at: span,
        hints: ["`universe \(name) = SPY, AAPL` or `universe \(name) from \"members.csv\"` makes it"])
    }
    let members = (universe.symbols ?? ["all"]).map { symbol in
      let labels = universe.labels.sorted { $0.key < $1.key }.compactMap { $0.value[symbol] }
      let parts = (universe.membership[symbol] ?? []).map(MemberFile.text) + labels
      return parts.isEmpty ? symbol : "\(symbol) (\(parts.joined(separator: ", ")))"
    }
    return Done(
      action: "universe", message: StyledText("\(name) = \(members.joined(separator: ", "))"),
      details: [("name", .string(name)), ("symbols", .strings(universe.symbols ?? session.loadedSymbols))])
  }

  /// A universe with its members and their days in a file.
  private mutating func defineUniverse(_ name: String, from file: Word) throws(Diagnostic) -> (any StatementResult)? {
    let path = try text(file)
    let bytes = try readDocument(path, at: file.span)
    let universe: Universe
    do throws(MemberFile.Failure) {
      universe = try MemberFile.universe(in: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Diagnostic(
        .noDates, "\(path):\(error.line): \(error.message)", at: file.span,
        hints: ["each line has a symbol, its first day and its last one: `AAPL, 1998-01-02, 2012-06-29`"])
    }
    let isReplaced = session.universes.updateValue(universe, forKey: name) != nil
    let count = universe.symbols?.count ?? 0
    return Defined(
      name: name, type: "universe",
      described: "\(name) is a universe of \(NumberText.counted(count, "symbol")), with the days of each",
      replaced: isReplaced, usedBy: session.users(of: name))
  }
}
