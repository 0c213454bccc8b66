import Calendar
import Columns
import MarketData
import TestSupport
import Testing

@Suite("Robustness")
struct RobustnessTests {
  /// Small files of many dialects, to be changed byte by byte.
  private static let seeds =
    DialectTests.cases.map(\.text) + [
      "observation_date,UNRATE\n2024-01-01,3.7\n2024-02-01,.\n",
      "time,close\n2024-01-02T09:30:00.123456-05:00,1\n2024-01-02 09:31:00Z,1\n",
      "Date,Close\n1/2/2024,1\n2/2/2024,1\n",
      "date,close\n-86400,1\n99999999999,2\n9999999999999999999,3\n",
    ]

  /// Reads bytes; any input gives bars with rising times or an error.
  private func survive(_ bytes: [UInt8]) {
    for zone in ["UTC", "America/New_York"] {
      guard let loaded = try? BarFile.read(bytes, name: "fuzz.csv", options: .init(zone: zone)) else {
        continue
      }
      #expect(!loaded.bars.isEmpty)
      #expect(zip(loaded.bars.times, loaded.bars.times.dropFirst()).allSatisfy { $0 < $1 })
      for column in [loaded.bars.open, loaded.bars.close, loaded.bars.volume] {
        #expect(column.values.allSatisfy { !$0.isInfinite })
      }
      _ = try? loaded.bars.resampled(to: .month)
    }
  }

  @Test("files with changed, missing and added bytes never trap")
  func mutations() {
    var random = Dice(20_240_102)
    let pieces: [[UInt8]] = [
      "\"", ",", ";", "\t", "\n", "\r\n", "-", ".", ":", "Z", "9", "e", "\u{0}", "é", "T", " ",
    ]
    .map { Array($0.utf8) }
    for seed in Self.seeds {
      for _ in 0..<120 {
        var bytes = Array(seed.utf8)
        for _ in 0...random.below(4) {
          let place = random.below(bytes.count)
          switch random.below(4) {
          case 0: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
          case 1 where !bytes.isEmpty: bytes.remove(at: place)
          case 2 where !bytes.isEmpty: bytes[place] = UInt8(random.below(256))
          default:
            let end = min(bytes.count, place + random.below(12))
            bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
          }
        }
        survive(bytes)
      }
    }
  }

  @Test("files cut at any byte never trap")
  func cuts() {
    for seed in Self.seeds {
      let bytes = Array(seed.utf8)
      for count in 0...bytes.count { survive(Array(bytes[..<count])) }
    }
  }

  @Test("bytes without any sense never trap")
  func noise() {
    var random = Dice(5)
    let letters = Array("0123456789-/.:,;\t\n\r\" TZdateclosOPEN+eE".utf8)
    for _ in 0..<1000 {
      survive((0..<random.below(300)).map { _ in letters[random.below(letters.count)] })
      survive((0..<random.below(100)).map { _ in UInt8(random.below(256)) })
    }
  }

  @Test("blocks of a file may end anywhere in a line, and threads change nothing")
  func blocks() throws {
    var random = Dice(9)
    var text = "Date,Time,Open,High,Low,Close,Volume\n"
    text.reserveCapacity(4 << 20)
    var expected: [Double] = []
    for index in 0..<80_000 {
      // Lines of many lengths, blank ones and slow ones (quotes) between.
      let close = Double(random.below(1_000_000)) / 1000
      let minute = index % 60
      let hour = index / 60 % 24
      let date = CivilDate(daysSince1970: 15_000 + index / 1440)
      let time = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
      let pad = String(repeating: "0", count: random.below(9))
      if random.below(50) == 0 { text += "\n" }
      text +=
        random.below(20) == 0
        ? "\(date),\"\(time)\",1,2,0.5,\"\(close)\(pad)\",\(index)\r\n"
        : "\(date),\(time),1,2,0.5,\(close)\(pad),\(index)\n"
      expected.append(close)
    }
    #expect(text.utf8.count > 3 << 20)
    let one = try read(text, .init(threads: 1))
    #expect(one.bars.close.values.array == expected)
    #expect(one.bars.volume[79_999] == 79_999)
    for threads in [2, 3, 7, 64] {
      let other = try read(text, .init(threads: threads))
      #expect(values(other.bars) == values(one.bars))
      #expect(other.findings == one.findings)
      #expect(other.contentHash == one.contentHash)
    }
    #expect(values(try read(text).bars) == values(one.bars))
  }

  @Test("the hash of equal bytes is known, and one bit changes it")
  func hash() throws {
    let text = "Date,Close\n2024-01-02,1\n"
    let hash = try read(text).contentHash
    #expect(hash == (try read(text).contentHash))
    #expect(hash == "e3f2ceb820edd4dce1811665fbc7e15d")
    #expect(hash != (try read("Date,Close\n2024-01-02,2\n").contentHash))
    #expect(hash != (try read("Date,Close\n2024-01-02,1").contentHash))
  }
}
