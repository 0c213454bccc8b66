import Columns
import Evaluation
import Filings
import Language
import MarketData
import OrderedCollections
import Synchronization
import Valuation

/// The valuations of a session as values in expressions: `value(base)`, `value() / close - 1`.
///
/// Scenarios belong to their company, so that `value(base)` on the bars of MSFT is MSFT's scenario of that name.
struct ValueSeries: ValuationSource {
  let scenarios: [Scenario]
  let model: ModelInWork?
  let fundamentals: OrderedDictionary<String, Fundamentals>
  let kept: KeptValueSteps

  func valuation(_ name: ValuationName, seenFrom series: Evaluation.Series) throws(ValuationAbsence) -> ValuationSteps {
    try detailed(name, seenFrom: series).steps
  }

  /// The steps with what each is made of.
  func detailed(
    _ name: ValuationName, seenFrom series: Evaluation.Series
  ) throws(ValuationAbsence) -> ValueSteps {
    let origin = series.origin ?? series
    let subject = try subject(name, of: name.company ?? origin.name)
    return kept.steps(of: subject, fundamentals[subject.company], on: origin)
  }

  func currentValue(_ name: ValuationName) throws(ValuationAbsence) -> Double {
    let subject = try subject(name, of: try company(of: name))
    do { return try DiscountedCashFlow.value(subject.assumptions).valuePerShare } catch {
      throw ValuationAbsence(
        Diagnostic.Code(error.code), error.message.trimmedStop, hints: error.hint.map { [$0] } ?? [])
    }
  }

  func check(_ name: ValuationName) throws(ValuationAbsence) {
    if let company = name.company {
      _ = try subject(name, of: company)
    } else if let scenario = name.scenario, !scenarios.contains(where: { $0.name == scenario }) {
      throw unknown(scenario)
    }
  }

  /// The company that is meant where no series is in use: the one in work, or the only one.
  private func company(of name: ValuationName) throws(ValuationAbsence) -> String {
    if let company = name.company { return company }
    guard let scenario = name.scenario else {
      guard let model else { throw noModel }
      return model.ticker
    }
    let companies = scenarios.filter { $0.name == scenario }.map(\.ticker)
    if let model, companies.contains(model.ticker) { return model.ticker }
    guard let first = companies.first else { throw unknown(scenario) }
    guard companies.count == 1 else {
      throw ValuationAbsence(
        .unknownScenario, "`\(scenario)` is a scenario of \(companies.joined(separator: " and "))",
        hints: companies.map { "`\(name) @ \($0)`" })
    }
    return first
  }

  private func subject(_ name: ValuationName, of company: String) throws(ValuationAbsence) -> ValuedCompany {
    guard let scenario = name.scenario else {
      guard let model else { throw noModel }
      guard model.ticker == company else {
        throw ValuationAbsence(
          .noModel, "the model in work is of \(model.ticker), not of \(company)",
          hints: ["`value() @ \(model.ticker)`"], isOfOthers: true)
      }
      return ValuedCompany(
        company: company, title: model.title, assumptions: asTyped(model.inheritance) ?? model.assumptions)
    }
    let named = scenarios.filter { $0.name == scenario }
    if let own = named.first(where: { $0.ticker == company }) {
      return ValuedCompany(
        company: company, title: "\(company) \(scenario)", assumptions: asTyped(own.inheritance) ?? own.assumptions)
    }
    guard !named.isEmpty else { throw unknown(scenario) }
    throw ValuationAbsence(
      .unknownScenario,
      "`\(scenario)` is a scenario of \(named.map(\.ticker).joined(separator: " and ")), not of \(company)",
      hints: named.map { "`\(ValuationName(scenario: scenario, company: $0.ticker))`" }, isOfOthers: true)
  }

  /// The assumptions of an heir with the sources that they have where they were first given.
  ///
  /// What an heir keeps says only that it came from the parent; here it matters what came from the company's reports.
  private func asTyped(_ inheritance: Inheritance?, depth: Int = 0) -> Assumptions? {
    guard let inheritance, depth < 100, let parent = scenarios.first(where: { $0.id == inheritance.parent }) else {
      return nil
    }
    return try? (asTyped(parent.inheritance, depth: depth + 1) ?? parent.assumptions).with(inheritance.changes)
  }

  private var noModel: ValuationAbsence {
    ValuationAbsence(
      .noModel, "there is no valuation in work",
      hints: ["`dcf TICKER { … }` begins one", "`value(NAME)` is a saved scenario"])
  }

  private func unknown(_ scenario: String) -> ValuationAbsence {
    var names: [String] = []
    for name in scenarios.map(\.name) where !names.contains(name) { names.append(name) }
    let near = Spelling.nearest(to: scenario, in: names).map { "did you mean `\(ValuationName(scenario: $0))`?" }
    let hint =
      near
      ?? (names.isEmpty
        ? "`save scenario \(scenario)` saves the model in work" : "the scenarios: \(names.joined(separator: ", "))")
    return ValuationAbsence(.unknownScenario, "there is no scenario `\(scenario)`", hints: [hint])
  }
}

/// A valuation of a company, as it is named in an expression.
struct ValuedCompany: Sendable, Equatable {
  var company: String
  /// What it is called: `AAPL base`.
  var title: String
  /// The assumptions, each with the source that it was first given from.
  var assumptions: Assumptions
}

/// The steps that were made last, so that the same question has the same answer and costs nothing.
final class KeptValueSteps: Sendable {
  private struct Entry {
    var subject: ValuedCompany
    var figures: Fundamentals?
    var origin: Evaluation.Series.ID
    var steps: ValueSteps
  }

  private let entries = Mutex<[Entry]>([])
  private static let limit = 64

  func steps(of subject: ValuedCompany, _ figures: Fundamentals?, on origin: Evaluation.Series) -> ValueSteps {
    entries.withLock { entries in
      let known = entries.firstIndex { entry in
        entry.origin == origin.id && entry.subject == subject && entry.figures == figures
      }
      if let known { return entries[known].steps }
      let steps = ValueSteps(subject, figures, on: origin)
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(Entry(subject: subject, figures: figures, origin: origin.id, steps: steps))
      return steps
    }
  }
}

extension SessionSeries {
  func valuation(_ name: ValuationName, seenFrom series: Evaluation.Series) throws(ValuationAbsence) -> ValuationSteps {
    try values.valuation(name, seenFrom: series)
  }

  func currentValue(_ name: ValuationName) throws(ValuationAbsence) -> Double { try values.currentValue(name) }

  func check(_ name: ValuationName) throws(ValuationAbsence) { try values.check(name) }
}
