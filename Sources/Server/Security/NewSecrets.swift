import Bookkeeping
import Calendar

/// The reason why a password or a token is not made.
package struct SecretFault: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// Users and tokens as the program makes them, without a server.
package enum NewSecrets {
  /// A user who is let in at once.
  package static func user(
    name: String, email: String, isAdmin: Bool, password: String
  ) throws(SecretFault) -> User {
    guard Shape.Pattern.email.matches(email) else { throw SecretFault("\(email) is no address for mail") }
    return User(
      id: RandomText.uuid(), name: name, email: email, role: isAdmin ? .admin : .viewer, status: .active,
      password: try hash(ofPassword: password))
  }

  /// The hash of a password that follows the rules.
  package static func hash(ofPassword password: String) throws(SecretFault) -> String {
    if let fault = PasswordRule.fault(of: password) { throw SecretFault(fault) }
    guard let hash = Crypt.hash(password, .password) else {
      throw SecretFault("passwords need libcrypt, which this system has not: `apt install libcrypt1`")
    }
    return hash
  }

  /// A token for a program that reads reports, and its text, which is not kept.
  package static func token(
    name: String, days: Int, now: Int64
  ) throws(SecretFault) -> (token: ReaderToken, text: String) {
    guard !name.isEmpty, name.count <= 64 else { throw SecretFault("a name has 1 to 64 characters") }
    let (id, secret) = ("tas_r_" + RandomText.make(bytes: 8), RandomText.make(bytes: 32))
    guard let hash = Crypt.hash(secret, .token) else {
      throw SecretFault("tokens need libcrypt, which this system has not: `apt install libcrypt1`")
    }
    let token = ReaderToken(name: name, id: id, hash: hash, until: now + Int64(days) * 86_400_000)
    return (token, "\(id).\(secret)")
  }

  /// The day of a moment.
  package static func day(_ milliseconds: Int64) -> String {
    "\(Zone.utc.civilTime(at: Timestamp(milliseconds: milliseconds)).date)"
  }
}
