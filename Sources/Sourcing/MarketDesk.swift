import Library
import MarketData
import Platform
import Providers

/// Questions to providers that are not for bars: symbols, newest prices, the filings of companies.
public struct MarketDesk: Sendable {
  private let environment: Environment

  /// The questions of an environment.
  public init(_ environment: Environment) { self.environment = environment }

  /// The providers that find symbols.
  public static let searching = ProviderTable.all.compactMap { $0 as? any SearchProvider }
  /// The providers that have newest prices.
  public static let quoting = ProviderTable.all.compactMap { $0 as? any QuoteProvider }

  /// The symbols of some words.
  public func search(_ words: String, at provider: any SearchProvider) throws(MarketDataError) -> [FoundSymbol] {
    if provider.profile.word == "sec" {
      let body = try tickers()
      return try ProviderDesk(provider.profile, in: environment).reading { () throws(ProviderError) in
        try provider.readSearch(body, for: words)
      }
    }
    let desk = try ProviderDesk(provider.profile, in: environment)
    let server = desk.server
    let request = try desk.reading { () throws(ProviderError) in try provider.searchRequest(for: words, at: server) }
    let body = try desk.body(of: request)
    return try desk.reading { () throws(ProviderError) in try provider.readSearch(body, for: words) }
  }

  /// The newest price of a symbol.
  public func quote(_ symbol: String, at provider: any QuoteProvider) throws(MarketDataError) -> Quote {
    let desk = try ProviderDesk(provider.profile, in: environment)
    let server = desk.server
    let request = try desk.reading { () throws(ProviderError) in try provider.quoteRequest(for: symbol, at: server) }
    let body = try desk.body(of: request)
    return try desk.reading { () throws(ProviderError) in try provider.readQuote(body, of: symbol) }
  }

  /// The list of companies with a ticker; it changes seldom, and is asked for once a day.
  private func tickers() throws(MarketDataError) -> [UInt8] {
    try document("tickers", freshness: max(environment.freshness, 86_400)) { server throws(ProviderError) in
      try SEC().tickersRequest(at: server)
    }.body
  }

  /// The facts of a company's reports as the SEC has them.
  public func companyFacts(_ ticker: String) throws(MarketDataError) -> CompanyDocument {
    let sec = SEC()
    let list = try tickers()
    let wanted = ticker.uppercased().replacing(".", with: "-")
    let desk = try ProviderDesk(sec.profile, in: environment)
    let companies = try desk.reading { () throws(ProviderError) in try sec.readTickers(list) }
    guard let company = companies.first(where: { $0.ticker.uppercased() == wanted }) else {
      throw MarketDataError(
        .notAtProvider, file: "sec", found: ticker,
        message: "no company that files with the SEC has the ticker `\(ticker)`",
        hint: "`search \"name\" from sec` finds one by its name", candidates: companies.map(\.ticker))
    }
    return try document(company.ticker, freshness: environment.freshness) { server throws(ProviderError) in
      try sec.factsRequest(of: company.number, at: server)
    }
  }

  /// A document of the SEC: the kept one while it is fresh, else a new one, else the kept one with its age said.
  private func document(
    _ name: String, freshness: Double, _ request: (ProviderServer) throws(ProviderError) -> WebRequest
  ) throws(MarketDataError) -> CompanyDocument {
    let library = Library(environment)
    let now = environment.clock.now()
    let kept = (try? library?.document(name, of: "sec")) ?? nil
    if let kept, Double(now - kept.entry.fetched) / 1000 < freshness {
      return CompanyDocument(body: kept.body, note: Age.updated(kept.entry.fetched, now))
    }
    do throws(MarketDataError) {
      let desk = try ProviderDesk(SEC().profile, in: environment)
      let server = desk.server
      let question = try desk.reading { () throws(ProviderError) in try request(server) }
      let body = try desk.body(of: question)
      try? library?.keep(body, as: name, of: "sec", address: "\(question.address)", fetched: now)
      return CompanyDocument(body: body, note: nil)
    } catch {
      guard error.code != .interrupted, let kept else { throw error }
      let age = Age.updated(kept.entry.fetched, now)
      return CompanyDocument(body: kept.body, note: "the figures are those kept, \(age): \(error.message)")
    }
  }

  /// A document of a company, and what is to be said of where it is from.
  public struct CompanyDocument: Sendable {
    /// The document as it came.
    public var body: [UInt8]
    /// Where it is from, where that is not the provider just now.
    public var note: String?
  }
}
