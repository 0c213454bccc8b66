import JSON
import Presentation
import Sessions

/// The speed of writing and reading a session with data, names, strategies and scenarios.
enum Saving {
  static func measure(_ workplace: Workplace) throws {
    let days = try workplace.days()
    var statements = "load \"\(days)\" as DAYS\nload sample SPY\n\(Valuing.model)\n"
    for number in 1...workplace.size.sessionNames {
      statements += """
        let value\(number) = \(number)
        indicator gap\(number)(n = \(number + 1)) = close / sma(close, n) - 1
        strategy cross\(number)(fast = \(number + 1), slow = 200) {
          enter long when ema(fast) crosses above ema(slow)
          exit long when ema(fast) crosses below ema(slow)
        }

        """
    }
    var session = try workplace.session(statements)
    let path = workplace.path("session.json")
    let details: [(String, JSONValue)] = [
      ("names", .integer(2 * workplace.size.sessionNames)), ("strategies", .integer(workplace.size.sessionNames)),
      ("scenarios", 2), ("series", 2),
    ]
    let commands = [("session.save", "save session \"\(path)\""), ("session.load", "load session \"\(path)\"")]
    for (name, statement) in commands {
      let runs = try workplace.runs { try session.run(statement) }
      workplace.report(Measurement(name: name, unit: .milliseconds, runs: runs, details: details))
    }
  }
}
