/// The role of a column of a file.
package enum ColumnRole: UInt8, Sendable, Hashable {
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

  /// The words that a caller states a column with, see ``FileForm``.
  static let words: [(word: String, role: ColumnRole)] = [
    ("date", .stamp), ("time", .time), ("open", .open), ("high", .high), ("low", .low), ("close", .close),
    ("volume", .volume), ("adjusted", .adjusted), ("symbol", .symbol), ("currency", .currency), ("skip", .skip),
  ]
}

/// The column names that files of the field use, in English and in the languages of banks and exchanges of Europe and
/// South America.
enum HeaderName {
  /// The roles that a name may mean, by the order of preference if several columns of a file mean the same.
  struct Meaning: Equatable {
    var role: ColumnRole
    var rank: Int
    /// True for a word of a language in which commas are decimal marks.
    var isContinental = false
  }

  /// The meaning of a name in any case, with marks around and inside it.
  static func meaning(_ name: String) -> Meaning? {
    let key = normalized(name)
    for (role, english, continental) in table {
      if let rank = english.firstIndex(of: key) { return Meaning(role: role, rank: rank) }
      if let rank = continental.firstIndex(of: key) {
        return Meaning(role: role, rank: english.count + rank, isContinental: true)
      }
    }
    if isVolumeWithUnit(name) { return Meaning(role: .volume, rank: money.contains { key.hasSuffix($0) } ? 91 : 90) }
    for prefix in stampPrefixes where key.hasPrefix(prefix) {
      if clocks.contains(String(key.dropFirst(prefix.count))) {
        return Meaning(role: prefix == "time" ? .time : .stamp, rank: 20)
      }
    }
    return nil
  }

  private static let stampPrefixes = ["datetime", "timestamp", "date", "time"]
  private static let clocks: Set<String> = ["utc", "gmt", "est", "edt", "et", "local"]

  /// True for the name of a column of stamps that says that they are in UTC: `timestamp_utc`, `Gmt time`.
  static func statesUTC(_ name: String) -> Bool {
    let key = normalized(name)
    return stampPrefixes.contains { prefix in
      ["utc", "gmt"].contains { key == prefix + $0 || key == $0 + prefix }
    }
  }

  /// True for a volume with its unit after it, `Volume BTC`, `Volume (USD)`, and not for other things that begin so,
  /// such as `Volume Weighted Average Price` and `Volume MA`.
  private static func isVolumeWithUnit(_ name: String) -> Bool {
    let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }
    guard words.first == "volume" else { return false }
    guard words.count == 2 else { return words.count == 3 && words[1] == "in" }
    return units.contains(String(words[1])) || words[1].count <= 5 && !others.contains(String(words[1]))
  }

  /// Units of a volume in money, which yields to one in units traded.
  private static let money = ["usd", "usdt", "usdc", "busd", "tusd", "eur", "gbp", "jpy", "quote"]
  private static let units: Set<String> = ["shares", "contracts", "traded", "quote", "total"]
  /// Short words that make another thing of a volume.
  private static let others: Set<String> = [
    "ma", "sma", "ema", "avg", "mean", "chg", "pct", "rank", "ratio", "delta", "vwap", "price", "flow", "osc", "index",
  ]

  /// True for the name of a price, or of something that prices are adjusted by, that no role takes.
  static func meansPrice(_ name: String) -> Bool {
    let key = normalized(name)
    if meaning(name).map({ [.open, .high, .low, .close, .adjusted].contains($0.role) }) == true { return true }
    if prices.contains(key) { return true }
    return key.hasSuffix("price") || key.contains("weightedaverage")
  }

  private static let prices: Set<String> = [
    "vwap", "vw", "wap", "average", "bid", "ask", "mid", "openbid", "openask", "closebid", "closeask", "dividend",
    "dividends", "stocksplits", "split", "splits", "splitratio", "splitfactor", "splitcoefficient", "divcash",
    "dividendamount", "capitalgains", "adjopen", "adjhigh", "adjlow", "prevclose", "previousclose",
  ]

  /// Letters and digits in lower case.
  static func normalized(_ name: String) -> String {
    String(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
  }

  private static let table: [(role: ColumnRole, english: [String], continental: [String])] = [
    (
      .stamp,
      [
        "datetime", "timestamp", "date", "localtime", "gmttime", "opentime", "utctime", "observationdate",
        "tradedate", "tradingday", "businessdate", "day", "dt", "period", "ts", "unixtimestamp", "unixtime",
        "unix", "epoch", "starttime", "bartime", "dtyyyymmdd", "windowstart", "tsevent",
        "timeperiodstart", "beginsat", "startdate", "pricedate", "quotedate", "valuedate", "asofdate", "timeperiod",
        "refperiod", "quarter", "month", "year", "d", "t",
      ],
      ["datum", "fecha", "data", "monat", "jahr", "mes", "mois", "année", "annee", "ano", "anno"]
    ),
    (.time, ["time", "hour", "timeofday"], ["uhrzeit", "zeit", "hora", "heure", "ora"]),
    (
      .open,
      ["open", "o", "openprice", "first", "1open", "pxopen", "openingprice"],
      [
        "eröffnung", "eroeffnung", "eröffnungskurs", "eroeffnungskurs", "eröffn", "eroeffn", "erster", "ouverture",
        "ouv", "apertura", "abertura", "otwarcie",
      ]
    ),
    (
      .high,
      ["high", "h", "highprice", "2high", "pxhigh", "max"],
      [
        "hoch", "tageshoch", "höchst", "plushaut", "haut", "máximo", "maximo", "máxima", "maxima", "massimo", "hoog",
        "najwyższy", "najwyzszy",
      ]
    ),
    (
      .low,
      ["low", "l", "lowprice", "3low", "pxlow", "min"],
      [
        "tief", "tagestief", "tiefst", "plusbas", "bas", "mínimo", "minimo", "mínima", "minima", "laag", "najniższy",
        "najnizszy",
      ]
    ),
    (
      .close,
      [
        // The settlement is the close of a day of futures; the last trade next to it is a price like others.
        "close", "c", "closeprice", "closingprice", "settle", "settlement", "settlementprice", "settleprice", "settl",
        "last", "closelast", "4close", "pxsettle", "pxlast", "lastprice", "price",
      ],
      [
        "schluss", "schluß", "schlusskurs", "schlußkurs", "letzter", "zuletzt", "clôture", "cloture", "clot", "dernier",
        "cierre", "último", "ultimo", "chiusura", "fechamento", "laatste", "slot", "zamknięcie", "zamkniecie",
      ]
    ),
    (
      .adjusted,
      ["adjclose", "adjustedclose", "adjclosing", "closeadj", "adjustedprice", "5adjustedclose", "adj"], []
    ),
    (
      .volume,
      [
        "volume", "vol", "v", "5volume", "6volume", "tickvol", "tickvolume", "pxvolume", "totaltradequantity",
        "totalvolume", "volumefrom", "numberofshares", "sharestraded", "tradedvolume", "tottrdqty",
      ],
      ["stück", "stücke", "stuecke", "wolumen"]
    ),
    (.symbol, ["symbol", "ticker", "instrument", "sym"], []),
    (.currency, ["currency", "ccy", "currencycode", "tradingcurrency"], []),
  ]
}
