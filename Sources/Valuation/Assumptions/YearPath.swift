import Text

/// A value that may differ from year to year, as given: phases that follow each other.
///
/// `30% for 5y then to 4%` is a constant of five years and a glide to the end of the forecast. ``values(of:horizon:base:)``
/// turns it into one number a year.
public struct YearPath: Sendable, Equatable {
  /// The course of the value during a phase.
  public enum Shape: Sendable, Equatable {
    /// The same value every year.
    case constant(Double)
    /// In equal steps from one value to another.
    ///
    /// With a start, both ends lie inside the phase: the first year has `from`, the last `to`. Without one the
    /// glide starts from the year before the phase, which is the base year at the beginning of the path, and
    /// only its end lies inside.
    case glide(from: Double?, to: Double)
    /// One value a year.
    case list([Double])
    /// The value of the year before, every year.
    case hold
    /// One amount of money a year, which is a rate once the revenue of the year is known.
    case amounts([Double])
    /// The value that another assumption has in the same year.
    case linked(AssumptionName)
    /// In equal steps to the value that another assumption has in the last year of the phase.
    ///
    /// Its start and its years are as with a glide.
    case approach(from: Double?, to: AssumptionName)
  }

  /// How long a phase takes; a phase without one lasts as long as its list, or to the end of the forecast.
  public enum Length: Sendable, Equatable {
    /// A number of years.
    case years(Int)
    /// Up to and including this year of the forecast.
    case byYear(Int)
  }

  /// One stretch of a path.
  public struct Phase: Sendable, Equatable {
    /// The course of the value.
    public let shape: Shape
    /// The length, if given.
    public let length: Length?

    /// Creates a phase.
    public init(_ shape: Shape, _ length: Length? = nil) {
      self.shape = shape
      self.length = length
    }
  }

  /// Longer phases count as this long, which is beyond any horizon.
  static let longest = 10_000

  /// The phases in order; never empty.
  public let phases: [Phase]
  /// The assumption that all numbers are shares of, as in `80% of capex`; `nil` if they are rates themselves.
  public let whole: AssumptionName?

  /// A path of one phase.
  public init(_ shape: Shape, _ length: Length? = nil, of whole: AssumptionName? = nil) {
    phases = [Phase(shape, length)]
    self.whole = whole
  }

  /// A path of several phases, joined by `then`.
  ///
  /// - Precondition: there is at least one phase.
  public init(_ phases: [Phase], of whole: AssumptionName? = nil) {
    precondition(!phases.isEmpty, "A path has at least one phase.")
    self.phases = phases
    self.whole = whole
  }

  /// The same value every year.
  public static func constant(_ value: Double) -> YearPath { YearPath(.constant(value)) }

  /// From `first` in the first year to `last` in the last, in equal steps.
  public static func glide(_ first: Double, to last: Double) -> YearPath {
    YearPath(.glide(from: first, to: last))
  }

  /// From the base year's value to `last` in the last year, in equal steps.
  public static func glide(to last: Double) -> YearPath { YearPath(.glide(from: nil, to: last)) }

  /// One value a year.
  public static func list(_ values: [Double]) -> YearPath { YearPath(.list(values)) }

  /// The value, if the path is one value without a length.
  public var plainConstant: Double? {
    guard phases.count == 1, phases[0].length == nil, whole == nil, case .constant(let value) = phases[0].shape else {
      return nil
    }
    return value
  }

  /// The years of the path, if every phase has a length.
  public var years: Int? {
    var end = 0
    for phase in phases {
      switch (phase.length, phase.shape) {
      case (.years(let count), _): end += max(0, min(count, YearPath.longest))
      case (.byYear(let year), _): end = max(0, min(year, YearPath.longest))
      case (nil, .list(let values)), (nil, .amounts(let values)): end += values.count
      case (nil, _): return nil
      }
    }
    return end
  }

  /// The path in words, as typed.
  public var text: String {
    phases.map { phase in
      var text =
        switch phase.shape {
        case .constant(let value): Wording.percent(value)
        case .glide(.some(let first), let last): "\(Wording.percent(first)) to \(Wording.percent(last))"
        case .glide(.none, let last): "to \(Wording.percent(last))"
        case .list(let values): "[" + values.map { Wording.percent($0) }.joined(separator: ", ") + "]"
        case .hold: "hold"
        case .amounts(let amounts): "[" + amounts.map { Wording.amount($0) }.joined(separator: ", ") + "]"
        case .linked(let other): other.rawValue
        case .approach(.some(let first), let other): "\(Wording.percent(first)) to \(other)"
        case .approach(.none, let other): "to \(other)"
        }
      switch phase.length {
      case .years(let count): text += " for \(count)y"
      case .byYear(let year): text += " by year \(year)"
      case nil: break
      }
      return text
    }.joined(separator: " then ") + (whole.map { " of \($0)" } ?? "")
  }
}
