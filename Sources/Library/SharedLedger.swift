import Networking
import SQLite

/// A ledger that all running programs share, in the library.
public struct SharedLedger: RequestLedger {
  private let library: Library
  private let spare = MemoryLedger()

  /// The ledger of a library.
  public init(_ library: Library) { self.library = library }

  /// Takes one request of a limit, or tells how long to wait for it; where the library cannot be written the requests of
  /// this program are counted alone.
  public func take(_ name: String, _ limit: RateLimit, now: Int64) -> Double {
    let wait = try? library.open { database throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        let row = try database.run("SELECT tokens, time FROM bucket WHERE name = ?", .text(name)).first
        var bucket = TokenBucket(full: limit, time: now)
        if let tokens = row?[0].real, let time = row?[1].integer { bucket = TokenBucket(tokens: tokens, time: time) }
        let wait = bucket.take(limit, now: now)
        try database.run(
          "INSERT OR REPLACE INTO bucket (name, tokens, time) VALUES (?, ?, ?)", .text(name), .real(bucket.tokens),
          .integer(bucket.time))
        return wait
      }
    }
    return wait ?? spare.take(name, limit, now: now)
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
