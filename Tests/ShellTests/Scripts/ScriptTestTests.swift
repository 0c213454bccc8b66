import Calendar
import Platform
import Shell
import Testing

@Suite("Scripts as tests")
struct ScriptTestTests {
  private func run(_ text: String, named name: String = "test.tas") -> ScriptTest {
    let environment = Environment(
      today: .init(daysSince1970: 19_000), now: { "2022-01-08T12:00:00Z" }, stateDirectory: "/nowhere",
      files: DiskFiles())
    return ScriptTest(Array(text.utf8), named: name, environment: environment)
  }

  @Test("A script whose statements succeed passes, and its checks are counted")
  func passes() {
    let test = run("let x = 3\nassert x == 3\nexpect x within 1% of 3\n")
    #expect(test.failure == nil)
    #expect(test.checks == 2)
  }

  @Test("A script that fails says where and why")
  func fails() {
    let test = run("let x = 150\n\nexpect x within 1% of 142.10\n")
    #expect(test.failure?.code == "assertion-failed")
    #expect(test.failure?.line == 3)
    #expect(test.failure?.message == "assertion failed: expected 142.1 within 1%, 7.9 (5.56%) away")
  }

  @Test("TAP has a line for each test and the report of those that fail")
  func tap() {
    #expect(TestReport.head(count: 2) == "TAP version 14\n1..2\n")
    #expect(TestReport.line(1, run("print 1", named: "a#b.tas")) == "ok 1 - a\\#b.tas\n")
    let lines = TestReport.line(2, run("print x")).split(separator: "\n").map(String.init)
    #expect(lines.first == "not ok 2 - test.tas")
    #expect(lines.contains("  code: unknown-name"))
    #expect(lines.contains { $0.hasPrefix("    error: unknown name `x`") })
    #expect(lines.last == "  ...")
  }

  @Test("JUnit's document escapes what XML has signs for")
  func junit() {
    let text = TestReport.junit([(run("print 1", named: "a&b.tas"), 0.0125), (run("print \"<\" + 1"), 2)], suite: "t")
    #expect(text.contains("<testsuite name=\"t\" tests=\"2\" failures=\"1\" time=\"2.013\">"))
    #expect(text.contains("<testcase name=\"a&amp;b.tas\" classname=\"t\" time=\"0.013\"/>"))
    #expect(text.contains("&lt;") && !text.contains("\"<\""))
  }
}
