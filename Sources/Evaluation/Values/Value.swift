import Language

/// A value that is not a series: the value of a `let`, the result of a scalar expression.
public enum Value: Hashable, Sendable {
  /// A plain number; NaN is missing.
  case number(Double)
  /// A fraction with the kind of a rate.
  case rate(Double)
  /// A boolean; nil is missing.
  case truth(Bool?)
  case text(String)
  /// A date with its precision.
  case date(DateLiteral)
  /// A moment, in milliseconds since 1970 UTC.
  case moment(Double)
  /// Minutes since midnight.
  case timeOfDay(Double)
  case duration(DurationLiteral)
  /// A count of bars.
  case bars(Int)
  case list([Value])

  /// A number with the kind that was planned for it.
  public init(_ number: Double, kind: Kind) {
    switch kind {
    case .rate: self = .rate(number)
    case .truth: self = .truth(number.isNaN ? nil : number != 0)
    case .date: self = .moment(number)
    case .timeOfDay: self = .timeOfDay(number)
    default: self = .number(number)
    }
  }

  /// The kind.
  public var kind: Kind {
    switch self {
    case .number: .number
    case .rate: .rate
    case .truth: .truth
    case .text: .text
    case .date, .moment: .date
    case .timeOfDay: .timeOfDay
    case .duration, .bars: .duration
    case .list: .list
    }
  }

  /// The number of a number, a rate, a count of bars; nil for other kinds.
  public var number: Double? {
    switch self {
    case .number(let number), .rate(let number): number
    case .bars(let count): Double(count)
    default: nil
    }
  }
}

extension Value {
  /// The value of a typed number: a rate if it has the sign of one.
  public init(_ number: NumberLiteral) { self = number.suffix.isRate ? .rate(number.value) : .number(number.value) }
}
