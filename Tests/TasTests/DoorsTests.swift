import JSON
import LibC
import TestSupport
import Testing

/// Every example of the documentation gives the same data in a script and through `--batch`; transcripts and the tests of the
/// prompt in a terminal show that entries run as the statements of a script do.
@Suite("Several doors with one behaviour")
struct DoorsTests {
  /// The statements that the examples take for granted, one a line.
  private static let preparation = [
    "load sample SPY", "load sample AAPL", "use SPY",
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
    // What ends another way than it began would not be the same for the next one.
    let isWhole = { (text: String) in !text.contains("undo") && !text.contains("tutorial") && !text.contains("/tmp/") }
    // Each begins with the series that its text is about, whatever the one before has chosen.
    return all.filter(isWhole).enumerated().map { "use SPY; \($0.element); print \"done \($0.offset)\"" }
  }

  /// The kinds and the data of records, without the places in the text, which each door counts its own way, and without
  /// the time of saving and the identifiers that follow from it.
  private static func data(_ records: [JSONValue]) throws -> [JSONValue] {
    try records.map { record in
      let text = JSONValue.object([("kind", record["kind"] ?? .null), ("data", record["data"] ?? .null)]).write()
      let timeless = text.replacing(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
      return try JSONValue(parsing: timeless.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID"))
    }
  }

  private static func records(of text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").filter { $0.hasPrefix("{\"kind\":") }.map { try JSONValue(parsing: String($0)) }
  }

  @Test("Every documented example")
  func everyExample() throws {
    let place = try Place()
    let examples = try Self.examples(place)
    let entries = Self.preparation + examples

    // An example that fails has to fail alike.
    let script = try place.write("examples.tas", entries.joined(separator: "\n") + "\n")
    let ran = try place.shell("cd \(place.path) && tas --format json --keep-going \(script)")
    let scripted = try Self.data(try Self.records(of: ran.output))

    let requests = entries.enumerated().map { index, entry in
      JSONValue.object([("id", .integer(index)), ("statement", .string(entry))]).write()
    }
    try place.write("requests", requests.joined(separator: "\n") + "\n")
    let answered = try place.shell("cd \(place.path) && tas --batch < requests")
    let answers = try answered.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      .filter { $0["progress"] == nil }
    #expect(answers.map { $0["id"] } == entries.indices.map { .integer($0) })
    let batched = try Self.data(
      answers.flatMap { ($0["results"]?.elements ?? []) + [$0["error"]].compactMap(\.self) })

    #expect(scripted.count > examples.count)
    try compare("batch", batched, scripted)
  }

  private func compare(_ door: String, _ found: [JSONValue], _ expected: [JSONValue]) throws {
    #expect(found.count == expected.count, "\(door)")
    for (index, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
      let after = expected[..<index].last { $0["kind"] == "printed" }?.write() ?? ""
      Issue.record("\(door) differs after \(after): \(pair.0.write().prefix(400)) and \(pair.1.write().prefix(400))")
      return
    }
  }
}
