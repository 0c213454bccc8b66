import Filings
import MarketData

/// Builds a companyfacts file of a made-up company, fact by fact.
struct CompanyFile {
  private var facts: [String: [String: [String]]] = [:]

  /// States a figure: of a period where `from` is given, else of the day `to`.
  mutating func state(
    _ tag: String, _ value: Double, from: String? = nil, to: String, in form: String = "10-K", filed: String,
    unit: String = "USD", space: String = "us-gaap"
  ) {
    let start = from.map { "\"start\": \"\($0)\", " } ?? ""
    // One filing a day: its accession number is made of the day.
    let accession = "0000000001-\(filed.dropFirst(2).prefix(2))-\(filed.filter(\.isNumber).suffix(6))"
    let fact =
      "{\(start)\"end\": \"\(to)\", \"val\": \(value), \"accn\": \"\(accession)\", \"form\": \"\(form)\", "
      + "\"filed\": \"\(filed)\"}"
    facts[space + "\n" + tag, default: [:]][unit, default: []].append(fact)
  }

  /// States the flows of a calendar year in its annual report of the following February.
  mutating func state(year: Int, _ flows: [String: Double], unit: String = "USD") {
    for (tag, value) in flows {
      state(tag, value, from: "\(year)-01-01", to: "\(year)-12-31", filed: "\(year + 1)-02-20", unit: unit)
    }
  }

  /// States the balances of a year's end in its annual report.
  mutating func state(balancesOf year: Int, _ balances: [String: Double], unit: String = "USD") {
    for (tag, value) in balances { state(tag, value, to: "\(year)-12-31", filed: "\(year + 1)-02-20", unit: unit) }
  }

  /// States the cover page of a year's annual report.
  mutating func state(coverOf year: Int, _ shares: Double) {
    state(
      "EntityCommonStockSharesOutstanding", shares, to: "\(year + 1)-02-10", filed: "\(year + 1)-02-20",
      unit: "shares", space: "dei")
  }

  /// States the average of a year's shares.
  mutating func state(averageOf year: Int, diluted: Double, basic: Double) {
    for (tag, value) in [
      ("WeightedAverageNumberOfDilutedSharesOutstanding", diluted),
      ("WeightedAverageNumberOfSharesOutstandingBasic", basic),
    ] {
      state(tag, value, from: "\(year)-01-01", to: "\(year)-12-31", filed: "\(year + 1)-02-20", unit: "shares")
    }
  }

  var text: String {
    let spaces = ["us-gaap", "ifrs-full", "dei"].map { space in
      let tags = facts.filter { $0.key.hasPrefix(space + "\n") }.map { key, units in
        let lists = units.map { "\"\($0.key)\": [\($0.value.joined(separator: ", "))]" }.joined(separator: ", ")
        return "\"\(key.dropFirst(space.count + 1))\": {\"units\": {\(lists)}}"
      }
      return "\"\(space)\": {\(tags.joined(separator: ", "))}"
    }
    return "{\"cik\": 1, \"entityName\": \"Made Up\", \"facts\": {\(spaces.joined(separator: ", "))}}"
  }

  func read() throws(MarketDataError) -> Fundamentals {
    try Fundamentals(companyFacts: Array(text.utf8), symbol: "MADE", file: "made.json")
  }
}

extension CompanyFile {
  /// A company with everything that a valuation needs, of the year 2024.
  static var plain: CompanyFile { plain(cover: 100e6) }

  /// The same with another count of shares on its cover pages.
  static func plain(cover: Double) -> CompanyFile {
    var file = CompanyFile()
    for year in 2022...2024 {
      file.state(
        year: year,
        [
          "Revenues": 900e6 + Double(year - 2022) * 50e6, "OperatingIncomeLoss": 200e6, "NetIncomeLoss": 150e6,
          "IncomeTaxExpenseBenefit": 40e6,
          "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest": 190e6,
          "PaymentsToAcquirePropertyPlantAndEquipment": 60e6, "DepreciationDepletionAndAmortization": 50e6,
          "IncreaseDecreaseInOperatingCapital": 10e6,
        ])
      file.state(
        balancesOf: year,
        [
          "Assets": 2000e6, "StockholdersEquity": 1000e6, "CashAndCashEquivalentsAtCarryingValue": 300e6,
          "LongTermDebt": 400e6,
        ])
      file.state(coverOf: year, cover)
      file.state(averageOf: year, diluted: 101e6, basic: 100e6)
    }
    return file
  }
}
