/// How far back the bars reach that a value depends on.
enum Memory: Sendable {
  /// A window: the warm-up covers it, so that the first value is already settled.
  case window
  /// All bars since the beginning, with weights that fade at a rate that the arguments decide.
  ///
  /// The rule gives how many bars after the warm-up the weight of the beginning falls below
  /// `Memory.settled`; 0 where the arguments choose a mode that has a window.
  case fading(@Sendable (Arguments) -> Int)
  /// All bars since the beginning, with weights that fade at a rate that the data decide.
  case adaptive
  /// All bars since the beginning, and none fades, as in a running total.
  case sinceStart

  /// The weight below which the beginning no longer counts.
  static let settled = 1e-6

  /// After how many bars a first-order recurrence y = (1 - gain) * y[1] + gain * x has forgotten its seed.
  static func bars(gain: Double) -> Int {
    if gain >= 1 { return 0 }
    return Int((logarithm(settled) / logarithm(1 - gain)).rounded(.up))
  }
}

extension Indicator {
  /// True where each value depends on all earlier ones, as in an exponential average.
  public var isRecursive: Bool {
    if case .window = memory { false } else { true }
  }

  /// How many bars after the warm-up the bar on which the series begins no longer counts (weight below 1e-6).
  ///
  /// 0 where the values have a window. Nil where the data decide, or where the beginning always counts, as in
  /// a running total. The arguments are aligned with the parameters and allowed ones.
  public func settling(_ arguments: [Double]) -> Int? {
    switch memory {
    case .window: 0
    case .fading(let rule): rule(Arguments(values: arguments))
    case .adaptive, .sinceStart: nil
    }
  }
}
