import JSON
import LibC
import TestSupport
import Testing

/// Every example of the documentation gives the same data in a script, through `--batch` and typed at the prompt in a
/// terminal.
@Suite("Three doors with one behaviour")
struct DoorsTests {
  /// The statements that the examples take for granted, one a line.
  private static let preparation = [
    // A certificate costs five backtests, and shows nothing that depends on the door.
    "set certificate off", "load SPY.csv", "load AAPL.csv", "use SPY",
    "strategy cross(fast = 12, slow = 26) { golden: enter long when ema(fast) crosses above ema(slow); death: exit long when ema(fast) crosses below ema(slow) }",
    "strategy swing { enter long when rsi(14) < 30; exit long when rsi(14) > 70 }", "backtest swing", "backtest cross",
    "dcf AAPL { price = 172.5; shares = 15.74B; revenue = 383.3B; growth = 6% to 3%; margin = 30%; discount = 9%; terminal = 2.5%; horizon = 5y }",
    "save scenario base", "save scenario bear", "save scenario bull", "save forecast \"Q3 view\"",
    "load sample fundamentals AAPL", "load sample fundamentals NVDA", "load sample fundamentals MRVL",
  ]

  /// Commands whose examples are about one door, or about files that a reader would have, with the reason.
  private static let exceptions = [
    "quit": "it ends each", "history": "only the prompt has entries", "import": "needs a workbook",
    "run": "its first example needs a script; the second is run by its own name here",
    "save": "writes the session of the prompt", "reset": "takes the preparation away",
    "drop": "takes the preparation away", "rename": "as `drop`",
    "undo": "what it goes back to depends on the entry", "redo": "as `undo`",
    "sessions": "only the prompt keeps them", "wait": "five minutes would pass", "stream": "needs a provider",
    "record": "as `stream`",
  ]

  /// All examples that the machine description has, each with the end that tells that it is done.
  private static func examples(_ place: Place) throws -> [String] {
    let description = try JSONValue(parsing: try place.tas("--describe").output)
    func texts(_ table: String, _ key: String) -> [String] {
      (description[table]?.elements ?? []).flatMap { entry -> [String] in
        guard exceptions[entry["name"]?.stringValue ?? ""] == nil else { return [] }
        return entry[key]?.elements?.compactMap(\.stringValue) ?? [entry[key]?.stringValue].compactMap(\.self)
      }
    }
    let pages = (description["language"]?["pages"]?.elements ?? []).flatMap {
      $0["examples"]?.elements?.compactMap(\.stringValue) ?? []
    }
    let all =
      texts("commands", "examples") + texts("definitions", "examples") + texts("rule_clauses", "example")
      + texts("indicators", "example") + texts("functions", "example") + pages + ["run example rsi2_pullback"]
    #expect(all.count > 300)
    // An example that changes global state would affect the next one.
    let isWhole = { (text: String) in !text.contains("undo") && !text.contains("tutorial") && !text.contains("/tmp/") }
    // Each begins with the series that its text is about, regardless of the previous one's choice.
    return all.filter(isWhole).enumerated().map { "use SPY; \(light($0.element)); print \"done \($0.offset)\"" }
  }

  /// Writes the last bars of the samples that the examples are about: most print each of them.
  private static func writeBars(_ place: Place) throws {
    let bars = "open, high, low, close, volume last 800"
    let ran = try place.tas(
      "-c", "load sample SPY; show \(bars) to \"\(place.path)/SPY.csv\"",
      "-c", "load sample AAPL; show \(bars) to \"\(place.path)/AAPL.csv\"")
    #expect(ran.status == 0, "\(ran)")
  }

  /// The same example with less to compute, as only the path through each door is compared.
  private static func light(_ example: String) -> String {
    var text = example.replacing(/\b\d+_000 runs/, with: "1_000 runs")
      .replacing(/load sample (SPY|AAPL);/, with: { "load \($0.1).csv;" })
      .replacing(/load sample (SPY|AAPL)$/, with: { "load sample \($0.1) as whole" })
      .replacing("simulate base terminal", with: "simulate base 1_000 runs terminal")
      .replacing("until 2011 as", with: "until 2019 as").replacing("of grid since 2012", with: "of grid since 2020")
      .replacing("fast=5..15, slow", with: "fast=5..15 step 5, slow")
    if text.contains("in one account"), !text.contains(" since ") { text += " since 2020" }
    return text
  }

  // MARK: The doors

  @Test("Every documented example")
  func everyExample() async throws {
    let entries = Self.preparation + (try Self.examples(try Place()))
    // Each door by itself has one processor.
    async let script = Self.inScript(entries)
    async let batch = Self.inBatch(entries)
    async let prompt = Self.atPrompt(entries)
    let scripted = try await script
    #expect(scripted.count > entries.count)
    #expect(scripted.count { String(decoding: $0.kind, as: UTF8.self) == "\"error\"" } < 60)
    try compare("batch", try await batch, scripted)
    try compare("prompt", try await prompt, scripted)
  }

  private static func inScript(_ entries: [String]) async throws -> [Record] {
    let place = try Place()
    try writeBars(place)
    // An example that fails has to fail alike.
    let script = try place.write("examples.tas", entries.joined(separator: "\n") + "\n")
    let ran = try place.shell("cd \(place.path) && tas --format json --keep-going \(script)")
    return records(of: Array(ran.output.utf8))
  }

  private static func inBatch(_ entries: [String]) async throws -> [Record] {
    let place = try Place()
    try writeBars(place)
    let requests = entries.enumerated().map { index, entry in
      JSONValue.object([("id", .integer(index)), ("statement", .string(entry))]).write()
    }
    try place.write("requests", requests.joined(separator: "\n") + "\n")
    let answered = try place.shell("cd \(place.path) && tas --batch < requests")
    let answers = try answered.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      .filter { $0["progress"] == nil }
    #expect(answers.map { $0["id"] } == entries.indices.map { .integer($0) })
    func bytes(_ value: JSONValue?) -> [UInt8] { Array((value ?? .null).write().utf8) }
    let results = answers.flatMap { answer -> [JSONValue] in
      let errors = [answer["error"]].compactMap(\.self)
      return (answer["results"]?.elements ?? []) + errors
    }
    return results.map { Record(kind: bytes($0["kind"]), data: bytes($0["data"])) }
  }

  /// Types everything at the prompt, and reads the output without looking at the screen.
  private static func atPrompt(_ entries: [String]) async throws -> [Record] {
    let place = try Place()
    try writeBars(place)
    let program = try #require(BuiltProducts.executable("tas"), "tas is not built")
    let terminal = try PseudoTerminal(
      program: "/bin/sh",
      arguments: ["-c", "cd \(place.path) && exec \(program) --no-rc --format json --color never"],
      environment: place.environment, columns: 200, emulatesScreen: false)
    try #require(terminal.waitsForReading(1))
    for (index, entry) in entries.enumerated() {
      terminal.paste(entry)
      terminal.send("\r")
      try #require(terminal.waitsForReading(index + 2), "no prompt after \(entry)")
    }
    terminal.send("\u{4}")
    #expect(terminal.exitStatus(seconds: 30) == 0)
    return records(of: terminal.output)
  }

  // MARK: The comparison

  /// The kind and the data of a record as written, without its line, its file and its warnings.
  private struct Record: Equatable {
    var kind: [UInt8]
    var data: [UInt8]

    /// True for the mark after an example.
    var isMark: Bool { data.starts(with: Array("{\"values\":[\"done ".utf8)) }

    /// The record without the parts that each door counts its own way or the clock determines: places in the text,
    /// times, the identifiers that follow from them.
    var timeless: String {
      get throws {
        var data = try JSONValue(parsing: String(decoding: data, as: UTF8.self))
        if String(decoding: kind, as: UTF8.self) == "\"error\"" { data["span"] = nil }
        return data.write().replacing(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/, with: "TIME")
          .replacing(/"(written_at|logged_at|timestamp|next_retraining_date)":\d{13}/, with: "TIME")
          .replacing(/\/tmp\/tas-tests-\w{6}/, with: "FOLDER")
          .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID")
      }
    }
  }

  /// The records among the lines of an output; in front of one a terminal may wipe the progress or move its cursor.
  private static func records(of output: [UInt8]) -> [Record] {
    output.split(separator: 0x0A).compactMap { line in
      guard let start = line.range(of: "{\"kind\":"), let place = line[start.upperBound...].range(of: ",\"line\":"),
        let data = line[place.upperBound...].range(of: "\"data\":")
      else { return nil }
      var rest = line[data.upperBound...]
      if rest.last == 0x0D { rest.removeLast() }
      let end = rest.lastRange(of: "},\"warnings\":[").map { $0.lowerBound + 1 } ?? rest.endIndex - 1
      return Record(kind: Array(line[start.upperBound..<place.lowerBound]), data: Array(rest[..<end]))
    }
  }

  private func compare(_ door: String, _ found: [Record], _ expected: [Record]) throws {
    // After a statement that fails a script continues with the next one, the others with the next entry.
    let (found, expected) = (found.filter { !$0.isMark }, expected.filter { !$0.isMark })
    #expect(found.count == expected.count, "\(door)")
    for (index, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
      let (one, other) = (try pair.0.timeless, try pair.1.timeless)
      if pair.0.kind == pair.1.kind, one == other { continue }
      Issue.record("\(door) differs in record \(index): \(one.prefix(400)) and \(other.prefix(400))")
      return
    }
  }
}

extension PseudoTerminal {
  /// Waits until the line editor has begun to read an entry for the n-th time: it asks for marks around pasted text then.
  fileprivate func waitsForReading(_ times: Int, seconds: Double = 60) -> Bool {
    waits(seconds: seconds) { [self] _ in count(of: "\u{1B}[?2004h") >= times }
  }
}

extension ArraySlice<UInt8> {
  /// The first place of a text.
  fileprivate func range(of text: String) -> Range<Int>? {
    let bytes = Array(text.utf8)
    return withUnsafeBytes { all -> Range<Int>? in
      guard let base = all.baseAddress, let first = bytes.first else { return nil }
      var offset = 0
      while offset + bytes.count <= all.count,
        let next = memchr(base + offset, Int32(first), all.count - offset - bytes.count + 1)
      {
        let place = UnsafeRawPointer(next) - base
        if memcmp(next, bytes, bytes.count) == 0 { return startIndex + place..<startIndex + place + bytes.count }
        offset = place + 1
      }
      return nil
    }
  }

  /// The last place of a text.
  fileprivate func lastRange(of text: String) -> Range<Int>? {
    var last: Range<Int>?
    var rest = self
    while let next = rest.range(of: text) {
      last = next
      rest = self[next.upperBound...]
    }
    return last
  }
}
