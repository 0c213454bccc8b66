import Backtesting
import Presentation
import Strategies
import Text

extension SilentRule {
  /// The rule and the reason in words: "`enter` was true on none of 250 bars: `close` went from 90 to 120".
  var text: String {
    let start = "the \(kind.rawValue) rule `\(name)` was true on none of \(NumberText.counted(bars, "bar"))"
    switch reason {
    case .leg(let leg, nil): return "\(start): `\(leg)` never was"
    case .leg(let leg, let (text, values)?):
      let ends = [values.lowerBound, values.upperBound].map(NumberFormat.general.text)
      let range = ends[0] == ends[1] ? "was \(ends[0]) throughout" : "went from \(ends[0]) to \(ends[1])"
      return "\(start): `\(leg)` never was, `\(text)` \(range)"
    case .missing(let leg): return "\(start): `\(leg)` has no value on any of them"
    case .neverTogether: return "\(start): each of its legs was, all of them together never"
    }
  }
}
