/// The lines that a valuation takes from a company's figures; other lines may be missing without a finding.
public struct FigureDemand: Sendable, Hashable {
  /// The flows that it needs of one period.
  public var lines: [Fundamentals.Item]
  /// True if it values the firm by its operations, false if it values the equity by book value or dividends.
  public var isOfFirm: Bool

  /// Makes a demand from its parts.
  public init(lines: [Fundamentals.Item], isOfFirm: Bool) {
    self.lines = lines
    self.isOfFirm = isOfFirm
  }

  /// A valuation of the firm without typed inputs.
  public static let firm = FigureDemand(lines: Fundamentals.neededLines, isOfFirm: true)

  /// A valuation of the equity: neither revenue nor operating income enters.
  public static let equity = FigureDemand(lines: [.netIncome], isOfFirm: false)
}
