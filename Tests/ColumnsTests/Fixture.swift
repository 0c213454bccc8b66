import Calendar
import Columns
import TestSupport

/// Files that tests of this target read.
enum Fixture {
  struct Missing: Error {}

  /// New York's rules, from the copy that the program embeds.
  static func newYork() throws -> Zone {
    guard let rules = ZoneRules(tzif: try newYorkBytes()) else { throw Missing() }
    return Zone(identifier: "America/New_York", rules: rules)
  }

  static func newYorkBytes() throws -> [UInt8] {
    try FileContents.bytes(PackageFolder.file("Sources/CSamples/data/America.New_York.tzif"))
  }
}
