import Language
import Sessions
import Shell
import TestSupport
import Testing

/// Titles of pictures name the drawn series.
@Suite("Titles of plots")
struct PlotTitleTests {
  @Test(
    "A title names the series in use, and another series by the drawn expression",
    arguments: [
      ("close", "SPY 1d"), ("rsi(14)", "SPY 1d"), ("", "SPY 1d"), ("AAPL", "AAPL 1d"),
      ("close @ UNRATE", "close @ UNRATE on the bars of SPY 1d"), ("UNRATE", "UNRATE on the bars of SPY 1d"),
      ("close @ AAPL", "close @ AAPL on the bars of SPY 1d"), ("close, close @ AAPL", "SPY 1d, close @ AAPL"),
      ("close below UNRATE", "SPY 1d, UNRATE"), ("close beside close @ UNRATE", "SPY 1d, close @ UNRATE"),
    ])
  func title(drawn: String, title: String) throws {
    let folder = try TemporaryFolder()
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript(
      """
      load sample AAPL
      load sample UNRATE
      load sample SPY
      plot \(drawn) since 2020-06 until 2020-12 to "\(folder.path)/x.svg"
      """, named: "test", keepGoing: false
    ) { event, _ in
      if case .failure(let diagnostic, _, _) = event { Issue.record("\(diagnostic.message)") }
    }
    let picture = String(decoding: try FileContents.bytes("\(folder.path)/x.svg"), as: UTF8.self)
    #expect(picture.contains("<title>\(title), 2020-06-01 to 2020-12-"), "\(picture.prefix(400))")
  }
}
