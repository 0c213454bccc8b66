import Columns

/// The arguments of a computation, checked and in the order of the parameters.
public struct Arguments: Sendable {
  /// The numbers; the number of a choice for a mode.
  public let values: [Double]

  /// Takes numbers that are aligned with the parameters and allowed ones.
  public init(values: [Double]) { self.values = values }

  /// A real argument.
  public func real(_ index: Int) -> Double { values[index] }

  /// A whole argument, or the number of a mode.
  public func whole(_ index: Int) -> Int { Int(clamping: values[index]) }
}
