/// The consecutive bars that a kernel works on: the memory of its inputs and of its outputs.
///
/// If an indicator reads complete bars only, no value in a segment is missing. There are more bars than the warm-up.
/// The kernel sets the outputs from the index of the warm-up on, those with a delay later by its bars, and may use the
/// memory before as scratch: the driver then sets that to missing. It also turns infinite results into missing values.
public struct Segment {
  /// The number of bars.
  public let count: Int
  /// The values of each input.
  public let inputs: [Source]
  /// The memory of each output.
  public let outputs: [Target]
  /// The arguments of the computation.
  public let arguments: Arguments

  /// Makes a segment of memory that holds `count` values each.
  public init(count: Int, inputs: [Source], outputs: [Target], arguments: Arguments) {
    self.count = count
    self.inputs = inputs
    self.outputs = outputs
    self.arguments = arguments
  }
}

/// The values of an input, one for each bar.
public typealias Source = UnsafePointer<Double>
/// The memory of an output, one value for each bar.
public typealias Target = UnsafeMutablePointer<Double>
