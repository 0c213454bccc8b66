import Text

/// One driver of a company's revenue: a number with a range, and its effect on revenue at the end of the horizon.
///
/// Rates are fractions, so 0.18 is 18 %.
public struct RevenueDriver: Sendable, Equatable {
  /// The unit of a driver's number.
  public enum Unit: String, Sendable, Equatable, CaseIterable {
    /// A rate or a share.
    case percent
    /// A factor.
    case multiple
    /// An amount of money.
    case currency
    /// A plain number.
    case number
  }

  /// The effect of a driver's value on revenue over the full horizon.
  public enum Effect: Sendable, Equatable {
    /// Multiplies revenue by `1 + value`.
    case growth
    /// Multiplies revenue by the value.
    case multiplier
    /// Multiplies revenue by 0.8 at the low end of the range and 1.2 at the high end, interpolating in between.
    case position
    /// The value is a level whose neutral point is 100 %: revenue is multiplied by it.
    case retention
    /// The value is a level, and `base` the level of today: revenue is multiplied by `value / base`.
    case level(base: Double)
  }

  /// A stable name made from the title, such as `active_users`.
  public let id: String
  /// The name that people read.
  public let title: String
  /// The meaning, in one line.
  public let subtitle: String
  /// The unit of its number.
  public let unit: Unit
  /// The effect of its value on revenue.
  public let effect: Effect
  /// The value.
  public internal(set) var value: Double
  /// The usual values.
  public let range: ClosedRange<Double>
  /// The step in which the value is usually moved.
  public let step: Double
  /// Whether it enters revenue at all.
  public let impactsRevenue: Bool

  /// Creates a driver; its id is the slug of its title.
  public init(
    _ title: String,
    _ subtitle: String,
    _ value: Double,
    _ range: ClosedRange<Double>,
    _ step: Double,
    unit: Unit = .percent,
    effect: Effect = .growth,
    impactsRevenue: Bool = true
  ) {
    id = RevenueDriver.slug(title)
    self.title = title
    self.subtitle = subtitle
    self.unit = unit
    self.effect = effect
    self.value = value
    self.range = range
    self.step = step
    self.impactsRevenue = impactsRevenue
  }

  /// A title in lower case with one underscore for everything between its words.
  public static func slug(_ title: String) -> String {
    var slug = ""
    for character in title.lowercased() {
      if character.isLetter || character.isNumber {
        slug.append(character)
      } else if !slug.isEmpty, slug.last != "_" {
        slug.append("_")
      }
    }
    if slug.last == "_" { slug.removeLast() }
    return slug
  }

  /// The place of the value in its range, 0 at the low end and 1 at the high end; `nil` if the range is a point.
  public var position: Double? {
    let width = range.upperBound - range.lowerBound
    return width > 0 ? (value - range.lowerBound) / width : nil
  }

  /// The middle of the range.
  public var midpoint: Double { at(0.5) }

  /// The value at a position in the range.
  func at(_ position: Double) -> Double {
    guard unit == .percent else { return range.lowerBound + position * (range.upperBound - range.lowerBound) }
    let (low, high) = (PercentNumber.of(range.lowerBound), PercentNumber.of(range.upperBound))
    return PercentNumber.rate(low + position * (high - low))
  }

  /// The factor on revenue; 1 if the driver has no effect on it.
  public func multiplier(like convention: DriverConvention = .standard) -> Double {
    guard impactsRevenue else { return 1 }
    switch effect {
    case .growth: return 1 + value
    case .multiplier: return value
    case .position: return position.map { 0.8 + 0.4 * $0 } ?? 1
    case .retention: return convention == .investor ? 1 + value : value
    case .level(let base):
      guard convention == .investor else { return value / base }
      // The original knows growth in percent and places in a range, and no levels.
      return unit == .percent ? 1 + value : position.map { 0.8 + 0.4 * $0 } ?? 1
    }
  }

  /// Whether the value is a level, which the original takes for growth.
  public var isLevel: Bool {
    switch effect {
    case .retention, .level: true
    case .growth, .multiplier, .position: false
    }
  }

  /// The driver with another value, and with another level of today if it is measured from one.
  func with(value: Double, base: Double? = nil) -> RevenueDriver {
    var effect = effect
    if case .level = effect, let base { effect = .level(base: base) }
    return RevenueDriver(
      title, subtitle, value, range, step, unit: unit, effect: effect, impactsRevenue: impactsRevenue)
  }

  /// A number of this driver as people read it: `18%`, `1.15x`.
  public func text(_ number: Double) -> String {
    switch unit {
    case .percent: Wording.percent(number)
    case .multiple: Wording.number(number) + "x"
    case .currency, .number: Wording.amount(number)
    }
  }
}
