/// The indicators that expressions can call, and the presets that they follow.
///
/// `StandardCatalogue` in the target StandardIndicators is the one with all that tas has. Another one adds or leaves
/// out:
///
///     struct Averages: IndicatorCatalogue {
///       let indicators = [Indicator.named("sma"), Indicator.named("ema")].compactMap(\.self)
///       let presets: [Preset] = []
///     }
public protocol IndicatorCatalogue: Sendable {
  /// All indicators, in the order of the documentation.
  var indicators: [Indicator] { get }
  /// All presets, in the order in which they are listed.
  var presets: [Preset] { get }

  /// The indicator with a name or alias, in lower case; nil if there is none.
  func indicator(named name: String) -> Indicator?
}

extension IndicatorCatalogue {
  /// The indicator with a name or alias, in lower case; nil if there is none.
  public func indicator(named name: String) -> Indicator? {
    indicators.first { $0.name == name || $0.aliases.contains(name) }
  }

  /// The preset with a name; nil if there is none.
  public func preset(named name: String) -> Preset? { presets.first { $0.name == name } }
}
