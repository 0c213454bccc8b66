import Presentation
import Testing
import Text

@Suite("HTML")
struct HTMLRendererTests {
  private func page(@DocumentBuilder _ blocks: () -> [Document.Block]) -> String {
    HTMLRenderer().render(Document("A <b>title</b>", blocks))
  }

  @Test("Text from data is never read as a tag, in any part")
  func escaping() {
    let hostile = "<script>alert('x')</script>&amp;\"\u{202E}"
    let text = StyledText(hostile)
    let html = page {
      text
      Block.note(text)
      Block.warning(text)
      Block.heading(text)
      Block.list([text])
      Block.code(hostile)
      [Property(hostile, text, remark: text)]
      Table(columns: [.text(hostile), .number(hostile)], rows: [[.text(text), 1]])
      BarChart([BarChart.Bar(hostile, 1)])
    }
    #expect(!html.contains("<script"))
    #expect(!html.contains("&amp;amp;\"\u{202E}"))
    #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;&quot;"))
    #expect(html.contains("<title>A &lt;b&gt;title&lt;/b&gt;</title>"))
  }

  @Test("A mark that combines with a character leaves it no meaning")
  func combiningMarks() {
    #expect(HTMLRenderer.escaped("\"\u{301} <\u{338}b &\u{301}") == "&quot;\u{301} &lt;\u{338}b &amp;\u{301}")
    #expect(HTMLRenderer.escaped("plain é") == "plain é")
  }

  @Test("A page needs nothing from elsewhere")
  func selfContained() {
    let html = page { StyledText("text") }
    for word in ["http:", "https:", "<script", "<link", "<img", "@import", "url("] { #expect(!html.contains(word)) }
    #expect(html.contains("prefers-color-scheme: dark"))
    #expect(html.contains("@media print"))
  }

  @Test("Each tag that is opened is closed, in order")
  func wellFormed() {
    let html = page {
      [Property("price", 172.5, .fixed(2))]
      Table(
        columns: [.text("line"), .number("FY2026E")],
        rows: [[.text(StyledText("revenue", .strong)), 406.3], [.text("  growth"), .missing]], rules: [1])
      Block.note("a note")
      Block.sparkline(Sparkline([1, 2, 3], width: 3))
    }
    var open: [Substring] = []
    for match in html.matches(of: #/<(\/?)([a-z0-9]+)[^>]*>/#) {
      let tag = match.2
      if ["meta", "br"].contains(tag) { continue }
      if match.1.isEmpty { open.append(tag) } else { #expect(open.popLast() == tag) }
    }
    #expect(open.isEmpty)
    #expect(html.contains("<tr class=\"rule\"><th scope=\"row\">  growth</th>"))
    #expect(html.contains("<td class=\"number\">406.3</td>"))
  }
}
