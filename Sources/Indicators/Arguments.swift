/// The arguments of a computation, checked and in the order of the parameters.
struct Arguments {
  let values: [Double]

  /// A real argument.
  func real(_ index: Int) -> Double { values[index] }

  /// A whole argument, or the number of a mode.
  func whole(_ index: Int) -> Int { Int(values[index]) }

  /// An argument that names a moving average.
  func average(_ index: Int) -> MovingAverage { MovingAverage(rawValue: whole(index)) ?? .sma }
}
