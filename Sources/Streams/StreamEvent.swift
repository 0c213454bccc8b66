import Calendar

/// Something that a frame of a stream says, in the words that all dialects share.
public enum StreamEvent: Sendable, Hashable {
  /// A trade.
  case trade(StreamTrade)
  /// A bar that the provider made.
  case bar(ProviderBar)
  /// The provider's own time, in milliseconds since 1970.
  case clock(Int64)
  /// The key was taken, or none is needed: subscriptions may be sent.
  case ready
  /// The provider refuses.
  case refused(StreamRefusal)
  /// The provider ends the connection soon; another one may be opened.
  case ending(String)
}

/// A trade as a stream has it.
public struct StreamTrade: Sendable, Hashable {
  /// The symbol as the provider spells it.
  public var symbol: String
  /// The time at the exchange, in nanoseconds since 1970.
  public var time: Int64
  /// The number that tells trades of one symbol apart and orders those of one time; nil if the provider has none.
  public var number: Int64?
  /// The identity in words, if it is more than the number; empty if the number is one.
  public var identity = ""
  /// The price.
  public var price: Double
  /// The size.
  public var size: Quantity
  /// False for a trade whose conditions say that it moves neither the high nor the low.
  public var movesRange = true
  /// False for a trade whose conditions say that it is not the last price.
  public var movesLast = true
  /// True for a trade from before the subscription, which a provider sends once for a start.
  public var isOld = false

  /// The time in milliseconds since 1970.
  public var milliseconds: Int64 { time.floored(by: 1_000_000) }
}

/// A bar that a provider made and sends through its stream.
public struct ProviderBar: Sendable, Hashable {
  /// The state of a bar.
  public enum State: Sendable, Hashable {
    /// Its period continues, or its end was not stated.
    case making
    /// It is complete.
    case closed
    /// It was complete, and is another one now.
    case revised
  }

  /// The symbol as the provider spells it.
  public var symbol: String
  /// The length in milliseconds.
  public var span: Int64
  /// The state.
  public var state: State
  /// The bar.
  public var bar: StreamedBar
}

/// A bar of a live series.
public struct StreamedBar: Sendable, Hashable {
  /// Its opening, in milliseconds since 1970.
  public var time: Int64
  /// The first price.
  public var open: Double
  /// The highest price.
  public var high: Double
  /// The lowest price.
  public var low: Double
  /// The last price.
  public var close: Double
  /// The volume.
  public var volume: Double

  /// Makes a bar.
  public init(time: Int64, open: Double, high: Double, low: Double, close: Double, volume: Double) {
    (self.time, self.open, self.high, self.low, self.close, self.volume) = (time, open, high, low, close, volume)
  }
}

/// The reason why a provider does not stream, which asking again does not change.
public struct StreamRefusal: Error, Sendable, Hashable {
  /// The kinds of refusal.
  public enum Kind: Sendable, Hashable {
    /// The key is wrong.
    case key
    /// The plan does not have it.
    case plan
    /// Another program has the one connection that is allowed.
    case taken
    /// There is no such symbol.
    case symbol
    /// Any other.
    case other
  }

  /// The kind.
  public var kind: Kind
  /// The provider's own words.
  public var reason: String
  /// The symbol that is refused; nil if nothing at all is streamed.
  public var symbol: String?

  /// Makes a refusal.
  public init(_ kind: Kind, _ reason: String, symbol: String? = nil) {
    (self.kind, self.reason, self.symbol) = (kind, reason, symbol)
  }
}

/// A frame that is not what the provider documents: the connection ends, as what it had is lost.
public struct StreamFault: Error, Sendable, Hashable {
  /// The reason.
  public var reason: String

  /// Makes a fault.
  public init(_ reason: String) { self.reason = reason }
}
