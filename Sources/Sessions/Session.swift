import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import StandardIndicators
import Strategies
import Valuation
import Workspace

/// The state that a user has built up: data, names, strategies, results, scenarios, settings.
///
/// A session is a value. A statement works on a copy, which replaces the session only if the statement succeeds; so
/// nothing half-happens, and `undo` is the value before.
///
/// ```swift
/// let before = interpreter.session                  // unchanged by later statements
/// var other = Interpreter(session: before, environment: environment)
/// ```
public struct Session: Sendable {
  /// The loaded series, by name, in the order of loading.
  package var series: OrderedDictionary<String, LoadedSeries> = [:]
  /// The series that expressions mean, and the bars of it.
  package var active: ActiveSeries?
  /// Sets of symbols, by name.
  package var universes: OrderedDictionary<String, Universe> = [:]
  /// The names that `let`, `param` and `indicator` defined.
  package var names = NameTable()
  /// The strategies, by name.
  package var strategies: OrderedDictionary<String, NamedStrategy> = [:]
  /// Results that can be named in a later statement, by name.
  package var results: OrderedDictionary<String, NamedResult> = [:]
  /// The name of the last result that has one; `_` means it if it is the latest.
  package var lastResult: String?
  /// The identity of the result that was kept last under a name.
  package var lastKept: NamedResult.ID?
  /// The last result, the meaning of `_`; nil if there was none since the session was opened or gone back to.
  package var last: (any StatementResult)?
  /// The origin of the last result, as `explain` shows it.
  package var lastOrigin: [(String, String)] = []
  /// True if the last result is kept under the name in ``lastResult``.
  package var lastHasName = false
  /// The last result if it has no name.
  package var lastWithoutName: (any StatementResult)? { lastHasName ? nil : last }
  /// The fields of that result, in a statement that reads `_`.
  package var fieldsOfLast: ResultFields?
  /// The research on companies: reported figures, the open model, scenarios, forecasts.
  package var research = CompanyResearch()
  /// The intrinsic value histories that expressions used, so that a repeated use costs nothing.
  package let intrinsicValueCache = IntrinsicValueCache()
  /// The commands of earlier versions whose new spelling was already noted; it is not kept in files.
  package var notedFormerCommands: Set<String> = []
  /// The remarks on prices already shown; not kept in files.
  package var toldRemarks: Set<ToldRemark> = []
  /// The series that were asked to be live, by name; whether they are is the desk's.
  package var streams: OrderedDictionary<String, StreamedSeries> = [:]
  /// Series of a saved session whose source was not there, by name.
  package var absentSeries: OrderedDictionary<String, AbsentSource> = [:]
  /// Company figures of a saved session whose file was not there, by symbol.
  package var absentFigures: OrderedDictionary<String, AbsentSource> = [:]
  /// The series that was in use and is absent.
  package var absentActive: AbsentSource?
  /// The names of the book's accounts, as a statement saw them last; no file keeps them.
  package var accountNames: [String] = []
  /// The settings that `set` changed.
  package var settings = Settings()

  /// Makes an empty session.
  public init() {}

  /// True if `let`, `param` or `indicator` defined a name.
  public func hasName(_ name: String) -> Bool { names[name] != nil }

  /// The names as expressions see them.
  package var expressionNames: Names {
    var all = Names(catalogue: StandardCatalogue())
    all.like = settings.like
    all.periodsPerYear = settings.backtest.periodsPerYear
    all.staleAfter = settings.staleAfter
    all.meanings = names.meanings
    all.rateFields = StatisticFields.rates
    all.otherFieldNames = StatisticFields.otherNames
    for (name, result) in results {
      all.results[name] = result.fields
      all.resultTexts[name] = result.texts
      if result.curves != nil { all.resultCurves[name] = ResultCurves.names }
    }
    if let fieldsOfLast {
      all.results["_"] = fieldsOfLast.numbers
      all.resultTexts["_"] = fieldsOfLast.texts
      if let value = fieldsOfLast.value { all.meanings["_"] = value }
    } else if lastWithoutName == nil, let lastResult, let result = results[lastResult] {
      all.results["_"] = result.fields
      all.resultTexts["_"] = result.texts
      if result.curves != nil { all.resultCurves["_"] = ResultCurves.names }
    }
    all.universes["all"] = loadedSymbols
    for (name, universe) in universes {
      all.universes[name] = universe.symbols ?? loadedSymbols
      if !universe.membership.isEmpty { all.membership[name] = universe.membership }
    }
    return all
  }
}

/// The fields of a result without a name, for `_.mean`, by the keys of its JSON.
package struct ResultFields: Sendable {
  package let numbers: [String: Double]
  package let texts: [String: String]
  /// The meaning of `_` alone, if the result is one value.
  package let value: Names.Meaning?

  package init(_ result: any StatementResult) {
    (numbers, texts) = result.namedFields
    value = (result as? ValueResult).map { .value($0.value, looksAhead: $0.looksAhead, nil) }
  }
}

extension String {
  /// True if the text of a statement may read `_`, the last result.
  package var readsLastResult: Bool {
    guard utf8.contains(UInt8(ascii: "_")) else { return false }
    let bytes = Array(utf8)
    func isOfName(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      let byte = bytes[index]
      return byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }
    return bytes.indices.contains {
      bytes[$0] == UInt8(ascii: "_") && !isOfName($0 - 1) && !isOfName($0 + 1)
    }
  }
}

/// The series in use.
package struct ActiveSeries: Sendable {
  /// The name it was loaded under.
  package var name: String
  /// The requested timeframe; nil for the bars as loaded.
  package var timeframe: Timeframe?
  /// The bars, resampled if requested.
  package var series: Evaluation.Series

  package init(name: String, timeframe: Timeframe? = nil, series: Evaluation.Series) {
    self.name = name
    self.timeframe = timeframe
    self.series = series
  }
}

/// A strategy with the text that defined it.
///
/// A session is copied with each statement and may hold thousands of strategies: a copy costs one reference for each.
package final class NamedStrategy: Sendable {
  package let definition: StrategyDefinition
  package let text: String
  /// The names that it uses, which each new definition asks every strategy for.
  package let uses: Set<String>

  package init(definition: StrategyDefinition, text: String) {
    self.definition = definition
    self.text = text
    uses = definition.uses
  }
}

extension Session {
  /// The loaded series, as the source of the series that contexts mean.
  package var seriesSource: SessionSeries {
    var curves: [String: any CurveSource] = results.compactMapValues { $0.curves }.reduce(into: [:]) {
      $0[$1.key] = $1.value
    }
    if let lastResult, lastWithoutName == nil { curves["_"] = curves[lastResult] }
    return SessionSeries(
      loaded: series, absent: absentSeries.mapValues(\.reason), values: intrinsicValues, curves: curves)
  }

  /// The valuations as values in expressions.
  package var intrinsicValues: IntrinsicValueSource {
    IntrinsicValueSource(research: research, cache: intrinsicValueCache, loaded: series)
  }
}

extension Session {
  /// The series in use, as the prompt shows it: `SPY 1d`.
  public var activeDescription: String? { active.map { "\($0.name) \($0.series.bars.timeframe)" } }

  /// True if there is nothing to save.
  public var isEmpty: Bool {
    series.isEmpty && names.isEmpty && universes.isEmpty && strategies.isEmpty && research.isEmpty
      && settings.changed.isEmpty
  }
}
