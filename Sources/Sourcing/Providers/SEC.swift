import JSON
import Platform

/// The filings of the SEC: companies by ticker, and the facts of their reports; documented at
/// https://www.sec.gov/search-filings/edgar-application-programming-interfaces.
///
/// The SEC requires a contact, such as an e-mail address, in the name of the program. Tickers are of `www.sec.gov`,
/// facts of `data.sec.gov`; a stand-in has both.
public struct SEC: SearchProvider {
  /// The profile of SEC EDGAR, which wants a contact instead of a key.
  public let profile = ProviderProfile(
    word: "sec", title: "SEC EDGAR",
    documentation: "https://www.sec.gov/search-filings/edgar-application-programming-interfaces",
    base: "https://data.sec.gov", keyVariable: "SEC_CONTACT", keyNoun: "contact",
    policy: WebPolicy(rate: RateLimit(10, per: 1)), timeframes: [],
    delay: "within minutes of a filing")

  /// Makes the provider.
  public init() {}

  private func asking(_ address: WebAddress, _ server: ProviderServer) throws(ProviderError) -> WebRequest {
    guard let contact = server.key else {
      throw ProviderError(
        .noKey, "sec needs a contact, such as an e-mail address",
        hint: "`key sec`, or the variable SEC_CONTACT of the environment")
    }
    return WebRequest(address).adding("User-Agent", "tas/\(Environment.version) ", contact)
  }

  /// All companies with a ticker.
  public func tickersRequest(at server: ProviderServer) throws(ProviderError) -> WebRequest {
    var base = server.base
    if base.host == "data.sec.gov" { base.host = "www.sec.gov" }
    return try asking(base.adding(path: "files/company_tickers.json"), server)
  }

  /// The companies of an answer, by ticker.
  public func readTickers(_ body: [UInt8]) throws(ProviderError) -> [Company] {
    let answer = try ProviderAnswer(body, of: "sec")
    var companies: [Company] = []
    for member in answer.json.members ?? [] {
      guard let number = member.value["cik_str"]?.intValue, number > 0 else {
        throw answer.missing("`cik_str`, a number,")
      }
      companies.append(
        Company(
          number: number, ticker: try answer.text(member.value["ticker"], "ticker"),
          name: try answer.text(member.value["title"], "title")))
    }
    guard !companies.isEmpty else { throw answer.missing("a list of companies") }
    return companies
  }

  /// A company that files with the SEC.
  public struct Company: Sendable, Hashable {
    /// Its number, the CIK.
    public var number: Int
    /// Its ticker.
    public var ticker: String
    /// Its name as it files.
    public var name: String
  }

  /// The facts of a company's reports.
  public func factsRequest(of number: Int, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    return try asking(server.base.adding(path: "api/xbrl/companyfacts/CIK\(padded).json"), server)
  }

  /// Throws for an answer that is not a document of facts.
  public func checkFacts(_ body: [UInt8]) throws(ProviderError) {
    let answer = try ProviderAnswer(body, of: "sec")
    guard answer.json["facts"]?.members?.isEmpty == false else { throw answer.missing("`facts`, an object,") }
  }

  /// All companies with a ticker; those of the words are found in the answer.
  public func searchRequest(for words: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try tickersRequest(at: server)
  }

  /// The companies whose name or ticker has the words.
  public func readSearch(_ body: [UInt8], for words: String) throws(ProviderError) -> [FoundSymbol] {
    let wanted = words.lowercased()
    return try readTickers(body).filter {
      $0.name.lowercased().contains(wanted) || $0.ticker.lowercased() == wanted
    }.map { FoundSymbol(symbol: $0.ticker, name: $0.name, kind: "CIK \($0.number)", currency: "") }
  }
}
