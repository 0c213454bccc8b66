/// Paths as texts, without a look at the disk.
public enum FilePath {
  /// A path without `.`, `..` and doubled slashes; `..` at the beginning of a relative path stays.
  public static func normalized(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    if isAbsolute { return "/" + joined }
    return joined.isEmpty ? "." : joined
  }

  /// The way from a folder to a file, both from the root on: `../data/goog.csv`.
  public static func relative(_ path: String, to folder: String) -> String {
    let target = normalized(path).split(separator: "/")
    let start = normalized(folder).split(separator: "/")
    let shared = zip(target, start).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: start.count - shared) + target[shared...].map(String.init))
      .joined(separator: "/")
  }

  /// A path that begins at a folder; one from the root on stays as it is.
  public static func joined(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }
}
