import MarketData
import Testing

@Suite("Short tables")
struct ShortTableTests {
  @Test("Lines end as on any system, and quotes, blanks and comments are no part of a field")
  func lines() {
    for end in ["\n", "\r\n", "\r"] {
      let text = ["\"Date\" ; 'Split'", "# a comment", "", "2020-08-31;\" 4:1 \"", "2014-06-09;"].joined(separator: end)
      let rows = ShortTable.rows(of: text)
      #expect(rows.map(\.line) == [1, 4, 5])
      #expect(rows.map(\.fields) == [["Date", "Split"], ["2020-08-31", "4:1"], ["2014-06-09", ""]])
    }
    #expect(ShortTable.rows(of: "").isEmpty)
  }
}
