import CSamples
import Calendar
import Columns
import Text

/// Finds time zones by name: in the system's tz database, and New York's in the program itself.
public enum ZoneDatabase {
  /// The zone of a name of the tz database (`America/New_York`), of `UTC`, or of a fixed offset (`+02:00`).
  ///
  /// The folder in the environment's `TZDIR` comes first, then the system's usual ones. Throws `unknown-timezone`, with
  /// the nearest name as a hint if there is one.
  public static func zone(named name: String) throws(MarketDataError) -> Zone {
    if ["UTC", "utc", "Z", "GMT", "Etc/UTC"].contains(name) { return .utc }
    if let offset = fixedOffset(name) { return Zone(fixedOffset: offset) }
    if isSafe(name) {
      for folder in ZoneFiles.folders {
        if let bytes = ZoneFiles.bytes(folder + "/" + name), let rules = ZoneRules(tzif: bytes) {
          return Zone(identifier: name, rules: rules)
        }
      }
      if name == newYork.identifier { return newYork }
    }
    throw MarketDataError(
      .unknownZone,
      file: name,
      found: RowFault.shortened(name),
      message: "there is no timezone \"\(RowFault.shortened(name))\"",
      hint: nearest(to: name).map { Spelling.hint(offering: [$0], written: { $0 }) }
        ?? "write it as America/New_York, UTC or +02:00"
    )
  }

  /// New York, whose rules are part of the program: the samples need no tz database.
  public static let newYork: Zone = {
    let name = "America/New_York"
    guard let rules = EmbeddedFile.bytes(named: "America.New_York.tzif").flatMap(ZoneRules.init(tzif:)) else {
      return Zone(fixedOffset: -18_000)
    }
    return Zone(identifier: name, rules: rules)
  }()

  /// Reads `+02:00`, `-0500`, `UTC+2`, `GMT-5` as seconds.
  private static func fixedOffset(_ name: String) -> Int? {
    var text = Substring(name)
    for prefix in ["UTC", "GMT"] where text.hasPrefix(prefix) { text = text.dropFirst(3) }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), [1, 2, 4].contains(digits.count),
      let number = Int(digits)
    else { return nil }
    let (hours, minutes) = digits.count == 4 ? (number / 100, number % 100) : (number, 0)
    guard hours <= 15, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (sign == "-" ? -60 : 60)
  }

  /// True for names that cannot lead out of the folder.
  private static func isSafe(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("/") && !name.hasPrefix(".")
      && !name.contains("..")
      && name.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "_+-/".unicodeScalars.contains($0))
      }
  }

  /// The known name that is nearest: the same place without its continent, or one with few letters changed.
  private static func nearest(to name: String) -> String? {
    let nameKey = key(name)
    guard nameKey.count >= 2, nameKey.count <= 64 else { return nil }
    let names = ZoneFiles.names()
    if let same = names.first(where: { key($0) == nameKey }) { return same }
    if let city = names.first(where: { key($0.split(separator: "/").last ?? "") == nameKey }) { return city }
    return Spelling.nearest(to: nameKey, in: names) { [key($0), key($0.split(separator: "/").last ?? "")] }
  }

  private static func key(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" }
  }
}
