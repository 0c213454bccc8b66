import Calendar
import Columns
import Foundation
import Language
import Platform
import Shell
import Testing

/// A driver model that is saved and loaded is the same to the last bit.
@Suite("Driver models in the saved session")
struct DriverSessionTests {
  private func environment() -> Environment {
    Environment(
      today: .init(daysSince1970: 19_877), now: { "2024-06-03T12:00:00Z" },
      stateDirectory: NSTemporaryDirectory(), workers: 1)
  }

  private func run(_ text: String, _ interpreter: inout Interpreter) -> [String] {
    var failures: [String] = []
    _ = interpreter.runScript(text, named: "prompt", keepGoing: true) { event, _ in
      if case .failure(let diagnostic, _, _) = event { failures.append(diagnostic.message) }
    }
    return failures
  }

  @Test(
    "Saved and loaded, a driver model is as it was",
    arguments: [
      "dcf AAPL drivers platform { active_users = 18.3%; margin = 22.7%; revenue = 383.3B; shares = 15.74B }",
      "dcf AAPL drivers platform {}\ndcf preset bull relative, horizon = 7y, style = aggressive",
      "dcf BANK drivers asset_heavy financial { net_interest_margin = 3.1% to 3.4%; terminal = 13.3x; price = 60 }",
      "dcf SHOP drivers { stores = 8% between -5% and 20%; loyalty = 1.05x; basket = 42 to 45; brand = 3 between 1 and 7 }",
      "dcf ABC drivers subscription { preset consensus; margin_of_safety = 15% } like \"investor\"",
      "dcf ABC drivers other { method = approximation; revenue_growth = 0.1 / 3 }",
    ])
  func roundTrip(statements: String) throws {
    var first = Interpreter(environment: environment())
    #expect(run(statements + "\nsave scenario core\ndcf discount + 0.7pp", &first) == [])
    let path = NSTemporaryDirectory() + "tas-drivers-\(ProcessInfo.processInfo.processIdentifier)-\(UUID()).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try first.save(to: path)
    var second = Interpreter(environment: environment())
    var failures: [String] = []
    #expect(
      second.open(session: path) { event, _ in
        if case .failure(let diagnostic, _, _) = event { failures.append(diagnostic.message) }
      })
    #expect(failures == [])
    #expect(second.fingerprint == first.fingerprint)
    // The base came back as well: reverting both gives the same session.
    #expect(run("drivers revert\nload scenario core", &first) == [])
    #expect(run("drivers revert\nload scenario core", &second) == [])
    #expect(second.fingerprint == first.fingerprint)
  }
}
