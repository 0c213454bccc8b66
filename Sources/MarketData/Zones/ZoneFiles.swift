import LibC

/// The files of the system's tz database.
enum ZoneFiles {
  /// The folders that the database may be in, in the order in which they are tried.
  static var folders: [String] {
    let usual = [
      "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/var/db/timezone/zoneinfo",
    ]
    guard let folder = getenv("TZDIR") else { return usual }
    return [String(cString: folder)] + usual
  }

  /// The bytes of a file; nil if there is none, or it is longer than a zone's file can be.
  static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var all = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while count < all.count {
      let step = all.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if step < 0 { return nil }
      if step == 0 { return Array(all[..<count]) }
      count += step
    }
    return nil
  }

  /// All names that the database lists, in its own order; a few well-known ones if it has no list.
  static func names() -> [String] {
    for folder in folders {
      // Lines of the compact source: "Z name rules …" for zones, "L target name" for links.
      if let bytes = bytes(folder + "/tzdata.zi") {
        var names: [String] = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
          let words = line.split(separator: " ")
          if words.count >= 2, words[0] == "Z" { names.append(String(words[1])) }
          if words.count >= 3, words[0] == "L" { names.append(String(words[2])) }
        }
        return names
      }
      if let bytes = bytes(folder + "/zone1970.tab") ?? bytes(folder + "/zone.tab") {
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
          .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
      }
    }
    return [
      "America/New_York", "America/Chicago", "America/Los_Angeles", "America/Sao_Paulo", "Europe/London",
      "Europe/Berlin", "Europe/Paris", "Europe/Zurich", "Asia/Tokyo", "Asia/Hong_Kong", "Asia/Shanghai",
      "Asia/Singapore", "Asia/Kolkata", "Australia/Sydney",
    ]
  }
}
