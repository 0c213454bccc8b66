import Calendar
import JSON
import Platform

/// The stream of a provider: its address, how it is asked, and how its frames are read.
///
/// It neither connects nor waits.
public protocol StreamDialect: Sendable {
  /// Makes the dialect.
  init()

  /// The fixed properties of the stream.
  var profile: StreamProfile { get }

  /// The path and the query of the address.
  func address(on base: WebAddress, _ subscriptions: [Subscription], _ keys: StreamKeys) -> WebAddress

  /// The first frame, which asks to be let in; nil if the subscriptions come first.
  func greeting(_ keys: StreamKeys) -> String?

  /// The frames that subscribe to some series, or end that.
  func frames(_ subscriptions: [Subscription], isOn: Bool) -> [String]

  /// Reads a frame; what is not of a bar, a trade or the connection is left out.
  func read(_ frame: JSONValue, into events: inout [StreamEvent]) throws(StreamFault)

  /// The symbol as frames spell it.
  func spelled(_ symbol: String) -> String

  /// The market that a symbol is traded on; nil if it never closes.
  func market(of symbol: String) -> MarketCalendar?
}

extension StreamDialect {
  /// The address itself.
  public func address(on base: WebAddress, _ subscriptions: [Subscription], _ keys: StreamKeys) -> WebAddress {
    profile.path.isEmpty ? base : base.adding(path: profile.path)
  }

  /// None: most streams are of pairs that are traded at all hours.
  public func market(of symbol: String) -> MarketCalendar? { nil }

  /// None.
  public func greeting(_ keys: StreamKeys) -> String? { nil }

  /// The symbol in capitals.
  public func spelled(_ symbol: String) -> String { symbol.uppercased() }

  /// The events of a frame.
  public func events(of frame: String) throws(StreamFault) -> [StreamEvent] {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: frame) } catch {
      throw StreamFault("\(profile.word) sent something that is not JSON")
    }
    var events: [StreamEvent] = []
    try read(json, into: &events)
    return events
  }

  /// True if a series of some length can be streamed from the provider's own bars.
  public func hasBars(of timeframe: Timeframe) -> Bool {
    profile.barLengths.contains(timeframe)
      || profile.barLengths == [.minute] && timeframe.nominalMilliseconds % 60_000 == 0
  }
}

/// The fixed properties of a stream.
public struct StreamProfile: Sendable {
  /// The word of the provider: `binance`.
  public var word: String
  /// The scheme, host and port of its address.
  public var base: String
  /// The path; empty if the address has none, or another one.
  public var path = ""
  /// The lengths of the bars that it sends, empty for trades only; one minute alone makes all longer ones.
  public var barLengths: [Timeframe] = []
  /// True if its bars say that they are closed.
  public var closesBars = true
  /// True if the numbers of its trades have no holes.
  public var hasConsecutiveNumbers = false
  /// True if it has trades.
  public var hasTrades = true
  /// The time after the end of a bar at which it has come, in milliseconds.
  public var lateness: Int64 = 0
  /// What the stream permits and costs, in a sentence.
  public var terms: String

  /// The variable of the environment with the address that replaces its own: `TAS_BINANCE_STREAM_URL`.
  public var addressVariable: String { "TAS_\(word.uppercased())_STREAM_URL" }
}

/// The key of a stream; some have two parts.
public struct StreamKeys: Sendable, Hashable {
  /// The key; nil if there is none.
  public var key: Secret?
  /// The second part.
  public var secret: Secret?

  /// Makes the keys.
  public init(key: Secret? = nil, secret: Secret? = nil) { (self.key, self.secret) = (key, secret) }

  /// All parts.
  public var all: [Secret] { [key, secret].compactMap(\.self) }
}

/// A series that is asked for.
public struct Subscription: Sendable, Hashable {
  /// The symbol as typed.
  public var symbol: String
  /// The length of its bars.
  public var timeframe: Timeframe
  /// True if its bars are made here, of trades.
  public var isOfTrades: Bool

  /// Makes a subscription.
  public init(_ symbol: String, _ timeframe: Timeframe, isOfTrades: Bool) {
    (self.symbol, self.timeframe, self.isOfTrades) = (symbol, timeframe, isOfTrades)
  }
}

/// All streams, in the order of listings.
public enum StreamTable {
  /// The dialects.
  public static let all: [any StreamDialect] = [
    BinanceStream(), KrakenStream(), CoinbaseStream(), MassiveStream(), AlpacaStream(), FinnhubStream(),
  ]

  /// The dialect of a word; nil if there is none.
  public static func named(_ word: String) -> (any StreamDialect)? {
    let word = word == "polygon" ? "massive" : word
    return all.first { $0.profile.word == word }
  }
}
