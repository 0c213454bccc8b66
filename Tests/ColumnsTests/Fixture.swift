import Calendar
import Columns

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that tests of this target read.
enum Fixture {
  struct Missing: Error {
    var path: String
  }

  /// New York's rules, from the copy that the program embeds.
  static func newYork() throws -> Zone {
    guard let rules = ZoneRules(tzif: try newYorkBytes()) else {
      throw Missing(path: "America.New_York.tzif")
    }
    return Zone(identifier: "America/New_York", rules: rules)
  }

  static func newYorkBytes() throws -> [UInt8] {
    let here = String(#filePath)
    let real = realpath(here, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let root = (real ?? here).split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(root)/Sources/CSamples/data/America.New_York.tzif"
    guard let file = fopen(path, "rb") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }
}
