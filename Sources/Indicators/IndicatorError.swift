/// A call that an indicator refuses.
///
///     do {
///       _ = try rsi.compute([closes], [1])
///     } catch {
///       print(error)  // period of rsi is 1; it is a whole number from 2 to 10000000.
///     }
public struct IndicatorError: Error, Sendable, Hashable {
  /// The reason why a call is refused.
  public enum Cause: Sendable, Hashable {
    /// An argument that its parameter does not take; `value` is nil if a required argument is missing.
    ///
    /// `allowed` is in words: "a whole number from 1 to 100".
    case argument(parameter: String, value: Double?, allowed: String)
    /// Another number of arguments than there are parameters, whose names these are.
    case argumentCount(Int, parameters: [String])
    /// Another number of series than there are inputs, whose names these are.
    case inputCount(Int, inputs: [String])
    /// Series of different lengths.
    case inputLengths([Int])
  }

  /// The name of the indicator.
  public let indicator: String
  /// The reason.
  public let cause: Cause

  /// Makes an error of the indicator with a name.
  public init(indicator: String, cause: Cause) {
    self.indicator = indicator
    self.cause = cause
  }
}

extension IndicatorError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch cause {
    case .argument(let parameter, nil, let allowed): return "\(indicator) needs \(parameter): \(allowed)."
    case .argument(let parameter, let value?, let allowed):
      let whole = value.magnitude < 1e15 ? Int(exactly: value) : nil
      return "\(parameter) of \(indicator) is \(whole.map { "\($0)" } ?? "\(value)"); it is \(allowed)."
    case .argumentCount(let count, let parameters): return sentence(count, "argument", parameters)
    case .inputCount(let count, let inputs): return sentence(count, "series", inputs)
    case .inputLengths(let lengths):
      let list = lengths.map { "\($0)" }.joined(separator: ", ")
      return "\(indicator) takes series of one length, not of \(list)."
    }
  }

  private func sentence(_ count: Int, _ noun: String, _ names: [String]) -> String {
    let plural = names.count == 1 || noun == "series" ? noun : noun + "s"
    let list = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    return "\(indicator) takes \(names.isEmpty ? "no" : "\(names.count)") \(plural)\(list), not \(count)."
  }
}
