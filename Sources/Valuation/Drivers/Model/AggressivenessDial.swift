/// The aggressiveness of the assumptions, from 0 to 100, with the target of the lens.
public struct AggressivenessDial: Sendable, Equatable {
  /// The score in a word.
  public enum Label: String, Sendable, Equatable, CaseIterable {
    /// A score of up to 33.
    case conservative = "Conservative"
    /// A score of up to 66.
    case balanced = "Balanced"
    /// A higher score.
    case aggressive = "Aggressive"
  }

  /// Mean place of the drivers in their ranges, 0.5 if there are none.
  public let revenue: Double
  /// Place of the operating margin between 5 % and 40 %.
  public let margin: Double
  /// Place of the discount rate between 20 %, which is 0, and 5 %, which is 1.
  public let discount: Double
  /// Place of terminal growth between 1 % and 4 %.
  public let terminal: Double
  /// The score: 45 % revenue, 30 % margin, 12.5 % each for discount rate and terminal growth.
  public let score: Double
  /// The target of the lens's style.
  public let target: Double

  /// The distance that score and target may have.
  public static let tolerance = 12.0

  /// Reads the dial of a model.
  public init(of model: DriverModel) {
    func place(_ value: Double) -> Double { min(max(value, 0), 1) }
    let positions = model.drivers.filter(\.impactsRevenue).compactMap(\.position)
    revenue = positions.isEmpty ? 0.5 : positions.reduce(0, +) / Double(positions.count)
    margin = place((model.margin - 0.05) / 0.35)
    discount = place(1 - (model.discount - 0.05) / 0.15)
    terminal = place((model.terminalGrowth - 0.01) / 0.03)
    let sum = 100 * (0.45 * revenue + 0.30 * margin + 0.25 * (discount + terminal) / 2)
    score = min(max(sum, 0), 100)
    target = model.lens.style.target
  }

  /// The score in a word.
  public var label: Label { score <= 33 ? .conservative : (score <= 66 ? .balanced : .aggressive) }

  /// Whether the score suits the style of the lens.
  public var isAligned: Bool { abs(score - target) <= AggressivenessDial.tolerance }
}
