import Calendar
import Columns
import MarketData
import Platform

/// Bars of a provider on the network.
public struct ProviderBars<P: BarProvider>: BarSource {
  private static var profile: ProviderProfile { P().profile }

  /// The word that requests name it by.
  public static var word: String { profile.word }

  /// The options that it takes.
  public static var options: Set<BarRequest.Option> {
    var options: Set<BarRequest.Option> = [.since, .until]
    options.formUnion(profile.isOfValues ? [.vintage] : [.timeframe, .calendar, .stamped, .repair])
    if profile.hasAdjusted { options.insert(.adjusted) }
    return options
  }

  /// No names: they are known only by asking.
  public static var offers: [BarOffer] { [] }

  /// The request as typed.
  public let request: BarRequest

  /// Makes the source of a request; throws `not-at-provider` for a length of bars that the provider does not have.
  public init(_ request: BarRequest) throws(MarketDataError) {
    try MarketDataError.checkSymbol(request.name, at: Self.word)
    let frames = Self.profile.timeframes
    if let timeframe = request.timeframe, !frames.contains(timeframe) {
      throw MarketDataError(
        .notAtProvider, file: request.name, message: "\(Self.word) has no bars of \(timeframe)",
        hint: "it has \(frames.map { "\($0)" }.joined(separator: " ")); `use \(request.name) timeframe …` resamples")
    }
    if let vintage = request.vintage, vintage != "first" {
      throw MarketDataError(
        .notAtProvider, file: request.name, message: "`\(vintage)` is not a vintage",
        hint: "`vintage first` has each value as first published")
    }
    self.request = request
  }

  /// The provider and the terms of the request: `polygon AAPL 1d`.
  public var title: String {
    Self.word + " " + request.name + (request.timeframe.map { " \($0)" } ?? "")
      + (request.vintage.map { " vintage \($0)" } ?? "")
  }

  /// Nothing: the dialect says how the bars came.
  public var provenance: String? { nil }

  /// Asks the provider for the bars.
  public func load(in environment: Environment) throws(MarketDataError) -> LoadedBars {
    let fetch = try BarFetch(P(), request, in: environment)
    let supply = try BarSupply(fetch, environment).run()
    let reading = BatchReading(fetch.query, fetch.desk.profile, environment)
    var findings = supply.findings
    let (stated, usual) = (supply.batch.basis, fetch.provider.batch(for: fetch.query).basis)
    if stated != usual {
      findings.append(
        BarFinding(
          .adjustedPrices,
          message:
            "\(Self.word) says that the prices are \(stated.rawValue), but \(usual.rawValue) was requested: "
            + "its statement is used", count: supply.batch.count))
    }
    return try reading.loaded(
      supply.batch, fetched: supply.fetched, notes: supply.notes, findings: findings, for: request)
  }
}
