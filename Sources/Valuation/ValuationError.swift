/// Why a valuation was refused.
///
/// An error names the assumptions it is about and never carries a place in a text: the reader of the text knows the
/// place of each assumption. A model that makes no sense is refused, not bent into shape.
public struct ValuationError: Error, Sendable, Equatable {
  /// The code, such as `terminal-not-below-discount`; ``ValuationCode/definition`` gives its meaning.
  public let code: ValuationCode
  /// One sentence for the user, with the offending values and the allowed ones.
  public let message: String
  /// The names of the assumptions that the error is about, in the order in which the message names them.
  public let assumptions: [String]
  /// A remedy, if there is one.
  public let hint: String?

  /// Creates an error.
  public init(code: ValuationCode, message: String, assumptions: [String] = [], hint: String? = nil) {
    self.code = code
    self.message = message
    self.assumptions = assumptions
    self.hint = hint
  }

  /// Creates an error about assumptions outside the parts.
  public init(code: ValuationCode, message: String, assumptions: [AssumptionName], hint: String? = nil) {
    self.init(code: code, message: message, assumptions: assumptions.map(\.rawValue), hint: hint)
  }
}

extension ValuationError {
  /// The codes of the refusals of judgement, which `allow CODE` turns into standing warnings.
  ///
  /// All others mean that there is no number to give.
  public static let overridable: [ValuationCode] = [
    .bankFCFF, .staleBase, .splitSuspected, .dimensionOnly, .shell, .mixedPeriods, .unitMistake,
  ]
}

extension ValuationError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code): \(message)" }
}
