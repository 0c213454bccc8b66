import Calendar
import Columns
import Language
import OrderedCollections
import Platform
import Reports
import Research
import Sessions
import Shell
import Strategies
import TestSupport
import Testing
import Workspace

/// A session that is saved and opened again is the same session: saving it once more would write the same.
@Suite("Sessions that are saved and opened again")
struct SessionRoundTripTests {
  /// A folder with an interpreter in it.
  struct Place {
    let files: DiskFiles
    var interpreter: Interpreter

    init(_ folder: String = "/tmp/tas-sessions-\(UInt64.random(in: 0 ... .max))") {
      files = DiskFiles(folder: folder)
      files.makeFolder("")
      var environment = Environment.still
      environment.files = files
      interpreter = Interpreter(environment: environment)
    }

    /// Runs statements and gives the codes of their diagnostics.
    @discardableResult
    mutating func run(_ script: String) -> [String] {
      var codes: [String] = []
      _ = interpreter.runScript(script, named: "test", keepGoing: true) { event, _ in
        switch event {
        case .outcome(let outcome): codes += outcome.warnings.map(\.code.name)
        case .failure(let diagnostic, _, _): codes.append(diagnostic.code.name)
        }
      }
      return codes
    }

    /// The session after saving and opening, with the codes of the messages.
    func reopened() throws -> (interpreter: Interpreter, codes: [String]) {
      try interpreter.save(to: "kept.json")
      var other = Interpreter(environment: interpreter.environment)
      var codes: [String] = []
      let isOpen = other.open(session: "kept.json") { event, _ in
        switch event {
        case .outcome(let outcome): codes += outcome.warnings.map { "\($0.code.name): \($0.message)" }
        case .failure(let diagnostic, _, _): codes.append(diagnostic.message)
        }
      }
      #expect(isOpen)
      return (other, codes)
    }

    /// Writes a file of bars whose closes begin at a number.
    func writeBars(_ name: String, from start: Int = 100, count: Int = 300) throws {
      var text = "date,open,high,low,close,volume\n"
      for index in 0..<count {
        let close = start + index * 7 % 97
        text += "\(CivilDate(daysSince1970: 10_000 + index)),\(close),\(close + 1),\(close - 1),\(close),5\n"
      }
      try files.write(text, to: name)
    }
  }

  @Test(
    "Each kind of value comes back",
    arguments: [
      "1", "-0.0", "0.1 + 0.2", "1e300 * 1e300", "0 / 0", "5e-324", "1_000_000", "15x", "4.2M", "2%", "1/3 * 1%",
      "33.3%", "5bp", "-3pp", "true", "false", "1 > 0 / 0", "\"text\"", "\"\"", "'a \"b\" \\n c'",
      "\"\\u{1F600} ä \\n \\t \\\\ \"", "2012-01-31", "2012-01", "2012", "today", "2012-01-31T14:30",
      "2012-01-31T14:30:15", "2012-01-31T14:30Z", "2012-01-31T14:30+01:00", "2012-01-31T14:30-09:30", "14:30", "00:00",
      "30s", "15m", "4h", "10d", "2w", "6mo", "1q", "2y", "200 bars", "[1, 2, 3]", "[2%, 0.5]",
      "mean_of(close)", "last(close)", "last(time)", "first(close) > 3",
    ])
  func values(_ text: String) throws {
    var place = Place()
    try place.writeBars("a.csv")
    let codes = place.run("load a.csv; let x = \(text)")
    #expect(codes.isEmpty || text.hasPrefix("[") || text == "last(time)", "\(codes)")
    let (other, said) = try place.reopened()
    #expect(other.fingerprint == place.interpreter.fingerprint)
    #expect(said == [])
  }

  @Test("Each setting comes back exactly, whatever its value")
  func settings() throws {
    var random = Dice(20_261_122)
    // One folder for all: each is written over the one before.
    let folder = "/tmp/tas-sessions-settings-\(UInt64.random(in: 0 ... .max))"
    for definition in Settings.definitions {
      var texts = definition.choices
      for _ in 0..<30 {
        let number = Double.random(in: 0..<1, using: &random)
        texts += ["\(number)", "(\(number) / 3)", "\(number * 1e6)", "(1e-7 * \(number))", "\(Int(number * 1000))"]
      }
      for text in texts {
        var place = Place(folder)
        _ = place.run("set \(definition.name) = \(text)")
        let (other, said) = try place.reopened()
        #expect(said == [], "\(definition.name) = \(text)")
        #expect(
          other.session.settings.backtest == place.interpreter.session.settings.backtest, "\(definition.name) = \(text)"
        )
        #expect(other.fingerprint == place.interpreter.fingerprint, "\(definition.name) = \(text)")
      }
    }
  }

  @Test("Names of every shape come back")
  func names() throws {
    var place = Place()
    let shapes = [
      "a b", "ä", "日本", "\\n", "\\t", "x=y", "a/b", "$", "\\\"", "'", "\\\\", "{", "}", "#", ";", ",", "1", "-", ".",
      "..",
      "😀", "e\\u{301}", "long" + String(repeating: "g", count: 3000), "BRK.B", "^GSPC", "EURUSD=X", "all", "sample",
    ]
    try place.writeBars("a.csv")
    for shape in shapes {
      let shape = shape.replacing("$", with: "\\$")
      place.run(
        """
        load a.csv as "\(shape)"
        universe "\(shape) u" = "\(shape)"
        describe close as "\(shape) r"
        dcf "\(shape)" { revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }
        save scenario "\(shape) s"
        """)
    }
    let (other, said) = try place.reopened()
    #expect(other.fingerprint == place.interpreter.fingerprint)
    #expect(said == [])
    #expect(other.session.series.count > 20 && other.session.research.scenarios.count > 20)
  }

  @Test("A session and its files that are moved together open; from another folder they open as well")
  func moved() throws {
    var place = Place()
    try place.writeBars("data.csv")
    place.run("load data.csv; strategy s { enter long when close > 110 }; backtest s as trial")
    try place.interpreter.save(to: "work.json")
    let folder = place.files.folder

    // From another folder, where the relative name means nothing.
    let elsewhere = Place()
    var other = elsewhere.interpreter
    var codes: [String] = []
    #expect(other.open(session: "\(folder)/work.json") { event, _ in codes.append("\(event)") })
    #expect(codes == [] && other.session.series["data"]?.bars.count == 300)

    // Moved whole.
    let moved = Place()
    try moved.files.write(try place.files.read("work.json"), to: "work.json")
    try moved.files.write(try place.files.read("data.csv"), to: "data.csv")
    try place.files.move("data.csv", to: "gone.csv")
    var third = moved.interpreter
    #expect(third.open(session: "work.json") { event, _ in codes.append("\(event)") })
    #expect(codes == [] && third.session.results["trial"]?.backtest != nil)

    // Without its file all else opens, and the numbers of the backtest are there.
    let expected = place.interpreter.session.results["trial"]?.fields
    var fourth = Place(folder).interpreter
    #expect(
      fourth.open(session: "work.json") { event, _ in
        if case .outcome(let outcome) = event { codes += outcome.warnings.map(\.code.name) }
      })
    #expect(codes == ["source-missing", "result-outdated"])
    #expect(Self.isSame(fourth.session.results["trial"]?.fields, expected) && fourth.session.strategies["s"] != nil)
    // Saved like that and with the file back again, all is there.
    try fourth.save(to: "work.json")
    try place.files.move("gone.csv", to: "data.csv")
    var fifth = Place(folder).interpreter
    codes = []
    #expect(fifth.open(session: "work.json") { event, _ in codes.append("\(event)") })
    #expect(codes == [] && fifth.fingerprint == place.interpreter.fingerprint)
  }

  /// Equal numbers under equal keys, missing ones among them.
  private static func isSame(_ left: [String: Double]?, _ right: [String: Double]?) -> Bool {
    guard let left, let right, left.count == right.count else { return false }
    return left.allSatisfy { key, value in right[key].map { $0 == value || $0.isNaN && value.isNaN } ?? false }
  }

  @Test("Bars that were added to a file leave a backtest as it was")
  func grownFile() throws {
    var place = Place()
    try place.writeBars("a.csv", count: 300)
    place.run("load a.csv; strategy s { enter long when close > 110; exit when close < 105 }; backtest s as trial")
    let numbers = place.interpreter.session.results["trial"]?.fields
    try place.interpreter.save(to: "kept.json")
    try place.writeBars("a.csv", count: 400)
    var other = Interpreter(environment: place.interpreter.environment)
    var codes: [String] = []
    #expect(
      other.open(session: "kept.json") { event, _ in
        if case .outcome(let outcome) = event { codes += outcome.warnings.map(\.code.name) }
      })
    #expect(codes == ["source-changed"])
    #expect(
      other.session.results["trial"]?.backtest != nil && Self.isSame(other.session.results["trial"]?.fields, numbers))
    // Other prices do change it: the numbers stay.
    try place.writeBars("a.csv", from: 103, count: 400)
    codes = []
    #expect(
      other.open(session: "kept.json") { event, _ in
        if case .outcome(let outcome) = event { codes += outcome.warnings.map(\.code.name) }
      })
    #expect(codes == ["source-changed", "result-outdated"])
    #expect(Self.isSame(other.session.results["trial"]?.fields, numbers))
  }

  @Test("Two runs of a script with one clock give the same bytes")
  func sameBytes() throws {
    let script = """
      load a.csv
      dcf ACME { revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; price = 20 }
      save scenario base
      dcf bull = base with growth + 2pp
      save forecast "view"
      rename scenario bull to other
      dcf bull = base with growth + 2pp
      strategy s { enter long when close > 110 }
      backtest s as trial
      save session "one.json"
      """
    var documents: [[UInt8]] = []
    for _ in 0..<2 {
      var place = Place()
      try place.writeBars("a.csv")
      #expect(place.run(script).filter { $0 != "default-used" } == [])
      let ids = place.interpreter.session.research.scenarios.map(\.id)
      #expect(ids.count == 3 && Set(ids).count == 3)
      let text = String(decoding: try place.files.read("one.json"), as: UTF8.self)
      documents.append(Array(text.replacing(place.files.folder, with: "").utf8))
    }
    #expect(documents[0] == documents[1])
  }
}
