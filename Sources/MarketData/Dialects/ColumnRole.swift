/// The role of a column of a file.
enum ColumnRole: UInt8, Sendable, Hashable {
  case open, high, low, close, volume, adjusted, stamp, time, symbol, currency, skip

  /// The name that the dialect shows.
  var name: String {
    switch self {
    case .open: "open"
    case .high: "high"
    case .low: "low"
    case .close: "close"
    case .volume: "volume"
    case .adjusted: "adjusted close"
    case .stamp: "date"
    case .time: "time"
    case .symbol: "symbol"
    case .currency: "currency"
    case .skip: "-"
    }
  }

  /// True for prices and volume.
  var isNumber: Bool { rawValue <= ColumnRole.adjusted.rawValue }
}

/// The column names that files of the field use, in English and in the languages of banks and exchanges of Europe and
/// South America.
enum HeaderName {
  /// The roles that a name may mean, by the order of preference where several columns of a file mean the same.
  struct Meaning: Equatable {
    var role: ColumnRole
    var rank: Int
  }

  /// The meaning of a name in any case, with marks around and inside it.
  static func meaning(_ name: String) -> Meaning? {
    let key = normalized(name)
    for (role, names) in table {
      if let rank = names.firstIndex(of: key) { return Meaning(role: role, rank: rank) }
    }
    // Names with their unit behind them: "Volume BTC", "Volume USD", "Datetime (UTC)".
    if key.hasPrefix("volume") { return Meaning(role: .volume, rank: 90) }
    for prefix in ["datetime", "timestamp", "date", "time"] where key.hasPrefix(prefix) {
      if ["utc", "gmt", "est", "edt", "et", "local"].contains(String(key.dropFirst(prefix.count))) {
        return Meaning(role: prefix == "time" ? .time : .stamp, rank: 20)
      }
    }
    return nil
  }

  /// Letters and digits in lower case.
  static func normalized(_ name: String) -> String {
    String(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
  }

  private static let table: [(ColumnRole, [String])] = [
    (
      .stamp,
      [
        "datetime", "timestamp", "date", "localtime", "gmttime", "opentime", "utctime", "observationdate",
        "tradedate", "tradingday", "businessdate", "day", "dt", "period", "ts", "unixtimestamp", "unixtime",
        "unix", "epoch", "starttime", "bartime", "dtyyyymmdd", "datum", "fecha", "data", "windowstart", "tsevent",
        "timeperiodstart", "beginsat", "startdate", "pricedate", "quotedate", "valuedate", "asofdate",
      ]
    ),
    (.time, ["time", "hour", "timeofday", "uhrzeit", "zeit", "hora", "heure", "ora"]),
    (
      .open,
      [
        "open", "o", "openprice", "first", "1open", "pxopen", "openingprice", "eröffnung", "eroeffnung",
        "eröffnungskurs", "eroeffnungskurs", "eröffn", "eroeffn", "erster", "ouverture", "ouv", "apertura", "abertura",
        "otwarcie",
      ]
    ),
    (
      .high,
      [
        "high", "h", "highprice", "2high", "pxhigh", "max", "hoch", "tageshoch", "höchst", "plushaut", "haut", "máximo",
        "maximo", "máxima", "maxima", "massimo", "hoog", "najwyższy", "najwyzszy",
      ]
    ),
    (
      .low,
      [
        "low", "l", "lowprice", "3low", "pxlow", "min", "tief", "tagestief", "tiefst", "plusbas", "bas", "mínimo",
        "minimo", "mínima", "minima", "laag", "najniższy", "najnizszy",
      ]
    ),
    (
      .close,
      [
        "close", "c", "closeprice", "closingprice", "last", "closelast", "4close", "pxlast", "lastprice", "price",
        "settle",
        "settlement", "schluss", "schluß", "schlusskurs", "schlußkurs", "letzter", "zuletzt", "clôture", "cloture",
        "clot", "dernier", "cierre", "último", "ultimo", "chiusura", "fechamento", "laatste", "slot", "zamknięcie",
        "zamkniecie",
      ]
    ),
    (
      .adjusted,
      ["adjclose", "adjustedclose", "adjclosing", "closeadj", "adjustedprice", "5adjustedclose", "adj"]
    ),
    (
      .volume,
      [
        "volume", "vol", "v", "5volume", "6volume", "tickvol", "tickvolume", "pxvolume", "totaltradequantity",
        "totalvolume", "stück", "stücke", "stuecke", "wolumen",
      ]
    ),
    (.symbol, ["symbol", "ticker", "instrument", "sym"]),
    (.currency, ["currency", "ccy", "currencycode", "tradingcurrency"]),
  ]
}
