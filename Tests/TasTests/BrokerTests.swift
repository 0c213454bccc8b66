import FileFormats
import JSON
import LibC
import TestSupport
import Testing

/// Accounts that are live at a stand-in for Alpaca.
@Suite("Brokers", .enabled(if: FakeAlpaca.isThere, "python3 is not there"))
struct BrokerTests {
  private let place: Place

  init() throws { place = try Place() }

  private static let opening =
    "account main currency USD\nguard risk_per_trade 10%\nguard max_positions 10\nmode live\n"

  /// Runs a script that may trade, in an account that is made first.
  private func run(_ fake: FakeAlpaca, _ script: String, _ options: String...) throws -> Ran {
    let path = try place.write("script.tas", script)
    let program = try #require(BuiltProducts.executable("tas"))
    return try place.run(
      program, ["--no-rc", "--keep-going", "--live", "main"] + options + [path], environment: fake.variables(place))
  }

  private func rows(_ question: String) throws -> [[String]] {
    try SQLiteDatabase(path: place.path + "/data/tas/book.sqlite").run(question).map { row in
      row.map { $0.text ?? $0.integer.map { "\($0)" } ?? $0.real.map { "\($0)" } ?? "" }
    }
  }

  /// Expects that the book has the cash and the positions of the broker, and each of its orders once.
  private func expectEqual(_ state: JSONValue, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var held: [String: Int] = [:]
    var cents = 0
    for row in try rows("SELECT type, coalesce(symbol, ''), coalesce(size, '0'), amount FROM entry") {
      cents += Int(try #require(Double(row[3])) * 100 + (row[3].hasPrefix("-") ? -0.5 : 0.5))
      guard !row[1].isEmpty, ["buy", "sell", "short", "cover"].contains(row[0]) else { continue }
      held[row[1], default: 0] += (row[0] == "buy" || row[0] == "cover" ? 1 : -1) * Int(try #require(Double(row[2])))
    }
    held = held.filter { $0.value != 0 }
    let there = (state["positions"]?.members ?? []).map { "\($0.key) \($0.value.stringValue ?? "")" }
    #expect(held.map { "\($0.key) \($0.value)" }.sorted() == there.sorted(), sourceLocation: sourceLocation)
    let cash = try #require(Double(state["cash"]?.stringValue ?? ""))
    #expect(cents == Int((cash * 100).rounded()), sourceLocation: sourceLocation)
    let clients = (state["orders"]?.elements ?? []).compactMap { $0["client_order_id"]?.stringValue }
      .filter { $0.hasPrefix("tas-") }
    #expect(Set(clients).count == clients.count, sourceLocation: sourceLocation)
    let taken = try rows("SELECT client FROM placed WHERE status NOT IN ('rejected', 'sending')").map { $0[0] }
    #expect(taken.sorted() == clients.sorted(), sourceLocation: sourceLocation)
  }

  @Test("an order goes out, fills in parts and is booked, with its levels")
  func fills() throws {
    let fake = try FakeAlpaca("--price SPY=100 --price QQQ=50 --parts 3")
    let ran = try run(
      fake, Self.opening + "buy 10 SPY limit 100 stop 2% target 6%\nbuy 4 QQQ limit 49.50 gtc\norders main\n")
    #expect(ran.status == 0, "\(ran)")
    #expect(ran.output.contains("`main` trades live at alpaca (paper money)"), "\(ran)")
    #expect(
      ran.output.contains("alpaca (paper money) order 1: buy 10 SPY limit 100.00, day, stop 98.00, target 106.00"))
    #expect(ran.output.contains("· open, 10 filled"), "\(ran.output)")
    #expect(ran.output.contains("3 entries booked; positions and cash are equal"), "\(ran.output)")
    #expect(try rows("SELECT status, filled FROM placed ORDER BY id") == [["open", "10"], ["waiting", "0"]])
    #expect(
      try rows("SELECT size, note, stop FROM entry WHERE symbol = 'SPY'").allSatisfy { $0[1...] == ["order 1", "98"] })
    try expectEqual(fake.drive("state"))
    // What happens while no program runs is booked by the next one, and once.
    let clients = try rows("SELECT client FROM placed ORDER BY id").map { $0[0] }
    try fake.drive("part", ["client": .string(clients[1]), "qty": "1"])
    try fake.drive("price", ["symbol": "SPY", "price": "97.5"])
    try fake.drive("activity", ["activity_type": "DIV", "symbol": "QQQ", "net_amount": "3.21", "description": ""])
    let next = try run(fake, "mode live\nmode live\nnotices all\n")
    #expect(next.output.contains("5 entries booked; positions and cash are equal"), "\(next)")
    #expect(
      try rows("SELECT status, coalesce(reason, '') FROM placed ORDER BY id") == [
        ["closed", "stop"], ["partial", ""],
      ])
    #expect(next.output.contains("sell 3 at 97.5, its stop"), "\(next.output)")
    try expectEqual(fake.drive("state"))
  }

  @Test("an answer that is lost doubles no order", arguments: ["lost", "half", "hangup", "500", "429"])
  func lost(kind: String) throws {
    let fake = try FakeAlpaca()
    try fake.fault(kind, times: 2)
    let ran = try run(fake, Self.opening + "buy 5 SPY limit 100\nbuy 3 SPY limit 100\nmode live\n")
    #expect(ran.output.contains("positions and cash are equal"), "\(ran)")
    let state = try fake.drive("state")
    #expect(state["positions"]?["SPY"] == "8", "\(state)")
    try expectEqual(state)
  }

  @Test("an order whose fate cannot be asked for is settled later, and not sent again")
  func unknown() throws {
    let fake = try FakeAlpaca()
    try fake.fault("lost")
    try fake.fault("hangup", on: "GET /v2/orders:by_client_order_id", times: 4)
    let ran = try run(fake, Self.opening + "buy 5 SPY limit 100\n")
    #expect(ran.output.contains("whether it has arrived is not known") || ran.errors.contains("alpaca"), "\(ran)")
    let next = try run(fake, "mode live\norders main\n")
    #expect(next.status == 0, "\(next)")
    let state = try fake.drive("state")
    #expect(state["counts"]?["POST /v2/orders"] == 1, "\(state)")
    try expectEqual(state)
  }

  @Test("a refusal is said with its reason, and nothing is booked")
  func refused() throws {
    let fake = try FakeAlpaca("--price SPY=100 --cash 1000")
    try fake.fault("403")
    try fake.fault("422")
    let ran = try run(
      fake, Self.opening + "buy 1 SPY limit 100\nbuy 1 SPY limit 100\nbuy 1 NONE limit 100\nbuy 11 SPY limit 100\n")
    #expect(ran.errors.contains("order 1 was not taken: alpaca: forbidden"), "\(ran)")
    #expect(ran.errors.contains("order 2 was not taken: alpaca: unprocessable"))
    #expect(ran.errors.contains("order 3 was not taken: alpaca: asset \"NONE\" not found"))
    #expect(ran.errors.contains("to spend"), "\(ran.errors)")
    #expect(!ran.errors.contains("secret") && !ran.output.contains("PKTEST"))
    try expectEqual(fake.drive("state"))
  }

  @Test("an answer older than the known state changes nothing")
  func stale() throws {
    let fake = try FakeAlpaca("--price SPY=100 --parts 2")
    _ = try run(fake, Self.opening + "buy 4 SPY limit 100 stop 2%\n")
    try fake.fault("stale", on: "GET /v2/orders*", times: 20)
    let ran = try run(fake, "mode live\norders main\n")
    #expect(ran.status == 0, "\(ran)")
    #expect(try rows("SELECT status, filled FROM placed") == [["open", "4"]])
    try expectEqual(fake.drive("state"))
  }

  @Test("a difference halts the account, says what differs and cancels what rests")
  func differs() throws {
    let fake = try FakeAlpaca()
    _ = try run(fake, Self.opening + "buy 4 SPY limit 100\nbuy 2 QQQ limit 40 gtc\n")
    try fake.drive("move", ["symbol": "SPY", "qty": "3"])
    let ran = try run(fake, "mode live\nbuy 1 SPY limit 100\nguards\nnotices all\norders main\n")
    #expect(ran.output.contains("SPY 4 here, 7 at alpaca"), "\(ran)")
    #expect(ran.errors.contains("[guard-refuses]") && ran.errors.contains("halted (broker)"), "\(ran.errors)")
    #expect(ran.output.contains("halted: SPY 4 here, 7 at alpaca"), "\(ran.output)")
    #expect(try rows("SELECT status FROM placed ORDER BY id") == [["filled"], ["cancelled"]])
    // One that comes while it trades is seen by the look of each minute, once it stays.
    try fake.drive("move", ["symbol": "SPY", "qty": "-3"])
    let later = try run(fake, "guard reset\nmode live\nbuy 2 QQQ limit 40 gtc\nwait 1s\norders main\n")
    #expect(later.output.contains("waiting"), "\(later)")
  }

  @Test("halt cancels what rests at the broker, and mode paper leaves it")
  func halted() throws {
    let fake = try FakeAlpaca()
    let ran = try run(
      fake, Self.opening + "buy 4 SPY limit 90 gtc\nbuy 2 QQQ limit 50 stop 2%\nhalt\nbuy 1 SPY limit 90\nmode paper\n")
    #expect(ran.output.contains("`main` is halted, 1 order cancelled"), "\(ran)")
    #expect(ran.errors.contains("halted (user)"), "\(ran.errors)")
    #expect(ran.output.contains("1 order may still fill at the broker"), "\(ran.output)")
    #expect(try rows("SELECT status FROM placed ORDER BY id") == [["cancelled"], ["open"]])
  }

  @Test("without a confirmation nothing is sent")
  func unconfirmed() throws {
    let fake = try FakeAlpaca()
    _ = try run(fake, Self.opening)
    let variables = fake.variables(place)
    let script = try place.write("other.tas", "buy 1 SPY limit 100\nmode live\nrun \"again.tas\"\n")
    try place.write("again.tas", "mode live\n")
    let ran = try place.tas("--no-rc", "--keep-going", script, environment: variables)
    #expect(ran.errors.split(separator: "\n").filter { $0.contains("[needs-confirmation]") }.count >= 2, "\(ran)")
    let other = try place.tas("--no-rc", "--live", "other", "-c", "mode live main", environment: variables)
    #expect(other.errors.contains("[needs-confirmation]"), "\(other)")
    #expect(try fake.drive("state")["counts"]?["POST /v2/orders"] == nil)
  }

  @Test("the prompt asks for the account's name, and for each order")
  func prompt() throws {
    let fake = try FakeAlpaca()
    let terminal = try place.prompt("--no-rc", environment: fake.variables(place), columns: 110)
    terminal.send("account main currency USD\r")
    try #require(terminal.waits(for: "lots", seconds: 10), "\(terminal.screen.text)")
    terminal.send("mode live\r")
    try #require(terminal.waits(for: "Type the account's name", seconds: 10), "\(terminal.screen.text)")
    #expect(terminal.screen.text.contains("Ask an adviser"), "\(terminal.screen.text)")
    terminal.send("yes\r")
    try #require(terminal.waits(for: "was not typed", seconds: 10), "\(terminal.screen.text)")
    terminal.send("clear\r")
    try #require(terminal.waits { !$0.text.contains("to continue:") })
    terminal.send("mode live\r")
    try #require(terminal.waits(for: "to continue:", seconds: 10), "\(terminal.screen.text)")
    terminal.send("main\r")
    try #require(terminal.waits(for: "trades live at", seconds: 10), "\(terminal.screen.text)")
    terminal.send("buy 3 SPY limit 100\r")
    try #require(terminal.waits(for: "send it? [y/N]", seconds: 10), "\(terminal.screen.text)")
    terminal.send("n\r")
    try #require(terminal.waits(for: "was not sent", seconds: 10), "\(terminal.screen.text)")
    #expect(try fake.drive("state")["orders"]?.elements?.isEmpty == true)
    terminal.send("clear\r")
    try #require(terminal.waits { !$0.text.contains("send it?") })
    terminal.send("buy 3 SPY limit 100\r")
    try #require(terminal.waits(for: "send it? [y/N]", seconds: 10), "\(terminal.screen.text)")
    terminal.send("y\r")
    try #require(terminal.waits(for: "SPY order 1: buy 3 at 100", seconds: 15), "\(terminal.screen.text)")
    try expectEqual(fake.drive("state"))
    // A fill of an order that rests is reported by the socket, long before the next look.
    terminal.send("clear\r")
    try #require(terminal.waits { !$0.text.contains("send it?") })
    terminal.send("buy 2 QQQ limit 40 gtc\r")
    try #require(terminal.waits(for: "send it? [y/N]", seconds: 10), "\(terminal.screen.text)")
    terminal.send("y\r")
    try #require(terminal.waits(for: "order 2: buy 2 QQQ limit 40.00", seconds: 10), "\(terminal.screen.text)")
    for _ in 0..<100 where try fake.drive("state")["listeners"] != 1 { usleep(100_000) }
    usleep(1_500_000)
    try fake.drive("price", ["symbol": "QQQ", "price": "39"])
    #expect(terminal.waits(for: "QQQ order 2: buy 2 at 39", seconds: 5), "\(terminal.screen.text)")
    try expectEqual(fake.drive("state"))
    // A connection that dies stops no trading; a difference that stays does.
    try fake.fault("hangup", on: "GET /v2/account", times: 1)
    try fake.drive("move", ["symbol": "SPY", "qty": "1"])
    terminal.send("clear\r")
    try #require(terminal.waits { !$0.text.contains("send it?") })
    terminal.send("buy 1 SPY limit 90\r")
    try #require(terminal.waits(for: "send it? [y/N]", seconds: 10), "\(terminal.screen.text)")
    terminal.send("y\r")
    try #require(terminal.waits(for: "main: halted: SPY 3 here, 4 at alpaca", seconds: 30), "\(terminal.screen.text)")
    terminal.send("orders main where status == \"cancelled\"\r")
    #expect(terminal.waits(for: "1 of 3 orders of main match", seconds: 10), "\(terminal.screen.text)")
  }

  @Test("a strategy trades at the broker what it trades on paper")
  func strategy() throws {
    let fake = try FakeAlpaca("--price BTCUSDT=58900 --cash 1000000")
    let recording = PackageFolder.path + "/Tests/TranscriptTests/Fixtures/btc.tasr"
    let ran = try run(
      fake,
      Self.opening + """
        strategy s { buy: enter long when close > close[1]; exit when close < close[1]; size 2 shares }
        stream from "\(recording)" at max
        run s on BTCUSDT in main
        wait until end
        mode live
        runs main
        orders main
        """)
    #expect(ran.status == 0, "\(ran)")
    let fills = try rows("SELECT verb, size FROM run_fill ORDER BY number")
    let placed = try rows("SELECT verb, filled, run FROM placed ORDER BY id")
    #expect(!fills.isEmpty, "\(ran.output)")
    // The last decision goes out at the close, before the paper run has filled it.
    #expect(placed.prefix(fills.count).map { $0[0] } == fills.map { $0[0] }, "\(placed), \(fills)")
    #expect(placed.allSatisfy { $0[1] == "2" && $0[2] == "1" }, "\(placed)")
    try expectEqual(fake.drive("state"))
  }

  @Test("programs that are killed at any moment leave the book and the broker equal")
  func killed() throws {
    let rounds = getenv("TAS_KILLS").flatMap { Int(String(cString: $0)) } ?? (Thoroughness.isFull ? 40 : 6)
    let fake = try FakeAlpaca("--price SPY=100 --price QQQ=50 --parts 2 --cash 10000000")
    _ = try run(fake, Self.opening)
    let program = try #require(BuiltProducts.executable("tas"))
    var dice = Dice(40)
    let trading = try place.write(
      "trading.tas",
      "mode live\n"
        + String(
          repeating: "buy 4 SPY limit 100\nbuy 2 QQQ limit 50 gtc\nsell 3 SPY limit 100\nsell 1 QQQ limit 50\n",
          count: 30))
    var sent = 0
    for round in 0..<rounds {
      if round % 3 == 0 { try fake.fault(["lost", "500", "half", "hangup"][dice.whole(0...3)]) }
      _ = try place.run(
        "/bin/sh",
        [
          "-c",
          "timeout -s KILL \(dice.whole(0...1)).\(dice.whole(30...99)) \(program) --no-rc --keep-going --live main \(trading) >/dev/null 2>&1; true",
        ],
        environment: fake.variables(place))
    }
    // An order that was written and not sent is given up once it must have arrived.
    usleep(11_000_000)
    let last = try run(fake, "mode live\n")
    #expect(last.output.contains("positions and cash are equal"), "\(last)")
    let state = try fake.drive("state")
    sent = state["orders"]?.elements?.count ?? 0
    #expect(sent > 0)
    #expect(try rows("SELECT id FROM placed WHERE status = 'sending'").isEmpty)
    try expectEqual(state)
    let fills = try #require(state["fills"]?.intValue)
    #expect(try rows("SELECT 1 FROM entry WHERE symbol IS NOT NULL").count == fills)
    print("\(rounds) kills: \(sent) orders, \(fills) fills, each once")
  }
}
