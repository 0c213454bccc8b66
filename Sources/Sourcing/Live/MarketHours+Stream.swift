import Calendar
import MarketData
import Streams

extension MarketHours {
  /// The hours of the market that a stream has a symbol of; nil if that never closes.
  public init?(of symbol: String, by dialect: any StreamDialect) {
    guard let market = dialect.market(of: symbol),
      let zone = try? ZoneDatabase.zone(named: market.zoneIdentifier)
    else { return nil }
    self.init(market, zone: zone)
  }
}
