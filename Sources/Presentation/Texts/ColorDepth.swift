import Text

/// The colours that a terminal can show.
public enum ColorDepth: Sendable, Hashable {
  /// The sixteen of its own theme.
  case sixteen
  /// The fixed palette of 256.
  case palette
  /// Any of the sixteen million.
  case millions

  /// The colours that a terminal says it has, by its variables `COLORTERM` and `TERM`.
  public static func stated(colorTerm: String?, term: String?) -> ColorDepth {
    let (colorTerm, term) = (colorTerm ?? "", term ?? "")
    if colorTerm.hasPart("truecolor") || colorTerm.hasPart("24bit") || term.hasPart("direct") { return .millions }
    if term.hasPart("256") || term.hasPart("kitty") || !colorTerm.isEmpty { return .palette }
    return .sixteen
  }
}
