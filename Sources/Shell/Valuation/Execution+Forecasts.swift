import Calendar
import Columns
import Filings
import Language
import MarketData
import OrderedCollections
import Presentation
import Valuation

extension Execution {
  /// The forecast of a name: of the company in work first, else the only one.
  mutating func forecast(_ word: Word) throws(Diagnostic) -> Forecast {
    let name = try text(word)
    let named = session.forecasts.filter { $0.name == name }
    if let own = named.first(where: { $0.ticker == session.model?.ticker }) ?? (named.count == 1 ? named.first : nil) {
      return own
    }
    if named.count > 1 {
      throw Diagnostic(
        "unknown-forecast", "`\(name)` is a forecast of \(named.map(\.ticker).joined(separator: " and "))",
        at: word.span, hints: ["`load scenario NAME` or `dcf TICKER { … }` says which company is in work"])
    }
    let known = session.forecasts.map(\.name)
    let nearest = Spelling.nearest(to: name, in: known).map { "did you mean `\($0)`?" }
    throw Diagnostic(
      "unknown-forecast", "there is no forecast `\(name)`", at: word.span,
      hints: [
        nearest
          ?? (known.isEmpty
            ? "`save forecast \"\(name)\"` keeps the model in work with its day"
            : "the forecasts: \(known.joined(separator: ", "))")
      ])
  }

  /// The last day of the base year: as it is assumed, else that of the year which revenue was read from.
  func baseEnd(of assumptions: Assumptions, _ ticker: String) -> CivilDate? {
    if let typed = assumptions.dayText("base_end") { return CivilDate(text: typed) }
    guard case .fundamentals? = assumptions["revenue"]?.source else { return nil }
    return session.fundamentals[ticker]?.latest?.end
  }

  /// Keeps the model in work with its day, its figures and its price.
  mutating func saveForecast(_ word: Word, note: Word?, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let model = try modelInWork(at: span)
    let name = try text(word)
    let note = try note.map { word throws(Diagnostic) in try text(word) }
    guard !name.isEmpty, name != "now" else {
      throw Diagnostic(.nameInUse, "a forecast needs a name of its own", at: word.span)
    }
    if session.forecasts.contains(where: { $0.name == name && $0.ticker == model.ticker }) {
      throw Diagnostic(
        .nameInUse, "\(model.ticker) has a forecast `\(name)` already, and a forecast is frozen", at: word.span,
        hints: ["give it another name, or `delete forecast \"\(name)\"` first"])
    }
    if session.scenarios.contains(where: { $0.name == name && $0.ticker == model.ticker }) {
      throw Diagnostic(.nameInUse, "\(model.ticker) has a scenario `\(name)`", at: word.span)
    }
    let result = try valued(model.assumptions, at: span)
    let end = baseEnd(of: model.assumptions, model.ticker)
    var outputs = ForecastOutputs(result, baseEnd: end)
    outputs.percentiles = session.percentiles(of: model)
    let forecast = Forecast(
      id: environment.newIdentifier(), name: name, ticker: model.ticker,
      company: session.fundamentals[model.ticker]?.company, savedAt: environment.now(), note: note,
      scenario: model.scenario, version: Environment.version, assumptions: model.assumptions, outputs: outputs)
    session.forecasts.append(forecast)
    var notes: [String] = []
    if let end {
      let last = end.adding(months: 12 * result.years.count)
      notes.append("it is about fiscal years that end from \(end.adding(months: 12)) to \(last)")
    } else {
      notes.append(
        "the end of the base year is not known, so nothing can be reviewed: `dcf base_end = 2025-09-27` says it")
    }
    let price = result.price.map { ", price \(NumberFormat.fixed(2).text($0))" } ?? ""
    return Done(
      action: "save forecast",
      message:
        "saved the forecast \(forecast.quotedName) of \(model.ticker), \(forecast.day): \(NumberFormat.fixed(2).text(result.valuePerShare)) a share\(price)",
      details: [
        ("forecast", .string(name)), ("ticker", .string(model.ticker)), ("id", .string(forecast.id)),
        ("value_per_share", .number(result.valuePerShare)), ("price", .number(result.price)),
        ("base_end", .string(outputs.baseEnd)),
      ], notes: notes)
  }

  mutating func deleteForecasts(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var deleted: [String] = []
    for word in try call[.forecasts] {
      let forecast = try forecast(word)
      session.forecasts.removeAll { $0.id == forecast.id }
      deleted.append(forecast.name)
    }
    return Done(
      action: "delete", message: "deleted \(deleted.joined(separator: ", "))",
      details: [("forecasts", .strings(deleted))]
    )
  }

  /// A model of what a forecast assumed, on the company's figures of today.
  ///
  /// Opinions are the forecast's; the base year, the bridge and the shares are today's where they are loaded, and the
  /// forecast's where they are not. Paths keep their fiscal years: those that have passed are dropped.
  mutating func opinions(
    of word: Word, on today: ModelInWork, _ changes: [Assumptions.Change]
  ) throws(Diagnostic) -> ModelInWork {
    let name = try text(word)
    let source: (name: String, assumptions: Assumptions, baseEnd: String?)
    if !session.forecasts.contains(where: { $0.name == name }), session.scenarios.contains(where: { $0.name == name }) {
      let scenario = try scenario(word)
      source = (name, scenario.assumptions, baseEnd(of: scenario.assumptions, scenario.ticker).map { "\($0)" })
    } else {
      let forecast = try forecast(word)
      source = (name, forecast.assumptions, forecast.outputs.baseEnd)
    }
    let keepsEnd = changes.contains {
      if case .set(let assumption) = $0, assumption.name == "roll" { assumption.value == .word("end") } else { false }
    }
    let newEnd = baseEnd(of: today.assumptions, today.ticker).map { "\($0)" }
    let years = ValuationWalk.yearsPassed(from: source.baseEnd, to: newEnd)
    do throws(ValuationError) {
      let old = try source.assumptions.rolled(by: years, keepsEnd: keepsEnd)
      var taken: [Assumptions.Change] = old.parts.map { .part($0.name, $0.kind) }
      var fresh: [String] = []
      var kept: [String] = []
      for assumption in old.flat {
        let own = today.assumptions[assumption.name]
        if ValuationWalk.group(of: assumption.name, from: assumption, to: own) == .opinions {
          if case .fundamentals = assumption.source, own != nil { continue }
        } else if own != nil {
          if assumption.source != own?.source, assumption.source.name != "fundamentals" {
            fresh.append(assumption.name)
          }
          continue
        } else if ["date", "balance_date", "base_end", "roll"].contains(assumption.name) {
          if newEnd != nil { continue }
        } else {
          kept.append(assumption.name)
        }
        let said: Assumption.Source =
          switch assumption.source {
          case .typed, .scenario: .scenario(source.name)
          case .fundamentals, .default, .outside: assumption.source
          }
        taken.append(
          .set(
            Assumption(
              assumption.name, assumption.value, written: assumption.written, source: said,
              shifts: assumption.shifts, basis: assumption.basis, exceptions: assumption.exceptions,
              start: assumption.start)))
      }
      var model = ModelInWork(
        ticker: today.ticker, scenario: nil, assumptions: try today.assumptions.with(taken))
      if model.assumptions.baseYear.isEmpty { model.assumptions.baseYear = source.assumptions.baseYear }
      if years > 0 {
        note(
          "rolled-forward",
          "\(years == 1 ? "a fiscal year has" : "\(years) fiscal years have") ended since: paths keep their years, and \(keepsEnd ? "the horizon its last year" : "the horizon its length, with the last values held")",
          at: word.span)
      }
      if !fresh.isEmpty {
        note(
          "figures-of-today", "typed then, and now as the figures say: \(fresh.joined(separator: ", "))", at: word.span)
      }
      if !kept.isEmpty {
        note(
          "figures-of-then", "not in today's figures, and kept as they were then: \(kept.joined(separator: ", "))",
          at: word.span)
      }
      return model
    } catch {
      throw diagnostic(error, [], word.span)
    }
  }
}

extension Session {
  /// Where the last simulation saw the value of a model; empty where it was of another model.
  func percentiles(of model: ModelInWork) -> [ForecastOutputs.Percentile] {
    guard let simulated, simulated.assumptions == model.assumptions else { return [] }
    return simulated.percentiles
  }
}

/// What the last simulation was of, and what it came to: a forecast of the same model keeps it.
struct SimulatedModel: Sendable {
  var assumptions: Assumptions
  var percentiles: [ForecastOutputs.Percentile]
}
