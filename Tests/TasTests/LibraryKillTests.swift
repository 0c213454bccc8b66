import Calendar
import FileFormats
import LibC
import Platform
import Sourcing
import Synchronization
import TestSupport
import Testing

/// Programs that fill one library at once and are killed: `TAS_KILLS=200` for that many rounds.
@Suite("Killed programs and the library")
struct LibraryKillTests {
  private static let pageSize = 1000
  private static let pages = 40
  /// The first bar, 2024-01-01.
  private static let start: Int64 = 1_704_067_200_000

  private static func price(_ index: Int64) -> Double { Double(10_000 + (index * 7919) % 997) / 100 }

  /// A page of minutes of Binance from a time on.
  private static func page(from time: Int64) -> String {
    let first = max(0, (time - start + 59_999) / 60_000)
    let last = min(first + Int64(pageSize), Int64(pages * pageSize))
    let bars = (first..<max(first, last)).map { index in
      let price = price(index)
      let open = start + index * 60_000
      return "[\(open),\"\(price)\",\"\(price)\",\"\(price)\",\"\(price)\",\"1\",\(open + 59_999)]"
    }
    return "[\(bars.joined(separator: ","))]"
  }

  /// The newest time from which each symbol was asked for: all before it had come, and was kept.
  private final class Asked: Sendable {
    private let times = Mutex<[String: Int64]>([:])

    func note(_ symbol: String, _ time: Int64) { times.withLock { $0[symbol] = max($0[symbol] ?? 0, time) } }
    func time(_ symbol: String) -> Int64 { times.withLock { $0[symbol] ?? 0 } }
  }

  private static func parameter(_ name: String, of target: String) -> String? {
    target.split(separator: "?").last?.split(separator: "&").first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  @Test("of two programs that are killed no page is lost but those under way, and nothing is damaged")
  func killed() throws {
    let rounds = getenv("TAS_KILLS").flatMap { Int(String(cString: $0)) } ?? (Thoroughness.isFull ? 10 : 3)
    let place = try Place()
    let asked = Asked()
    let server = try LoopbackServer { question in
      guard let symbol = Self.parameter("symbol", of: question.target),
        let time = Self.parameter("startTime", of: question.target).flatMap({ Int64($0) })
      else { return .answer(404, [:], "") }
      asked.note(symbol, time)
      return .answer(200, [:], Self.page(from: time))
    }
    defer { server.stop() }
    let data = place.path + "/data"
    let variables = ["TAS_OFFLINE": "", "TAS_BINANCE_URL": server.address(), "XDG_DATA_HOME": data]
    let program = try #require(BuiltProducts.executable("tas"))
    let library = try #require(
      Library(
        Environment(
          today: .init(daysSince1970: 20_000), now: { "" }, stateDirectory: data, dataDirectory: data + "/tas")))
    var dice = Dice(200)
    var (partial, whole) = (0, 0)
    for round in 0..<rounds {
      // Some rounds continue with the symbols of the round before.
      let symbols = ["A\(round / 3)", "B\(round / 3)"]
      let loads = symbols.map { "load \($0) from binance timeframe 1m since 2024-01-01 until 2024-01-28" }
      func line(_ loads: [String]) -> String {
        let milliseconds = dice.below(900) + 100
        return "timeout -s KILL 0.\(milliseconds) \(program) --no-rc -c 'set fresh 0; \(loads.joined(separator: "; "))'"
      }
      let commands = "\(line(loads)) & \(line(loads.reversed())); wait"
      _ = try place.run("/bin/sh", ["-c", commands], environment: variables)
      for symbol in symbols {
        let key = SeriesKey(source: "binance", symbol: symbol, timeframe: "1m", variant: "")
        let reached = asked.time(symbol)
        guard let (entry, batch) = try library.kept(key) else {
          #expect(reached <= Self.start, "round \(round): \(symbol) is gone")
          continue
        }
        if entry.isWhole { whole += 1 } else { partial += 1 }
        let isInOrder = batch.times.indices.allSatisfy { batch.times[$0] == Self.start + Int64($0) * 60_000 }
        #expect(isInOrder, "round \(round): \(symbol) has a hole or a bar twice")
        #expect(batch.close.indices.allSatisfy { batch.close[$0] == Self.price(Int64($0)) })
        #expect((batch.times.last ?? 0) + 60_000 >= reached, "round \(round): \(symbol) has lost a page")
        #expect(!entry.isWhole || batch.count == Self.pages * Self.pageSize)
      }
    }
    let database = try SQLiteDatabase(path: library.path)
    #expect(try database.run("PRAGMA integrity_check").first?.first?.text == "ok")
    #expect(partial > 0, "no program was killed in the middle of a load: \(whole) whole")
    let last = try place.tas(
      "--no-rc", "-c", "load A0 from binance timeframe 1m since 2024-01-01 until 2024-01-28; library check",
      environment: variables)
    #expect(last.status == 0 && !last.output.contains("library-fault"), "\(last)")
  }
}
