/// The codes that terminals know for styles (ECMA-48, "select graphic rendition").
///
/// Only the sixteen colours of the terminal's own theme are used, so that text stays readable on every background; the
/// fields of a heat map have their own background if the terminal has more colours.
enum ANSI {
  /// The code of a field of a heat map: the text black or white on a background between the page's and the side's colour.
  ///
  /// With sixteen colours only the strong fields have a background.
  static func heat(_ percent: Int, isLight: Bool, depth: ColorDepth) -> String? {
    let strength = Double(min(abs(percent), 100)) / 100
    guard depth != .sixteen else {
      guard strength >= 0.35 else { return nil }
      return percent < 0 ? "30;43" : "97;44"
    }
    let paper = isLight ? (255.0, 255.0, 255.0) : (24.0, 27.0, 32.0)
    let side: (Double, Double, Double) =
      percent < 0
      ? (isLight ? (232, 128, 60) : (196, 92, 24)) : (isLight ? (86, 158, 220) : (24, 106, 176))
    let share = 0.08 + strength * 0.92
    func mixed(_ low: Double, _ high: Double) -> Int { Int((low + (high - low) * share).rounded()) }
    let (red, green, blue) = (mixed(paper.0, side.0), mixed(paper.1, side.1), mixed(paper.2, side.2))
    let ink = isLight ? "30" : "97"
    if depth == .millions { return "\(ink);48;2;\(red);\(green);\(blue)" }
    // The cube of six levels a colour: 0, 95, 135, 175, 215, 255.
    func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min((value - 35) / 40, 5) }
    let spread = max(red, green, blue) - min(red, green, blue)
    // Near grey the ramp of 24 greys is finer than the cube.
    let grey = (red + green + blue) / 3
    let number =
      spread < 14 && grey < 240
      ? 232 + min(max((grey - 8) / 10, 0), 23) : 16 + 36 * level(red) + 6 * level(green) + level(blue)
    return "\(ink);48;5;\(number)"
  }

  /// The colours of series in their order, chosen to differ from their neighbours.
  private static let series = ["36", "33", "35", "32", "94", "31", "96", "93", "95", "92"]
  /// Those that can be read on white: of the sixteen few, of the fixed palette its dark ones.
  private static let seriesOnLight = ["34", "31", "35", "32", "36", "30"]
  private static let darkSeries = [25, 130, 90, 28, 160, 30, 61, 94, 127, 64].map { "38;5;\($0)" }

  private static func series(_ index: Int, isLight: Bool, depth: ColorDepth) -> String {
    let colors = !isLight ? series : depth == .sixteen ? seriesOnLight : darkSeries
    return colors[(index % colors.count + colors.count) % colors.count]
  }

  /// The code of a style, or `nil` if text stays as it is.
  ///
  /// On a light background yellow and cyan are too pale: blue and magenta take their place.
  static func code(_ style: Style, isLight: Bool = false, depth: ColorDepth = .sixteen) -> String? {
    switch style {
    case .heat(let percent): heat(percent, isLight: isLight, depth: depth)
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
    case .series(let index): series(index, isLight: isLight, depth: depth)
    }
  }
}
