import Indicators

/// The moving averages that other indicators can use, by TA-Lib's numbers.
///
/// The cases are named as typed.
enum MovingAverage: Int, Sendable, CaseIterable {
  case sma = 0
  case ema = 1
  case wma = 2
  case dema = 3
  case tema = 4
  case trima = 5
  case kama = 6
  case mama = 7
  case t3 = 8
  case hma = 9
  case none = 10
  case zlema = 12
  case rma = 13

  /// The index of the first value.
  func warmUp(_ period: Int) -> Int {
    if period == 1 { return 0 }
    switch self {
    case .sma, .ema, .wma, .trima, .rma: return period - 1
    case .dema: return 2 * (period - 1)
    case .tema: return 3 * (period - 1)
    case .kama: return period
    case .mama: return 32
    case .t3: return 6 * (period - 1)
    case .hma: return period + Int(Double(period).squareRoot()) - 2
    case .none: return 0
    case .zlema: return period - 1 + (period - 1) / 2
    }
  }

  /// The number of bars from its first value on after which the beginning no longer counts; nil if the data decide.
  func settling(_ period: Int) -> Int? {
    if period == 1 { return 0 }
    switch self {
    case .sma, .wma, .trima, .hma, .none: return 0
    case .ema, .zlema: return Memory.exponential(period)
    case .dema: return Memory.exponential(period, stages: 2)
    case .tema: return Memory.exponential(period, stages: 3)
    case .t3: return Memory.exponential(period, stages: 6)
    case .rma: return Memory.wilder(period)
    case .kama, .mama: return nil
    }
  }

  /// Writes the average from its warm-up on; `target` is not `source`, and there are more bars than the
  /// warm-up.
  func write(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
    guard count > warmUp(period) else { return }
    if period == 1 || self == .none {
      target.update(from: source, count: count)
      return
    }
    switch self {
    case .sma, .none: windowSums(source, count, period, times: 1 / Double(period), target)
    case .ema: exponentialAverage(source, count, period, target)
    case .wma: weightedAverage(source, count, period, target)
    case .dema: doubleExponentialAverage(source, count, period, target)
    case .tema: tripleExponentialAverage(source, count, period, target)
    case .trima: triangularAverage(source, count, period, target)
    case .kama: adaptiveAverage(source, count, period, target)
    case .mama:
      withScratch(count) { mesaAverages(source, count, fast: 0.5, slow: 0.05, target, following: $0) }
    case .t3: t3Average(source, count, period, volumeFactor: 0.7, target)
    case .hma: hullAverage(source, count, period, target)
    case .zlema: zeroLagAverage(source, count, period, target)
    case .rma: wilderAverage(source, count, period, target)
    }
  }
}

extension Arguments {
  /// An argument that names a moving average.
  func average(_ index: Int) -> MovingAverage { MovingAverage(rawValue: whole(index)) ?? .sma }
}

/// Lends memory for `count` values.
func withScratch(_ count: Int, _ body: (Target) -> Void) {
  let buffer = UnsafeMutablePointer<Double>.allocate(capacity: max(count, 1))
  defer { buffer.deallocate() }
  body(buffer)
}

extension MovingAverage: CustomStringConvertible {
  /// The name as typed, written by hand: a name by reflection searches the entire program at its first use.
  var description: String {
    switch self {
    case .sma: "sma"
    case .ema: "ema"
    case .wma: "wma"
    case .dema: "dema"
    case .tema: "tema"
    case .trima: "trima"
    case .kama: "kama"
    case .mama: "mama"
    case .t3: "t3"
    case .hma: "hma"
    case .none: "none"
    case .zlema: "zlema"
    case .rma: "rma"
    }
  }
}
