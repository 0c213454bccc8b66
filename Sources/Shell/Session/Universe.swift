import Evaluation
import Language
import OrderedCollections
import Workspace

/// A set of symbols with a name, which may stand wherever symbols stand.
struct Universe: Sendable, Hashable {
  /// The symbols in the order in which they were given; nil for all bars that are loaded.
  var symbols: [String]?
  /// The days on which symbols belong to it, in days since 1970, where they do not belong to it always.
  var membership: [String: [ClosedRange<Int>]] = [:]
  /// The labels of symbols from the columns of its file, such as the sector: by column, then by symbol.
  var labels: [String: [String: String]] = [:]

  /// The symbols as they would be typed.
  var text: String { symbols?.joined(separator: ", ") ?? "all" }
}

extension Session {
  /// The symbols of all bars that are loaded; economic series are not among them.
  var loadedSymbols: [String] { series.values.filter { !$0.isMacro }.map(\.name) }
}

extension Execution {
  /// The loaded series that some words name, symbols and universes, each once and in the order written.
  ///
  /// Symbols of a universe without data are left out, with a note; a symbol that was written must be loaded.
  mutating func loadedSeries(_ words: [Word]) throws(Diagnostic) -> [LoadedSeries] {
    var found: OrderedDictionary<String, LoadedSeries> = [:]
    for word in words {
      let name = try text(word)
      guard session.series[name] == nil, let universe = session.universes[name] else {
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
