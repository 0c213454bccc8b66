/// The tables of the book, in SQL.
enum BookSchema {
  /// The version that this program writes.
  static var version: Int64 { Int64(steps.count) }

  /// The scripts that lead from each version to the next; one that people have is never changed.
  static let steps = [ledger, notices, trading, years, users, brokers]

  /// Amounts are texts with all their digits; times are milliseconds since 1970.
  private static let ledger = """
    CREATE TABLE account(
      name TEXT PRIMARY KEY, currency TEXT NOT NULL, lots TEXT NOT NULL, zone TEXT NOT NULL, mode TEXT NOT NULL,
      made INTEGER NOT NULL) STRICT;
    CREATE TABLE entry(
      sequence INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE,
      id INTEGER NOT NULL, time INTEGER NOT NULL, is_day INTEGER NOT NULL, type TEXT NOT NULL, symbol TEXT,
      size TEXT, price TEXT, fee TEXT, amount TEXT NOT NULL, withheld TEXT, ratio TEXT, target TEXT, peer TEXT,
      voids INTEGER, stop TEXT, goal TEXT, strategy TEXT, currency TEXT, rate TEXT, note TEXT,
      booked INTEGER NOT NULL, UNIQUE(account, id)) STRICT;
    CREATE TABLE imported(
      account TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE, key TEXT NOT NULL, content TEXT NOT NULL,
      PRIMARY KEY(account, key)) STRICT, WITHOUT ROWID;
    CREATE TABLE level(
      account TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE, symbol TEXT NOT NULL, stop TEXT, goal TEXT,
      PRIMARY KEY(account, symbol)) STRICT, WITHOUT ROWID;
    CREATE TABLE lease(account TEXT PRIMARY KEY, pid INTEGER NOT NULL, host TEXT NOT NULL, until INTEGER NOT NULL)
      STRICT;
    CREATE TABLE record(number INTEGER PRIMARY KEY, kind TEXT NOT NULL, line TEXT NOT NULL) STRICT;
    CREATE TABLE state(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO state VALUES('revision', '0');
    """

  /// The tax year that is closed, and the entry after which levels were set.
  private static let years = """
    ALTER TABLE account ADD COLUMN closed INTEGER;
    ALTER TABLE level ADD COLUMN after INTEGER NOT NULL DEFAULT 0;
    UPDATE level SET after = (SELECT coalesce(max(sequence), 0) FROM entry);
    """
}
