/// A leg of a spread as written: `KO`, `-PEP`, `-hedge * PEP`.
public struct LegTerm: Hashable, Sendable {
  /// The symbol.
  public var symbol: String
  /// The place of the symbol.
  public var span: SourceSpan
  /// The units for each unit of the spread; nil for one.
  public var weight: Expression?
  /// True for a leg that is sold short while the spread is held long.
  public var isShort: Bool

  /// The leg that an expression means: a symbol, or a product whose last factor is one; nil for anything else.
  public init?(_ expression: Expression) {
    switch expression {
    case .name(let symbol, let span), .literal(.text(let symbol), let span):
      (self.symbol, self.span, weight, isShort) = (symbol, span, nil, false)
    case .unary(.negate, let operand, _):
      guard var leg = LegTerm(operand) else { return nil }
      leg.isShort.toggle()
      self = leg
    case .binary(.multiply, let weight, let symbol, _):
      guard let leg = LegTerm(symbol), leg.weight == nil, !leg.isShort else { return nil }
      (self.symbol, span, isShort, self.weight) = (leg.symbol, leg.span, false, weight)
      // The sign before a product is that of the leg.
      if let amount = Self.withoutMinus(weight) { (isShort, self.weight) = (true, amount) }
    default: return nil
    }
  }

  /// A product or quotient without the minus that it begins with; nil if it has none.
  private static func withoutMinus(_ weight: Expression) -> Expression? {
    switch weight {
    case .unary(.negate, let amount, _): return amount
    case .binary(let sign, let first, let second, let span) where sign == .multiply || sign == .divide:
      return withoutMinus(first).map { .binary(sign, $0, second, operatorSpan: span) }
    default: return nil
    }
  }
}
