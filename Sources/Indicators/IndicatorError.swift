/// An argument that an indicator does not take.
public struct IndicatorError: Error, Sendable, Hashable {
  /// The name of the indicator.
  public let indicator: String
  /// The name of the parameter.
  public let parameter: String
  /// What was given; nil where a required argument is missing.
  public let given: Double?
  /// What is allowed, in words: "a whole number from 1 to 100".
  public let allowed: String
}

extension IndicatorError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    guard let given else { return "\(indicator) needs \(parameter): \(allowed)." }
    let whole = given.magnitude < 1e15 && given.rounded() == given
    return "\(parameter) of \(indicator) is \(whole ? "\(Int(given))" : "\(given)"); it is \(allowed)."
  }
}
