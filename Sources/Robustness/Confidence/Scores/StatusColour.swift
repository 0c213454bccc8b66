/// The colour that a confidence is shown in.
public enum StatusColour: String, Sendable, Hashable, CaseIterable {
  case green, yellow, orange, red

  /// The word that is shown.
  public var name: String { rawValue }
}

/// A scale of colours for a confidence of 0 to 1.
public enum StatusScale: String, Sendable, Hashable, CaseIterable {
  /// Green from 0.75 on, yellow from 0.50 on, red below: the scale of a plain weighted mean.
  case three
  /// Green from 0.75 on, yellow from 0.60 on, orange from 0.40 on, red below: that of the adjusted confidence.
  case four

  /// The colours with the least confidence of each, the best first.
  public var limits: [(colour: StatusColour, limit: Double)] {
    switch self {
    case .three: [(.green, 0.75), (.yellow, 0.50), (.red, 0)]
    case .four: [(.green, 0.75), (.yellow, 0.60), (.orange, 0.40), (.red, 0)]
    }
  }

  /// The colour of a confidence.
  public func colour(of confidence: Double) -> StatusColour {
    limits.first { confidence.withoutNoise >= $0.limit }?.colour ?? .red
  }
}
