import Evaluation
import Language
import OrderedCollections
import Text
import Workspace

extension Execution {
  /// A series as it is in the session: as `use` resampled it if it is the one in use, else as loaded.
  package func seriesInSession(_ loaded: LoadedSeries) -> Evaluation.Series {
    if let active = session.active, active.name == loaded.name { return active.series }
    return loaded.series
  }

  /// The bars named by a single column, as in `show SPY`; nil for anything else, and for a series that has one value a
  /// bar, which its name means.
  package func barsNamed(by columns: [NamedExpression]) -> (series: Evaluation.Series, span: SourceSpan)? {
    guard columns.count == 1, case .name(let name, let span) = columns[0].expression, session.names[name] == nil,
      session.results[name] == nil, !isStandardName(name), let loaded = session.series[name],
      loaded.series.publication == nil
    else { return nil }
    return (seriesInSession(loaded), span)
  }

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

  /// The days on which the symbols of some words belong to their universes, in days since 1970; symbols that always do
  /// are not in it.
  ///
  /// The dates of several universes count together. A symbol that is also listed without dates, alone or in another
  /// universe, always belongs.
  package mutating func membership(of words: [Word]) throws(Diagnostic) -> [String: [ClosedRange<Int>]] {
    var names: [String] = []
    for word in words { names.append(try text(word)) }
    return session.membership(of: names)
  }

  /// The remark that the members of universes without dates are those that are known today; nil if there is none such.
  package mutating func survivorRemark(_ words: [Word]) throws(Diagnostic) -> String? {
    var undated: [String] = []
    for word in words {
      let name = try text(word)
      guard session.series[name] == nil else { continue }
      if name == "all" || session.universes[name].map({ $0.membership.isEmpty }) ?? false { undated.append(name) }
    }
    guard let first = undated.first else { return nil }
    let name = first == "all" ? "NAME" : first
    return
      "\(Wording.list(undated)) \(Wording.plural(undated.count, "has", "have")) no dates: the members are those that survived, and symbols that dropped out are missing, which flatters; `universe \(name) from FILE` reads the days of each"
  }

  /// Notes that a statement runs each symbol by itself on all of its bars, if a universe among its words has dates.
  package mutating func noteDatesPassedOver(_ words: [Word]) throws(Diagnostic) {
    let names = try membership(of: words).keys.sorted()
    guard let first = words.first, let last = words.last, !names.isEmpty else { return }
    let some = names.prefix(5) + (names.count > 5 ? ["\(names.count - 5) more"] : [])
    note(
      .notMember,
      "each symbol is run by itself on all of its bars, even outside its days in the universe: \(Wording.list(Array(some)))",
      at: first.span.joined(with: last.span))
  }
}
