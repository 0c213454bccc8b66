/// The concepts that an item may be stated under, the preferred one first.
package enum FactChains {
  /// Items that one concept states in one; the others are assembled by `FactChooser`.
  package static let plain: [(item: Fundamentals.Item, concepts: [FactConcept])] = flows + balances

  static let flows = read(statedFlows)
  static let balances = read(statedBalances)

  /// The names in the tables that are in no list of concepts: none may be, as nothing would be read for it.
  package static let unknown = (statedFlows + statedBalances).flatMap(\.names).filter { FactConcept.named($0) == nil }

  private static let statedFlows: [(item: Fundamentals.Item, names: [String])] = [
    chain(
      .revenue, "Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax",
      "RevenueFromContractWithCustomerIncludingAssessedTax", "SalesRevenueNet", "SalesRevenueGoodsNet",
      "RevenuesNetOfInterestExpense", "Revenue", "RevenueFromContractsWithCustomers"),
    chain(.costOfRevenue, "CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold", "CostOfSales"),
    chain(.grossProfit, "GrossProfit"),
    chain(
      .research, "ResearchAndDevelopmentExpense", "ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost"),
    chain(.operatingIncome, "OperatingIncomeLoss", "ProfitLossFromOperatingActivities"),
    chain(
      .interestExpense, "InterestExpense", "InterestExpenseNonoperating", "InterestExpenseDebt",
      "InterestExpenseOperating",
      "FinanceCosts"),
    chain(
      .pretaxIncome,
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
      "ProfitLossBeforeTax"),
    chain(.incomeTax, "IncomeTaxExpenseBenefit", "IncomeTaxExpenseContinuingOperations"),
    chain(
      .netIncome, "NetIncomeLoss", "ProfitLossAttributableToOwnersOfParent",
      "NetIncomeLossAvailableToCommonStockholdersBasic", "ProfitLoss"),
    chain(
      .capex, "PaymentsToAcquirePropertyPlantAndEquipment", "PaymentsToAcquireProductiveAssets",
      "PaymentsForCapitalImprovements", "PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities"),
    chain(.stockCompensation, "ShareBasedCompensation", "AdjustmentsForSharebasedPayments"),
    chain(
      .operatingCashFlow, "NetCashProvidedByUsedInOperatingActivities",
      "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations", "CashFlowsFromUsedInOperatingActivities"),
    chain(
      .dividendsPaid, "PaymentsOfDividends", "PaymentsOfDividendsCommonStock",
      "DividendsPaidClassifiedAsFinancingActivities"),
    chain(.buybacks, "PaymentsForRepurchaseOfCommonStock", "PaymentsToAcquireOrRedeemEntitysShares"),
    chain(.dividendPerShare, "CommonStockDividendsPerShareDeclared", "CommonStockDividendsPerShareCashPaid"),
    chain(.basicEarningsPerShare, "EarningsPerShareBasic", "BasicEarningsLossPerShare"),
    chain(.dilutedEarningsPerShare, "EarningsPerShareDiluted", "DilutedEarningsLossPerShare"),
    chain(.basicShares, "WeightedAverageNumberOfSharesOutstandingBasic", "WeightedAverageShares"),
    chain(.dilutedShares, "WeightedAverageNumberOfDilutedSharesOutstanding", "AdjustedWeightedAverageShares"),
    chain(
      .netInterestIncome, "InterestIncomeExpenseNet", "InterestRevenueExpense", "InterestAndDividendIncomeOperating",
      "NoninterestIncome"),
    chain(
      .commonIncome, "NetIncomeLossAvailableToCommonStockholdersBasic",
      "ProfitLossAttributableToOrdinaryEquityHoldersOfParentEntity"),
    chain(
      .preferredDividends, "DividendsPreferredStock", "PreferredStockDividendsIncomeStatementImpact",
      "PreferredStockDividendsAndOtherAdjustments"),
    chain(.premiums, "PremiumsEarnedNet", "PremiumsEarnedNetPropertyAndCasualty", "InsuranceRevenue"),
  ]

  private static let statedBalances: [(item: Fundamentals.Item, names: [String])] = [
    chain(.cash, "CashAndCashEquivalentsAtCarryingValue", "CashAndCashEquivalents"),
    chain(
      .currentSecurities, "MarketableSecuritiesCurrent", "AvailableForSaleSecuritiesCurrent",
      "AvailableForSaleSecuritiesDebtSecuritiesCurrent", "ShortTermInvestments"),
    chain(
      .nonCurrentSecurities, "MarketableSecuritiesNoncurrent", "AvailableForSaleSecuritiesNoncurrent",
      "AvailableForSaleSecuritiesDebtSecuritiesNoncurrent"),
    chain(
      .preferred, "PreferredStockIncludingAdditionalPaidInCapitalNetOfDiscount",
      "PreferredStockIncludingAdditionalPaidInCapital", "PreferredStockValue", "PreferredStockValueOutstanding",
      "TemporaryEquityCarryingAmountAttributableToParent"),
    chain(
      .pension, "PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent",
      "DefinedBenefitPensionPlanLiabilitiesNoncurrent",
      "PensionAndOtherPostretirementBenefitPlansLiabilitiesNoncurrent"),
    chain(.equity, "StockholdersEquity", "EquityAttributableToOwnersOfParent"),
    chain(.goodwill, "Goodwill"),
    chain(
      .intangibles, "IntangibleAssetsNetExcludingGoodwill", "FiniteLivedIntangibleAssetsNet",
      "IntangibleAssetsOtherThanGoodwill"),
    chain(.assets, "Assets"),
    chain(.associates, "EquityMethodInvestments", "InvestmentsAccountedForUsingEquityMethod"),
    chain(.deposits, "Deposits", "DepositsFromCustomers"),
    chain(.outstandingShares, "CommonStockSharesOutstanding", "NumberOfSharesOutstanding"),
  ]

  /// Balances that many companies state in their annual report only: an older one is better than none.
  static let yearlyBalances: Set<Fundamentals.Item> = [.operatingLeases, .financeLeases, .pension, .associates]

  /// Balances that are taken from the last sheet that states them, besides the borrowings.
  static let carriedBalances: [Fundamentals.Item] = [
    .cash, .currentSecurities, .nonCurrentSecurities, .minority, .preferred,
  ]

  /// The effect of a split of the shares on a figure.
  enum Splitting { case none, count, perShare }

  static func splitting(of item: Fundamentals.Item) -> Splitting {
    switch item {
    case .basicShares, .dilutedShares, .coverShares, .outstandingShares: .count
    case .dividendPerShare, .basicEarningsPerShare, .dilutedEarningsPerShare: .perShare
    default: .none
    }
  }

  private static func chain(
    _ item: Fundamentals.Item, _ names: String...
  ) -> (item: Fundamentals.Item, names: [String]) { (item, names) }

  private static func read(
    _ table: [(item: Fundamentals.Item, names: [String])]
  ) -> [(item: Fundamentals.Item, concepts: [FactConcept])] {
    table.map { ($0.item, $0.names.compactMap { FactConcept.named($0) }) }
  }
}
