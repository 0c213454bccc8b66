import Presentation
import Testing

@Suite("Columns that wrap and columns that stay whole")
struct WholeColumnTests {
  @Test("A date is never cut: the table is split instead")
  func dates() {
    let table = Table(
      columns: [.date("entry"), .date("exit"), .text("rule")],
      rows: [[.text("2020-04-14T10:00:00-04:00"), .text("2020-04-15T10:00:00-04:00"), .text("golden cross")]])
    let text = TextRenderer(width: 40).render(Document([.table(table)]))
    #expect(text.contains("2020-04-14T10:00:00-04:00"))
    #expect(text.contains("2020-04-15T10:00:00-04:00"))
  }

  @Test("Words of a wrapping column continue in the next line")
  func wrapping() {
    let table = Table(
      columns: [.text("name"), .text("meaning").wrapping],
      rows: [[.text("rsi"), .text("the share of rises in the moves of the last bars")]])
    let text = TextRenderer(width: 30).render(Document([.table(table)]))
    #expect(
      text == """
        name  meaning
        ──────────────────────────────
        rsi   the share of rises in
              the moves of the last
              bars

        """)
  }
}
