import Text

extension ValuationCode {
  /// The largest part of a simulation's draws that a model may refuse, as a fraction.
  static let mostDrawsRefused = 0.10

  /// Assumptions as given.
  static let reading: [Definition] = [
    .refusal(.unknownAssumption, models: .all, "No assumption, driver or part has this name"),
    .refusal(.givenTwice, "An assumption or a part is given twice"),
    .refusal(
      .wrongKind, models: .all,
      "A value is of the wrong kind for the assumption: a word for a number, a path for one number"),
    .refusal(.notFinite, models: .all, "A number is missing or not finite"),
    .refusal(.nothingToShift, models: .all, "An assumption that is not given and has no default cannot be moved"),
    .refusal(.cannotAllow, "`allow` names a code that is not a refusal of judgement"),
    .refusal(.outOfRange, models: .all, "A value is outside its possible range"),
    .refusal(.missingAssumptions, "Assumptions that the model needs are not given"),
    .refusal(.contradictoryAssumptions, "Two assumptions say the same thing in different ways"),
    .refusal(
      .wrongPlace, models: .parts,
      "An assumption of a part is outside all parts, or one of the company inside a part"),
    .refusal(.unknownPart, models: .parts, "No part has this name"),
    .refusal(.partName, models: .parts, "A part cannot have a name that means something else"),
    .refusal(.nestedParts, models: .parts, "A part cannot have its own parts"),
    .refusal(.partsMixed, models: .parts, "A company has parts or segments, not both"),
    .refusal(.onlyWithParts, models: .parts, "An assumption of a sum of parts is given without a part"),
    .refusal(.sumOfParts, models: .parts, "A sum of parts has one model for each part and no single model"),
    .finding(
      .segmentsTotal, [.note], isRefusal: true, models: .parts,
      "The segments add up to a revenue other than the given one"),
  ]

  /// Values that differ from year to year.
  static let paths: [Definition] = [
    .refusal(.pathTooLong, "A path continues after the last year of the forecast"),
    .refusal(.pathTooShort, "A list of yearly values ends before the horizon does"),
    .refusal(.phaseTooShort, "A phase of a path has no year"),
    .refusal(.phaseWithoutLength, "A phase followed by another one has no length"),
    .refusal(.glideTooShort, "A path cannot go from one value to another within one year"),
    .refusal(.listLength, "The number of values in a list is not the number of years"),
    .refusal(.baseValueMissing, "A path starts at the value of the base year, which is not known"),
    .refusal(.circularLink, "Assumptions follow each other in a circle"),
  ]

  /// Models that have no value.
  static let model: [Definition] = [
    .finding(
      .bankFCFF, [.strong], isRefusal: true,
      "Free cash flow has no meaning for a bank or an insurer; `allow` values it anyway"),
    .finding(
      .marginAboveGross, [.warning], isRefusal: true, models: .all, "The operating margin is above the gross margin"),
    .refusal(.noFirmModel, models: .equity, "A model of the firm is needed, but the value does not use one"),
    .refusal(.terminalNotBelowDiscount, "Terminal growth is not below the discount rate, so the value is infinite"),
    .refusal(
      .terminalNotBelowCostOfEquity, models: .equity,
      "Terminal growth is not below the cost of equity, so the value is infinite"),
    .refusal(
      .terminalNotBelowROIC, models: .operations,
      "Terminal growth is not below the return on new capital, so all profit would be reinvested"),
    .refusal(
      .terminalNotBelowROE, models: .equity,
      "Terminal growth is not below the return on equity, so nothing would be paid out"),
    .refusal(.terminalFlowNotPositive, "The flow after the forecast is not above 0, so it has no value"),
    .refusal(.bookNotPositive, models: .residualIncome, "Book value is not above 0, so a return on it has no meaning"),
    .refusal(
      .growthAboveROE, models: .residualIncome, "Book value would grow by more than its return, without new shares"),
    .refusal(.dividendNotPositive, models: .ddm, "The dividend is not above 0, so it cannot be grown"),
    .refusal(.dateAfterDividend, models: .ddm, "The valuation date lies after the first forecast year's dividend"),
    .refusal(.balanceDate, "The balance date does not lie within the year that follows the base year"),
    .refusal(.dateBeforeBase, "The valuation date lies before the end of the base year"),
    .finding(
      .staleBase, [.strong], isRefusal: true,
      "The base year ended more than 18 months before the valuation; `allow` values it anyway"),
    .finding(
      .unitMistake, [.strong], isRefusal: true,
      "An amount is less than a millionth of another, as if its unit was left out; `allow` takes it"
    ),
    .refusal(.currencyWithoutFx, "Accounts and price are in different currencies, and fx is not given"),
    .refusal(.fxWithoutCurrencies, "`fx` is given, but accounts and price are not in two currencies"),
    .refusal(.forecastOver, "All years of the forecast have passed, so `roll = end` leaves none"),
  ]

  /// Studies of a value.
  static let studies: [Definition] = [
    .refusal(.targetMissing, models: .all, "There is no price, and no value to reach is given"),
    .refusal(.noInfluence, models: .all, "The value does not depend on the assumption that is varied"),
    .refusal(.noValidModel, models: .all, "The model is refused for every value of the assumption"),
    .refusal(.axes, "A grid has too many axes or cells, an axis without values, or the same axis twice"),
    .refusal(.swing, "The swing of a tornado is not between 0% and 100%"),
    .refusal(.nothingToCompare, "There is no valuation to compare"),
    .refusal(.nameTwice, "A name is in a comparison twice"),
    .refusal(.noPeers, "There is no company to compare with"),
    .refusal(.weightsIncomplete, "Some scenarios have a weight and others have none"),
    .refusal(.weightsNotOne, "The weights do not add up to 100%"),
    .refusal(.tooManyParts, models: .all, "The valuations differ in too many assumptions to split the gap among them"),
    .refusal(.differentParts, models: .parts, "Two valuations divide the company into different parts"),
    .refusal(.draws, "Nothing is drawn, or an assumption is drawn twice"),
    .refusal(.runs, "The number of runs is outside what a simulation makes"),
    .refusal(.unknownDistribution, "No distribution has this name"),
    .refusal(.distribution, "The numbers of a distribution are not valid"),
    .refusal(.correlation, "Correlations contradict each other, or are of assumptions that are not drawn"),
    .finding(
      .drawsRefused, [.warning], limits: [Limit(.warning, .above, 0.01, .percent)],
      measure: "refused draws as a share of all", isRefusal: true, models: .plain,
      "The model refuses part of the draws; above \(Wording.percent(mostDrawsRefused)) the simulation is refused"),
    .refusal(.interrupted, models: .all, "The simulation was stopped"),
  ]
}
