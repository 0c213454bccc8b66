import LibC
import Shell
import Testing

/// A statement costs about the same for any size of the session.
@Suite("Sessions of thousands of names and scenarios")
struct LinearTests {
  private func seconds(_ script: String) -> Double {
    var interpreter = Interpreter(environment: .still)
    let start = Self.now()
    #expect(interpreter.runScript(script, named: "test", keepGoing: false) { _, _ in })
    return Self.now() - start
  }

  /// The processor time of this thread: others may be at work.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static let model =
    "dcf ACME { revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }\n"

  @Test(
    "Four times the statements take about four times as long",
    arguments: [
      ("let x# = #\n", "", 1000), ("indicator x# = sma(9)\n", "", 500),
      ("indicator x# = x~[1]\n", "indicator x0 = close[1]\n", 150),
      ("save scenario s#\n", model, 150),
      ("dcf s# = base with growth + 5bp\n", model + "save scenario base\n", 100),
      ("dcf s# = s~ with growth = #bp\n", model + "save scenario s0\n", 100),
      ("strategy s# { enter long when rsi(14) < #; exit when rsi(14) > 70 }\n", "load sample SPY\n", 150),
    ])
  func linear(_ statement: String, _ start: String, _ count: Int) {
    func script(_ count: Int) -> String {
      start
        + (1...count).map { statement.replacing("#", with: "\($0)").replacing("~", with: "\($0 - 1)") }.joined()
    }
    let short = min(seconds(script(count)), seconds(script(count)))
    let long = min(seconds(script(4 * count)), seconds(script(4 * count)))
    #expect(long < 9 * short, "\(short) s, \(long) s: sixteen times would be quadratic")
  }
}
