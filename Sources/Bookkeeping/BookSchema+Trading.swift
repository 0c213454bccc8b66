extension BookSchema {
  /// Guardrails, orders and runs of accounts: what continues after a bar is in one row with the time of that bar.
  static let trading = """
    CREATE TABLE guard(
      account TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE, field TEXT NOT NULL, value REAL NOT NULL,
      set_by TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(account, field)) STRICT, WITHOUT ROWID;
    CREATE TABLE guard_change(
      id INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE, at INTEGER NOT NULL,
      field TEXT NOT NULL, was REAL NOT NULL, value REAL NOT NULL, set_by TEXT NOT NULL) STRICT;
    CREATE TABLE guard_mark(
      account TEXT PRIMARY KEY REFERENCES account(name) ON DELETE CASCADE, equity REAL NOT NULL, peak REAL NOT NULL,
      day INTEGER NOT NULL, day_peak REAL NOT NULL, flows REAL NOT NULL, halt TEXT, halted_at INTEGER) STRICT;
    CREATE TABLE placed(
      account TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE, id INTEGER NOT NULL, made INTEGER NOT NULL,
      verb TEXT NOT NULL, size TEXT NOT NULL, symbol TEXT NOT NULL, type TEXT NOT NULL, price REAL, stop REAL, goal REAL,
      stays INTEGER NOT NULL, status TEXT NOT NULL, reason TEXT, fill_price REAL, entry INTEGER,
      bar INTEGER NOT NULL, state TEXT, PRIMARY KEY(account, id)) STRICT;
    CREATE TABLE run(
      id INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE, strategy TEXT NOT NULL,
      series TEXT NOT NULL, rules TEXT NOT NULL, cash REAL NOT NULL, began INTEGER NOT NULL, ended INTEGER,
      bar INTEGER, state TEXT) STRICT;
    CREATE TABLE run_bar(
      run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, time INTEGER NOT NULL, open REAL, high REAL, low REAL,
      close REAL, equity REAL, cash REAL, PRIMARY KEY(run, time)) STRICT, WITHOUT ROWID;
    CREATE TABLE run_fill(
      run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, number INTEGER NOT NULL, time INTEGER NOT NULL,
      verb TEXT NOT NULL, size REAL NOT NULL, price REAL NOT NULL, fee REAL NOT NULL, reason TEXT NOT NULL,
      entry INTEGER NOT NULL, PRIMARY KEY(run, number)) STRICT, WITHOUT ROWID;
    """

  /// What an order at a broker has besides: it is written before it is sent, with the id that the broker takes once.
  static let brokers = """
    ALTER TABLE placed ADD COLUMN client TEXT;
    ALTER TABLE placed ADD COLUMN broker TEXT;
    ALTER TABLE placed ADD COLUMN filled TEXT;
    ALTER TABLE placed ADD COLUMN run INTEGER;
    """
}
