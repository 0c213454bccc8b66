/// A concept of the accounts that some figure is made of, by its number in the list of all that are read.
///
/// Names are those of the taxonomies `us-gaap`, `ifrs-full` and `dei`; concepts of other names are passed over.
package struct FactConcept: Sendable, Hashable {
  /// The unit that the facts of a concept are counted in.
  enum Unit { case money, shares, moneyPerShare }

  let number: Int

  init(number: Int) { self.number = number }

  package var name: String { Self.names[number].name }
  var unit: Unit { Self.names[number].unit }

  /// The count of shares on a report's cover page.
  package static let cover = FactConcept(number: money.count)

  /// All concepts that are read.
  static let all = names.indices.map { FactConcept(number: $0) }

  /// The concept of a name, if it is read.
  static func named(_ name: String) -> FactConcept? { numbers[name].map { FactConcept(number: $0) } }

  /// The taxonomies whose concepts are read.
  static let taxonomies = ["us-gaap", "ifrs-full", "dei"]

  private static let names: [(name: String, unit: Unit)] =
    money.map { ($0, .money) } + shares.map { ($0, .shares) } + perShare.map { ($0, .moneyPerShare) }
  private static let numbers = Dictionary(
    names.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The first one is ``cover``.
  private static let shares = [
    "EntityCommonStockSharesOutstanding", "CommonStockSharesOutstanding",
    "WeightedAverageNumberOfSharesOutstandingBasic", "WeightedAverageNumberOfDilutedSharesOutstanding",
    "WeightedAverageShares", "AdjustedWeightedAverageShares", "NumberOfSharesOutstanding",
  ]
  private static let perShare = [
    "EarningsPerShareBasic", "EarningsPerShareDiluted", "CommonStockDividendsPerShareDeclared",
    "CommonStockDividendsPerShareCashPaid", "BasicEarningsLossPerShare", "DilutedEarningsLossPerShare",
  ]
  private static let money = [
    // Income
    "Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax",
    "RevenueFromContractWithCustomerIncludingAssessedTax", "SalesRevenueNet", "SalesRevenueGoodsNet",
    "RevenuesNetOfInterestExpense", "Revenue", "RevenueFromContractsWithCustomers",
    "CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold", "CostOfSales", "GrossProfit",
    "ResearchAndDevelopmentExpense", "ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost",
    "OperatingIncomeLoss", "ProfitLossFromOperatingActivities",
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
    "ProfitLossBeforeTax",
    "IncomeTaxExpenseBenefit", "IncomeTaxExpenseContinuingOperations",
    "NetIncomeLoss", "ProfitLoss", "ProfitLossAttributableToOwnersOfParent",
    "NetIncomeLossAvailableToCommonStockholdersBasic", "ProfitLossAttributableToOrdinaryEquityHoldersOfParentEntity",
    "DividendsPreferredStock", "PreferredStockDividendsIncomeStatementImpact",
    "PreferredStockDividendsAndOtherAdjustments",
    "InterestExpense", "InterestExpenseNonoperating", "InterestExpenseDebt", "FinanceCosts",
    "InterestIncomeExpenseNet", "InterestAndDividendIncomeOperating", "NoninterestIncome", "InterestExpenseOperating",
    "InterestRevenueExpense", "PremiumsEarnedNet", "PremiumsEarnedNetPropertyAndCasualty", "InsuranceRevenue",
    "GeneralAndAdministrativeExpense", "AdministrativeExpense", "InvestmentIncomeInterest",
    // Cash flows
    "DepreciationDepletionAndAmortization", "DepreciationAmortizationAndAccretionNet", "DepreciationAndAmortization",
    "Depreciation", "AmortizationOfIntangibleAssets", "OtherDepreciationAndAmortization",
    "DepreciationAndAmortisationExpense",
    "AdjustmentsForDepreciationAndAmortisationExpense",
    "PaymentsToAcquirePropertyPlantAndEquipment", "PaymentsToAcquireProductiveAssets",
    "PaymentsForCapitalImprovements", "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities",
    "IncreaseDecreaseInOperatingCapital", "IncreaseDecreaseInAccountsReceivable", "IncreaseDecreaseInInventories",
    "IncreaseDecreaseInReceivables", "IncreaseDecreaseInAccountsAndOtherReceivables",
    "IncreaseDecreaseInAccountsAndNotesReceivable", "IncreaseDecreaseInRetailRelatedInventories",
    "IncreaseDecreaseInAccountsPayableTrade", "IncreaseDecreaseInAccountsPayableAndAccruedLiabilities",
    "AdjustmentsForDecreaseIncreaseInTradeAccountReceivable",
    "AdjustmentsForDecreaseIncreaseInTradeAndOtherReceivables", "AdjustmentsForDecreaseIncreaseInInventories",
    "AdjustmentsForIncreaseDecreaseInTradeAccountPayable", "AdjustmentsForIncreaseDecreaseInTradeAndOtherPayables",
    "PaymentsToDevelopSoftware", "PaymentsToAcquireSoftware", "PaymentsToAcquireRealEstateHeldForInvestment",
    "PaymentsToAcquireRealEstate", "PaymentsToAcquireCommercialRealEstate", "PaymentsToAcquireAndDevelopRealEstate",
    "PaymentsToDevelopRealEstateAssets", "PurchaseOfInvestmentProperty",
    "AdditionsFromAcquisitionsInvestmentProperty",
    "IncreaseDecreaseInAccountsPayable", "ShareBasedCompensation", "AdjustmentsForSharebasedPayments",
    "NetCashProvidedByUsedInOperatingActivities", "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
    "CashFlowsFromUsedInOperatingActivities",
    "PaymentsOfDividends", "PaymentsOfDividendsCommonStock", "DividendsPaidClassifiedAsFinancingActivities",
    "PaymentsForRepurchaseOfCommonStock", "PaymentsToAcquireOrRedeemEntitysShares",
    // Balances
    "Assets", "CashAndCashEquivalentsAtCarryingValue", "CashAndCashEquivalents",
    "MarketableSecuritiesCurrent", "AvailableForSaleSecuritiesCurrent",
    "AvailableForSaleSecuritiesDebtSecuritiesCurrent", "ShortTermInvestments",
    "MarketableSecuritiesNoncurrent", "AvailableForSaleSecuritiesNoncurrent",
    "AvailableForSaleSecuritiesDebtSecuritiesNoncurrent",
    "LongTermDebt", "LongTermDebtNoncurrent", "LongTermDebtCurrent", "DebtCurrent",
    "LongTermDebtAndCapitalLeaseObligations", "LongTermDebtAndCapitalLeaseObligationsCurrent",
    "LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities",
    "ConvertibleDebtNoncurrent", "ConvertibleDebtCurrent", "ConvertibleNotesPayable", "ConvertibleLongTermNotesPayable",
    "NotesPayable", "LongTermNotesPayable", "SeniorNotes", "SeniorLongTermNotes", "Borrowings", "LongtermBorrowings",
    "DebtLongtermAndShorttermCombinedAmount", "LongTermLineOfCredit", "LineOfCredit", "SecuredDebt", "UnsecuredDebt",
    "InvestmentProperty", "RealEstateInvestmentPropertyNet",
    "CommercialPaper", "ShortTermBorrowings", "ShorttermBorrowings",
    "FinanceLeaseLiability", "FinanceLeaseLiabilityCurrent", "FinanceLeaseLiabilityNoncurrent",
    "OperatingLeaseLiability", "OperatingLeaseLiabilityCurrent", "OperatingLeaseLiabilityNoncurrent",
    "LeaseLiabilities", "MinorityInterest", "RedeemableNoncontrollingInterestEquityCarryingAmount",
    "NoncontrollingInterests", "PreferredStockValue", "PreferredStockValueOutstanding",
    "TemporaryEquityCarryingAmountAttributableToParent",
    "PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent",
    "DefinedBenefitPensionPlanLiabilitiesNoncurrent", "PensionAndOtherPostretirementBenefitPlansLiabilitiesNoncurrent",
    "StockholdersEquity", "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
    "EquityAttributableToOwnersOfParent", "Equity", "PreferredStockIncludingAdditionalPaidInCapitalNetOfDiscount",
    "PreferredStockIncludingAdditionalPaidInCapital", "IntangibleAssetsNetExcludingGoodwill",
    "FiniteLivedIntangibleAssetsNet", "IntangibleAssetsOtherThanGoodwill", "Goodwill", "EquityMethodInvestments",
    "InvestmentsAccountedForUsingEquityMethod", "Deposits", "DepositsFromCustomers",
  ]
}
