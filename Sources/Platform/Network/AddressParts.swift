/// The rule by which parts of an address are secret.
enum AddressParts {
  /// The names of values that describe the request, not the user: all others may be keys.
  private static let harmless: Set<String> = [
    "symbol", "symbols", "ticker", "tickers", "s", "q", "i", "id", "seriesid", "name", "pair", "instrument", "market",
    "exchange", "country", "currency", "base", "quote", "region", "asset", "type", "kind", "class", "sector", "d", "d1",
    "d2", "from", "to", "start", "end", "since", "until", "before", "after", "date", "dates", "day", "month", "year",
    "startdate", "enddate", "fromdate", "todate", "starttime", "endtime", "period", "period1", "period2", "range",
    "interval", "freq", "frequency", "timeframe", "resolution", "granularity", "multiplier", "timespan", "window",
    "format", "output", "outputsize", "outputtype", "datatype", "filetype", "type", "fmt", "f", "e", "a", "b", "c", "g",
    "function", "limit", "offset", "page", "pagesize", "perpage", "size", "count", "n", "last", "first", "sort",
    "order",
    "sortorder", "orderby", "sortby", "adjusted", "adjust", "adjustment", "events", "includeprepost", "extendedhours",
    "includeadjustedclose", "fields", "columns", "cols", "col", "select", "filter", "units", "scale", "lang",
    "language",
    "locale", "tz", "timezone", "zone", "version", "v", "cosd", "coed", "observationstart", "observationend",
    "realtimestart", "realtimeend", "vintage", "vintagedate", "search", "keywords", "active", "newscount",
    "quotescount", "raw", "download", "csv", "json", "xlsx", "dl", "delimiter", "sep", "header", "compression",
    "series",
    "dataset", "table", "sheet", "gid", "tab", "x", "y", "mode", "view", "sample", "demo", "test",
  ]

  private static let keys = [
    "key", "token", "secret", "password", "passwd", "pwd", "signature", "sig", "auth", "credential",
  ]

  /// The letters and digits of a name in lower case: `api_key` and `apiKey` are one.
  private static func plain(_ name: String) -> String {
    decoded(name).lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// True for a name that says that its value is a key.
  static func isKey(_ name: String) -> Bool {
    let plain = plain(name)
    return keys.contains { plain.hasSuffix($0) }
  }

  /// True for a part of a path followed by a key: `/token/…`.
  static func announcesKey(_ part: String) -> Bool {
    let plain = plain(part)
    return keys.contains(plain) || ["apikey", "accesstoken", "apitoken", "accesskey", "secretkey"].contains(plain)
  }

  /// True for a word of a query without a value that is not a key: `?raw`.
  static func isHarmless(word: String) -> Bool { harmless.contains(plain(word)) }

  /// True for a value that may be a key: under a name that is not known, or at random.
  static func isSecret(value: String, of name: String) -> Bool {
    !harmless.contains(plain(name)) || isRandom(decoded(value))
  }

  /// True for a part of a path that looks generated: long, of letters and digits in no order, or with a key in it.
  static func isSecret(path part: String) -> Bool {
    let text = decoded(part)
    if text.contains("?") || text.contains("="), keys.contains(where: { text.lowercased().contains($0) }) {
      return true
    }
    return text.split(separator: ".").contains { isRandom(String($0)) }
  }

  /// The characters of the shortest random value.
  static let leastRandom = 16

  /// True for a long text of letters and digits whose kinds change too often for words, years and dates.
  static func isRandom(_ text: String) -> Bool {
    let runs = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let joined = runs.joined()
    // Characters between the runs are part of a key if there are few, or if they are those of a UUID.
    let isUUID = runs.map(\.count) == [8, 4, 4, 4, 12] && joined.allSatisfy(\.isHexDigit)
    let candidates = (runs.count - 1) * 10 <= joined.count || isUUID ? [joined] : runs.map(String.init)
    return candidates.contains { isRandom(run: Array($0.utf8)) }
  }

  private static func isRandom(run: [UInt8]) -> Bool {
    guard run.count >= leastRandom else { return false }
    func kind(_ byte: UInt8) -> Int { byte < 0x3A ? 0 : byte < 0x5B ? 1 : 2 }
    // A capital and the small letters of its word are one kind.
    let changes = zip(run, run.dropFirst()).count { kind($0) != kind($1) && !(kind($0) == 1 && kind($1) == 2) }
    let digits = run.count { kind($0) == 0 }
    if digits == run.count { return false }
    if digits == 0 { return changes * 4 >= run.count }
    // `prices20240101to20241231` has dates, which are not a key.
    let dates = run.split { kind($0) != 0 }.filter { [4, 6, 8].contains($0.count) && [0x31, 0x32].contains($0.first) }
    return changes >= 4 || digits - dates.reduce(0, { $0 + $1.count }) >= 6
  }

  /// The text that a part of an address spells, with `%20` as its byte.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A part of a path without the ending of a file's name, by which the file is read.
  static func stem(of text: [UInt8], _ part: Range<Int>) -> Range<Int> {
    guard let dot = text[part].lastIndex(of: UInt8(ascii: ".")), (1...6).contains(part.upperBound - dot - 1),
      dot > part.lowerBound, text[(dot + 1)..<part.upperBound].allSatisfy({ $0 > 0x60 && $0 < 0x7B })
    else { return part }
    return part.lowerBound..<dot
  }
}
