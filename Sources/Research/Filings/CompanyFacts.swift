import Calendar
import JSON
import MarketData

/// The facts of one company as the SEC publishes them (`companyfacts` JSON of data.sec.gov).
struct CompanyFacts {
  struct Fact {
    var start: String?
    var end: String
    var val: Double
    var accn: String
    var form: String
    var filed: String
  }

  struct Concept {
    var units: [String: [Fact]]
  }

  var entityName: String
  var facts: [String: [String: Concept]]
}

extension Fundamentals {
  /// Reads the figures of a company from the SEC's `companyfacts` JSON.
  ///
  /// Annual reports (10-K, 20-F, 40-F and amendments) say which fiscal years there are; their figures are taken from
  /// periods of 350 to 380 days. Quarterly reports give the latest twelve months. If several filings state a figure of
  /// the same period the latest filed wins, so restated figures and share counts after splits are the new ones;
  /// ``asOf(_:)`` gives the figures known on a day. Concepts that changed their name over the years are tried in turn,
  /// the one with the newest facts first. Throws `not-company-facts` if the bytes are not such a file or no annual
  /// report in it states a revenue or an income.
  public init(companyFacts bytes: [UInt8], symbol: String, file: String) throws(MarketDataError) {
    let facts: CompanyFacts
    do {
      facts = try CompanyFacts(json: bytes)
    } catch {
      throw MarketDataError(
        .notCompanyFacts,
        file: file,
        message: "this is not companyfacts JSON of the SEC\(error.isAboutContent ? "" : ": \(error)")",
        hint: "https://data.sec.gov/api/xbrl/companyfacts/CIK##########.json"
      )
    }
    let (currency, before) = facts.currencies
    self.init(
      company: facts.entityName,
      symbol: symbol,
      currency: currency,
      formerCurrency: before,
      ledger: FactLedger(facts, currency: currency)
    )
    guard !years.isEmpty else {
      throw MarketDataError(.notCompanyFacts, file: file, message: "no annual report states a revenue or an income")
    }
  }
}

extension CompanyFacts {
  /// The concepts whose units give the currency of a company, the surest first.
  static let currencyConcepts = [
    "Assets", "StockholdersEquity", "Equity", "NetIncomeLoss", "ProfitLoss", "Revenues", "Revenue",
  ]

  /// The currency of the newest balance sheets, and the one of most older ones if that was another.
  ///
  /// Foreign companies also state some figures in dollars for convenience: of two currencies of the newest day that of
  /// more figures is theirs.
  var currencies: (now: String, before: String?) {
    for name in Self.currencyConcepts {
      var counts: [String: (newest: String, count: Int)] = [:]
      for space in ["us-gaap", "ifrs-full"] {
        for (unit, facts) in facts[space]?[name]?.units ?? [:] where unit.utf8.count == 3 {
          let newest = facts.reduce("") { max($0, $1.end) }
          let known = counts[unit] ?? ("", 0)
          counts[unit] = (max(known.newest, newest), known.count + facts.count)
        }
      }
      guard let newest = counts.values.map(\.newest).max() else { continue }
      let most = { (units: [String: (newest: String, count: Int)]) in
        units.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
      }
      guard let now = most(counts.filter { $0.value.newest == newest }) else { continue }
      return (now, most(counts).flatMap { $0 == now ? nil : $0 })
    }
    return ("USD", nil)
  }
}

extension FactLedger {
  /// Takes the facts of all known concepts out of a file.
  ///
  /// Proxy statements repeat figures in rounded form and are skipped, like all forms that are not financial reports.
  init(_ source: CompanyFacts, currency: String) {
    struct Raw {
      var start: Int32
      var end: Int32
      var accession: String
      var value: Double
    }
    var raw: [[Raw]] = Array(repeating: [], count: FactConcept.all.count)
    var known: [String: Filing] = [:]
    var days: [String: Int32] = [:]
    func day(_ text: String) -> Int32? {
      if let day = days[text] { return day }
      guard let day = CivilDate(iso8601: text).map({ Int32($0.daysSince1970) }) else { return nil }
      days[text] = day
      return day
    }
    for concept in FactConcept.all {
      let unit =
        switch concept.unit {
        case .money: currency
        case .shares: "shares"
        case .moneyPerShare: currency + "/shares"
        }
      for space in FactConcept.taxonomies {
        for fact in source.facts[space]?[concept.name]?.units[unit] ?? [] where Self.isReport(fact.form) {
          guard fact.val.isFinite, let end = day(fact.end), let filed = day(fact.filed) else { continue }
          var start = Self.noStart
          if let text = fact.start {
            guard let first = day(text), Self.isUsual(days: end - first) else { continue }
            start = first
          }
          raw[concept.number].append(Raw(start: start, end: end, accession: fact.accn, value: fact.val))
          if known[fact.accn] == nil {
            known[fact.accn] = Filing(
              accession: fact.accn, form: fact.form, filed: CivilDate(daysSince1970: Int(filed)))
          }
        }
      }
    }
    filings = known.values.sorted { ($0.filed, $0.accession) < ($1.filed, $1.accession) }
    let numbers = Dictionary(
      filings.enumerated().map { ($1.accession, Int32($0)) }, uniquingKeysWith: { first, _ in first })
    for concept in raw.indices {
      let all = raw[concept].map { raw in
        Fact(start: raw.start, end: raw.end, filing: numbers[raw.accession] ?? 0, value: raw.value)
      }
      facts[concept] = withoutRepetitions(
        all.sorted { ($0.end, $0.start, $0.filing, $0.value) < ($1.end, $1.start, $1.filing, $1.value) })
    }
  }

  /// Drops facts that repeat the one before, rounded or not; an annual report's first statement stays.
  private func withoutRepetitions(_ sorted: [Fact]) -> [Fact] {
    var kept: [Fact] = []
    for fact in sorted {
      if let last = kept.last, last.end == fact.end, last.start == fact.start {
        let isRepeated = last.value == fact.value || fact.value.isRounding(of: last.value)
        if isRepeated, filings[Int(last.filing)].isAnnual || !filings[Int(fact.filing)].isAnnual { continue }
      }
      kept.append(fact)
    }
    return kept
  }

  private static func isReport(_ form: String) -> Bool {
    ["10-K", "10-Q", "20-F", "40-F", "6-K", "8-K"].contains { form.hasPrefix($0) }
  }

  /// True for one to four quarters, which are of 12 to 17 weeks.
  private static func isUsual(days: Int32) -> Bool {
    [75...120, 160...205, 245...295, 350...380].contains { $0.contains(days) }
  }
}

extension Double {
  /// True for `90.7` billion next to 90,678 million: the text of a note repeating a balance sheet figure.
  func isRounding(of exact: Double) -> Bool {
    guard self != 0, magnitude >= 1e6, magnitude < 9e15 else { return false }
    var grain = 1.0
    while (magnitude / (grain * 10)).rounded(.down) * grain * 10 == magnitude { grain *= 10 }
    guard grain >= 1e5, (exact.magnitude / grain).rounded(.down) * grain != exact.magnitude else { return false }
    return abs(self - exact) <= grain / 2
  }
}
