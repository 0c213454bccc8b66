public import Valuation

/// Something about a company's figures that who values it should know.
public struct FundamentalsFinding: Sendable, Hashable {
  /// The kind of finding; ``ValuationCode/definition`` gives its meaning.
  public var code: ValuationCode
  /// Its severity; of a refusal, to a valuation for which it is allowed.
  public var severity: ValuationFinding.Severity
  /// True for a ground for not valuing the company from these figures unless that is allowed.
  public var isRefusal: Bool
  /// One sentence for the user.
  public var message: String
  /// The number examined; nil if there is none.
  public var value: Double?
  /// The number that it was compared with; nil if there is none.
  public var threshold: Double?
  /// The lines that it is about.
  public var items: [Fundamentals.Item]
  /// True if the finding holds regardless of typed assumptions, as it concerns the period and not only the lines.
  public var isStanding = false
  /// True if the figure is missing and counts as 0, so that no assumption carries it.
  public var countsAsNone = false

  /// Makes a finding from its parts.
  public init(
    _ code: ValuationCode, _ severity: ValuationFinding.Severity, isRefusal: Bool = false, _ message: String,
    value: Double? = nil, threshold: Double? = nil, items: [Fundamentals.Item] = []
  ) {
    self.code = code
    self.severity = severity
    self.isRefusal = isRefusal
    self.message = message
    self.value = value
    self.threshold = threshold
    self.items = items
  }

  func countingAsNone(_ counts: Bool) -> Self {
    var result = self
    result.countsAsNone = counts
    return result
  }

  /// Makes a ground for not valuing the company.
  static func refusal(
    _ code: ValuationCode, _ message: String, value: Double? = nil, threshold: Double? = nil,
    items: [Fundamentals.Item] = []
  ) -> Self {
    Self(code, .strong, isRefusal: true, message, value: value, threshold: threshold, items: items)
  }
}
