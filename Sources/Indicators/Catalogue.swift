extension Indicator {
  /// All indicators and functions over bars, in the order of the documentation.
  public static let all: [Indicator] =
    overlapStudies + momentumIndicators + volumeIndicators + volatilityIndicators + statistics + cycleIndicators
    + patternIndicators + priceTransforms + windowFunctions

  /// The indicator with a name or alias, in lower case; nil where there is none.
  public static func named(_ name: String) -> Indicator? {
    places[name].map { all[$0] }
  }

  private static let places: [String: Int] = {
    var places: [String: Int] = [:]
    for (place, indicator) in all.enumerated() {
      for name in [indicator.name] + indicator.aliases { places[name] = place }
    }
    return places
  }()
}
