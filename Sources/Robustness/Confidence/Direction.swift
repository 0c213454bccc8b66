/// The way in which a signal expects prices to go.
public enum Direction: String, Sendable, Hashable, CaseIterable {
  /// Prices are expected to rise.
  case bullish
  /// Nothing is expected.
  case neutral
  /// Prices are expected to fall.
  case bearish

  /// The direction as a number: 1, 0 or -1.
  public var score: Double {
    switch self {
    case .bullish: 1
    case .neutral: 0
    case .bearish: -1
    }
  }

  /// The word in lower case: `bullish`.
  public var name: String { rawValue }

  /// The word as validation records have it: `BULLISH`.
  public var word: String { rawValue.uppercased() }

  /// Reads the word in either case; nil for any other text.
  public init?(word: String) { self.init(rawValue: word.lowercased()) }
}
