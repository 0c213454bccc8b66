import Batch
import Calendar
import JSON
import Platform
import Presentation
import Sessions
import Shell
import TestSupport
import Testing

@Suite("Requests of a program and their answers")
struct BatchSessionTests {
  private func environment() -> Environment {
    Environment(
      today: .init(daysSince1970: 19_000), now: { "2022-01-08T12:00:00Z" }, stateDirectory: "/nowhere",
      files: DiskFiles())
  }

  /// The answers to lines, as a program reads them.
  private func answers(to lines: String...) throws -> [JSONValue] {
    var batch = BatchSession(Interpreter(environment: environment()))
    return try lines.map { line in
      let answer =
        switch try #require(BatchLines.Line.whole(Array(line.utf8)).request()) {
        case .success(let request): batch.answer(request)
        case .failure(let fault): fault.answer
        }
      #expect(answer.line.hasSuffix("\n") && answer.line.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
      return try JSONValue(parsing: answer.line)
    }
  }

  @Test(
    "The answer has the id of the request, of whatever kind it is",
    arguments: ["1", "1.5", "\"a\"", "null", "true", "[1,\"b\"]", "{\"cell\":7}"])
  func ids(id: String) throws {
    let answer = try #require(try answers(to: "{\"id\": \(id), \"statement\": \"print 1\"}").first)
    #expect(answer["id"] == (try JSONValue(parsing: id)))
    #expect(answer["results"]?[0]?["data"]?["values"]?[0]?.doubleValue == 1)
  }

  @Test("A statement is answered with the records of `--format json`")
  func results() throws {
    let answer = try #require(
      try answers(to: #"{"id": 1, "statement": "load sample SPY; let x = 3\nprint x"}"#).first)
    let results = try #require(answer["results"]?.elements)
    #expect(results.map { $0["kind"]?.stringValue } == ["loaded", "defined", "printed"])
    #expect(results.map { $0["line"]?.intValue } == [1, 1, 2])
    #expect(answer["error"] == nil)

    var printed: [JSONValue] = []
    var interpreter = Interpreter(environment: environment())
    interpreter.listsAllRows = true
    let printer = OutcomePrinter(format: .json)
    _ = interpreter.runScript("load sample SPY; let x = 3\nprint x", named: "script", keepGoing: false) {
      if let value = try? JSONValue(parsing: printer.text(of: $0, sources: $1).output) { printed.append(value) }
    }
    #expect(results == printed)
  }

  @Test("The session continues from one request to the next, over failures too")
  func session() throws {
    let answers = try answers(
      to: #"{"id": 1, "statement": "let x = 40"}"#, #"{"id": 2, "statement": "print x; print y; print 3"}"#,
      #"{"id": 3, "statement": "print x + 2"}"#)
    #expect(answers[1]["results"]?.elements?.count == 1)
    #expect(answers[1]["error"]?["kind"] == "error")
    #expect(answers[1]["error"]?["data"]?["code"] == "unknown-name")
    #expect(answers[1]["error"]?["data"]?["span"]?["start"] == 15)
    #expect(answers[2]["results"]?[0]?["data"]?["values"]?[0]?.doubleValue == 42)
  }

  @Test("Results and errors come as text too, on request")
  func shown() throws {
    let answers = try answers(
      to: #"{"id": 1, "statement": "load sample SPY; show close last 1", "show": ["table", "html"], "width": 60}"#,
      #"{"id": 2, "statement": "print y", "show": ["table"]}"#)
    let shown = try #require(answers[0]["results"]?[1]?["shown"])
    #expect(shown["table"]?.stringValue?.contains("2021-03-31") == true)
    #expect(shown["html"]?.stringValue?.contains("<table") == true)
    #expect(answers[1]["error"]?["shown"]?["table"]?.stringValue?.contains("| print y") == true)
  }

  @Test("Lists have all of their rows, and where they are to be brief the last ten")
  func rows() throws {
    let answers = try answers(
      to: #"{"id": 1, "statement": "load sample SPY; show close"}"#,
      #"{"id": 2, "statement": "show close", "brief": true}"#)
    #expect(answers[0]["results"]?[1]?["data"]?["rows"]?.elements?.count == 5849)
    #expect(answers[1]["results"]?[0]?["data"]?["rows"]?.elements?.count == 10)
  }

  @Test("Warnings of a statement without a result are in the answer")
  func warnings() throws {
    let answers = try answers(to: #"{"id": 1, "statement": "load sample SPY; delete SPY"}"#)
    #expect(answers[0]["error"] == nil)
  }

  @Test("Words possible at the cursor, counted in bytes")
  func completion() throws {
    let answers = try answers(
      to: #"{"id": 1, "complete": "load sample SP"}"#, #"{"id": 2, "complete": "print \"é\", rs 7", "cursor": 14}"#)
    #expect(answers[0]["completions"]?["start"] == 12)
    #expect(answers[0]["completions"]?["candidates"]?[0]?["text"] == "SPY")
    #expect(answers[1]["completions"]?["start"] == 12)
    #expect(
      answers[1]["completions"]?["candidates"]?.elements?.contains { $0["text"] == "rsi(" } == true)
  }

  @Test("Whether a text is whole")
  func completeness() throws {
    let answers = try answers(
      to: #"{"id": 1, "completeness": "strategy s {"}"#, #"{"id": 2, "completeness": "print 1"}"#)
    #expect(answers.map { $0["complete"]?.boolValue } == [false, true])
  }

  @Test("`quit` says that no answer follows")
  func quit() throws {
    #expect(try answers(to: #"{"id": 1, "statement": "quit"}"#)[0]["quit"] == true)
  }

  @Test(
    "A line that is no request is answered with its fault",
    arguments: [
      ("nonsense", "null", "this line is not JSON"), ("[1]", "null", "but this line is not"),
      (#"{"id": 7}"#, "7", "this one has none"),
      (#"{"id": 7, "statement": "print 1", "cancel": 3}"#, "7", "`statement` and `cancel`"),
      (#"{"id": 7, "statement": 5}"#, "7", "`statement` must be a string, not `5`"),
      (#"{"id": 7, "statement": "print 1", "shw": []}"#, "7", "has no `shw`"),
      (#"{"id": 7, "statement": "print 1", "show": "html"}"#, "7", "`show` must be a list"),
      (#"{"id": 7, "statement": "print 1", "show": ["pdf"]}"#, "7", "`\"pdf\"`"),
      (#"{"id": 7, "statement": "print 1", "width": 3}"#, "7", "`width` must be a number of columns"),
      (#"{"id": 7, "complete": "é", "cursor": 3}"#, "7", "`cursor` must be an offset"),
    ])
  func faults(line: String, id: String, message: String) throws {
    let answers = try answers(to: line, #"{"id": 8, "statement": "print 1"}"#)
    #expect(answers[0]["id"] == (try JSONValue(parsing: id)))
    #expect(answers[0]["error"]?["data"]?["code"] == "bad-request")
    #expect(answers[0]["error"]?["data"]?["message"]?.stringValue?.contains(message) == true, "\(answers[0])")
    #expect(answers[0]["error"]?["data"]?["hints"]?.elements?.isEmpty == false)
    #expect(answers[1]["results"]?.elements?.count == 1)
  }

  @Test("A line is put together from pieces; one that is too long is reported and dropped")
  func lines() {
    var lines = BatchLines(limit: 8)
    #expect(lines.append(Array("ab".utf8)[...]) == [])
    #expect(lines.append(Array("c\r\nd\n".utf8)[...]) == [.whole(Array("abc".utf8)), .whole(Array("d".utf8))])
    #expect(lines.append(Array("0123456789".utf8)[...]) == [])
    #expect(lines.append(Array("0123\nxy".utf8)[...]) == [.tooLong])
    #expect(lines.finish() == .whole(Array("xy".utf8)))
    #expect(lines.finish() == nil)
    guard case .failure(let fault)? = BatchLines.Line.tooLong.request() else {
      Issue.record("a line that is too long is no request")
      return
    }
    #expect(fault.answer.line.contains("too long"))
    #expect(BatchLines.Line.whole(Array(" \t".utf8)).request() == nil)
  }
}
