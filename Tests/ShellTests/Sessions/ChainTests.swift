import JSON
import Language
import Sessions
import Shell
import Testing

/// Definitions that use one another, planned once and kept from one statement to the next.
@Suite("Chains of definitions")
struct ChainTests {
  private func last(_ session: inout ScriptedSession, _ name: String) throws -> Double? {
    try session.result("print last(\(name))")["values"]?[0]?.doubleValue
  }

  @Test("A chain of thousands of names is defined and used")
  func long() throws {
    var session = ScriptedSession()
    let chain = (1...3000).map { "indicator x\($0) = x\($0 - 1)\($0 % 2 == 0 ? "[1]" : "")" }.joined(separator: "\n")
    let errors = session.run("load sample SPY\nindicator x0 = close\n\(chain)").errors
    #expect(errors.isEmpty, "\(errors.first.map { "\($0)" } ?? "")")
    let expected = try session.result("print last(close[1500])")["values"]?[0]?.doubleValue
    #expect(try last(&session, "x3000") == expected)
    // Too much arithmetic one inside the other is refused as before.
    let sums = (1...1500).map { "indicator y\($0) = y\($0 - 1) + 1" }.joined(separator: "\n")
    #expect(session.run("indicator y0 = close\n\(sums)").errors.first?.code == .init(.nestedTooDeeply))
  }

  @Test("A definition is checked with what its names mean now, whatever was planned before")
  func fresh() throws {
    var session = ScriptedSession()
    _ = session.run("load sample SPY\nindicator a = 1 + 0 * close\nindicator b = a + 1\nindicator c = b + 1")
    #expect(try last(&session, "c") == 3)
    // Replaced, taken back, dropped, defined again.
    _ = session.run("indicator a = 10 + 0 * close")
    #expect(session.run("indicator d = c + a").errors.isEmpty)
    #expect(try last(&session, "d") == 22)
    _ = session.run("undo\nindicator d = true")
    #expect(session.run("indicator e = not d").errors.isEmpty)
    #expect(session.run("undo\nundo\nindicator d = close\nindicator e = not d").errors.count == 1)
    #expect(session.run("drop d\nindicator f = d").errors.first?.code == .init(.unknownName))
    // A definition that fails after it was checked leaves nothing behind.
    #expect(session.run("indicator g = close to \"/nowhere/g.csv\"").errors.count == 1)
    #expect(session.run("let k = 3\nindicator h = g").errors.first?.code == .init(.unknownName))
    #expect(session.run("indicator g = true\nindicator h = not g").errors.isEmpty)
  }
}
