/// The view of an investor: horizon, style and objective.
///
/// Only the horizon enters the value; the style sets the target of the dial.
public struct InvestmentLens: Sendable, Equatable {
  /// The style of the assumptions.
  public enum Style: String, Sendable, Equatable, CaseIterable {
    /// Cautious.
    case conservative
    /// Neither cautious nor bold.
    case base
    /// Bold.
    case aggressive

    /// The reading of the dial that suits the style.
    public var target: Double {
      switch self {
      case .conservative: 25
      case .base: 50
      case .aggressive: 75
      }
    }
  }

  /// The objective of the investment.
  public enum Objective: String, Sendable, Equatable, CaseIterable {
    /// A rise of the price.
    case appreciation
    /// Value that builds up over years.
    case compounding
    /// Losing little.
    case downsideProtection = "downside_protection"

    /// The objective called `name`, in the spelling of the language or of saved documents.
    public init?(named name: String) {
      guard let found = Objective.allCases.first(where: { $0.rawValue == name || $0.documentName == name })
      else { return nil }
      self = found
    }

    /// The spelling of saved documents.
    public var documentName: String { self == .downsideProtection ? "downsideProtection" : rawValue }
  }

  /// The horizons that the original offers, in years.
  public static let horizons = [1, 3, 5, 10]

  /// Years of forecast.
  public internal(set) var horizonYears: Int
  /// The style.
  public internal(set) var style: Style
  /// The objective.
  public internal(set) var objective: Objective

  /// Creates a lens; five years, base style and appreciation by default.
  public init(horizonYears: Int = 5, style: Style = .base, objective: Objective = .appreciation) {
    self.horizonYears = horizonYears
    self.style = style
    self.objective = objective
  }

  /// The horizon as a label: `5Y`.
  public var horizonLabel: String { "\(horizonYears)Y" }

  /// The lens in one line, which depends on style and objective only.
  public var summary: String {
    let how =
      switch style {
      case .conservative: "Cautious assumptions"
      case .base: "Middle-of-the-road assumptions"
      case .aggressive: "Bold assumptions"
      }
    let why =
      switch objective {
      case .appreciation: "to judge how far the price may rise"
      case .compounding: "to judge how value builds up over years"
      case .downsideProtection: "to judge how much may be lost"
      }
    return "\(how), \(why)."
  }
}
