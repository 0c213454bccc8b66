/// Values to try: `2..50`, `2..50 step 4`, `[5, 10, 20]` or a single value.
public enum ValueRange: Hashable, Sendable {
  /// `from..to step s`; the end counts if a step lands on it.
  case steps(from: Expression, to: Expression, step: Expression?, SourceSpan)
  /// `[a, b, c]`.
  case list([Expression], SourceSpan)
  /// One value.
  case single(Expression)

  /// The values as written: `25%..40% step 5%`.
  public var text: String {
    switch self {
    case .steps(let from, let to, let step, _): "\(from)..\(to)" + (step.map { " step \($0)" } ?? "")
    case .list(let values, _): "[\(values.map(\.description).joined(separator: ", "))]"
    case .single(let value): "\(value)"
    }
  }

  /// The place.
  public var span: SourceSpan {
    switch self {
    case .steps(_, _, _, let span), .list(_, let span): span
    case .single(let expression): expression.span
    }
  }
}
