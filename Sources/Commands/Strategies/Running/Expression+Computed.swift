import Language

extension Expression {
  /// Whether it is more than a number that was written out.
  var isComputed: Bool {
    switch self {
    case .literal: false
    case .unary(_, let operand, _): operand.isComputed
    default: true
    }
  }
}

extension ValueRange {
  /// Whether some of its numbers are more than written out.
  var isComputed: Bool {
    switch self {
    case .single(let expression): expression.isComputed
    case .list(let elements, _): elements.contains(where: \.isComputed)
    case .steps(let from, let to, _, _): from.isComputed || to.isComputed
    }
  }
}
