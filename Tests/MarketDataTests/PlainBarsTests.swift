import Calendar
import Columns
import MarketData
import TestSupport
import Testing
import Work

/// While a file is read, blocks of rows are seen in which no check of prices has anything to look at; these checks leave
/// them out later.
@Suite("Bars in which no check has anything to look at")
struct PlainBarsTests {
  /// The oddities that are put among plain bars.
  private static let oddities = [
    "none", "no volume", "negative volume", "contradiction", "missing", "zero", "split", "unit", "still", "gap",
    "first of a block", "all",
  ]

  /// Rows of minutes, some blocks of them.
  private static func text(_ oddity: String, seed: UInt64) -> [UInt8] {
    var dice = Dice(seed)
    var bytes = Array("date,open,high,low,close,volume\n".utf8)
    var close = 10_000
    var factor = 1
    var still = 0
    var minute = 0
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    func money(_ cents: Int) -> String { "\(cents / 100).\(two(cents % 100))" }
    for row in 0..<70_000 {
      var prices = [close, 0, 0, close + dice.below(21) - 10]
      prices[1] = max(prices[0], prices[3]) + 1 + dice.below(5)
      prices[2] = min(prices[0], prices[3]) - dice.below(5)
      var volume = 1 + dice.below(9000)
      var fields = prices.map { money($0 * factor) }
      let kind = oddity == "all" ? Self.oddities[dice.below(Self.oddities.count)] : oddity
      if dice.below(7000) == 0 || oddity == "first of a block" && (row == 0 || row % 21_000 == 0) {
        switch kind {
        case "no volume": volume = 0
        case "negative volume": volume = -5
        case "contradiction": fields.swapAt(1, 2)
        case "missing": fields[dice.below(4)] = ""
        case "zero": fields[2] = "0"
        case "split": prices[3] = max(2000, prices[3] / 2)
        case "unit": factor = factor == 1 ? 100 : 1
        case "still": still = 300
        case "gap": minute += 4000
        case "first of a block": fields.swapAt(1, 2)
        default: break
        }
      }
      if still > 0 {
        still -= 1
        fields = Array(repeating: money(close * factor), count: 4)
        prices[3] = close
        volume = 0
      }
      close = prices[3]
      minute += 1
      let day = CivilDate(daysSince1970: 18_628 + minute / 1440)
      let stamp = "\(day) \(two(minute / 60 % 24)):\(two(minute % 60))"
      bytes += Array("\(stamp),\(fields.joined(separator: ",")),\(volume)\n".utf8)
    }
    return bytes
  }

  @Test("What the reader has seen changes no finding", arguments: oddities)
  func findings(_ oddity: String) throws {
    for seed: UInt64 in 1...3 {
      let bytes = Self.text(oddity, seed: seed)
      let loaded = try BarFile.read(bytes, name: "test.csv", options: BarFile.Options(threads: 2))
      func told(_ findings: [BarFinding]) -> [String] {
        findings.map { "\($0.code) \($0.count) \($0.firstTime.map { "\($0.milliseconds)" } ?? "") \($0.message)" }
      }
      let whole = told(BarChecks.findings(of: loaded.bars, isMacro: false, hasVolume: true, threads: 1))
      let own = told(loaded.findings)
      #expect(whole.allSatisfy(own.contains), "\(oddity) \(seed): \(whole) and \(own)")
      #expect(own.count == whole.count, "\(oddity) \(seed): \(own) and \(whole)")
      var source = try FileSource(bytes: bytes, name: "test.csv", threads: 1)
      let rows = try FileRows(of: &source, usesAdjusted: false, zone: .utc, threads: 2, monitor: .none)
      let seen = rows.table.plainRows.reduce(0) { $0 + $1.count }
      if oddity == "none" || oddity == "gap" { #expect(seen == loaded.bars.count - 2 * rows.table.plainRows.count) }
      if oddity == "all" { #expect(seen < loaded.bars.count) }
    }
  }
}
