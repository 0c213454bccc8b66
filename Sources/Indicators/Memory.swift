/// The reach of a value: the bars that it depends on.
public enum Memory: Sendable {
  /// A window: the warm-up covers it, so that the first value is already settled.
  case window
  /// All bars since the beginning, with weights that fade at a rate that the arguments decide.
  ///
  /// The rule gives how many bars after the warm-up the weight of the beginning falls below `Memory.settled`; 0 if the
  /// arguments choose a mode that has a window, nil if they choose one whose rate the data decide.
  case fading(@Sendable (Arguments) -> Int?)
  /// All bars since the beginning, with weights that fade at a rate that the data decide.
  case adaptive
  /// All bars since the beginning, and none fades, as in a running total.
  case sinceStart

  /// The weight below which the beginning no longer counts.
  public static let settled = 1e-6
}

extension Indicator {
  /// True if the beginning of the series always counts, as in a running total.
  public var countsFromTheBeginning: Bool {
    if case .sinceStart = memory { true } else { false }
  }

  /// The number of bars after the warm-up from which on the bar on which the series begins no longer counts (weight
  /// below 1e-6).
  ///
  /// 0 if the values have a window. Nil if it depends on the data, or if the beginning always counts, as in a running
  /// total. After a missing value everything restarts, and so does this count. The arguments are aligned with the
  /// parameters.
  ///
  /// - Throws: `IndicatorError` if an argument is not allowed, or there is not one for each parameter.
  public func settling(_ arguments: [Double]) throws(IndicatorError) -> Int? {
    try check(arguments)
    return switch memory {
    case .window: 0
    case .fading(let rule): rule(Arguments(values: arguments))
    case .adaptive, .sinceStart: nil
    }
  }
}
