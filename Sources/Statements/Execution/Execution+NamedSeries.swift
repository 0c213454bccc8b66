import Language
import OrderedCollections
import Sessions
import Workspace

extension Execution {
  /// The loaded series that some words name, symbols and universes, each once and in the order written.
  ///
  /// Symbols of a universe without data are left out, with a note; a symbol that was written must be loaded.
  package mutating func loadedSeries(_ words: [Word]) throws(Diagnostic) -> [LoadedSeries] {
    var found: OrderedDictionary<String, LoadedSeries> = [:]
    for word in words {
      let name = try text(word)
      let known = session.universes[name] ?? (name == "all" && !session.series.isEmpty ? Universe(symbols: nil) : nil)
      guard session.series[name] == nil, let universe = known else {
        let loaded = try loadedSeries(word)
        found[loaded.name] = loaded
        continue
      }
      var absent: [String] = []
      for symbol in universe.symbols ?? session.loadedSymbols {
        if let loaded = session.series[symbol] { found[symbol] = loaded } else { absent.append(symbol) }
      }
      if !absent.isEmpty {
        note(.noData, "\(name) has no data for \(absent.joined(separator: ", ")): left out", at: word.span)
      }
    }
    if found.isEmpty {
      throw Diagnostic(
        .unknownSeries, "none of these symbols is loaded", at: words.first?.span,
        hints: ["`load sample SPY` or `load FILE.csv` loads one"])
    }
    return Array(found.values)
  }
}
