import FileFormats
import JSON
import LibC
import TestSupport
import Testing

/// Strategies that trade recorded streams in paper accounts, in programs that are killed.
@Suite("Paper runs")
struct PaperRunTests {
  private static let bars = 240

  /// A recording of closed bars on a random walk.
  private func recording(seed: UInt64) -> String {
    var dice = Dice(seed)
    var lines = [
      #"{"tasr":1,"provider":"binance","series":["BTCUSDT"],"timeframe":"1m","bars":"provider","composed":"a random walk"}"#,
      #"{"at":1717408800000,"event":"connected"}"#,
    ]
    var close = 50_000.0
    for bar in 0..<Self.bars {
      let start = 1_717_408_800_000 + bar * 60_000
      func step() -> Double { Double(dice.whole(-60...60)) / 4 }
      let open = close + step()
      close = open + 3 * step()
      let (high, low) = (max(open, close) + abs(step()), min(open, close) - abs(step()))
      let kline =
        #"{"e":"kline","E":\#(start + 60_000),"s":"BTCUSDT","k":{"t":\#(start),"T":\#(start + 59_999),"s":"BTCUSDT","i":"1m","o":"\#(open)","c":"\#(close)","h":"\#(high)","l":"\#(low)","v":"3","x":true}}"#
      let frame = JSONValue.string(#"{"stream":"btcusdt@kline_1m","data":\#(kline)}"#).write()
      lines.append(#"{"at":\#(start + 60_050),"frame":\#(frame)}"#)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let strategies = [
    "strategy s { buy: enter long when rsi(5) < 40; exit when rsi(5) > 60; stop 0.1%; target 0.2%; size 30% }",
    "strategy s { up: enter long at limit close * 0.9997 for 3 bars when close < close[1]; exit after 4 bars; trail 0.1%; size 0.1 shares }",
    "strategy s { dn: enter short at stop close * 0.9998 for 2 bars when close > sma(5); exit when close < sma(5); stop 0.2%; size risk 0.5% }",
    "strategy s { a: enter long when rsi(4) < 45; b: enter short when rsi(4) > 55; stop 0.3%; size 20% }",
  ]

  private func script(_ strategy: String, _ recording: String) -> String {
    """
    set commission 0.02%
    set slippage 0.01%
    account main currency USD cash 20_000 on 2024-01-02
    guard max_positions 10
    guard risk_per_trade 10%
    guard daily_loss 50%
    \(strategy)
    stream from "\(recording)" at max
    run s on BTCUSDT in main
    wait until end
    runs check
    """
  }

  @Test(
    "fills, trades and equity are those of the backtest to the last bit, however often the program is killed",
    arguments: 0..<4)
  func killed(number: Int) throws {
    let place = try Place()
    let variables = ["XDG_DATA_HOME": place.path + "/data"]
    let program = try #require(BuiltProducts.executable("tas"))
    let walk = try place.write("walk.tasr", recording(seed: UInt64(number) + 40))
    let script = try place.write("script.tas", script(Self.strategies[number], walk))
    var dice = Dice(UInt64(number))
    let rounds = getenv("TAS_KILLS").flatMap { Int(String(cString: $0)) } ?? (Thoroughness.isFull ? 12 : 4)
    var stops: Set<Int> = []
    for _ in 0..<rounds {
      _ = try place.run(
        "/bin/sh",
        ["-c", "timeout -s KILL 0.\(dice.whole(10...60)) \(program) --no-rc \(script) >/dev/null 2>&1; sleep 0.3"],
        environment: variables)
      let path = place.path + "/data/tas/book.sqlite"
      if access(path, F_OK) == 0, let database = try? SQLiteDatabase(path: path),
        let count = try? database.run("SELECT count(*) FROM run_bar").first?.first?.integer
      {
        stops.insert(Int(count))
      }
    }
    let done = try place.tas("--no-rc", script, environment: variables)
    #expect(done.output.contains("\(Self.bars) bars from"), "\(done)")
    #expect(done.output.contains("equal to the backtest, to the last bit"), "\(done.output)")
    // The ledger has each fill once, and its cash is that of the loop.
    let database = try SQLiteDatabase(path: place.path + "/data/tas/book.sqlite")
    func value(_ question: String) throws -> Double {
      try database.run(question).first?.first.flatMap { $0.real ?? $0.text.flatMap(Double.init) } ?? .nan
    }
    let fills = try value("SELECT count(*) FROM run_fill")
    #expect(fills > 10)
    #expect(try value("SELECT count(*) FROM entry WHERE symbol IS NOT NULL") == fills)
    #expect(try value("SELECT count(DISTINCT key) FROM notice WHERE key LIKE 'run 1 1%'") == fills)
    let cash = try value("SELECT cash FROM run_bar ORDER BY time DESC LIMIT 1")
    let booked = try value("SELECT sum(CAST(amount AS REAL)) FROM entry")
    #expect(abs(cash - booked) < 1e-6, "\(cash), \(booked)")
    // An independent run of the backtest, in a program of its own.
    let alone = try place.tas(
      "--no-rc", "--format", "json", "-c",
      """
      set commission 0.02%
      set slippage 0.01%
      \(Self.strategies[number])
      stream from "\(walk)" at max
      wait until end
      backtest s with cash 20_000 as bt
      equity bt all
      """, environment: ["XDG_DATA_HOME": place.path + "/other"])
    let last = try #require(alone.output.split(separator: "\n").last)
    let rows = try #require(JSONValue(parsing: String(last))["data"]?["rows"]?.elements)
    let equity = rows.compactMap { $0[1]?.doubleValue }
    let paper = try database.run("SELECT equity FROM run_bar ORDER BY time").compactMap { $0[0].real }
    #expect(equity.count == Self.bars && equity == paper)
  }
}
