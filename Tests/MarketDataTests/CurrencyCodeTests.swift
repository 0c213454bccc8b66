import MarketData
import Testing

@Suite("Currency of bars")
struct CurrencyCodeTests {
  @Test(
    "a code is in capitals however it is written, and pence are not pounds",
    arguments: [("usd", "USD"), ("EUR", "EUR"), ("GBp", "GBp"), ("ZAc", "ZAc"), ("Gbp", "GBP"), ("", nil)])
  func code(written: String, code: String?) throws {
    let text =
      "Date,Open,High,Low,Close,Currency\n2026-02-02,27,28,26,27.5,\(written)\n2026-02-03,27.5,28,27,28,\(written)\n"
    #expect(try BarFile.read(Array(text.utf8), name: "x.csv").currencyCode == code)
  }
}
