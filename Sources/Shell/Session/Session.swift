import Backtesting
import Calendar
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

/// All that a person has built up: data, names, strategies, results, scenarios, settings.
///
/// A session is a value. A statement works on a copy, which takes the place of the session only where the
/// statement succeeds; so nothing half-happens, and `undo` is the value before.
///
/// ```swift
/// let before = interpreter.session                  // stays as it is, whatever runs later
/// var other = Interpreter(session: before, environment: environment)
/// ```
public struct Session: Sendable {
  /// The loaded series, by name, in the order of loading.
  var series: OrderedDictionary<String, LoadedSeries> = [:]
  /// The series that expressions mean, and the bars of it.
  var active: ActiveSeries?
  /// Sets of symbols, by name.
  var universes: OrderedDictionary<String, Universe> = [:]
  /// The names that `let`, `param` and `indicator` defined.
  var names = NameTable()
  /// The strategies, by name.
  var strategies: OrderedDictionary<String, NamedStrategy> = [:]
  /// Results that can be named in a later statement, by name.
  var results: OrderedDictionary<String, NamedResult> = [:]
  /// The name of the last result, which `_` stands for.
  var lastResult: String?
  /// The research on companies: reported figures, the model in work, scenarios, forecasts.
  var research = CompanyResearch()
  /// The intrinsic value histories that expressions used, so that a repeated use costs nothing.
  let intrinsicValueCache = IntrinsicValueCache()
  /// The commands of earlier versions whose new spelling was already noted; it is not kept in files.
  var notedFormerCommands: Set<String> = []
  /// Series of a saved session whose source was not there, by name.
  var absentSeries: OrderedDictionary<String, AbsentSource> = [:]
  /// Company figures of a saved session whose file was not there, by symbol.
  var absentFigures: OrderedDictionary<String, AbsentSource> = [:]
  /// The series that was in use and is absent.
  var absentActive: AbsentSource?
  /// The settings that `set` changed.
  var settings = Settings()

  /// Makes an empty session.
  public init() {}

  /// True where `let`, `param` or `indicator` defined a name.
  public func hasName(_ name: String) -> Bool { names[name] != nil }

  /// The names as expressions see them.
  var expressionNames: Names {
    var all = Names(catalogue: StandardCatalogue())
    all.like = settings.like
    all.periodsPerYear = settings.backtest.periodsPerYear
    all.staleAfter = settings.staleAfter
    all.meanings = names.meanings
    for (name, result) in results {
      all.results[name] = result.fields
      all.resultTexts[name] = result.texts
      if result.curves != nil { all.resultCurves[name] = ResultCurves.names }
    }
    if let lastResult, let result = results[lastResult] {
      all.results["_"] = result.fields
      all.resultTexts["_"] = result.texts
      if result.curves != nil { all.resultCurves["_"] = ResultCurves.names }
    }
    for (name, universe) in universes { all.universes[name] = universe.symbols ?? loadedSymbols }
    return all
  }
}

/// The series in use.
struct ActiveSeries: Sendable {
  /// The name it was loaded under.
  var name: String
  /// The timeframe that was asked for; nil for the bars as they were loaded.
  var timeframe: Timeframe?
  /// The bars, resampled where that was asked for.
  var series: Evaluation.Series
}

/// A strategy with the text that defined it.
///
/// A session is copied with each statement and may hold thousands of strategies: a copy costs one reference for each.
final class NamedStrategy: Sendable {
  let definition: StrategyDefinition
  let text: String
  /// The names that it uses, which each new definition asks every strategy for.
  let uses: Set<String>

  init(definition: StrategyDefinition, text: String) {
    self.definition = definition
    self.text = text
    uses = definition.uses
  }
}

extension Session {
  /// The loaded series, as the source of the series that contexts mean.
  var seriesSource: SessionSeries {
    var curves: [String: any CurveSource] = results.compactMapValues { $0.curves }.reduce(into: [:]) {
      $0[$1.key] = $1.value
    }
    if let lastResult { curves["_"] = curves[lastResult] }
    return SessionSeries(
      loaded: series, absent: absentSeries.mapValues(\.reason), values: intrinsicValues, curves: curves)
  }

  /// The valuations as values in expressions.
  var intrinsicValues: IntrinsicValueSource { IntrinsicValueSource(research: research, cache: intrinsicValueCache) }
}
