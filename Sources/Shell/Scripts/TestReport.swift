/// The results of tests, in the two formats that other programs read: TAP 14 and JUnit's XML.
public enum TestReport {
  /// A test with the time that it took.
  public typealias Timed = (test: ScriptTest, seconds: Double)

  /// The first lines of TAP, which say how many tests follow.
  public static func head(count: Int) -> String { "TAP version 14\n1..\(count)\n" }

  /// The lines of one test.
  public static func line(_ number: Int, _ test: ScriptTest) -> String {
    let name = test.name.replacing("#", with: "\\#")
    guard let failure = test.failure else { return "ok \(number) - \(name)\n" }
    let report = failure.report.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined()
    return """
      not ok \(number) - \(name)
        ---
        code: \(failure.code)
        line: \(failure.line)
        message: |
      \(report)  ...

      """
  }

  /// A document that build servers read.
  public static func junit(_ tests: [Timed], suite: String) -> String {
    let failed = tests.count { $0.test.failure != nil }
    let time = tests.reduce(0) { $0 + $1.seconds }
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="\(escaped(suite))" tests="\(tests.count)" failures="\(failed)" time="\(seconds(time))">

      """
    for (test, duration) in tests {
      let name = escaped(test.name)
      let head = "  <testcase name=\"\(name)\" classname=\"\(escaped(suite))\" time=\"\(seconds(duration))\""
      guard let failure = test.failure else {
        text += head + "/>\n"
        continue
      }
      text += head + ">\n    <failure type=\"\(escaped(failure.code))\" message=\"\(escaped(failure.message))\">"
      text += escaped(failure.report) + "</failure>\n  </testcase>\n"
    }
    return text + "</testsuite>\n"
  }

  /// Seconds with three digits.
  private static func seconds(_ value: Double) -> String {
    let milliseconds = Int((value * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      // XML has no other control characters.
      case _ where scalar.value < 0x20: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
