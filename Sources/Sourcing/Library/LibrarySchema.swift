import FileFormats

/// The tables of the library.
enum LibrarySchema {
  static let version: Int64 = 2

  /// Series with the pages of their bars; a page is the columns of its bars, in sequence, as little-endian words.
  static let script = """
    CREATE TABLE series (
      id INTEGER PRIMARY KEY, source TEXT NOT NULL, symbol TEXT NOT NULL, timeframe TEXT NOT NULL, variant TEXT NOT NULL,
      since INTEGER NOT NULL, through INTEGER NOT NULL, fetched INTEGER NOT NULL, is_whole INTEGER NOT NULL,
      address TEXT NOT NULL, facts TEXT NOT NULL, UNIQUE (source, symbol, timeframe, variant));
    CREATE TABLE page (
      id INTEGER PRIMARY KEY, series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
      first INTEGER NOT NULL, last INTEGER NOT NULL, bars INTEGER NOT NULL, columns BLOB NOT NULL, hash TEXT NOT NULL);
    CREATE INDEX page_of_series ON page (series, first);
    CREATE TABLE document (
      source TEXT NOT NULL, name TEXT NOT NULL, fetched INTEGER NOT NULL, address TEXT NOT NULL, hash TEXT NOT NULL,
      body BLOB NOT NULL, PRIMARY KEY (source, name));
    CREATE TABLE key_use (provider TEXT PRIMARY KEY, is_accepted INTEGER NOT NULL, time INTEGER NOT NULL);
    """

  /// The requests of the limits of servers; the first version counted them in another way.
  static let ledger = """
    DROP TABLE IF EXISTS bucket;
    CREATE TABLE asked (name TEXT NOT NULL, time INTEGER NOT NULL);
    CREATE INDEX asked_by_name ON asked (name, time);
    """
}
