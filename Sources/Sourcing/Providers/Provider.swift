import Calendar
import Platform

/// The fixed properties of a provider, known before any request.
public struct ProviderProfile: Sendable {
  /// The word that statements name it by: `polygon`.
  public var word: String
  /// Its name: `Massive`.
  public var title: String
  /// The word of its other name, which statements also accept; nil for none.
  public var otherWord: String?
  /// The page that documents it.
  public var documentation: String
  /// The address that its own ones begin with.
  public var base: String
  /// The variable of the environment with its key; nil if none is needed.
  public var keyVariable: String?
  /// The variable with the second part of its key, which follows the first after a colon; nil for a key of one part.
  public var secretVariable: String?
  /// The thing that is requested as the key: `key`, `contact`.
  public var keyNoun = "key"
  /// The rules that it is asked by.
  public var policy: WebPolicy
  /// The lengths of bars that it has; empty if it decides itself, as of an economic series.
  public var timeframes: [Timeframe]
  /// The default number of requested days; nil for all, by whether the bars are shorter than a day.
  public var usualIntradayDays = 30
  /// How old its newest bar or price is, in words.
  public var delay: String
  /// The seconds after the end of a bar from which on it is complete.
  public var lateness = 0.0
  /// The most days of one question, by the length of the bars; longer ones are asked in parts.
  public var longestQuestion: [Timeframe: Int] = [:]
  /// The days that its oldest bars lie back, by the length of the bars; bars of other lengths reach back for years.
  public var reach: [Timeframe: Int] = [:]
  /// True if it has only the newest bars, so that the library may hold more than the provider does.
  public var hasNewestOnly = false
  /// True if it has prices adjusted for dividends in addition to others.
  public var hasAdjusted = false
  /// True for economic values, which are not bars: all of a series is requested, and has them as first published too.
  public var isOfValues = false

  /// Makes a profile.
  public init(
    word: String, title: String, documentation: String, base: String, keyVariable: String? = nil,
    keyNoun: String = "key", policy: WebPolicy, timeframes: [Timeframe], usualIntradayDays: Int = 30, delay: String,
    lateness: Double = 0, longestQuestion: [Timeframe: Int] = [:], reach: [Timeframe: Int] = [:],
    hasNewestOnly: Bool = false, hasAdjusted: Bool = false, isOfValues: Bool = false,
    otherWord: String? = nil
  ) {
    self.word = word
    self.title = title
    self.documentation = documentation
    self.base = base
    self.keyVariable = keyVariable
    self.keyNoun = keyNoun
    self.policy = policy
    self.timeframes = timeframes
    self.usualIntradayDays = usualIntradayDays
    self.delay = delay
    self.lateness = lateness
    self.longestQuestion = longestQuestion
    self.reach = reach
    self.hasNewestOnly = hasNewestOnly
    self.hasAdjusted = hasAdjusted
    self.isOfValues = isOfValues
    self.otherWord = otherWord
  }

  /// The variable of the environment with the address that replaces its own: `TAS_POLYGON_URL`.
  public var addressVariable: String { "TAS_\(word.uppercased())_URL" }

  /// The variables with its address or its key, by either of its names.
  func variables(like variable: String) -> [String] {
    guard let otherWord else { return [variable] }
    return [variable, variable.replacing(word.uppercased(), with: otherWord.uppercased())]
  }
}

/// The server of a provider, with its key: the base of all its requests.
public struct ProviderServer: Sendable {
  /// The address that its own ones begin with, or that of a stand-in.
  public var base: WebAddress
  /// The key; nil if there is none.
  public var key: Secret?
  /// Asked while a long answer is read: once it is true, the answer counts as unexpected and nothing of it is kept.
  public var isStopped: @Sendable () -> Bool

  /// Makes a server.
  public init(base: WebAddress, key: Secret? = nil, isStopped: @escaping @Sendable () -> Bool = { false }) {
    self.base = base
    self.key = key
    self.isStopped = isStopped
  }
}

/// A provider of data: how it is asked, and how its answers are read.
///
/// It neither fetches nor waits.
public protocol Provider: Sendable {
  /// Makes the provider.
  init()

  /// The fixed properties of the provider, known before any request.
  var profile: ProviderProfile { get }

  /// The kind of failure that a status between 400 and 499 means, with the reason in the answer.
  func refusal(status: Int, saying reason: String) -> ProviderError.Kind
}

/// A provider of bars.
public protocol BarProvider: Provider {
  /// An empty batch in the zone and the prices that this provider usually has for a question.
  func batch(for query: BarQuery) -> BarBatch

  /// The first request of a question.
  func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest

  /// Reads an answer and adds its bars.
  ///
  /// - Returns: the request of the next page; nil if the answer is the last one.
  func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest?

  /// The request of the page after one whose answer names none, for a provider whose pages are stretches of time; nil
  /// after the last, and for all others.
  func request(
    after page: WebRequest, for query: BarQuery, at server: ProviderServer
  ) throws(ProviderError) -> WebRequest?

  /// The requests for the splits and dividends of a symbol, whose answers `readActions` reads; empty if they come with
  /// the bars, or there are none.
  func actionRequests(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> [WebRequest]

  /// Reads an answer with splits or dividends.
  ///
  /// - Returns: the request of the next page; nil if the answer is the last one.
  func readActions(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest?
}

extension BarProvider {
  /// None.
  public func request(
    after page: WebRequest, for query: BarQuery, at server: ProviderServer
  ) throws(ProviderError) -> WebRequest? { nil }

  /// None.
  public func actionRequests(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> [WebRequest] {
    []
  }

  /// Reads nothing.
  public func readActions(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? { nil }
}

/// A provider that finds symbols by words.
public protocol SearchProvider: Provider {
  /// The request for the symbols of some words.
  func searchRequest(for words: String, at server: ProviderServer) throws(ProviderError) -> WebRequest

  /// The symbols of an answer.
  func readSearch(_ body: [UInt8], for words: String) throws(ProviderError) -> [FoundSymbol]
}

/// A provider of newest prices.
public protocol QuoteProvider: Provider {
  /// The request for the newest price of a symbol.
  func quoteRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest

  /// The newest price of an answer.
  func readQuote(_ body: [UInt8], of symbol: String) throws(ProviderError) -> Quote
}

/// A symbol that a search has found.
public struct FoundSymbol: Sendable, Hashable {
  /// The symbol as the provider spells it.
  public var symbol: String
  /// The name of the company or the thing.
  public var name: String
  /// The kind of thing, as the provider calls it; empty if it does not say.
  public var kind: String
  /// The exchange; empty if the provider does not say.
  public var exchange: String
  /// The currency of the prices; empty if the provider does not say.
  public var currency: String

  /// Makes an entry.
  public init(symbol: String, name: String, kind: String = "", exchange: String = "", currency: String = "") {
    self.symbol = symbol
    self.name = name
    self.kind = kind
    self.exchange = exchange
    self.currency = currency
  }
}

/// The newest price of a symbol.
public struct Quote: Sendable, Hashable {
  /// The symbol.
  public var symbol: String
  /// The price.
  public var price: Double
  /// The currency; empty if the provider does not say.
  public var currency: String
  /// The time of the price in milliseconds since 1970; nil if the provider says the day alone.
  public var time: Int64?
  /// The day of the price, if the provider gives no time.
  public var day: CivilDate?
  /// The zone of the exchange.
  public var zone: String
  /// The close of the session before; nil if the provider does not say.
  public var previousClose: Double?
  /// The possible age of the price, and its kind.
  public var note: String

  /// Makes a quote.
  public init(
    symbol: String, price: Double, currency: String = "", time: Int64? = nil, day: CivilDate? = nil, zone: String,
    previousClose: Double? = nil, note: String
  ) {
    self.symbol = symbol
    self.price = price
    self.currency = currency
    self.time = time
    self.day = day
    self.zone = zone
    self.previousClose = previousClose
    self.note = note
  }
}
