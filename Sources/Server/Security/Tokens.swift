import Bookkeeping
import Calendar
import Platform
import Synchronization

/// What lets users and programs in: access tokens in memory, refresh tokens and reading tokens by their hashes in the book.
///
/// A token is a public part, by which it is found, a dot, and 256 random bits.
final class Tokens: Sendable {
  /// How long tokens last, in milliseconds.
  static let (accessTime, refreshTime): (Int64, Int64) = (900_000, 604_800_000)

  /// A sign-in that is open.
  private struct Access {
    let secret: String
    let user: String
    let family: String
    var until: Int64
  }

  /// The tokens of a sign-in.
  struct Pair: Sendable {
    let access: String
    let refresh: String
    let until: Int64
  }

  /// Who shows a token.
  enum Holder: Sendable {
    case user(User)
    /// A program that reads reports.
    case reader(String)
  }

  private let open = Mutex<[String: Access]>([:])
  private let book: Book
  private let environment: Environment

  init(_ book: Book, _ environment: Environment) { (self.book, self.environment) = (book, environment) }

  private var now: Int64 { environment.clock.now() }

  // MARK: Making

  /// Tokens for a user who has signed in.
  ///
  /// - Parameter lasts: how long the refresh token can be used, in milliseconds.
  func signIn(_ user: User, lasts: Int64 = refreshTime) throws(Refusal) -> Pair {
    try make(user.id, family: RandomText.uuid(), after: nil, lasts: lasts)
  }

  /// New tokens for a refresh token, which cannot be used again: if it was, all tokens of its sign-in end.
  func refresh(_ token: String, lasts: Int64 = refreshTime) throws(Refusal) -> (pair: Pair, user: User) {
    let known = Refusal(401, "the refresh token is not valid")
    guard let (id, secret) = Self.parts(of: token),
      let found = try book.checked({ book throws(BookError) in try book.refreshToken(id, environment) }),
      Crypt.matches(secret, found.hash), found.until > now
    else { throw known }
    func revoke() throws(Refusal) -> Refusal {
      try end(found.family)
      return Refusal(401, "the refresh token was used before; sign in again")
    }
    if found.isUsed { throw try revoke() }
    guard let user = try user(found.user), user.status == .active else { throw known }
    do throws(Refusal) {
      return (try make(user.id, family: found.family, after: found.id, lasts: lasts), user)
    } catch  where error.status == 409 { throw try revoke() }
  }

  private func make(_ user: String, family: String, after former: String?, lasts: Int64) throws(Refusal) -> Pair {
    let (access, secret) = (RandomText.make(bytes: 8), RandomText.make(bytes: 32))
    let (id, refresh) = (RandomText.make(bytes: 8), RandomText.make(bytes: 32))
    guard let hash = Crypt.hash(refresh, .token) else { throw Refusal(500, "this system has no libcrypt") }
    let kept = RefreshToken(id: id, user: user, family: family, hash: hash, until: now + lasts)
    guard try book.checked({ book throws(BookError) in try book.keep(kept, after: former, environment) }) else {
      throw Refusal(409, "")
    }
    let until = now + Self.accessTime
    open.withLock { [now] open in
      open = open.filter { $0.value.until > now }
      if let former, !former.isEmpty { open = open.filter { $0.value.family != family } }
      open[access] = Access(secret: secret, user: user, family: family, until: until)
    }
    return Pair(access: "\(access).\(secret)", refresh: "\(id).\(refresh)", until: until)
  }

  // MARK: Looking

  /// Who shows a token; nil for one that is not valid, or of a user who is not let in.
  func holder(of token: String) throws(Refusal) -> Holder? {
    guard let (id, secret) = Self.parts(of: token) else { return nil }
    if let access = open.withLock({ $0[id] }) {
      guard Crypt.isSame(access.secret, secret), access.until > now, let user = try user(access.user) else {
        return nil
      }
      return user.status == .active ? .user(user) : nil
    }
    let found = try book.checked { book throws(BookError) in try book.readerTokens(environment).first { $0.id == id } }
    guard let found, found.until > now, Crypt.matches(secret, found.hash) else { return nil }
    return .reader(found.name)
  }

  private func user(_ id: String) throws(Refusal) -> User? {
    try book.checked { book throws(BookError) in try book.user(.id, id, environment) }
  }

  // MARK: Ending

  /// Ends the sign-in of a token, either of the pair.
  func signOut(_ token: String) throws(Refusal) {
    guard let (id, secret) = Self.parts(of: token) else { return }
    if let access = open.withLock({ $0[id] }), Crypt.isSame(access.secret, secret) { return try end(access.family) }
    let found = try book.checked { book throws(BookError) in try book.refreshToken(id, environment) }
    if let found, Crypt.matches(secret, found.hash) { try end(found.family) }
  }

  /// Ends all sign-ins of a user.
  func signOut(user: String) { open.withLock { $0 = $0.filter { $0.value.user != user } } }

  private func end(_ family: String) throws(Refusal) {
    open.withLock { $0 = $0.filter { $0.value.family != family } }
    try book.checked { book throws(BookError) in try book.dropFamily(family, environment) }
  }

  private static func parts(of token: String) -> (id: String, secret: String)? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, token.utf8.count < 200 else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}

extension Book {
  /// What the book answers; a book that cannot be read or written refuses the request.
  func checked<Value>(_ work: (Book) throws(BookError) -> Value) throws(Refusal) -> Value {
    do throws(BookError) { return try work(self) } catch {
      if case .inUse = error { throw Refusal(409, "another program writes to the account") }
      throw Refusal(503, "the book cannot be used")
    }
  }
}
