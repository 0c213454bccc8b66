import Calendar
import OrderedCollections
import Valuation

extension CompanyResearch {
  /// The forecast of a name: that of the current company first, else the only one.
  public func forecast(named full: String) throws(ResearchError) -> Forecast {
    let isWhole = forecasts.contains { $0.name == full }
    let (name, company) = isWhole ? (full, nil) : CompanyResearch.nameAndCompany(of: full)
    let named = forecasts.filter { $0.name == name && (company == nil || $0.ticker == company) }
    if let own = named.first(where: { $0.ticker == model?.ticker }) ?? (named.count == 1 ? named.first : nil) {
      return own
    }
    throw named.isEmpty ? .unknownForecast(name) : .forecastOfSeveral(name, tickers: named.map(\.ticker))
  }

  /// The last day of the base year: as it is assumed, else that of the period which revenue was read from; nil if
  /// neither is known.
  public func baseEnd(of assumptions: Assumptions, _ ticker: String) -> CivilDate? {
    if let typed = assumptions.word(.baseEnd) { return CivilDate(iso8601: typed) }
    guard case .fundamentals? = assumptions[.revenue]?.source else { return nil }
    return fundamentals[ticker]?.latest?.end
  }

  /// The newest filed figure among those that a model takes from reports, if it was filed after a day.
  package func figureFiled(
    after day: CivilDate, in model: ModelInWork
  ) -> (name: String, figure: Fundamentals.Figure)? {
    guard let company = try? figures(of: model.ticker, for: model.assumptions) else { return nil }
    let late = model.assumptions.all.filter(\.isFiled).compactMap { assumption in
      company.figures[assumption.name]?.filter { $0.filed > day }.max { $0.filed < $1.filed }
        .map { (name: assumption.name, figure: $0) }
    }
    return late.max { $0.figure.filed < $1.figure.filed }
  }

  /// The newest fiscal year of a company that was filed by a day; nil if there is none.
  package func yearFiled(by day: CivilDate, of ticker: String) -> Int? {
    fundamentals[ticker]?.asOf(day)?.years.last?.year
  }

  /// Saves the open model as a forecast.
  ///
  /// - Parameters:
  ///   - subject: the model; the open one if it is nil.
  ///   - id: the identifier of the forecast.
  ///   - time: the time of saving, in ISO 8601.
  ///   - version: the version of the program that values it.
  public mutating func saveForecast(
    _ name: String, of subject: ModelInWork? = nil, note: String? = nil, id: @autoclosure () -> String, at time: String,
    version: String
  ) throws(ResearchError) -> Forecast {
    guard let model = subject ?? model else { throw .noModel }
    guard !name.isEmpty, name != "now" else { throw .noForecastName }
    if let other = forecasts.first(where: { $0.name == name && $0.ticker == model.ticker }) {
      throw .forecastExists(other)
    }
    if let other = scenarios.named(name, of: model.ticker) {
      throw .forecastNamedLikeScenario(other)
    }
    let result: ValuationResult
    do { result = try DiscountedCashFlow.value(model.assumptions) } catch { throw .refused(error) }
    var outputs = ForecastOutputs(result, baseEnd: baseEnd(of: model.assumptions, model.ticker))
    if let drivers = model.drivers {
      do { outputs.take(try drivers.valuation(of: model.ticker)) } catch { throw .refused(error) }
    }
    outputs.percentiles = percentiles(of: model)
    let forecast = Forecast(
      id: id(), name: name, ticker: model.ticker, company: fundamentals[model.ticker]?.company, savedAt: time,
      note: note, scenario: model.scenario, version: version, assumptions: model.assumptions, outputs: outputs)
    forecasts.append(forecast)
    return forecast
  }

  /// Adds forecasts of elsewhere, all of them or none; one with a known identifier replaces that forecast.
  public mutating func add(_ incoming: [Forecast]) throws(ResearchError) {
    var result = forecasts
    for forecast in incoming {
      let namesake = result.first { $0.name == forecast.name && $0.ticker == forecast.ticker }
      if let namesake, namesake.id != forecast.id { throw .otherForecastExists(forecast) }
      if let old = result.firstIndex(where: { $0.id == forecast.id }) {
        result[old] = forecast
      } else {
        result.append(forecast)
      }
    }
    forecasts = result
  }
}
