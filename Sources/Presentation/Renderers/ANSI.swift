/// The codes that terminals know for styles (ECMA-48, "select graphic rendition").
///
/// Only the sixteen colours of the terminal's own theme are used, so that text stays readable on every
/// background.
enum ANSI {
  /// The colours of series in their order, chosen to differ from their neighbours.
  private static let series = ["36", "33", "35", "32", "94", "31", "96", "93", "95", "92"]

  /// The code of a style, or `nil` where text stays as it is.
  ///
  /// On a light background yellow and cyan are too pale: blue and magenta take their place.
  static func code(_ style: Style, isLight: Bool = false) -> String? {
    switch style {
    case .name where isLight: "34"
    case .number where isLight: "35"
    case .keyword where isLight: "34"
    case .warning where isLight: "1;35"
    case .accent where isLight: "1;34"
    case .plain: nil
    case .strong, .heading: "1"
    case .dim: "2"
    case .name: "36"
    case .number: "33"
    case .keyword: "35"
    case .positive: "32"
    case .negative: "31"
    case .warning: "1;33"
    case .error: "1;31"
    case .accent: "1;36"
    case .series(let index): series[(index % series.count + series.count) % series.count]
    }
  }
}
