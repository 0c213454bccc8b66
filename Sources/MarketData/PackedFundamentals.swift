import Columns

/// Fundamentals as text: filings and concepts are listed once and numbered, then comes one line a figure.
enum PackedFundamentals {
  private static let magic = "TASF 1"

  static func encode(_ fundamentals: Fundamentals) -> [UInt8] {
    var tags: [String] = []
    var filings: [String] = []
    func number(_ text: String, in list: inout [String]) -> Int {
      if let known = list.firstIndex(of: text) { return known }
      list.append(text)
      return list.count - 1
    }
    var lines: [String] = []
    func add(_ name: String, _ figure: Fundamentals.Figure, usual: CivilDate?) {
      let tag = number(figure.tag, in: &tags)
      let filing = number("\(figure.accession) \(figure.filed)", in: &filings)
      let end = figure.periodEnd == usual ? "" : " \(figure.periodEnd)"
      lines.append("\(name) \(plain(figure.value)) \(tag) \(filing)\(end)")
    }
    for year in fundamentals.years {
      lines.append("year \(year.year) \(year.start) \(year.end)")
      for item in Fundamentals.Item.allCases {
        if let figure = year[item] { add(item.rawValue, figure, usual: year.end) }
      }
    }
    if let shares = fundamentals.latestShares { add("latest_shares", shares, usual: nil) }
    let head = [
      magic, "company \(fundamentals.company)", "symbol \(fundamentals.symbol)",
      "currency \(fundamentals.currency)",
    ]
    let lists = tags.map { "tag \($0)" } + filings.map { "filing \($0)" }
    return Array((head + lists + lines).map { $0 + "\n" }.joined().utf8)
  }

  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    name: String
  ) throws(MarketDataError) -> Fundamentals {
    var reader = Reader()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == magic[...], lines.dropFirst().allSatisfy({ reader.read($0) }),
      !reader.fundamentals.years.isEmpty
    else { throw MarketDataError(.damagedSample, file: name, message: "the packed fundamentals are damaged") }
    return reader.fundamentals
  }

  private static func plain(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }

  private struct Reader {
    var fundamentals = Fundamentals(company: "", symbol: "", currency: "", years: [])
    private var tags: [String] = []
    private var filings: [(accession: String, filed: CivilDate)] = []

    /// Takes a line in; false where it cannot be read.
    mutating func read(_ line: Substring) -> Bool {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { return false }
      let rest = words[1].split(separator: " ").map(String.init)
      switch words[0] {
      case "company": fundamentals.company = words[1]
      case "symbol": fundamentals.symbol = words[1]
      case "currency": fundamentals.currency = words[1]
      case "tag": tags.append(words[1])
      case "filing":
        guard rest.count == 2, let filed = CivilDate(iso8601: rest[1]) else { return false }
        filings.append((rest[0], filed))
      case "year":
        guard rest.count == 3, let number = Int(rest[0]), let start = CivilDate(iso8601: rest[1]),
          let end = CivilDate(iso8601: rest[2])
        else { return false }
        fundamentals.years.append(Fundamentals.FiscalYear(year: number, start: start, end: end))
      default:
        guard let figure = figure(rest) else { return false }
        if words[0] == "latest_shares" {
          fundamentals.latestShares = figure
        } else {
          guard let item = Fundamentals.Item(rawValue: words[0]), !fundamentals.years.isEmpty else {
            return false
          }
          fundamentals.years[fundamentals.years.count - 1][item] = figure
        }
      }
      return true
    }

    private func figure(_ words: [String]) -> Fundamentals.Figure? {
      guard (3...4).contains(words.count), let value = Double(words[0]), let tag = Int(words[1]),
        tags.indices.contains(tag), let filing = Int(words[2]), filings.indices.contains(filing),
        let end = words.count == 4 ? CivilDate(iso8601: words[3]) : fundamentals.years.last?.end
      else { return nil }
      return Fundamentals.Figure(
        value: value,
        tag: tags[tag],
        periodEnd: end,
        filed: filings[filing].filed,
        accession: filings[filing].accession
      )
    }
  }
}
