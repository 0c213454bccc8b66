import FileFormats
import MarketData

/// A document of the library: the answer of a provider as it came.
public struct KeptDocument: Sendable, Hashable {
  /// The word of the provider.
  public var source: String
  /// Its name: a ticker, or `tickers`.
  public var name: String
  /// When it came, in milliseconds since 1970.
  public var fetched: Int64
  /// The address, without a key.
  public var address: String
  /// A hash of the body.
  public var hash: String
  /// The number of bytes.
  public var bytes: Int
}

extension Library {
  /// All documents, by source and name.
  public func documents() throws(LibraryError) -> [KeptDocument] {
    try open { database throws(SQLiteError) in
      try database.run(
        "SELECT source, name, fetched, address, hash, length(body) FROM document ORDER BY source, name"
      ).compactMap(Self.document)
    }
  }

  private static func document(_ row: [SQLiteValue]) -> KeptDocument? {
    guard let source = row[0].text, let name = row[1].text, let fetched = row[2].integer else { return nil }
    return KeptDocument(
      source: source, name: name, fetched: fetched, address: row[3].text ?? "", hash: row[4].text ?? "",
      bytes: Int(row[5].integer ?? 0))
  }

  /// A document with its body; nil if there is none.
  public func document(_ name: String, of source: String) throws(LibraryError) -> (entry: KeptDocument, body: [UInt8])?
  {
    try open { database throws(SQLiteError) in
      let rows = try database.run(
        "SELECT source, name, fetched, address, hash, length(body), body FROM document WHERE source = ? AND name = ?",
        .text(source), .text(name))
      guard let row = rows.first, let entry = Self.document(row), let body = row[6].blob else { return nil }
      return (entry, body)
    }
  }

  /// Keeps a document in the place of an earlier one.
  public func keep(
    _ body: [UInt8], as name: String, of source: String, address: String, fetched: Int64
  ) throws(LibraryError) {
    try open { database throws(SQLiteError) in
      try database.run(
        "INSERT OR REPLACE INTO document (source, name, fetched, address, hash, body) VALUES (?, ?, ?, ?, ?, ?)",
        .text(source), .text(name), .integer(fetched), .text(address), .text(ContentHash.text(of: body)), .blob(body))
    }
  }
}
