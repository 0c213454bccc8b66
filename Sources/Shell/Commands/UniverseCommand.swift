import Language
import OrderedCollections
import Reports
import Text

extension Command {
  static let universe = Command(
    CommandSyntax(
      "universe",
      forms: [CommandSyntax.Form("", [.required(.universe), .assign, .required(.members)])],
      hasResult: false),
    category: .data, summary: "Names a set of symbols, which may stand wherever symbols stand.",
    discussion: """
      `all` means all bars that are loaded, at the time of use. A universe among the symbols stands for its own. \
      Symbols need not be loaded yet; what uses the universe tells which have no data. `names` lists universes, \
      `drop` removes them, and a saved session keeps them.
      """,
    examples: ["universe pair = SPY, AAPL", "universe loaded = all"], changesSession: true
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
    var symbols: OrderedSet<String> = []
    let words = try call[.members]
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
    let universe = Universe(symbols: isAll ? nil : Array(symbols))
    let isReplaced = session.universes.updateValue(universe, forKey: name) != nil
    return Defined(
      name: name, type: "universe",
      described: isAll
        ? "\(name) is the universe of all that is loaded"
        : "\(name) is a universe of \(NumberText.counted(symbols.count, "symbol"))",
      replaced: isReplaced, usedBy: session.users(of: name))
  }
}
