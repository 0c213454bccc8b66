import OrderedCollections
import Workspace

/// A set of symbols with a name, usable wherever symbols are.
package struct Universe: Sendable, Hashable {
  /// The symbols in the order in which they were given; nil for all bars that are loaded.
  package var symbols: [String]?
  /// The days on which symbols belong to it, in days since 1970, unless they always belong.
  package var membership: [String: [ClosedRange<Int>]] = [:]
  /// The labels of symbols from the columns of its file, such as the sector: by column, then by symbol.
  package var labels: [String: [String: String]] = [:]

  package init(
    symbols: [String]? = nil, membership: [String: [ClosedRange<Int>]] = [:], labels: [String: [String: String]] = [:]
  ) {
    self.symbols = symbols
    self.membership = membership
    self.labels = labels
  }

  /// The symbols as they would be typed.
  package var text: String { symbols?.joined(separator: ", ") ?? "all" }
}

extension Session {
  /// The symbols of all bars that are loaded; economic series are not among them.
  package var loadedSymbols: [String] { series.values.filter { !$0.isMacro }.map(\.name) }

  /// The days on which the symbols that some names mean belong to their universes; see `Execution.membership(of:)`.
  package func membership(of names: [String]) -> [String: [ClosedRange<Int>]] {
    var days: [String: [ClosedRange<Int>]] = [:]
    var always: Set<String> = []
    for name in names {
      guard series[name] == nil, let universe = universes[name] else {
        always.insert(series[name]?.name ?? name)
        continue
      }
      for symbol in universe.symbols ?? loadedSymbols {
        if let spans = universe.membership[symbol] {
          days[symbol, default: []] += spans
        } else {
          always.insert(symbol)
        }
      }
    }
    return days.filter { !always.contains($0.key) }
  }

  /// The labels of symbols in the universes that some names mean, by column and symbol; the last one counts.
  package func labels(of names: [String]) -> [String: [String: String]] {
    var labels: [String: [String: String]] = [:]
    for name in names where series[name] == nil {
      labels.merge(universes[name]?.labels ?? [:]) { $0.merging($1) { $1 } }
    }
    return labels
  }
}
