public import Indicators

extension Indicator {
  /// All indicators and functions over bars, in the order of the documentation.
  public static let all: [Indicator] =
    (overlapStudies + momentumIndicators + volumeIndicators + volatilityIndicators + statistics + cycleIndicators
    + patternIndicators + priceTransforms + windowFunctions).map { indicator in
      let timed =
        TimedKernels.byName[indicator.name] ?? TimedKernels.ofBars[indicator.name]
        ?? TimedKernels.ofLines[indicator.name]
      if let kernel = timed { return indicator.overTime(kernel) }
      guard let steps = TimedKernels.inSteps[indicator.name] else { return indicator }
      return indicator.overTime(
        inSteps: { steps.kernel(TimedSteps($0, $1)) }, nested: steps.isNested, where: steps.parameters)
    }

  /// The indicator with a name or alias, in lower case; nil if there is none.
  ///
  ///     let rsi = Indicator.named("rsi")
  ///     let values = try rsi?.compute([bars.close], [14, 0, 0])
  public static func named(_ name: String) -> Indicator? {
    indexes[name].map { all[$0] }
  }

  private static let indexes: [String: Int] = {
    var indexes: [String: Int] = [:]
    for (index, indicator) in all.enumerated() {
      for name in [indicator.name] + indicator.aliases { indexes[name] = index }
    }
    return indexes
  }()
}

/// The catalogue of all indicators and presets.
///
/// Nothing is made before it is requested: a program that calls no indicator does not pay for them.
public struct StandardCatalogue: IndicatorCatalogue {
  /// Makes the catalogue.
  public init() {}

  /// All indicators, in the order of the documentation.
  public var indicators: [Indicator] { Indicator.all }
  /// All presets, in the order in which they are listed.
  public var presets: [Preset] { Preset.all }

  /// The indicator with a name or alias, in lower case; nil if there is none.
  public func indicator(named name: String) -> Indicator? { Indicator.named(name) }
}
