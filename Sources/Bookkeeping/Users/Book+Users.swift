import Calendar
import FileFormats
import JSON
import Platform

/// The users of a server, and their devices.
extension Book {
  private static let columns = "id, name, email, role, status, password, preferences"

  /// All users, the oldest first.
  package func users(_ environment: Environment) throws(BookError) -> [User] {
    try rows(environment, "SELECT \(Self.columns) FROM user ORDER BY made, id").compactMap(Self.user)
  }

  /// The user whose `id`, `name` or `email` is a text; letters are the same in both cases.
  package func user(_ key: UserKey, _ text: String, _ environment: Environment) throws(BookError) -> User? {
    try rows(environment, "SELECT \(Self.columns) FROM user WHERE \(key.rawValue) = ?", .text(text)).first
      .flatMap(Self.user)
  }

  /// What a user is found by.
  package enum UserKey: String { case id, name, email }

  private static func user(_ row: [SQLiteValue]) -> User? {
    guard let role = row[3].text.flatMap(User.Role.init), let status = row[4].text.flatMap(User.Status.init) else {
      return nil
    }
    var user = User(
      id: row[0].text ?? "", name: row[1].text ?? "", email: row[2].text ?? "", role: role, status: status,
      password: row[5].text ?? "")
    user.preferences = row[6].text.flatMap { try? JSONValue(parsing: $0) } ?? [:]
    return user
  }

  /// Adds a user.
  ///
  /// - Returns: false if there is one of that name or address.
  package func add(_ user: User, _ environment: Environment) throws(BookError) -> Bool {
    try change(environment) { book throws(BookError) in
      let found = try book.run(
        "SELECT 1 FROM user WHERE name = ? OR email = ?", .text(user.name), .text(user.email))
      guard found.isEmpty else { return false }
      try book.run(
        "INSERT INTO user VALUES(?, ?, ?, ?, ?, ?, ?, ?)", .text(user.id), .text(user.name), .text(user.email),
        .text(user.role.rawValue), .text(user.status.rawValue), .text(user.password),
        .text(user.preferences.write()), .integer(book.now.milliseconds))
      return true
    }
  }

  /// Writes what is changed of a user, unless no active administrator would be left.
  ///
  /// - Returns: false if it is the last one.
  package func update(_ user: User, _ environment: Environment) throws(BookError) -> Bool {
    try change(environment) { book throws(BookError) in
      if user.role != .admin || user.status != .active {
        let others = try book.run(
          "SELECT 1 FROM user WHERE role = 'admin' AND status = 'active' AND id <> ?", .text(user.id))
        let isLast = try book.run(
          "SELECT 1 FROM user WHERE role = 'admin' AND status = 'active' AND id = ?", .text(user.id))
        if others.isEmpty, !isLast.isEmpty { return false }
      }
      try book.run(
        "UPDATE user SET role = ?, status = ?, password = ?, preferences = ? WHERE id = ?", .text(user.role.rawValue),
        .text(user.status.rawValue), .text(user.password), .text(user.preferences.write()), .text(user.id))
      if user.status != .active { try book.run("DELETE FROM refresh WHERE user = ?", .text(user.id)) }
      return true
    }
  }

  /// The devices of all users.
  package func devices(_ environment: Environment) throws(BookError) -> [Device] {
    try rows(environment, "SELECT token, user, platform, zone FROM device ORDER BY token").map { row in
      Device(
        token: row[0].text ?? "", user: row[1].text ?? "", platform: row[2].text ?? "", zone: row[3].text ?? "")
    }
  }

  /// Keeps a device, in the place of an earlier one with its token.
  package func keep(_ device: Device, _ environment: Environment) throws(BookError) {
    try change(environment) { book throws(BookError) in
      _ = try book.run(
        "INSERT OR REPLACE INTO device VALUES(?, ?, ?, ?)", .text(device.token), .text(device.user),
        .text(device.platform), .text(device.zone))
    }
  }

  /// Forgets a device of a user.
  package func dropDevice(_ token: String, of user: String, _ environment: Environment) throws(BookError) {
    try change(environment) { book throws(BookError) in
      _ = try book.run("DELETE FROM device WHERE token = ? AND user = ?", .text(token), .text(user))
    }
  }

  /// Changes what belongs to no account.
  func change<Value>(
    _ environment: Environment, _ work: (inout BookTransaction) throws(BookError) -> Value
  ) throws(BookError) -> Value {
    try write(environment, to: nil, at: Timestamp(milliseconds: environment.clock.now()), work)
  }
}
