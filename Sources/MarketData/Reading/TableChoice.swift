/// The choice of one of several tables in a file: that of a zip archive or of a database.
struct TableChoice {
  /// The file's path, for errors.
  let file: String
  /// The thing that holds the tables: `archive`.
  let holder: String
  /// One of the items that it holds: `file`.
  let noun: String
  /// The names to choose from.
  let names: [String]
  /// The statement that reads a table of a name.
  let statement: (String) -> String

  /// The name requested, which may be one of `all`, else the only one.
  ///
  /// - Throws: `not-a-table` if there is no such table, or if there are several and none is named.
  func chosen(_ asked: String?, among all: [String]) throws(MarketDataError) -> String {
    if let asked {
      if all.contains(asked) { return asked }
      throw MarketDataError(
        .notATable, file: file, found: asked, message: "the \(holder) has no \(noun) `\(asked)`", candidates: names)
    }
    if names.count == 1 { return names[0] }
    let listed = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    throw MarketDataError(
      .notATable, file: file,
      message: names.isEmpty ? "the \(holder) has no \(noun)s" : "the \(holder) has \(names.count) \(noun)s: \(listed)",
      hint: names.first.map { "`\(statement($0))` reads one of them" })
  }
}
