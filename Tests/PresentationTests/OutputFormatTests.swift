import JSON
import Presentation
import Testing

@Suite("Output formats")
struct OutputFormatTests {
  private struct Sample: Presentable {
    var kind: String { "sample" }
    var data: JSONValue { ["x": 1] }
    var document: Document
    var row: [String]?
  }

  private let sheet = Sample(document: Document { Table(columns: [.number("x")], rows: [[1]]) })
  private let prose = Sample(document: Document { StyledText("words") })

  @Test("Names and endings find each format, and no other")
  func table() {
    #expect(OutputFormat.all.map(\.name) == ["table", "json", "csv", "markdown", "html"])
    for format in OutputFormat.all {
      #expect(OutputFormat.named(format.name) == format)
      if let ending = format.fileEnding { #expect(OutputFormat.forFile(ending: ending) == format) }
    }
    #expect(OutputFormat.fileEndings == ["csv", "html", "json", "md", "svg", "vl.json"])
    #expect(OutputFormat.named("svg") == nil)
    #expect(OutputFormat.forFile(ending: "") == nil)
  }

  @Test("A text that a spreadsheet would compute is written as a text; numbers stay numbers")
  func formulas() {
    let table = Table(
      columns: [.text("a"), .number("b")],
      rows: [["=1+1", -2], ["+x", 1], ["-x", 1], ["@a", 1], ["-", 1], ["-5%", 1], ["plain", 1]])
    let lines = CSVRenderer().render(table).split(separator: "\n").map(String.init)
    #expect(lines == ["a,b", "'=1+1,-2", "'+x,1", "'-x,1", "'@a,1", "-,1", "-5%,1", "plain,1"])
    #expect(CSVRenderer().render(Table(columns: [.text("=x"), .number("y", key: "@y")], rows: [])) == "'=x,'@y\n")
  }

  @Test("A record has its keys in order; a file is indented")
  func records() {
    let context = OutputContext(keysBefore: [("line", 3)], keysAfter: [("warnings", [])])
    #expect(
      OutputFormat.json.render(sheet, in: context) == #"{"kind":"sample","line":3,"data":{"x":1},"warnings":[]}"# + "\n"
    )
    #expect(
      OutputFormat.json.render(sheet, in: OutputContext(isFile: true))?.hasPrefix("{\n  \"kind\": \"sample\",") == true)
    #expect(OutputFormat.all.filter(\.hasRecords) == [.json])
  }

  @Test("CSV holds tables, and single values if it is not a file")
  func csv() {
    #expect(OutputFormat.csv.render(sheet, in: OutputContext()) == "x\n1\n")
    #expect(OutputFormat.csv.render(prose, in: OutputContext()) == nil)
    var value = prose
    value.row = ["words", "0.1"]
    #expect(OutputFormat.csv.render(value, in: OutputContext()) == "words,0.1\n")
    #expect(OutputFormat.csv.render(value, in: OutputContext(isFile: true)) == nil)
  }
}
