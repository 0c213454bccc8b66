import JSON
import TestSupport
import Testing

@Suite("tas as the engine of another program")
struct BatchTests {
  private func objects(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  @Test("Requests of a file are answered in their order, and faults end nothing")
  func file() throws {
    let place = try Place()
    let ran = try place.tas(
      "--batch",
      input: """
        {"id": 1, "statement": "let x = 20"}
        no request

        {"id": "two", "statement": "print y"}
        {"id": 3, "cancel": 99}
        {"id": 4, "statement": "print x + 22"}
        """)
    #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
    // To cancel is answered at once, so that its answer may come at any point.
    let answers = try objects(ran.output).filter { $0["cancelled"] == nil }
    #expect(answers.map { $0["id"] } == [1, .null, "two", 4])
    #expect(answers[1]["error"]?["data"]?["code"] == "bad-request")
    #expect(answers[2]["error"]?["data"]?["code"] == "unknown-name")
    #expect(answers[3]["results"]?[0]?["data"]?["values"]?[0]?.doubleValue == 42)
  }

  @Test("A statement under way tells how far it is and is cancelled, and one that waits is, too")
  func cancel() throws {
    let place = try Place()
    let ran = try place.shell(
      """
      cd \(place.path); mkfifo in; tas --batch < in > out 2> err & exec 3> in
      waits() { for i in $(seq 1200); do grep -q "$1" out && return; sleep 0.05; done; echo "never $1"; }
      echo '{"id": 1, "statement": "\(Self.preparation)"}' >&3
      echo '{"id": 2, "statement": "\(LongWork.sweep)"}' >&3
      echo '{"id": 3, "statement": "print 3"}' >&3
      waits '"id":2,"progress"'
      echo '{"id": 4, "cancel": 3}' >&3; waits '"id":4'
      echo '{"id": 5, "cancel": 2}' >&3; waits '"id":3'
      echo '{"id": 6, "cancel": 2}' >&3; waits '"id":6'
      echo '{"id": 7, "statement": "print 7"}' >&3; waits '"id":7'
      exec 3>&-; wait
      """)
    #expect(ran.output == "", "\(ran) \(place.text("out") ?? "") \(place.text("err") ?? "")")
    let answers = try objects(place.text("out") ?? "").filter { $0["progress"] == nil }
    func answer(_ id: Int) -> JSONValue { answers.first { $0["id"] == .integer(id) } ?? .null }
    // Of a sweep there are the best rows so far, with a warning.
    let part = try #require(answer(2)["results"]?[0])
    #expect(
      part["warnings"]?.elements?.contains { $0["code"] == "interrupted" } == true, "\(part["warnings"] ?? .null)")
    #expect(answer(3)["error"]?["data"]?["code"] == "interrupted")
    #expect(answer(4)["cancelled"] == true && answer(5)["cancelled"] == true && answer(6)["cancelled"] == false)
    #expect(answer(7)["results"]?[0]?["data"]?["values"]?[0]?.doubleValue == 7)
  }

  private static let preparation = """
    load sample SPY; set certificate off; strategy cross(fast = 12, slow = 26) { \
    enter long when ema(fast) crosses above ema(slow); exit long when ema(fast) crosses below ema(slow) }
    """

  @Test("SIGINT ends the statement under way and nothing else")
  func interrupt() throws {
    let place = try Place()
    let ran = try place.shell(
      """
      cd \(place.path); mkfifo in; tas --batch < in > out 2> err & program=$!; exec 3> in
      waits() { for i in $(seq 1200); do grep -q "$1" out && return; sleep 0.05; done; echo "never $1"; }
      echo '{"id": 1, "statement": "\(Self.preparation)"}' >&3
      echo '{"id": 2, "statement": "\(LongWork.sweep)"}' >&3
      waits '"id":2,"progress"'; kill -INT $program; waits '"id":2,"results"'
      echo '{"id": 3, "statement": "print 3"}' >&3; waits '"id":3'
      exec 3>&-; wait
      """)
    #expect(ran.output == "", "\(ran)")
    let answers = try objects(place.text("out") ?? "").filter { $0["progress"] == nil }
    #expect(
      answers.map { answer in
        (answer["results"]?[0]?["warnings"]?.elements ?? []).contains { $0["code"] == "interrupted" }
      } == [false, true, false])
  }

  @Test("The machine description is one JSON document, and --batch gives the same")
  func description() throws {
    let place = try Place()
    let ran = try place.tas("--describe")
    let description = try JSONValue(parsing: ran.output)
    for key in ["commands", "rule_clauses", "indicators", "functions", "settings", "assumptions", "metrics", "codes"] {
      #expect((description[key]?.elements?.count ?? 0) > 5, "\(key)")
    }
    let answer = try objects(try place.tas("--batch", input: "{\"describe\": true}\n").output).first
    #expect(answer?["description"] == description)
  }

  @Test("Wrong calls are refused, and parameters and sessions are taken")
  func calls() throws {
    let place = try Place()
    #expect(try place.tas("--batch", "-c", "print 1").status == 2)
    #expect(try place.tas("--batch", "file.tas").status == 2)
    #expect(try place.tas("--batch", "--session", "nothing.json").status == 2)
    let ran = try place.tas("--batch", "n=5", input: "{\"id\": 1, \"statement\": \"param n = 1; print n\"}\n")
    #expect(try objects(ran.output)[0]["results"]?[1]?["data"]?["values"]?[0]?.doubleValue == 5)
  }
}
