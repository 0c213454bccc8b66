/// A node of an expression, with its place in the text.
public indirect enum Expression: Hashable, Sendable {
  /// A value written out.
  case literal(Literal, SourceSpan)
  /// A name: a session name, a parameter, a bar field.
  case name(String, SourceSpan)
  /// `[5, 10, 20]`.
  case list([Expression], SourceSpan)
  /// `f(x, n = 3)`; `nameSpan` is the place of `f`.
  case call(String, nameSpan: SourceSpan, arguments: [CallArgument], SourceSpan)
  /// `x.field`.
  case field(Expression, String, nameSpan: SourceSpan)
  /// `x[n]`: x n bars ago. The span ends after the bracket.
  case lag(Expression, Expression, SourceSpan)
  /// `x @ 1d`, `x @ MSFT`, `x @ MSFT @ 1d`.
  case context(Expression, [Context], SourceSpan)
  /// `-x`, `not x`; with the span of the operator.
  case unary(UnaryOperator, Expression, operatorSpan: SourceSpan)
  /// `a + b`, `a crosses above b`, `a and b`.
  case binary(BinaryOperator, Expression, Expression, operatorSpan: SourceSpan)
  /// `x between a and b`, both ends included.
  case between(Expression, Expression, Expression, operatorSpan: SourceSpan)

  /// The span of the entire node.
  public var span: SourceSpan {
    switch self {
    case .literal(_, let span), .name(_, let span), .list(_, let span), .call(_, _, _, let span),
      .lag(_, _, let span), .context(_, _, let span):
      span
    case .field(let base, _, let nameSpan): base.span.joined(with: nameSpan)
    case .unary(_, let operand, let operatorSpan): operatorSpan.joined(with: operand.span)
    case .binary(_, let left, let right, _): left.span.joined(with: right.span)
    case .between(let subject, _, let high, _): subject.span.joined(with: high.span)
    }
  }
}

/// An argument of a call: `x` or `name = x`.
public struct CallArgument: Hashable, Sendable {
  /// The name before `=`, if there is one.
  public var name: String?
  /// The place of the name.
  public var nameSpan: SourceSpan?
  /// The value.
  public var value: Expression

  /// Makes an argument.
  public init(name: String? = nil, nameSpan: SourceSpan? = nil, value: Expression) {
    self.name = name
    self.nameSpan = nameSpan
    self.value = value
  }
}

/// The text after `@`: other bars to compute on.
public enum Context: Hashable, Sendable {
  /// Bars of another length: `@ 1d`.
  case timeframe(String, SourceSpan)
  /// Another symbol: `@ MSFT`, `@ "BTC-USD"`.
  case symbol(String, SourceSpan)
}

/// An operator with one operand.
public enum UnaryOperator: String, Hashable, Sendable {
  case negate = "-"
  case not
}

/// An operator with two operands; the raw value is its spelling.
public enum BinaryOperator: String, Hashable, Sendable, CaseIterable {
  case or
  case and
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case crosses
  case crossesAbove = "crosses above"
  case crossesBelow = "crosses below"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "^"
}
