import Indicators

/// The measures by which a body or a shadow counts as long, short or nearly nothing; TA-Lib's standard ones.
///
/// A mean is taken over the bars before the bar that is judged, which itself is left out.
enum CandleSetting {
  case longBody
  case shortBody
  case doji
  case longShadow
  case veryLongShadow
  case shortShadow
  case noShadow
  case near
  case far
  case equal

  /// The number of earlier bars that the measure looks back over.
  var period: Int {
    switch self {
    case .longBody, .shortBody, .doji, .shortShadow, .noShadow: 10
    case .near, .far, .equal: 5
    case .longShadow, .veryLongShadow: 0
    }
  }

  /// The measure in words.
  var meaning: String {
    switch self {
    case .longBody: "long: a body above the mean of the 10 bodies before"
    case .shortBody: "short: a body below the mean of the 10 bodies before"
    case .doji: "doji: a body of at most a tenth of the mean range of the 10 bars before"
    case .longShadow: "long shadow: above the bar's body"
    case .veryLongShadow: "very long shadow: above twice the bar's body"
    case .shortShadow: "short shadow: below half the mean of both shadows together of the 10 bars before"
    case .noShadow: "no shadow: below a tenth of the mean range of the 10 bars before"
    case .near: "near: within 0.2 of the mean range of the 5 bars before"
    case .far: "far: beyond 0.6 of the mean range of the 5 bars before"
    case .equal: "the same price: within 0.05 of the mean range of the 5 bars before"
    }
  }

  // The factors, applied as TA-Lib does: to a sum that has been divided by the number of bars.
  static let dojiFactor = 0.1
  static let nearFactor = 0.2
  static let farFactor = 0.6
  static let equalFactor = 0.05
}
