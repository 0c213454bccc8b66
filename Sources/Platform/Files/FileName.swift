/// The parts of a file's path.
public enum FileName {
  /// The endings of files of data, in lower case: no symbols, and no scripts.
  public static let dataEndings: Set<String> = [
    "csv", "txt", "tsv", "json", "gz", "zip", "parquet", "arrow", "feather", "sqlite", "sqlite3", "db", "duckdb",
    "xlsx", "xls",
  ]

  /// The name without folders and without its ending, nor that of a compressed file: `goog` of `data/goog.csv.gz`.
  public static func stem(of path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if name.count > 3, name.hasSuffix(".gz") { name.removeLast(3) }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The text after the last dot, in lower case; empty if there is none.
  public static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The folder that a path's file is in; `.` for a name alone.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
