import HashTreeCollections
import Indicators
import Language

/// The names that expressions may use: the definitions of `let`, `param` and `indicator`, and results.
///
/// Values, results, strategies and scenarios are separate name spaces; expressions see the first two.
public struct Names: Sendable {
  /// A name's meaning.
  public enum Meaning: Hashable, Sendable {
    /// A kept value. `looksAhead` is true if it was computed from later bars.
    case value(Value, looksAhead: Bool, SourceSpan?)
    /// A definition, recomputed at each use.
    case indicator(Definition)
  }

  /// The meanings by name.
  public var meanings = NameMeanings()
  /// The fields of results by result name, for `trial.sharpe_ratio`; numbers by JSON key.
  public var results: [String: [String: Double]] = [:]
  /// The strings and dates of results by result name, for `trial.symbol`; by JSON key, a date as `2020-01-31`.
  public var resultTexts: [String: [String: String]] = [:]

  /// The numbers of results that are rates, by JSON key: comparing one with a number in percent is a warning.
  public var rateFields: Set<String> = []

  /// The JSON keys of fields by other names, which hints offer: `sharpe_ratio` for `sharpe`.
  public var otherFieldNames: [String: String] = [:]

  /// The names of the curves of results by result name, for `trial.equity`, which is a series.
  public var resultCurves: [String: [String]] = [:]

  /// The symbols of universes by name.
  public var universes: [String: [String]] = [:]

  /// The days on which symbols belong to a universe, in days since 1970, by the names of both; those that always do are
  /// not in it.
  public var membership: [String: [String: [ClosedRange<Int>]]] = [:]

  /// The conventions of indicators that are called without `like`; nil for the defaults.
  public var like: Preset?

  /// The periods of a year if their number is set, for figures of a year; nil for those of each series.
  public var periodsPerYear: Double?

  /// The number of bars after which another symbol that had none is left out; nil for longer than it usually pauses.
  public var staleAfter: Int?

  /// The indicators that calls may name, and the presets that they may follow.
  public let catalogue: any IndicatorCatalogue

  /// Makes an empty set of names with the indicators of a catalogue.
  public init(catalogue: any IndicatorCatalogue) { self.catalogue = catalogue }

  /// The names that are defined, sorted.
  public var all: [String] { meanings.names.sorted() }
}

/// The meanings of names; copies share their storage, so that thousands of names are cheap to pass on.
public struct NameMeanings: Sendable {
  private var tree: TreeDictionary<String, Names.Meaning> = [:]

  /// Makes a table without names.
  public init() {}

  /// The meaning of a name; nil if it has none.
  public subscript(name: String) -> Names.Meaning? {
    get { tree[name] }
    set { tree[name] = newValue }
  }

  /// The names, in no order.
  public var names: [String] { Array(tree.keys) }
}
