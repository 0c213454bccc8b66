extension BookSchema {
  /// The users of a server with what lets them in, and the devices of their clients.
  static let users = """
    CREATE TABLE user(
      id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, email TEXT NOT NULL UNIQUE COLLATE NOCASE,
      role TEXT NOT NULL, status TEXT NOT NULL, password TEXT NOT NULL, preferences TEXT NOT NULL,
      made INTEGER NOT NULL) STRICT;
    CREATE TABLE refresh(
      id TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES user(id) ON DELETE CASCADE, family TEXT NOT NULL,
      hash TEXT NOT NULL, until INTEGER NOT NULL, used INTEGER) STRICT, WITHOUT ROWID;
    CREATE TABLE reader(
      name TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, until INTEGER NOT NULL,
      made INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE device(
      token TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES user(id) ON DELETE CASCADE, platform TEXT NOT NULL,
      zone TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """
}
