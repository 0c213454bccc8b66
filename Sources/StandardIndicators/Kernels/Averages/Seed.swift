import Indicators

/// The beginning of an exponential average.
///
/// The numbers are those of the choices of `Parameter.seed`.
enum Seed: Int, Sendable {
  /// With the simple mean of the first `period` values, at index `period - 1`.
  case mean = 0
  /// With the first value, at its index.
  case first = 1
  /// With the first value, but the values before index `period - 1` are not shown.
  case late = 2

  /// The number of values of the seed.
  func bars(_ period: Int) -> Int { self == .mean ? period : 1 }

  /// The index of the first value that is shown.
  func warmUp(_ period: Int) -> Int { self == .first ? 0 : period - 1 }

  /// The number of bars from that index on after which the seed no longer counts, of an average that forgets in `bars`.
  func settling(_ bars: Int, _ period: Int) -> Int { self == .late ? max(0, bars - (period - 1)) : bars }
}

extension Arguments {
  /// An argument that says how an average begins.
  func seed(_ index: Int) -> Seed { Seed(rawValue: whole(index)) ?? .mean }

  /// An argument that says how several averages begin; nil if they begin together.
  func ownSeed(_ index: Int) -> Seed? {
    switch whole(index) {
    case 1: .first
    case 2: .late
    case 3: .mean
    default: nil
    }
  }
}

extension Parameter {
  /// The beginning of an exponential average.
  static let seed = Parameter(
    "seed",
    [],
    .choice([Choice("mean", 0), Choice("first", 1), Choice("late", 2)]),
    .value(0),
    """
    The value an average starts from: the simple mean of its first period values, or the first value; late \
    starts from the first value too, and its output begins at index period - 1.
    """
  )

  /// The beginning of several exponential averages, all on one bar or each as early as it can.
  static let ownSeed = Parameter(
    "seed",
    [],
    .choice([Choice("together", 0), Choice("first", 1), Choice("late", 2), Choice("mean", 3)]),
    .value(0),
    """
    The values that exponential averages start from: means that end on one bar (together), the mean of each \
    its own first values, the first value, or that with output from index period - 1 on (late).
    """
  )
}
