extension BookSchema {
  /// Alerts with the state of each series, notices, and the ways that a notice is still to go.
  static let notices = """
    CREATE TABLE notice(
      number INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, topic TEXT NOT NULL, origin TEXT NOT NULL,
      title TEXT NOT NULL, body TEXT NOT NULL, time INTEGER NOT NULL, payload TEXT NOT NULL,
      is_read INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE outbox(
      notice INTEGER NOT NULL REFERENCES notice(number) ON DELETE CASCADE, way TEXT NOT NULL, due INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(notice, way)) STRICT, WITHOUT ROWID;
    CREATE TABLE alert(
      name TEXT PRIMARY KEY, text TEXT NOT NULL, made INTEGER NOT NULL, is_on INTEGER NOT NULL DEFAULT 1)
      STRICT, WITHOUT ROWID;
    CREATE TABLE alert_state(
      alert TEXT NOT NULL REFERENCES alert(name) ON DELETE CASCADE, subject TEXT NOT NULL, is_true INTEGER NOT NULL,
      bar INTEGER NOT NULL, fired INTEGER, times INTEGER NOT NULL, value TEXT, PRIMARY KEY(alert, subject))
      STRICT, WITHOUT ROWID;
    """
}
