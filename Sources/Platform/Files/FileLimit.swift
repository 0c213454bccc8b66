import LibC

/// The sizes beyond which files are refused instead of read.
public enum FileLimit {
  /// The most bytes of a script, a session or another document.
  public static let document = 1 << 30

  /// The error of a file that is too large; without a size it is one whose size is known only by reading.
  ///
  /// - Parameter setting: the setting that raises the limit, if any.
  public static func exceeded(_ path: String, by size: Int?, limit: Int, setting: String? = nil) -> FileError {
    FileError(
      .read, path, number: EFBIG,
      detail: "it has \(size.map { "\(text($0))" } ?? "more than \(text(limit))")"
        + (size == nil ? "" : ", and at most \(text(limit)) are read")
        + (setting.map { "; `set \($0)` allows more, in bytes" } ?? ""))
  }

  /// A number of bytes in words: `1.5 GB`.
  public static func text(_ bytes: Int) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) bytes" }
    let tenths = bytes / (unit / 10)
    return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
