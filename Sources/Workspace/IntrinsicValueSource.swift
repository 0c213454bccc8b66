import Columns
import Evaluation
import Language
import OrderedCollections
import Research
import Synchronization
import Text
import Valuation

/// The source of the values in expressions such as `value(base)` and `value() / close - 1`.
///
/// Scenarios belong to their company, so that `value(base)` on the bars of MSFT is MSFT's scenario of that name.
package struct IntrinsicValueSource: ValuationSource {
  package let research: CompanyResearch
  package let cache: IntrinsicValueCache
  private let loaded: OrderedDictionary<String, LoadedSeries>

  /// Makes a source.
  ///
  /// - Parameter loaded: the loaded series, which know the currencies of their prices.
  package init(
    research: CompanyResearch, cache: IntrinsicValueCache, loaded: OrderedDictionary<String, LoadedSeries> = [:]
  ) {
    self.research = research
    self.cache = cache
    self.loaded = loaded
  }

  package func valuation(_ name: ValuationName, seenFrom series: Evaluation.Series) throws(ValuationAbsence)
    -> IntrinsicValues
  {
    try cached(name, seenFrom: series).values
  }

  /// The history of the values of a name, with the figures of each filing.
  package func history(
    _ name: ValuationName, seenFrom series: Evaluation.Series
  ) throws(ValuationAbsence) -> IntrinsicValueHistory {
    try cached(name, seenFrom: series).history
  }

  private func cached(
    _ name: ValuationName, seenFrom series: Evaluation.Series
  ) throws(ValuationAbsence) -> IntrinsicValueCache.Entry {
    let origin = series.origin ?? series
    let company = try valued(name, of: name.company ?? origin.name)
    let figures = research.fundamentals[company.company]
    var foreign: (prices: String, values: String)?
    if let prices = loaded[origin.name]?.currency, let values = company.currency ?? figures?.currency,
      prices != values
    {
      foreign = (prices, values)
    }
    return cache.entry(of: company, figures, on: origin, foreign: foreign)
  }

  package func currentValue(_ name: ValuationName) throws(ValuationAbsence) -> Double {
    let company: String
    if let named = name.company {
      company = named
    } else {
      do { company = try research.company(of: name.scenario) } catch { throw absence(error) }
    }
    let valued = try valued(name, of: company)
    do { return try DiscountedCashFlow.value(valued.assumptions).valuePerShare } catch {
      throw ValuationAbsence(
        code: Diagnostic.Code(engine: error.code.name), error.message.trimmedStop,
        hints: error.hint.map { [$0] } ?? [])
    }
  }

  package func check(_ name: ValuationName) throws(ValuationAbsence) {
    if let company = name.company {
      _ = try valued(name, of: company)
    } else if let scenario = name.scenario, research.scenarios.named(scenario).isEmpty {
      throw absence(.unknownScenario(scenario))
    }
  }

  private func valued(_ name: ValuationName, of company: String) throws(ValuationAbsence) -> ValuedCompany {
    do { return try research.valued(by: name.scenario, of: company) } catch { throw absence(error) }
  }

  /// The reason for a missing valuation, with a hint.
  private func absence(_ reason: NoValuation) -> ValuationAbsence {
    switch reason {
    case .noModel:
      return ValuationAbsence(
        .noModel, "no valuation is open",
        hints: ["`dcf TICKER { … }` begins one", "`value(NAME)` is a saved scenario"])
    case .modelOfOther(let ticker, let company):
      return ValuationAbsence(
        .noModel, "the open model is of \(ticker), not of \(company)", hints: ["`value() @ \(ticker)`"],
        isOfOthers: true)
    case .scenarioOfSeveral(let scenario, let tickers):
      return ValuationAbsence(
        .unknownScenario, "`\(scenario)` is a scenario of \(tickers.joined(separator: " and "))",
        hints: tickers.map { "`\(ValuationName(scenario: scenario)) @ \($0)`" })
    case .scenarioOfOthers(let scenario, let tickers, let company):
      return ValuationAbsence(
        .unknownScenario,
        "`\(scenario)` is a scenario of \(tickers.joined(separator: " and ")), not of \(company)",
        hints: tickers.map { "`\(ValuationName(scenario: scenario, company: $0))`" }, isOfOthers: true)
    case .unknownScenario(let scenario):
      var names: OrderedSet<String> = []
      for name in research.scenarios.map(\.name) { names.append(name) }
      let near = Spelling.hint(for: scenario, in: names) { "`\(ValuationName(scenario: $0))`" }
      let hint =
        near
        ?? (names.isEmpty
          ? "`save scenario \(scenario)` saves the open model" : "the scenarios: \(names.joined(separator: ", "))")
      return ValuationAbsence(.unknownScenario, "there is no scenario `\(scenario)`", hints: [hint])
    }
  }
}

extension SessionSeries {
  package func valuation(_ name: ValuationName, seenFrom series: Evaluation.Series) throws(ValuationAbsence)
    -> IntrinsicValues
  {
    try values.valuation(name, seenFrom: series)
  }

  package func currentValue(_ name: ValuationName) throws(ValuationAbsence) -> Double { try values.currentValue(name) }

  package func check(_ name: ValuationName) throws(ValuationAbsence) { try values.check(name) }
}

extension IntrinsicValues {
  /// Makes the values that expressions see of a history on the bars of a series.
  ///
  /// - Parameter foreign: the currencies of the prices and of the values, if they are not the same.
  convenience init(
    _ history: IntrinsicValueHistory, on series: Evaluation.Series, foreign: (prices: String, values: String)?
  ) {
    let title = history.company.title
    var beside: [Remark] = []
    if series.basis == .splitsAndDividends {
      beside.append(
        Remark(
          .dividendAdjusted,
          "prices are adjusted for dividends, but the values of \(title) are not: past prices are lower "
            + "than the traded ones"))
    }
    if let foreign {
      beside.append(
        Remark(
          .foreignPrices, "prices are in \(foreign.prices), but the values of \(title) in \(foreign.values)",
          isWarning: true))
    }
    self.init(
      known: history.moments.map(\.known), values: history.moments.map(\.value),
      lookAhead: history.lookAhead.map { LookAhead($0.message, hints: $0.hints, holdsNow: $0.holdsNow) },
      remarks: history.remarks.map { Remark($0.subject.code, $0.message, isWarning: $0.isWarning) } + beside)
  }
}

extension IntrinsicValueHistory.Remark.Subject {
  /// The code that a remark is shown with.
  fileprivate var code: DiagnosticCode {
    switch self {
    case .typedFigures: .typedFigures
    case .refused: .valuationRefused
    case .neverKnown: .neverKnown
    case .splitAdjusted: .splitAdjusted
    }
  }
}

extension ValuedCompany {
  /// The currency of its values; nil if the assumptions do not say one.
  fileprivate var currency: String? { assumptions.word(.priceCurrency) ?? assumptions.word(.currency) }
}
