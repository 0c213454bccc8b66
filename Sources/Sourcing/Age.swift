/// The age of something, in words.
public enum Age {
  /// The age of data that arrived at a time, both in milliseconds since 1970: `updated 2 hours ago`.
  public static func updated(_ time: Int64, _ now: Int64) -> String { "updated \(text(seconds: (now - time) / 1000))" }

  /// `just now`, `12 minutes ago`, `2 hours ago`, `3 days ago`.
  public static func text(seconds: Int64) -> String {
    func words(_ count: Int64, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s") ago" }
    switch seconds {
    case ..<60: return "just now"
    case ..<3600: return words(seconds / 60, "minute")
    case ..<86_400: return words(seconds / 3600, "hour")
    default: return words(seconds / 86_400, "day")
    }
  }
}
