import FileFormats

/// A ledger that all running programs share, in the library.
public struct SharedLedger: RequestLedger {
  private let library: Library
  /// The requests of this program if the library cannot be written: one count for all.
  private static let spare = MemoryLedger()

  /// The ledger of a library.
  public init(_ library: Library) { self.library = library }

  /// Takes one request of a limit, or returns how long to wait for it; if the library cannot be written the requests of
  /// this program are counted alone.
  public func take(_ name: String, _ limit: RateLimit, now: Int64) -> Double {
    let wait = try? library.open { database throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        let rows = try database.run("SELECT time FROM asked WHERE name = ?", .text(name))
        let before = rows.compactMap { $0[0].integer }
        var window = RequestWindow(times: before)
        let wait = window.take(limit, now: now)
        let left = Set(window.times)
        for time in Set(before) where !left.contains(time) {
          try database.run("DELETE FROM asked WHERE name = ? AND time = ?", .text(name), .integer(time))
        }
        if wait <= 0 { try database.run("INSERT INTO asked (name, time) VALUES (?, ?)", .text(name), .integer(now)) }
        return wait
      }
    }
    return wait ?? Self.spare.take(name, limit, now: now)
  }
}

extension Library {
  /// Takes note of whether a provider accepted its key.
  public func noteKey(of provider: String, isAccepted: Bool, time: Int64) throws(LibraryError) {
    try open { database throws(SQLiteError) in
      try database.run(
        "INSERT OR REPLACE INTO key_use (provider, is_accepted, time) VALUES (?, ?, ?)", .text(provider),
        .integer(isAccepted ? 1 : 0), .integer(time))
    }
  }

  /// Whether each provider accepted its key when it was used last, and when that was, in milliseconds since 1970.
  public func keyUses() throws(LibraryError) -> [String: (isAccepted: Bool, time: Int64)] {
    var uses: [String: (isAccepted: Bool, time: Int64)] = [:]
    try open { database throws(SQLiteError) in
      for row in try database.run("SELECT provider, is_accepted, time FROM key_use") {
        if let name = row[0].text, let time = row[2].integer { uses[name] = (row[1].integer == 1, time) }
      }
    }
    return uses
  }
}
