import Accounts
import Calendar
import Imports
import LibC
import TestSupport
import Testing

/// Statements that were damaged on their way: each row is an entry or a finding, and nothing traps.
@Suite("Damaged statements", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct StatementFuzzTests {
  private static let account = Account(name: "main", zone: .utc)

  /// Imports a text, and checks that what it books can be booked.
  private func read(_ bytes: [UInt8]) throws {
    guard let statement = BrokerStatement(bytes) else { return }
    let reader = statement.reading(for: Self.account) { currency, _ in currency == "EUR" ? Money(1) : nil }
    guard let result = try? StatementImport(reader, into: [Self.account], [], known: [:]) else { return }
    let state = try #require(result.books.state("main"))
    #expect(state.cash == result.entries.reduce(.zero) { $0 + $1.amount })
    // Each row is new or a finding, but for those that tell again what others tell.
    let found = Set(result.findings.map(\.row))
    #expect(found.count == result.findings.count)
    #expect(result.new + found.count <= statement.rows.count)
    if statement.dialect.name != "ibkr" { #expect(result.new + found.count == statement.rows.count) }
    #expect(result.known == 0)
    let known = Dictionary(result.rows.map { ($0.key, $0.content) }) { first, _ in first }
    #expect(known.count == result.rows.count)
  }

  @Test("A byte, a cell or a line is changed, taken out or doubled", arguments: StatementFiles.all)
  func mutated(_ name: String) throws {
    let bytes = try SharedFolder.bytes("data/statements/\(name)")
    var dice = Dice(UInt64(name.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude))
    let odd: [[UInt8]] = ["\"", ",", "\n", "-", "999999999999999999", "1e98", "0", "\u{FEFF}", "(", "<", "NaN", "\r"]
      .map {
        Array($0.utf8)
      }
    for _ in Thoroughness.some(0..<4000) {
      var mutant = bytes
      for _ in 0..<dice.whole(1...4) where !mutant.isEmpty {
        let place = dice.below(mutant.count)
        let end = min(mutant.count, place + dice.whole(1...24))
        switch dice.whole(0...4) {
        case 0: mutant[place] = UInt8(dice.whole(0...255))
        case 1: mutant.removeSubrange(place..<end)
        case 2: mutant.insert(contentsOf: mutant[place..<end], at: place)
        case 3: mutant.insert(contentsOf: dice.pick(odd), at: place)
        default: mutant.replaceSubrange(place..<end, with: dice.pick(odd))
        }
      }
      try read(mutant)
    }
  }

  @Test("A file that is cut at any line", arguments: StatementFiles.all)
  func cut(_ name: String) throws {
    let bytes = try SharedFolder.bytes("data/statements/\(name)")
    for place in bytes.indices where bytes[place] == 10 { try read(Array(bytes[...place])) }
  }
}
