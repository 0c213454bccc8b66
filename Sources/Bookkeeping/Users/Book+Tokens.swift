import Calendar
import FileFormats
import Platform

/// A token that is exchanged for others once: one of those that a sign-in leads to.
package struct RefreshToken: Sendable, Hashable {
  /// The part of the token by which it is found.
  package var id: String
  package var user: String
  /// The sign-in that it goes back to.
  package var family: String
  /// The hash of the token's secret part.
  package var hash: String
  /// The end of its validity, in milliseconds since 1970.
  package var until: Int64
  package var isUsed = false

  /// Makes a token that is not used yet.
  package init(id: String, user: String, family: String, hash: String, until: Int64) {
    (self.id, self.user, self.family, self.hash, self.until) = (id, user, family, hash, until)
  }
}

/// A token for a program that reads reports.
package struct ReaderToken: Sendable, Hashable {
  package var name: String
  /// The part of the token by which it is found.
  package var id: String
  /// The hash of the token's secret part.
  package var hash: String
  /// The end of its validity, in milliseconds since 1970.
  package var until: Int64

  /// Makes a token.
  package init(name: String, id: String, hash: String, until: Int64) {
    (self.name, self.id, self.hash, self.until) = (name, id, hash, until)
  }
}

extension Book {
  /// The refresh token with a public part.
  package func refreshToken(_ id: String, _ environment: Environment) throws(BookError) -> RefreshToken? {
    try rows(environment, "SELECT id, user, family, hash, until, used FROM refresh WHERE id = ?", .text(id)).first
      .map { row in
        var token = RefreshToken(
          id: row[0].text ?? "", user: row[1].text ?? "", family: row[2].text ?? "", hash: row[3].text ?? "",
          until: row[4].integer ?? 0)
        token.isUsed = row[5].integer != nil
        return token
      }
  }

  /// Keeps a refresh token, and marks the one that it follows as used; tokens past their time are deleted.
  ///
  /// - Returns: false if the former one was used meanwhile.
  package func keep(
    _ token: RefreshToken, after former: String? = nil, _ environment: Environment
  ) throws(BookError) -> Bool {
    try change(environment) { book throws(BookError) in
      try book.run("DELETE FROM refresh WHERE until < ?", .integer(book.now.milliseconds))
      if let former {
        let marked = try book.run(
          "UPDATE refresh SET used = ? WHERE id = ? AND used IS NULL RETURNING 1", .integer(book.now.milliseconds),
          .text(former))
        guard !marked.isEmpty else { return false }
      }
      try book.run(
        "INSERT INTO refresh VALUES(?, ?, ?, ?, ?, NULL)", .text(token.id), .text(token.user), .text(token.family),
        .text(token.hash), .integer(token.until))
      return true
    }
  }

  /// Deletes all refresh tokens of a sign-in.
  package func dropFamily(_ family: String, _ environment: Environment) throws(BookError) {
    try change(environment) { book throws(BookError) in
      _ = try book.run("DELETE FROM refresh WHERE family = ?", .text(family))
    }
  }

  /// The tokens for reading programs, by name.
  package func readerTokens(_ environment: Environment) throws(BookError) -> [ReaderToken] {
    try rows(environment, "SELECT name, id, hash, until FROM reader ORDER BY name").map { row in
      ReaderToken(
        name: row[0].text ?? "", id: row[1].text ?? "", hash: row[2].text ?? "", until: row[3].integer ?? 0)
    }
  }

  /// Keeps a token for a reading program.
  ///
  /// - Returns: false if there is one of that name.
  package func add(_ token: ReaderToken, _ environment: Environment) throws(BookError) -> Bool {
    try change(environment) { book throws(BookError) in
      let rows = try book.run(
        "INSERT OR IGNORE INTO reader VALUES(?, ?, ?, ?, ?) RETURNING 1", .text(token.name), .text(token.id),
        .text(token.hash), .integer(token.until), .integer(book.now.milliseconds))
      return !rows.isEmpty
    }
  }

  /// Deletes a token for a reading program.
  ///
  /// - Returns: false if there is none of that name.
  package func dropReaderToken(_ name: String, _ environment: Environment) throws(BookError) -> Bool {
    try change(environment) { book throws(BookError) in
      !(try book.run("DELETE FROM reader WHERE name = ? RETURNING 1", .text(name)).isEmpty)
    }
  }
}
