import Columns

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The facts of one company as the SEC publishes them (`companyfacts` JSON of data.sec.gov).
struct CompanyFacts: Decodable {
  struct Fact: Decodable {
    var start: String?
    var end: String
    var val: Double
    var accn: String
    var form: String
    var filed: String
  }

  struct Concept: Decodable {
    var units: [String: [Fact]]
  }

  var entityName: String
  var facts: [String: [String: Concept]]
}

extension Fundamentals {
  /// Reads the fiscal years of a company from the SEC's `companyfacts` JSON.
  ///
  /// Only annual reports (10-K and its amendments) count, and of flows only periods of 350 to 380 days: the
  /// quarters and half years that stand beside them are passed over. Where several filings state a figure of
  /// the same period the latest filed wins, so restated figures and share counts after splits are the new ones.
  /// Concepts that changed their name over the years are tried in turn (`FactChooser`). Throws
  /// `not-company-facts` where the bytes are not such a file or hold no annual revenue.
  public init(companyFacts bytes: [UInt8], symbol: String, file: String) throws(MarketDataError) {
    let facts: CompanyFacts
    do {
      facts = try JSONDecoder().decode(CompanyFacts.self, from: Data(bytes))
    } catch {
      throw MarketDataError(
        .notCompanyFacts,
        file: file,
        message: "this is no companyfacts JSON of the SEC",
        hint: "https://data.sec.gov/api/xbrl/companyfacts/CIK##########.json"
      )
    }
    let chooser = FactChooser(facts)
    let years = chooser.fiscalYears()
    guard !years.isEmpty else {
      throw MarketDataError(.notCompanyFacts, file: file, message: "no annual report states a revenue")
    }
    self.init(
      company: facts.entityName,
      symbol: symbol,
      currency: chooser.currency,
      years: years,
      latestShares: chooser.latestShares()
    )
  }
}
