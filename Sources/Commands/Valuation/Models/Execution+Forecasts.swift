import Calendar
import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Sessions
import Text
import Valuation

extension Execution {
  /// The forecast of a name; see `CompanyResearch`.
  package mutating func forecast(_ word: Word) throws(Diagnostic) -> Forecast {
    let name = try text(word)
    do { return try session.research.forecast(named: name) } catch { throw diagnostic(error, at: word.span) }
  }

  /// Compares a forecast with the figures that are loaded now.
  package func review(_ forecast: Forecast, at span: SourceSpan) throws(Diagnostic) -> ForecastReview {
    guard let figures = session.research.fundamentals[forecast.ticker] else {
      throw Diagnostic(
        .noFigures, "no figures of \(forecast.ticker) are loaded to compare the forecast with", at: span,
        hints: [
          session.hint(forAbsentFiguresOf: forecast.ticker) ?? "`load fundamentals \"FILE.json\" as \(forecast.ticker)`"
        ])
    }
    return ForecastReview(of: forecast, against: figures, price: lastClose(of: forecast.ticker))
  }

  /// Saves the open model with its day, its figures and its price.
  package mutating func saveForecast(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let (word, span) = (try call[.newForecast], call.commandSpan)
    let model =
      if let subject = call[.forecastScenario] { ModelInWork(try scenario(subject)) } else { try modelInWork(at: span) }
    let name = try text(word)
    let note = try call[.note].map { word throws(Diagnostic) in try text(word) }
    let now =
      try call[.dated].map { day throws(Diagnostic) in
        let time = try dayOfForecast(day)
        try checkFiled(model, by: String(time.prefix(10)), at: day.span)
        return time
      } ?? environment.now()
    let id = session.research.newForecastIdentifier(model, named: name, at: now)
    let forecast: Forecast
    do {
      forecast = try session.research.saveForecast(
        name, of: model, note: note, id: id, at: now, version: Environment.version)
    } catch .refused(let error) {
      throw diagnostic(error, [], span)
    } catch {
      throw diagnostic(error, at: word.span)
    }
    let outputs = forecast.outputs
    var notes: [String] = []
    if let end = forecast.baseEnd {
      let last = end.adding(months: 12 * outputs.years.count)
      notes.append("it covers fiscal years that end from \(end.adding(months: 12)) to \(last)")
    } else {
      notes.append(
        "the end of the base year is not known, so nothing can be reviewed: `dcf base_end = 2025-09-27` sets it")
    }
    let price = outputs.price.map { ", price \(NumberFormat.fixed(2).text($0))" } ?? ""
    return Done(
      action: "save forecast",
      message:
        "saved the forecast \(forecast.quotedName) of \(model.ticker), \(forecast.day): \(NumberFormat.fixed(2).text(outputs.valuePerShare)) a share\(price)",
      details: [
        ("forecast", .string(name)), ("ticker", .string(model.ticker)), ("id", .string(forecast.id)),
        ("value_per_share", .number(outputs.valuePerShare)), ("price", .number(outputs.price)),
        ("base_end", .string(outputs.baseEnd)),
      ], notes: notes)
  }

  /// Refuses a forecast of a day on figures that were filed later.
  private func checkFiled(_ model: ModelInWork, by day: String, at span: SourceSpan) throws(Diagnostic) {
    guard let day = CivilDate(iso8601: day), let late = session.research.figureFiled(after: day, in: model) else {
      return
    }
    throw Diagnostic(
      .outOfRange,
      "\(late.name) is from a report filed on \(late.figure.filed), so it was not known on \(day)", at: span,
      hints: [
        "`dcf base = \(session.research.yearFiled(by: day, of: model.ticker).map { "\($0)" } ?? "YEAR")` takes figures of "
          + "before, and `dated \(late.figure.filed)` is the first day on which they were known"
      ])
  }

  /// The time of a forecast that is dated: the beginning of its day, which is not to come.
  private mutating func dayOfForecast(_ expression: Expression) throws(Diagnostic) -> String {
    guard case .date(let date) = try value(of: expression).value else {
      throw Diagnostic(
        .wrongKind, "a forecast is dated with a day", at: expression.span, hints: ["`dated 2025-11-03`"])
    }
    let day = date == .today ? "\(environment.today)" : "\(date)"
    guard let civil = CivilDate(iso8601: day) else {
      throw Diagnostic(
        .wrongKind, "a forecast is dated with a day, but this is not one", at: expression.span,
        hints: ["`dated 2025-11-03`"])
    }
    guard civil.daysSince1970 <= environment.today.daysSince1970 else {
      throw Diagnostic(
        .outOfRange, "\(day) is in the future, but a forecast is dated with the day on which it was made",
        at: expression.span, hints: ["today is \(environment.today)"])
    }
    return "\(day)T00:00:00Z"
  }

  /// The forecast assumptions of an earlier valuation on the company's figures of today; notes say which are which.
  package mutating func carried(
    from word: Word, to today: ModelInWork, _ changes: [Assumptions.Change]
  ) throws(Diagnostic) -> ModelInWork {
    let name = try text(word)
    let source: CarriedAssumptions.Source
    do { source = try session.research.carriedSource(named: name) } catch { throw diagnostic(error, at: word.span) }
    let keepsEnd = changes.contains {
      if case .set(let assumption) = $0, assumption.key == .roll { assumption.value == .word("end") } else { false }
    }
    let carried: CarriedAssumptions
    do { carried = try session.research.carried(source, to: today, keepsEnd: keepsEnd) } catch {
      throw diagnostic(error, [], word.span)
    }
    let years = carried.yearsPassed
    if years > 0 {
      note(
        .rolledForward,
        "\(Wording.plural(years, "a fiscal year has", "\(years) fiscal years have")) ended since: paths keep their years, and \(keepsEnd ? "the horizon its last year" : "the horizon its length, with the last values held")",
        at: word.span)
    }
    if !carried.fromFiguresOfToday.isEmpty {
      note(
        .figuresOfToday,
        "typed then, now taken from the figures: \(carried.fromFiguresOfToday.joined(separator: ", "))", at: word.span)
    }
    if !carried.fromFiguresOfThen.isEmpty {
      note(
        .figuresOfThen,
        "not in today's figures, kept from then: \(carried.fromFiguresOfThen.joined(separator: ", "))",
        at: word.span)
    }
    return carried.model
  }
}
