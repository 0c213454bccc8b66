import Language

extension Diagnostic.Code {
  /// A name that nothing defines.
  public static let unknownName: Self = "unknown-name"
  /// A function that does not exist.
  public static let unknownFunction: Self = "unknown-function"
  /// An operand or argument of another kind than the one that is needed.
  public static let wrongKind: Self = "wrong-kind"
  /// A record where one of its outputs is needed.
  public static let needsField: Self = "needs-field"
  /// A field that the record, or the result, does not have.
  public static let unknownField: Self = "unknown-field"
  /// More arguments than the function takes.
  public static let tooManyArguments: Self = "too-many-arguments"
  /// A named argument that the function does not have.
  public static let unknownArgument: Self = "unknown-argument"
  /// An unknown set of conventions.
  public static let unknownPreset: Self = "unknown-preset"
  /// A set of conventions that says nothing of an indicator.
  public static let notInPreset: Self = "not-in-preset"
  /// An argument that was given twice.
  public static let duplicateArgument: Self = "duplicate-argument"
  /// A number outside of the allowed range.
  public static let outOfRange: Self = "out-of-range"
  /// A rate added to a price.
  public static let rateAddedToNumber: Self = "rate-added-to-number"
  /// A percent number compared with a `%` literal, which is a fraction.
  public static let unitMismatch: Self = "unit-mismatch"
  /// A value that depends on later bars, in a place that decides something.
  public static let lookAheadInRule: Self = "hindsight-in-rule"
  /// An indicator that refers to itself in another way than by its past.
  public static let ownPast: Self = "own-past"
  /// Names that are defined by each other.
  public static let cycle: Self = "cycle"
  /// A field of the position where there is no position.
  public static let noPosition: Self = "no-position"
  /// An expression that needs bars where none are loaded.
  public static let noSeries: Self = "no-series"
  /// A symbol that is not loaded.
  public static let notLoaded: Self = "unknown-series"
  /// Bars that cannot be made of those at hand.
  public static let cannotResample: Self = "cannot-resample"
  /// `@` after a value that is the same on all bars.
  public static let contextWithoutEffect: Self = "context-without-effect"
  /// A value of the position, or an own past, computed on other bars.
  public static let contextOfPosition: Self = "context-of-position"
  /// A value of other bars that never becomes known on those in use.
  public static let neverKnown: Self = "never-known"
  /// Daily bars of two zones, of which one's dates are seen a day later.
  public static let zonesDiffer: Self = "zones-differ"
  /// A text that a series of texts is compared with and never is.
  public static let unknownText: Self = "unknown-text"
  /// The end of sessions whose hours are not known.
  public static let noSession: Self = "no-session"
  /// Symbols that nothing is loaded for.
  public static let noData: Self = "no-data"
  /// An unknown scenario.
  public static let unknownScenario: Self = "unknown-scenario"
  /// Amounts or payments that no rate makes worth nothing.
  public static let noRate: Self = "no-rate"
  /// Amounts or payments that several rates make worth nothing.
  public static let severalRates: Self = "several-rates"
  /// A lag that is not a whole number from 0.
  public static let invalidLag: Self = "invalid-lag"
}
