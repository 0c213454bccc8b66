/// The code of a finding or of a refusal of the valuation.
///
/// The raw value is the word that programs see and shown in brackets after a message. ``all`` is the table of their
/// meanings, severities, limits and models.
public enum ValuationCode: String, Sendable, Hashable, CaseIterable {
  // Assumptions as given.
  case unknownAssumption = "unknown-assumption"
  case givenTwice = "given-twice"
  case wrongKind = "wrong-kind"
  case notFinite = "not-finite"
  case nothingToShift = "nothing-to-shift"
  case cannotAllow = "cannot-allow"
  case outOfRange = "out-of-range"
  case missingAssumptions = "missing-assumptions"
  case contradictoryAssumptions = "contradictory-assumptions"
  case wrongPlace = "wrong-place"
  case unknownPart = "unknown-part"
  case partName = "part-name"
  case nestedParts = "nested-parts"
  case partsMixed = "parts-mixed"
  case onlyWithParts = "only-with-parts"
  case sumOfParts = "sum-of-parts"
  case segmentsTotal = "segments-total"
  // Values that differ from year to year.
  case pathTooLong = "path-too-long"
  case pathTooShort = "path-too-short"
  case phaseTooShort = "phase-too-short"
  case phaseWithoutLength = "phase-without-length"
  case glideTooShort = "glide-too-short"
  case listLength = "list-length"
  case baseValueMissing = "base-value-missing"
  case circularLink = "circular-link"
  // Models that have no value.
  case bankFCFF = "bank-fcff"
  case marginAboveGross = "margin-above-gross"
  case noFirmModel = "no-firm-model"
  case terminalNotBelowDiscount = "terminal-not-below-discount"
  case terminalNotBelowCostOfEquity = "terminal-not-below-cost-of-equity"
  case terminalNotBelowROIC = "terminal-not-below-roic"
  case terminalNotBelowROE = "terminal-not-below-roe"
  case terminalFlowNotPositive = "terminal-flow-not-positive"
  case bookNotPositive = "book-not-positive"
  case growthAboveROE = "growth-above-roe"
  case dividendNotPositive = "dividend-not-positive"
  case dateAfterDividend = "date-after-dividend"
  case balanceDate = "balance-date"
  case dateBeforeBase = "date-before-base"
  case staleBase = "stale-base"
  case unitMistake = "unit-mistake"
  case currencyWithoutFx = "currency-without-fx"
  case fxWithoutCurrencies = "fx-without-currencies"
  case forecastOver = "forecast-over"
  // Studies of a value.
  case targetMissing = "target-missing"
  case noInfluence = "no-influence"
  case noValidModel = "no-valid-model"
  case axes
  case swing
  case nothingToCompare = "nothing-to-compare"
  case nameTwice = "name-twice"
  case noPeers = "no-peers"
  case weightsIncomplete = "weights-incomplete"
  case weightsNotOne = "weights-not-one"
  case tooManyParts = "too-many-parts"
  case differentParts = "different-parts"
  case draws
  case runs
  case unknownDistribution = "unknown-distribution"
  case distribution
  case correlation
  case drawsRefused = "draws-refused"
  case interrupted
  // Driver models and their documents.
  case unknownBusinessModel = "unknown-business-model"
  case unknownConvention = "unknown-convention"
  case unknownPreset = "unknown-preset"
  case sameVariable = "same-variable"
  case revenueIndexNotPositive = "revenue-index-not-positive"
  case badRange = "bad-range"
  case documentNotJSON = "document-not-json"
  case documentKeyMissing = "document-key-missing"
  case documentWrongType = "document-wrong-type"
  case documentNotFinite = "document-not-finite"
  case unknownStyle = "unknown-style"
  case unknownObjective = "unknown-objective"
  case unknownTerminalMethod = "unknown-terminal-method"
  case unknownUnit = "unknown-unit"
  // How a model read its assumptions.
  case defaultUsed = "default-used"
  case capexReadAsNet = "capex-read-as-net"
  case pathHeld = "path-held"
  case baseYearListed = "base-year-listed"
  case notUsed = "not-used"
  case outsidePlausibleRange = "outside-plausible-range"
  case stockCompensation = "stock-compensation"
  case farFromBase = "far-from-base"
  case marketShare = "market-share"
  case researchCapitalised = "research-capitalised"
  case discountBuilt = "discount-built"
  case costOfEquityBuilt = "cost-of-equity-built"
  case baseOld = "base-old"
  case balanceOld = "balance-old"
  case marketValueOdd = "market-value-odd"
  // Discount rates and returns.
  case discountBelowRiskFree = "discount-below-risk-free"
  case discountBelowCostOfDebt = "discount-below-cost-of-debt"
  case returnBelowDiscount = "return-below-discount"
  case returnBelowCostOfEquity = "return-below-cost-of-equity"
  case riskCountedTwice = "risk-counted-twice"
  case lossWithoutTax = "loss-without-tax"
  case lossWithoutDividend = "loss-without-dividend"
  case nolLeft = "nol-left"
  case shelteredMultiple = "sheltered-multiple"
  // The years after the forecast.
  case terminalShare = "terminal-share"
  case terminalGrowthHigh = "terminal-growth-high"
  case narrowSpread = "narrow-spread"
  case growthCliff = "growth-cliff"
  case capexBelowDepreciation = "capex-below-depreciation"
  case reinvestmentTooLow = "reinvestment-too-low"
  case growthLowersValue = "growth-lowers-value"
  case taxHeldLow = "tax-held-low"
  case taxBelowMarginal = "tax-below-marginal"
  case payoutStep = "payout-step"
  case hModel = "h-model"
  case preferredOffBook = "preferred-off-book"
  // From operations to one share.
  case debtAboveValue = "debt-above-value"
  case cashAboveHalf = "cash-above-half"
  case cashCountsWhole = "cash-counts-whole"
  case cashShort = "cash-short"
  case interestAboveIncome = "interest-above-income"
  case debtDrifts = "debt-drifts"
  case leasesInMargin = "leases-in-margin"
  case minorityAtBook = "minority-at-book"
  case dilutionHigh = "dilution-high"
  case oneShare = "one-share"
  case equityNotPositive = "equity-not-positive"
  case farFromPrice = "far-from-price"
  case minorityAndOwnership = "minority-and-ownership"
  case partIsEquity = "part-is-equity"
  case partBelowZero = "part-below-zero"
  // Refusals that were allowed.
  case allowedBankFCFF = "allowed-bank-fcff"
  case allowedStaleBase = "allowed-stale-base"
  case allowedSplitSuspected = "allowed-split-suspected"
  case allowedDimensionOnly = "allowed-dimension-only"
  case allowedShell = "allowed-shell"
  case allowedMixedPeriods = "allowed-mixed-periods"
  case allowedUnitMistake = "allowed-unit-mistake"
  // Findings about driver models.
  case terminalTooClose = "terminal-too-close"
  case outsideRange = "outside-range"
  case revenueIndexUnusual = "revenue-index-unusual"
  case flowMarginUnusual = "flow-margin-unusual"
  case defaultExitMultiple = "default-exit-multiple"
  case indexNotComparable = "index-not-comparable"
  case presetAgainstBase = "preset-against-base"
  case presetStopped = "preset-stopped"
  case notInDocument = "not-in-document"
  case likeInvestor = "like-investor"
  case levelAsGrowth = "level-as-growth"
  case priceInvented = "price-invented"
  case revenueIndexClamped = "revenue-index-clamped"
  case flowMarginClamped = "flow-margin-clamped"
  case flowIndexClamped = "flow-index-clamped"
  case valueClamped = "value-clamped"
  case cagrClamped = "cagr-clamped"
  case discountClamped = "discount-clamped"
  case terminalGrowthClamped = "terminal-growth-clamped"
  case exitMultipleClamped = "exit-multiple-clamped"
  // Reported figures that a valuation rests on.
  case unknownBase = "unknown-base"
  case priceOfAnotherTime = "price-of-another-time"
  case marginAboveHistory = "margin-above-history"
  case splitSuspected = "split-suspected"
  case dimensionOnly = "dimension-only"
  case shell
  case mixedPeriods = "mixed-periods"
  case tagBreak = "tag-break"
  case noTrailingMonths = "no-ltm"
  case foreignCurrency = "foreign-currency"
  case dilution
  case noCoverShares = "no-cover-shares"
  case negativeEquity = "negative-equity"
  case taxWithLosses = "tax-with-losses"
  case olderBalance = "older-balance"
  case partialLine = "partial-line"
  case trailingPart = "ltm-part"
  case twoBases = "two-bases"
}

extension ValuationCode: CustomStringConvertible {
  /// The raw value: `terminal-share`.
  public var description: String { rawValue }
}

extension ValuationCode {
  /// The table of all codes, in the order of the cases.
  public static let all: [Definition] =
    reading
    + paths
    + model
    + studies
    + drivers
    + assumptions
    + rates
    + terminal
    + claims
    + allowed
    + driverFindings
    + figures

  /// The row of the table about this code.
  public var definition: Definition {
    // The table has a row for each case; without one the code has no meaning to show.
    Self.rows[self].map { Self.all[$0] } ?? .refusal(self, models: .all, rawValue)
  }

  private static let rows = Dictionary(all.enumerated().map { ($0.element.code, $0.offset) }) { first, _ in first }

  /// The code of the finding for an allowed refusal; `nil` for one that cannot be.
  static func allowed(_ code: ValuationCode) -> ValuationCode? { ValuationCode(rawValue: "allowed-\(code.rawValue)") }

  /// Whether it says that a refusal was allowed.
  var isOfAllowedRefusal: Bool { rawValue.hasPrefix("allowed-") }

  /// Whether it says that a result was cut off.
  var isClamp: Bool { rawValue.hasSuffix("-clamped") }
}
