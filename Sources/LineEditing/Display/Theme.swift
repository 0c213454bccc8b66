/// The colours of the styles on one kind of background.
public struct Theme: Equatable, Sendable {
  /// The lightness of a terminal's background.
  public enum Background: String, CaseIterable, Sendable {
    case dark, light
    /// Not known: colours that can be read on both.
    case unknown
  }

  /// The background that the colours are chosen for.
  public var background: Background
  /// True if the terminal knows 256 colours, false for 16.
  public var hasManyColors: Bool

  /// A theme as given.
  public init(background: Background, hasManyColors: Bool) {
    self.background = background
    self.hasManyColors = hasManyColors
  }

  /// The parameters of the sequence `ESC [ … m` that begins a style; empty for plain text.
  func parameters(of style: TextStyle) -> String {
    switch style {
    case .plain, .name, .operator, .bracket: ""
    case .matchingBracket: "1;4"
    case .faint: hasManyColors ? color(dark: 245, light: 243, both: 244) : "2"
    case .chosen: "7"
    case .matched: "1"
    case .comment: hasManyColors ? color(dark: 245, light: 243, both: 244) : "2"
    case .command: "1;" + (hasManyColors ? color(dark: 81, light: 25, both: 32) : "36")
    case .keyword: hasManyColors ? color(dark: 176, light: 90, both: 133) : "35"
    case .function: hasManyColors ? color(dark: 75, light: 26, both: 32) : "36"
    case .number: hasManyColors ? color(dark: 179, light: 94, both: 136) : "33"
    case .text: hasManyColors ? color(dark: 114, light: 28, both: 65) : "32"
    case .unknown, .lonelyBracket: hasManyColors ? color(dark: 203, light: 160, both: 167) : "31"
    }
  }

  private func color(dark: Int, light: Int, both: Int) -> String {
    let number =
      switch background {
      case .dark: dark
      case .light: light
      case .unknown: both
      }
    return "38;5;\(number)"
  }
}

extension Theme.Background {
  /// The background that the variable `COLORFGBG` states: `15;0` is dark.
  public init(stating variable: String?) {
    guard let last = variable?.split(separator: ";").last, let number = Int(last) else {
      self = .unknown
      return
    }
    self = number == 7 || number > 8 ? .light : .dark
  }
}
