import Accounts
import FileFormats

/// The reason why the book could not be read or written.
package enum BookError: Error, Sendable, Hashable {
  /// The file, with the reason.
  case file(path: String, reason: String)
  /// Nothing can be written, as with `--safe`.
  case readOnly
  /// Another program writes to the account.
  case inUse(account: String, Writer)
  /// An entry that does not fit.
  case ledger(LedgerError)
  /// An entry of a tax year that is closed.
  case closedYear(account: String, year: Int)
  /// A row that was imported before has other content now.
  case conflict(key: String)
}

/// A program that writes to an account.
package struct Writer: Sendable, Hashable {
  /// Its process.
  package var pid: Int
  /// The name of its machine.
  package var host: String
  /// The time in milliseconds since 1970 at which its claim ends unless it writes again.
  package var until: Int64
}
