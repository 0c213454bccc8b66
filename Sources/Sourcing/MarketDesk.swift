import MarketData
import Platform

/// Questions to providers that are not for bars: symbols, newest prices, the filings of companies.
public struct MarketDesk: Sendable {
  let environment: Environment

  /// The questions of an environment.
  public init(_ environment: Environment) { self.environment = environment }

  /// The providers that find symbols.
  public static let searching = ProviderTable.all.compactMap { $0 as? any SearchProvider }
  /// The providers that have newest prices.
  public static let quoting = ProviderTable.all.compactMap { $0 as? any QuoteProvider }

  /// The symbols of some words.
  public func search(_ words: String, at provider: any SearchProvider) throws(MarketDataError) -> [FoundSymbol] {
    let desk = try ProviderDesk(provider, in: environment)
    if provider is SEC {
      let list = try tickers(desk)
      return try desk.reading { () throws(ProviderError) in try provider.readSearch(list.body, for: words) }
    }
    let server = try desk.server()
    let request = try desk.reading { () throws(ProviderError) in try provider.searchRequest(for: words, at: server) }
    return try desk.answer(to: request) { body throws(ProviderError) in try provider.readSearch(body, for: words) }
  }

  /// The newest price of a symbol.
  public func quote(_ symbol: String, at provider: any QuoteProvider) throws(MarketDataError) -> Quote {
    try MarketDataError.checkSymbol(symbol, at: provider.profile.word)
    let desk = try ProviderDesk(provider, in: environment)
    let server = try desk.server()
    let request = try desk.reading { () throws(ProviderError) in try provider.quoteRequest(for: symbol, at: server) }
    return try desk.answer(to: request) { body throws(ProviderError) in try provider.readQuote(body, of: symbol) }
  }

  /// The list of companies with a ticker; it changes seldom, and is asked for once a day.
  private func tickers(_ desk: ProviderDesk) throws(MarketDataError) -> CompanyDocument {
    try document("tickers", desk, freshness: max(environment.freshness, 86_400)) { server throws(ProviderError) in
      try SEC().tickersRequest(at: server)
    } check: { body throws(ProviderError) in
      _ = try SEC().readTickers(body)
    }
  }

  /// The facts of a company's reports as the SEC has them.
  public func companyFacts(_ ticker: String) throws(MarketDataError) -> CompanyDocument {
    let sec = SEC()
    let desk = try ProviderDesk(sec, in: environment)
    let list = try tickers(desk)
    let wanted = ticker.uppercased().replacing(".", with: "-")
    let companies = try desk.reading { () throws(ProviderError) in try sec.readTickers(list.body) }
    guard let company = companies.first(where: { $0.ticker.uppercased() == wanted }) else {
      throw MarketDataError(
        .notAtProvider, file: "sec", found: ticker,
        message: "no company that files with the SEC has the ticker `\(ticker)`",
        hint: "`search \"name\" from sec` finds one by its name", candidates: companies.map(\.ticker))
    }
    return try document(company.ticker, desk, freshness: environment.freshness) { server throws(ProviderError) in
      try sec.factsRequest(of: company.number, at: server)
    } check: { body throws(ProviderError) in
      try sec.checkFacts(body)
    }
  }

  /// A document of the SEC: the kept one while it is fresh, else a new one, else the kept one with its age said.
  ///
  /// - Parameter check: throws for a body that is not such a document; it is not kept, and the kept one is used.
  private func document(
    _ name: String, _ desk: ProviderDesk, freshness: Double,
    _ request: (ProviderServer) throws(ProviderError) -> WebRequest,
    check: ([UInt8]) throws(ProviderError) -> Void
  ) throws(MarketDataError) -> CompanyDocument {
    let library = Library(environment)
    let now = environment.clock.now()
    var fault: String?
    let kept: (entry: KeptDocument, body: [UInt8])?
    do throws(LibraryError) { kept = try library?.document(name, of: desk.profile.word) } catch {
      (kept, fault) = (nil, error.message)
    }
    if let kept, Double(now - kept.entry.fetched) / 1000 < freshness {
      return CompanyDocument(body: kept.body, note: Age.updated(kept.entry.fetched, now), fault: fault)
    }
    do throws(MarketDataError) {
      let server = try desk.server()
      let question = try desk.reading { () throws(ProviderError) in try request(server) }
      let body = try desk.answer(to: question) { body throws(ProviderError) in
        try check(body)
        return body
      }
      do throws(LibraryError) {
        try library?.keep(body, as: name, of: desk.profile.word, address: "\(question.address)", fetched: now)
      } catch { fault = error.message }
      return CompanyDocument(body: body, note: nil, fault: fault)
    } catch {
      guard error.code != .interrupted, let kept else { throw error }
      let age = Age.updated(kept.entry.fetched, now)
      return CompanyDocument(
        body: kept.body, note: "the figures are from the library, \(age): \(error.message)", fault: fault)
    }
  }

  /// A document of a company, and the remarks on its origin.
  public struct CompanyDocument: Sendable {
    /// The document as it came.
    public var body: [UInt8]
    /// Its origin, if not the provider just now.
    public var note: String?
    /// The reason why the library was not read or written; nil if it was.
    public var fault: String?
  }
}
