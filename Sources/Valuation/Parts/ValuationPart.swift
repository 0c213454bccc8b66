/// A part of a company with assumptions of its own.
///
/// Assumptions that it does not have come from outside it; see ``Assumptions/effective(in:)``.
public struct ValuationPart: Sendable, Equatable {
  /// The kind of a part.
  public enum Kind: String, Sendable, Equatable, CaseIterable {
    /// A valuation of its own, which ends at the value of its operations; the values add up.
    case part
    /// A line inside one model; revenue and operating income add up.
    case segment
  }

  /// Its name.
  public let name: String
  /// Its kind.
  public let kind: Kind
  /// Its own assumptions, by names without a dot.
  public internal(set) var assumptions = Assumptions()

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

extension ValuationPart {
  /// The assumptions that a segment may have.
  static let ofSegments: Set<AssumptionName> = [.revenue, .growth, .margin, .baseMargin]

  /// The assumptions that only the entire company has: its price, its shares and the way to its equity.
  static let outsideOnly: Set<AssumptionName> = [
    .price, .shares, .cash, .debt, .leases, .leaseRate, .investments, .nonoperating, .preferred, .minority,
    .pension, .rsu, .options, .treasuryAt, .priceCurrency, .adrRatio, .split, .corporateCosts,
    .holdingDiscount, .dividend, .method, .operatingCash, .allow, .base, .roll, .market, .marketGrowth,
    .stockCompensation,
  ]

  /// The assumptions that only a part has.
  static let ofPartsOnly: Set<AssumptionName> = [.value, .ownership]

  /// Words of the language that cannot name a part.
  private static let keywords: Set<String> = ["part", "segment", "drivers", "preset", "with", "of", "to", "by", "then"]

  /// Refuses a name that could be mistaken for something else.
  static func check(name: String) throws(ValuationError) {
    guard !name.contains(".") else { throw nested(name) }
    let isWord =
      name.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" } == true
      && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0) }
    guard isWord, AssumptionDefinition.named(name) == nil, !keywords.contains(name)
    else {
      throw ValuationError(
        code: .partName,
        message: isWord ? "a part cannot be called `\(name)`, which has another meaning" : "`\(name)` is not a name",
        assumptions: [name]
      )
    }
  }

  /// Refuses a part inside a part.
  static func nested(_ name: String) -> ValuationError {
    ValuationError(
      code: .nestedParts,
      message: "`\(name)` would be a part inside a part, which is not allowed",
      assumptions: [name],
      hint: "give each its own part of the company"
    )
  }

  /// Refuses an assumption that does not belong there; `part` is `nil` outside all parts.
  static func checkPlace(of name: AssumptionName, in part: ValuationPart?) throws(ValuationError) {
    guard let part else {
      guard ofPartsOnly.contains(name) else { return }
      throw ValuationError(
        code: .wrongPlace,
        message: "\(name) belongs to a part, but this is outside all parts",
        assumptions: [name],
        hint: "such as `part stake { value = 12.5B; ownership = 40% }`"
      )
    }
    let dotted = "\(part.name).\(name)"
    switch part.kind {
    case .segment:
      guard !ofSegments.contains(name) else { return }
      throw ValuationError(
        code: .wrongPlace,
        message: "\(dotted) cannot be: a segment has revenue, growth and margin, everything else is the company's",
        assumptions: [dotted],
        hint: outsideOnly.contains(name)
          ? "give \(name) outside the segments" : "`part \(part.name) { … }` is a valuation of its own"
      )
    case .part:
      guard outsideOnly.contains(name) else { return }
      throw ValuationError(
        code: .wrongPlace,
        message: "\(dotted) cannot be: a part ends at the value of its operations, and \(name) is the company's",
        assumptions: [dotted],
        hint: "give \(name) outside the parts"
      )
    }
  }
}
