/// Something about a valuation that its reader should know before trusting it.
public struct ValuationFinding: Sendable, Equatable {
  /// The severity.
  public enum Severity: String, Sendable, Equatable, CaseIterable {
    /// The way in which the model read an assumption.
    case note
    /// A value or a combination that is unusual.
    case warning
    /// A combination that makes the value hardly believable.
    case strong
  }

  /// The code; ``ValuationCode/definition`` gives its meaning.
  public let code: ValuationCode
  /// The severity.
  public let severity: Severity
  /// One sentence for the user.
  public let message: String
  /// The number examined; `nil` if there is none.
  public let value: Double?
  /// The number that it was compared with; `nil` if there is none.
  public let threshold: Double?
  /// The assumptions that it is about.
  public let assumptions: [String]
  /// The part that it is about, whose name begins the message; `nil` for the entire company.
  public internal(set) var part: String? = nil

  /// Creates a finding; without a severity it has the mildest of its code, which is the only one of most.
  public init(
    code: ValuationCode, severity: Severity? = nil, message: String, value: Double? = nil, threshold: Double? = nil,
    assumptions: [String] = [], part: String? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.definition.severities.first ?? .note
    self.message = message
    self.value = value
    self.threshold = threshold
    self.assumptions = assumptions
    self.part = part
  }

  /// Creates a finding about assumptions outside the parts.
  public init(
    code: ValuationCode, severity: Severity? = nil, message: String, value: Double? = nil, threshold: Double? = nil,
    assumptions: [AssumptionName]
  ) {
    self.init(
      code: code, severity: severity, message: message, value: value, threshold: threshold,
      assumptions: assumptions.map(\.rawValue))
  }
}
