import JSON
import LibC
import TestSupport
import Testing

/// Replays take the place of sockets: a recording of five trades a minute, played faster than it was.
@Suite("Programs while bars come")
struct LiveTests {
  /// A recording of some minutes, which begins on one.
  private func recording(minutes: Int, in place: Place) throws -> String {
    let start: Int64 = 1_717_408_800_000
    var lines = [
      #"{"tasr":1,"provider":"binance","series":["BTCUSDT"],"timeframe":"1m","bars":"trades"}"#,
      #"{"at":\#(start - 1000),"event":"connected"}"#,
    ]
    for number in 0..<minutes * 5 {
      let time = start + Int64(number) * 12_000
      let trade: JSONValue = [
        "e": "aggTrade", "E": .integer(Int(time)), "s": "BTCUSDT", "a": .integer(number + 1),
        "p": .string("\(69_000 + number % 7)"), "q": "0.1", "T": .integer(Int(time)),
      ]
      let line: JSONValue = ["at": .integer(Int(time + 50)), "frame": .string(trade.write())]
      lines.append(line.write())
    }
    return try place.write("live.tasr", lines.joined(separator: "\n") + "\n")
  }

  private func bars(_ text: String) -> Int { text.split(separator: "\n").count { $0.contains("] BTCUSDT 1m ") } }

  @Test("A line that is typed at the prompt while bars close is kept, even after a result that the pager shows")
  func prompt() throws {
    let place = try Place()
    let file = try recording(minutes: 400, in: place)
    let terminal = try place.prompt(environment: ["PAGER": "less -R", "TERM": "xterm"], rows: 40)
    #expect(terminal.enter("stream from \"\(file)\" at 240x"))
    terminal.send("print 41 +")
    #expect(terminal.waits { self.bars($0.text) >= 3 && $0.cursorLine.hasSuffix("●> print 41 +") })
    let before = bars(terminal.screen.text)
    #expect(terminal.waits { self.bars($0.text) >= before + 3 && $0.cursorLine.hasSuffix("●> print 41 +") })
    terminal.send(" 1\r")
    #expect(terminal.waits { $0.lines.contains("42") }, "\(terminal.screen.text)")
    terminal.send("help language\r")
    #expect(terminal.waits { $0.cursorLine.hasPrefix(":") }, "\(terminal.screen.text)")
    // While the pager has the terminal nothing is written into it.
    let shown = bars(terminal.screen.text)
    terminal.settle(seconds: 0.8)
    #expect(bars(terminal.screen.text) == shown && terminal.screen.cursorLine.hasPrefix(":"))
    terminal.send("qprint 6 *")
    #expect(terminal.waits { self.bars($0.text) > shown && $0.cursorLine.hasSuffix("●> print 6 *") })
    terminal.send(" 7\r")
    #expect(terminal.waits { $0.lines.contains("42") }, "\(terminal.screen.text)")
  }

  @Test("A watched table is drawn again in its place at each close, and a key leaves it")
  func inPlace() throws {
    let place = try Place()
    let file = try recording(minutes: 400, in: place)
    let terminal = try place.prompt(rows: 40)
    #expect(terminal.enter("stream from \"\(file)\" at 240x"))
    #expect(terminal.waits { self.bars($0.text) >= 2 }, "\(terminal.screen.text)")
    func ages(_ lines: [String]) -> [String] { lines.filter { $0.hasPrefix("closes of") } }
    terminal.send("watch BTCUSDT\r")
    #expect(terminal.waits { !ages($0.lines).isEmpty }, "\(terminal.screen.text)")
    let first = ages(terminal.screen.lines)
    #expect(terminal.waits { ages($0.lines) != first && ages($0.lines).count == 1 }, "\(terminal.screen.text)")
    terminal.send("q")
    #expect(terminal.waits { $0.cursorLine.hasSuffix("●> ") || $0.cursorLine.hasSuffix("●>") })
    terminal.send("print 6 * 7\r")
    #expect(terminal.waits { $0.lines.contains("42") }, "\(terminal.screen.text)")
  }

  @Test("A watch ends between bars on request, with a status of success and complete lines in its log")
  func ending() throws {
    let place = try Place()
    let file = try recording(minutes: 400, in: place)
    try place.write("desk.tas", "stream from \"\(file)\" at 600x\n")
    let ran = try place.shell(
      """
      cd \(place.path); tas watch desk.tas --log log.jsonl > out & child=$!
      for i in $(seq 200); do [ $(cat log.jsonl 2>/dev/null | wc -l) -gt 5 ] && break; sleep 0.05; done
      kill -TERM $child; wait $child; echo "status $?"
      """)
    #expect(ran.output == "status 0\n", "\(ran)")
    let log = try #require(place.text("log.jsonl"))
    #expect(log.hasSuffix("\n"))
    let lines = try log.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.count > 5 && lines.allSatisfy { $0["kind"] == "event" })
  }

  @Test("A watch that is killed again and again logs each bar once and loses none")
  func killed() throws {
    let place = try Place()
    let file = try recording(minutes: 60, in: place)
    try place.write("desk.tas", "stream from \"\(file)\" at max\n")
    for round in 0..<(Thoroughness.isFull ? 12 : 4) {
      _ = try place.shell(
        "cd \(place.path); timeout -s KILL 0.0\(1 + round % 9) tas watch desk.tas --log log.jsonl > /dev/null; true")
    }
    let last = try place.tas("watch", place.path + "/desk.tas", "--log", place.path + "/log.jsonl")
    #expect(last.status == 0, "\(last)")
    let times = try #require(place.text("log.jsonl")).split(separator: "\n").compactMap { line -> String? in
      guard let data = (try? JSONValue(parsing: String(line)))?["data"], data["type"] == "bar" else { return nil }
      return data["time"]?.stringValue
    }
    #expect(times.count == 58 && times == times.sorted() && Set(times).count == times.count, "\(times)")
  }

  @Test("Events are lines between the answers of a program, and none come unless they are asked for")
  func batch() throws {
    let place = try Place()
    let file = try recording(minutes: 6, in: place)
    let requests = [
      #"{"id":1,"statement":"stream from \"\#(file)\" at max"}"#, #"{"id":2,"statement":"wait for bar"}"#,
      #"{"id":3,"subscribe":["bar"]}"#, #"{"id":4,"statement":"wait until end"}"#, #"{"id":5,"statement":"streams"}"#,
    ]
    let ran = try place.tas("--batch", input: requests.joined(separator: "\n") + "\n")
    let lines = try ran.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let events = lines.filter { $0["kind"] == "event" }
    #expect(events.count == 3 && events.allSatisfy { $0["data"]?["type"] == "bar" }, "\(ran)")
    #expect(lines.count - events.count == 5)
    let replayed = lines.first { $0["id"] == 4 }?["results"]?[0]?["data"]?["replayed"]
    #expect(replayed == ["messages": 30, "bars": 4, "gaps": 0], "\(ran)")
    let rows = lines.first { $0["id"] == 5 }?["results"]?[0]
    #expect(
      rows?["data"]?["columns"] == [
        "series", "source", "state", "last_message", "last_bar", "gaps", "dropped", "duplicates", "late", "reconnects",
      ], "\(ran)")
  }
}
