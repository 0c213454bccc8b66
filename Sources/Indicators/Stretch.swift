/// What a kernel works on: consecutive bars, the memory of its inputs and of its outputs.
///
/// Where an indicator reads complete bars only, no value in a stretch is missing. There are more bars than
/// the warm-up. The kernel sets the outputs from the index of the warm-up on, those with a delay from as many bars
/// later on, and may use what is before as scratch: the driver then sets that to missing. It also turns infinite results into missing values.
struct Stretch {
  let count: Int
  let inputs: [UnsafePointer<Double>]
  let outputs: [UnsafeMutablePointer<Double>]
  let arguments: Arguments
}

typealias Source = UnsafePointer<Double>
typealias Target = UnsafeMutablePointer<Double>
