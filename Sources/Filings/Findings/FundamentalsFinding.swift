/// Something about a company's figures that who values it should know.
public struct FundamentalsFinding: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// How the figures were read.
    case note
    /// Something that is unusual or incomplete.
    case warning
    /// Something that makes a value hardly believable.
    case strong
    /// A ground for not valuing the company from these figures unless that is allowed.
    case refusal
  }

  /// The kinds of finding; the raw value is the stable code that programs see.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The base ended more than eighteen months before the day of the valuation.
    case staleBase = "stale-base"
    /// Lines of one valuation are of different periods.
    case mixedPeriods = "mixed-periods"
    /// A figure that the period before states is not stated, or under another concept.
    case tagBreak = "tag-break"
    /// A needed line has no figure for the company as a whole.
    case dimensionOnly = "dimension-only"
    /// Counts of shares that differ by a whole factor.
    case splitSuspected = "split-suspected"
    /// No revenue.
    case shell
    /// A bank or an insurer, for which free cash flow to the firm means nothing.
    case bank = "bank-fcff"
    /// The latest twelve months are asked for and the quarters lack a line.
    case noTrailing = "no-ltm"
    /// The figures are in another currency than US dollars.
    case foreignCurrency = "foreign-currency"
    /// The diluted average is far above the basic one.
    case dilution
    /// The count of shares is none of a cover page.
    case noCoverShares = "no-cover-shares"
    /// The equity at book value is negative.
    case negativeEquity = "negative-equity"
    /// The effective tax rate is of years of which some had losses.
    case taxWithLosses = "tax-with-losses"
    /// A figure of the balance sheet is older than the balance sheet.
    case olderBalance = "older-balance"
    /// A part of a line is stated by the fiscal year alone, and the latest twelve months leave it out.
    case trailingPart = "ltm-part"
    /// A line is stated twice with different amounts, as carrying and face value do.
    case twoBases = "two-bases"
  }

  /// The kind of finding.
  public var code: Code
  /// How much it matters.
  public var severity: Severity
  /// One sentence for a person.
  public var message: String
  /// The number that was looked at; nil where there is none.
  public var value: Double?
  /// The number that it was held against; nil where there is none.
  public var threshold: Double?
  /// The lines that it is about.
  public var items: [Fundamentals.Item]
  /// True where it holds whatever is typed, as it is about the period and not about the lines alone.
  public var isStanding = false

  /// Makes a finding from its parts.
  public init(
    _ code: Code, _ severity: Severity, _ message: String, value: Double? = nil, threshold: Double? = nil,
    items: [Fundamentals.Item] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.value = value
    self.threshold = threshold
    self.items = items
  }
}
