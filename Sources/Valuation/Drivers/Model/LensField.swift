/// An assumption of the driver model's lens, by its name in the language.
public enum LensField: String, Sendable, Equatable, CaseIterable {
  /// The years of the forecast.
  case horizon
  /// The style that the dial should show.
  case style
  /// The aim of the investment.
  case objective
}
