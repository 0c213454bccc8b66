import Calendar
import JSON
import Shell
import TestSupport
import Testing

@Suite("Universes with dates")
struct DatedUniverseTests {
  /// Two symbols of weekdays from 2024-01-01 on, and files of members.
  private func session() throws -> (ScriptedSession, StrategyFolder) {
    let folder = try StrategyFolder()
    var rows: [String] = []
    // Six months from 2024-01-01 on.
    var day = CivilDate(daysSince1970: 19_723)
    while day.daysSince1970 < 19_723 + 182 {
      let price = 100 + day.daysSince1970 % 7
      if day.weekday <= 5 { rows.append("\(day),\(price),\(price + 2),\(price - 2),\(price + 1)") }
      day = CivilDate(daysSince1970: day.daysSince1970 + 1)
    }
    let csv = "Date,Open,High,Low,Close\n" + rows.joined(separator: "\n") + "\n"
    for name in ["A", "D"] { try folder.write(csv, to: "\(name).csv") }
    try folder.write("A,2024-01-01,2024-02-15\nD,2024-01-01,\n", to: "m1.csv")
    try folder.write("A,2024-04-01,2024-04-30\n", to: "m2.csv")
    var session = ScriptedSession()
    for name in ["A", "D"] { _ = try session.result("load \"\(folder.path)/\(name).csv\" as \(name) calendar none") }
    for name in ["m1", "m2"] {
      _ = try session.result("universe \(name.uppercased()) from \"\(folder.path)/\(name).csv\"")
    }
    return (session, folder)
  }

  /// The days on which A was held: of entry, of exit, and the rule of it.
  private func held(on symbols: String, _ rules: String = "rebalance monthly") throws -> [String] {
    var (session, _) = try session()
    let run = try session.result("portfolio p { on \(symbols); \(rules) }\nbacktest p")
    let all = try #require(run["trades"]?.elements) + (run["open_trades"]?.elements ?? [])
    return all.filter { $0["symbol"]?.stringValue == "A" }.map { trade in
      ["entry_date", "exit_date", "exit_rule"].map { trade[$0]?.stringValue ?? "-" }.joined(separator: " ")
    }
  }

  @Test("A symbol is bought by the membership of the deciding close, and sold at the first open after it")
  func portfolio() throws {
    #expect(try held(on: "M1") == ["2024-02-01 2024-02-16 left-universe"])
    // From 2024-04-01 to 2024-04-30 it is a member: at the close of the month before it is none, and what the last close
    // decides is refused at the open after it.
    #expect(try held(on: "M1, M2") == ["2024-02-01 2024-02-16 left-universe"])
    #expect(try held(on: "M2, M1") == held(on: "M1, M2"))
    #expect(
      try held(on: "M1, M2", "rebalance weekly")
        == ["2024-01-08 2024-02-16 left-universe", "2024-04-08 2024-05-01 left-universe"])
  }

  @Test("What a close decided is refused at the open behind the membership")
  func refused() throws {
    var (session, _) = try session()
    let run = try session.result("portfolio p { on M2; rebalance monthly }\nbacktest p")
    let orders = try #require(session.result("orders p rejected")["rows"]?.elements).compactMap(\.elements)
    #expect(orders.count == 1 && run["trades"]?.elements?.isEmpty == true)
    #expect(orders.first?.contains { $0.stringValue == "not-member" } == true)
  }

  @Test("A symbol that stands without dates as well always belongs, also in a universe of universes")
  func always() throws {
    #expect(try held(on: "M1, A") == ["2024-02-01 - -"])
    var (session, _) = try session()
    _ = try session.result("universe U = M1, M2\nuniverse V = U, A")
    let run = try session.result("portfolio p { on U; rebalance monthly }\nbacktest p")
    #expect(run["trades"]?.elements?.count { $0["symbol"]?.stringValue == "A" } == 1)
    let free = try session.result("portfolio p { on V; rebalance monthly }\nbacktest p")
    #expect(free["trades"]?.elements?.contains { $0["symbol"]?.stringValue == "A" } == false)
    #expect(free["notes"]?.elements?.contains { $0.stringValue?.contains("left the universe") == true } == false)
    #expect(run["notes"]?.elements?.contains { $0.stringValue?.contains("left the universe") == true } == true)
  }

  @Test("One account enters members alone, by the day of the close and of the fill")
  func account() throws {
    var (session, _) = try session()
    let rules = "strategy s { enter long when weekday == 4; exit long when weekday == 1 }"
    let run = try session.result("\(rules)\nbacktest s on M1, M2 in one account with positions 2")
    let entries = try #require(run["trades"]?.elements).filter { $0["symbol"]?.stringValue == "A" }
      .compactMap { $0["entry_date"]?.stringValue }
    #expect(entries.allSatisfy { $0 <= "2024-02-15" || ("2024-04-01"..."2024-04-30").contains($0) })
    #expect(entries.contains("2024-02-09") && !entries.contains("2024-02-16") && entries.contains("2024-04-05"))
    // The close of 2024-02-15 decides as a member does, and its order is refused on the next day.
    #expect(run["rejected_orders"]?.elements?.contains { $0["reason"]?.stringValue == "not-member" } == true)
  }

  @Test("Scans and functions across symbols look at the members of the day")
  func members() throws {
    var (session, _) = try session()
    func scanned(_ day: String) throws -> Int? {
      try session.result("scan M1: close at \(day)")["rows"]?.elements?.count
    }
    #expect(try scanned("2024-02-15") == 2)
    #expect(try scanned("2024-02-16") == 1)
    func counted(_ day: String) throws -> Double? {
      let table = try session.result("show count(close > 0, across=M1) since \(day) until \(day)")
      return table["rows"]?.elements?.first?.elements?.last?.doubleValue
    }
    #expect(try counted("2024-02-15") == 2)
    #expect(try counted("2024-02-16") == 1)
  }
}
