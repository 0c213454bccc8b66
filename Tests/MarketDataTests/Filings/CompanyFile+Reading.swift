import MarketData
import Research
import TestSupport

extension CompanyFile {
  /// The figures as a session reads them.
  func read() throws(MarketDataError) -> Fundamentals {
    try Fundamentals(companyFacts: Array(text.utf8), symbol: "MADE", file: "made.json")
  }
}
