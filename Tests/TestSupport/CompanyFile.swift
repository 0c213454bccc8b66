/// Builds a companyfacts file of a made-up company, fact by fact.
public struct CompanyFile {
  private var facts: [String: [String: [String]]] = [:]

  /// Makes a file without facts.
  public init() {}

  /// States a figure: of a period where `from` is given, else of the day `to`.
  public mutating func state(
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

  /// Takes all that was stated under a name away.
  public mutating func drop(_ tag: String, space: String = "us-gaap") { facts[space + "\n" + tag] = nil }

  /// States the flows of a calendar year in its annual report of the following February.
  public mutating func state(year: Int, _ flows: [String: Double], unit: String = "USD") {
    for (tag, value) in flows {
      state(tag, value, from: "\(year)-01-01", to: "\(year)-12-31", filed: "\(year + 1)-02-20", unit: unit)
    }
  }

  /// States the flows of the part of a calendar year that ends on a day in a quarterly report filed five weeks later.
  public mutating func state(toDate end: String, filed: String, _ flows: [String: Double], unit: String = "USD") {
    for (tag, value) in flows {
      state(tag, value, from: "\(end.prefix(4))-01-01", to: end, in: "10-Q", filed: filed, unit: unit)
    }
  }

  /// States the balances of a quarter's end in its report.
  public mutating func state(balancesOn day: String, filed: String, _ balances: [String: Double]) {
    for (tag, value) in balances { state(tag, value, to: day, in: "10-Q", filed: filed) }
  }

  /// States the balances of a year's end in its annual report.
  public mutating func state(balancesOf year: Int, _ balances: [String: Double], unit: String = "USD") {
    for (tag, value) in balances { state(tag, value, to: "\(year)-12-31", filed: "\(year + 1)-02-20", unit: unit) }
  }

  /// States the cover page of a year's annual report.
  public mutating func state(coverOf year: Int, _ shares: Double) {
    state(
      "EntityCommonStockSharesOutstanding", shares, to: "\(year + 1)-02-10", filed: "\(year + 1)-02-20",
      unit: "shares", space: "dei")
  }

  /// States the average of a year's shares.
  public mutating func state(averageOf year: Int, diluted: Double, basic: Double) {
    for (tag, value) in [
      ("WeightedAverageNumberOfDilutedSharesOutstanding", diluted),
      ("WeightedAverageNumberOfSharesOutstandingBasic", basic),
    ] {
      state(tag, value, from: "\(year)-01-01", to: "\(year)-12-31", filed: "\(year + 1)-02-20", unit: "shares")
    }
  }

  /// The file.
  public var text: String {
    let spaces = ["us-gaap", "ifrs-full", "dei"].map { space in
      let tags = facts.filter { $0.key.hasPrefix(space + "\n") }.map { key, units in
        let lists = units.map { "\"\($0.key)\": [\($0.value.joined(separator: ", "))]" }.joined(separator: ", ")
        return "\"\(key.dropFirst(space.count + 1))\": {\"units\": {\(lists)}}"
      }
      return "\"\(space)\": {\(tags.joined(separator: ", "))}"
    }
    return "{\"cik\": 1, \"entityName\": \"Made Up\", \"facts\": {\(spaces.joined(separator: ", "))}}"
  }
}

extension CompanyFile {
  /// A company with everything that a valuation needs, of the year 2024.
  public static var plain: CompanyFile { plain(cover: 100e6) }

  /// The same with another count of shares on its cover pages.
  public static func plain(cover: Double) -> CompanyFile {
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

  /// The plain company with the first quarter of 2025 and the same of 2024, and a new balance sheet.
  ///
  /// - Parameter left: lines that the quarters do not state.
  public static func withQuarter(without left: Set<String> = []) -> CompanyFile {
    var file = CompanyFile.plain
    for (year, filed, factor) in [(2024, "2024-05-05", 0.24), (2025, "2025-05-05", 0.30)] {
      let flows = [
        "Revenues": 1000e6, "OperatingIncomeLoss": 200e6, "NetIncomeLoss": 150e6, "IncomeTaxExpenseBenefit": 40e6,
        "PaymentsToAcquirePropertyPlantAndEquipment": 60e6, "DepreciationDepletionAndAmortization": 50e6,
        "IncreaseDecreaseInOperatingCapital": 10e6,
      ]
      file.state(
        toDate: "\(year)-03-31", filed: filed, flows.filter { !left.contains($0.key) }.mapValues { $0 * factor })
    }
    file.state(
      balancesOn: "2025-03-31", filed: "2025-05-05",
      [
        "Assets": 2600e6, "StockholdersEquity": 1040e6, "CashAndCashEquivalentsAtCarryingValue": 250e6,
        "LongTermDebt": 900e6,
      ])
    file.state(
      "EntityCommonStockSharesOutstanding", 102e6, to: "2025-04-30", in: "10-Q", filed: "2025-05-05", unit: "shares",
      space: "dei")
    return file
  }
}
