import MarketData

/// Fundamentals as stored in samples: names as text, then the filings as bits.
///
/// All facts that any figure can use are included, so that a sample gives the same figures as its source, also as of
/// any past day.
enum PackedFundamentals {
  static let magic = "TASF 2"

  static func encode(_ fundamentals: Fundamentals) throws(MarketDataError) -> [UInt8] {
    let ledger = fundamentals.ledger
    let concepts = FactConcept.all.filter { !ledger.facts[$0.number].isEmpty }
    let forms = Set(ledger.filings.map(\.form)).sorted()
    let head = [
      magic, "company \(fundamentals.company)", "symbol \(fundamentals.symbol)", "currency \(fundamentals.currency)",
      "forms " + forms.joined(separator: ","), "concepts " + concepts.map(\.name).joined(separator: ","),
      "filings \(ledger.filings.count)",
    ]
    var writer = PackedFilingWriter()
    for filing in ledger.filings { try writer.write(filing, forms: forms, file: fundamentals.symbol) }
    for concept in concepts { writer.write(ledger.facts[concept.number], filings: ledger.filings) }
    return Array((head.joined(separator: "\n") + "\n\n").utf8) + writer.finish()
  }

  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    name: String
  ) throws(MarketDataError) -> Fundamentals {
    guard let fundamentals = decoded(bytes), !fundamentals.years.isEmpty else {
      throw MarketDataError(.damagedSample, file: name, message: "the packed fundamentals are damaged")
    }
    return fundamentals
  }

  private static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> Fundamentals? {
    guard let end = bytes.indices.dropLast().first(where: { bytes[$0] == 10 && bytes[$0 + 1] == 10 }) else {
      return nil
    }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
    guard lines.first == magic[...] else { return nil }
    var fields: [Substring: Substring] = [:]
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return nil }
      fields[words[0]] = words[1]
    }
    guard let company = fields["company"], let symbol = fields["symbol"], let currency = fields["currency"],
      let forms = fields["forms"]?.split(separator: ",").map(String.init),
      let names = fields["concepts"]?.split(separator: ",").map(String.init),
      let count = fields["filings"].flatMap({ Int($0) }), (1...100_000).contains(count)
    else { return nil }
    var reader = PackedFilingReader(UnsafeBufferPointer(rebasing: bytes[(end + 2)...]))
    var ledger = FactLedger()
    for _ in 0..<count {
      guard let filing = reader.filing(forms: forms) else { return nil }
      ledger.filings.append(filing)
    }
    for name in names {
      guard let concept = FactConcept.named(name), let facts = reader.facts(filings: ledger.filings) else { return nil }
      ledger.facts[concept.number] = facts
    }
    return Fundamentals(
      company: String(company), symbol: String(symbol), currency: String(currency), ledger: ledger)
  }
}

extension Sample {
  /// Unpacks the yearly figures of a company; throws `wrong-sample-kind` for bars and macro series.
  public func loadFundamentals() throws(MarketDataError) -> Fundamentals {
    guard kind == .fundamentals else {
      throw MarketDataError(
        .wrongSampleKind,
        file: name,
        message: "the sample \(name) of kind \(kind.rawValue) holds no yearly figures"
      )
    }
    return try unpacked { bytes throws(MarketDataError) in try PackedFundamentals.decode(bytes, name: name) }
  }
}
