import Calendar
import Indicators
import Language
import Text

/// The reason why an evaluation did not come to an end.
public enum EvaluationError: Error, Hashable, Sendable {
  /// The user stopped it.
  case interrupted
  /// The nodes are nested too deeply for the stack of the thread.
  case tooDeep
  /// A run-time parameter is out of an indicator's range.
  case indicator(IndicatorError)
  /// A lag that is known only at run time is not a whole number from 0.
  case invalidLag(Double)
  /// The lower end of something that only the parameters decide lies above the upper one by so much.
  case reversedEnds(of: String, by: Double)
  /// A count that is known only at run time, such as "a count of bars", is not a whole number from 1.
  case invalidCount(of: String, Double)
  /// A distance from the price that is known only at run time, such as that of a stop, is never above 0.
  case invalidDistance(Double)
  /// The end of a session is requested, and the hours of the series of this name are not known.
  case noSession(String)
  /// The end of a session is requested, and a bar of this length holds several.
  case manySessions(Timeframe)
  /// A context means no series.
  case context(ContextError)
  /// A company has no such valuation.
  case valuation(ValuationAbsence)
}

extension Diagnostic {
  /// The error of an evaluation, at the expression or the argument that is to blame.
  public init(_ error: EvaluationError, at span: SourceSpan?) {
    switch error {
    case .interrupted: self.init(.interrupted, "interrupted; nothing was changed", at: nil)
    case .tooDeep:
      self.init(
        .nestedTooDeeply, "with the definitions of its names this has too many nested operations",
        at: span)
    case .indicator(let error):
      if case .argument(let parameter, let value, let allowed) = error.cause {
        self.init(
          .outOfRange,
          "`\(parameter)` of `\(error.indicator)` is \(allowed)"
            + (value.map { ", not \(NumberText.plain($0))" } ?? ""), at: span)
      } else {
        self.init(.outOfRange, String(error.description.dropLast()), at: span)
      }
    case .invalidLag(let lag):
      self.init(.invalidLag, "a lag is a whole number from 0, not \(NumberText.plain(lag))", at: span)
    case .reversedEnds(let what, let distance):
      self.init(
        .reversedEnds,
        "with these parameters the first end of \(what) is \(NumberText.plain(distance)) above the second, so nothing lies between them",
        at: span, hints: ["a sweep excludes such combinations with `where`, as in `where low < high`"])
    case .invalidCount(let what, let value):
      self.init(.outOfRange, "\(what) is a whole number from 1, not \(NumberText.plain(value))", at: span)
    case .invalidDistance(let value):
      self.init(
        .outOfRange, "a distance is above 0, but this never is: it begins with \(NumberText.plain(value))", at: span,
        hints: ["`stop 3 * atr(14)`: the side of the position decides the direction"])
    case .noSession(let name):
      self.init(
        .noSession, "the session hours of \(name) are unknown", at: span,
        hints: ["`use \(name) session regular` or `session 09:30-16:00` states them"])
    case .manySessions(let timeframe):
      self.init(
        .noSession, "a bar of \(timeframe) holds several sessions, so it ends with none of them alone", at: span,
        hints: ["`timeframe 1d` or shorter bars separate sessions"])
    case .context(let error): self.init(error.code, error.message, at: span, hints: error.hints)
    case .valuation(let error): self.init(code: error.code, error.message, at: span, hints: error.hints)
    }
  }
}
