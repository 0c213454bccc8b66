/// A finding with its effect on the value of a share, as far as that is known.
public struct FindingCost: Sendable, Equatable {
  /// The finding.
  public let finding: ValuationFinding
  /// The change that removes it; `nil` if there is none, if the model refuses it, or if it leaves the value the same
  /// double, as for a figure that is only shown.
  public let remedy: FindingRemedy?
  /// The value of a share with the remedy, less the value without it; `nil` if there is no remedy.
  ///
  /// It is one valuation with that change alone. Remedies act on one another, so effects do not add up.
  public let effect: Double?

  /// The findings on a valuation, those first that a reader should see first.
  ///
  /// Those that cost a share most come first, whether they raise or lower it. Only a finding with a remedy has such a
  /// cost; the others cannot be ranked by it. Of these the strong ones come before all that have a cost, since they may
  /// well weigh more, the warnings after them, and notes last, each in the order of the review.
  ///
  /// - Parameters:
  ///   - findings: the findings, those on the company's figures among them.
  ///   - result: the valuation that they are on.
  ///   - assumptions: the assumptions that were valued, as given.
  public static func ranked(
    _ findings: [ValuationFinding], on result: ValuationResult, of assumptions: Assumptions
  ) -> [FindingCost] {
    ranked(findings.map { FindingCost($0, on: result, of: assumptions) })
  }

  /// Findings whose costs are not looked for, the strong ones first and notes last.
  public static func ranked(_ findings: [ValuationFinding]) -> [FindingCost] {
    ranked(findings.map { FindingCost($0) })
  }

  private static func ranked(_ costs: [FindingCost]) -> [FindingCost] {
    costs.enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      if first.rank != second.rank { return first.rank < second.rank }
      let (more, less) = (abs(first.effect ?? 0), abs(second.effect ?? 0))
      return more == less ? a.offset < b.offset : more > less
    }.map(\.element)
  }

  /// A finding whose cost is not looked for.
  public init(_ finding: ValuationFinding) {
    self.finding = finding
    remedy = nil
    effect = nil
  }

  private init(_ finding: ValuationFinding, on result: ValuationResult, of assumptions: Assumptions) {
    self.finding = finding
    guard let remedy = result.remedy(of: finding), let remedied = try? assumptions.with(remedy.changes),
      let value = try? DiscountedCashFlow.valuePerShare(of: remedied), value.isFinite, value != result.valuePerShare
    else {
      self.remedy = nil
      effect = nil
      return
    }
    self.remedy = remedy
    effect = value - result.valuePerShare
  }

  private var rank: Int {
    if finding.severity == .note { return 3 }
    if effect != nil { return 1 }
    return finding.severity == .strong ? 0 : 2
  }
}
